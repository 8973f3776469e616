// Lists and calls through each transport under each query.
const CALLS = [["add", { a: 1, b: 2 }], ["find_place", { name: "Oslo" }]];

async function ask(client, transport) {
  await client.connect(transport);
  const tools = (await client.listTools()).tools.map((tool) => tool.name);
  const calls = {};
  for (const [name, args] of CALLS) {
    try {
      calls[name] = (await client.callTool({ name, arguments: args })).structuredContent;
    } catch (error) {
      calls[name] = error.message;
    }
  }
  await client.close();
  return { tools, calls };
}

export async function rows(name, modes, client, transports) {
  const [url, command, ...queries] = process.argv.slice(2);
  for (const query of queries) {
    for (const mode of modes) {
      const args = query ? ["stdio", "--toolsets", query] : ["stdio"];
      const connections = {
        http: transports.http(new URL(url + query)),
        stdio: transports.stdio({ command, args, stderr: "ignore" }),
      };
      for (const [transport, connection] of Object.entries(connections)) {
        const row = { client: name, transport, mode, query, ...(await ask(client(mode), connection)) };
        console.log(JSON.stringify(row));
      }
    }
  }
}
