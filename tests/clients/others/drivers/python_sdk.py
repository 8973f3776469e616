"""The official Python SDK: over HTTP, and over stdio where the snippet is an mcp.json."""

import contextlib
import json
import os
import runpy
from pathlib import Path

from conversation import drive, name, on_the_wire
from mcp import Client, MCPError, StdioServerParameters


def client(snippet, lifecycle):
    if not snippet.endswith(".json"):
        return runpy.run_path(snippet)[lifecycle]
    server = json.loads(Path(snippet).read_text())["mcpServers"]["atlas"]
    parameters = StdioServerParameters(command=server["command"], args=server["args"], env=dict(os.environ))
    return Client(parameters, mode={"modern": "auto", "legacy": "legacy"}[lifecycle])


class PythonSdk:
    refusals = MCPError

    def __init__(self, client):
        self.client = client
        self.instructions = client.instructions

    async def names(self, kind):
        result = await {
            "tools": self.client.list_tools,
            "prompts": self.client.list_prompts,
            "resources": self.client.list_resources,
            "templates": self.client.list_resource_templates,
        }[kind]()
        field = "resource_templates" if kind == "templates" else kind
        return [name(component) for component in getattr(result, field)]

    async def ask(self, kind, name, arguments):
        match kind:
            case "tool":
                return on_the_wire(await self.client.call_tool(name, arguments))
            case "resource":
                return on_the_wire(await self.client.read_resource(name))
            case "prompt":
                return on_the_wire(await self.client.get_prompt(name, arguments))

    def refused(self, refusal):
        return on_the_wire(refusal.error)


@contextlib.asynccontextmanager
async def connect(snippet, lifecycle):
    async with client(snippet, lifecycle) as connected:
        yield PythonSdk(connected)


drive(connect)
