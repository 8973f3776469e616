"""The official Python SDK: what each URL and each argument gives. One JSON line a connection."""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters


async def ask(server, transport, mode, query):
    options = {} if mode == "auto" else {"mode": mode}
    async with Client(server, **options) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        calls = {}
        for name, arguments in (("add", {"a": 1, "b": 2}), ("find_place", {"name": "Oslo"})):
            try:
                result = await client.call_tool(name, arguments)
                calls[name] = result.structured_content
            except MCPError as error:
                calls[name] = str(error)
    row = {"client": "python mcp", "transport": transport, "mode": mode, "query": query, "tools": tools, "calls": calls}
    print(json.dumps(row), flush=True)


async def main(url, binary, queries):
    for query in queries:
        for mode in ("auto", "legacy"):
            await ask(url + query, "http", mode, query)
            arguments = ["stdio", "--toolsets", query] if query else ["stdio"]
            await ask(StdioServerParameters(command=binary, args=arguments), "stdio", mode, query)


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
