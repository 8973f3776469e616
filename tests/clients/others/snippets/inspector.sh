npx -y @modelcontextprotocol/inspector@2.12.0 --cli 'http://127.0.0.1:4040/mcp?only=geo' --protocol-era modern --method tools/list
npx -y @modelcontextprotocol/inspector@2.12.0 --cli 'http://127.0.0.1:4040/mcp?only=geo' --protocol-era legacy --method tools/list
