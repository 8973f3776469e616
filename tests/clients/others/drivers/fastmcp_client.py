"""FastMCP's client: by a line of Python, or by an mcp.json."""

import contextlib
import json
import runpy
from pathlib import Path

from conversation import drive, name, on_the_wire
from fastmcp import Client
from mcp import MCPError


def client(snippet, lifecycle):
    if snippet.endswith(".json"):
        return Client(json.loads(Path(snippet).read_text()))
    return runpy.run_path(snippet)[lifecycle]


class FastMcp:
    refusals = MCPError

    def __init__(self, client):
        self.client = client
        self.instructions = client.instructions

    async def names(self, kind):
        components = await {
            "tools": self.client.list_tools,
            "prompts": self.client.list_prompts,
            "resources": self.client.list_resources,
            "templates": self.client.list_resource_templates,
        }[kind]()
        return [name(component) for component in components]

    async def ask(self, kind, name, arguments):
        match kind:
            case "tool":
                result = await self.client.call_tool(name, arguments)
                return {
                    "content": [on_the_wire(block) for block in result.content],
                    "structuredContent": result.structured_content,
                    "isError": result.is_error,
                }
            case "resource":
                return {"contents": [on_the_wire(content) for content in await self.client.read_resource(name)]}
            case "prompt":
                return on_the_wire(await self.client.get_prompt(name, arguments))

    def refused(self, refusal):
        return on_the_wire(refusal.error)


@contextlib.asynccontextmanager
async def connect(snippet, lifecycle):
    async with client(snippet, lifecycle) as connected:
        yield FastMcp(connected)


drive(connect)
