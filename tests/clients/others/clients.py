"""Which clients there are, how each is run, and what each hands out of an answer."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
CLIENTS = HERE.parent
WORK = CLIENTS / ".work"
BOTH = ("modern", "legacy")


class HandsOut:
    """A client that hands out what the server answered, as it is."""

    def given(self, kind, answer):
        return answer

    def refused(self, kind, error):
        return error


class TypeScript1(HandsOut):
    def refused(self, kind, error):
        return error | {"message": f"MCP error {error['code']}: {error['message']}"}


class TypeScript2(HandsOut):
    """Has one code for what is no resource, the newer."""

    def refused(self, kind, error):
        return error | {"code": -32602}


class PydanticAi(HandsOut):
    """Hands an agent the data, and not what it was wrapped in."""

    def given(self, kind, answer):
        match kind:
            case "tool":
                return answer["structuredContent"]
            case "resource":
                [content] = answer["contents"]
                return content["text"]
            case "prompt":
                [message] = answer["messages"]
                return [[message["role"], message["content"]["text"]]]

    def refused(self, kind, error):
        return error["message"] if kind == "tool" else error


class Inspector(HandsOut):
    """Lists the tools before it calls one, and refuses by itself what is not listed."""

    def refused(self, kind, error):
        if kind == "tool":
            name = error["message"].removeprefix("Unknown tool: ")
            return {"code": "tool_not_found", "message": f"Tool '{name}' not found on server."}
        return {"code": "error", "message": error["message"]}


class McpProxy(HandsOut):
    """Makes a result of the error of a tool."""

    def refused(self, kind, error):
        if kind == "tool":
            return {"content": [{"type": "text", "text": error["message"]}], "isError": True}
        return error


@dataclass(frozen=True)
class Client:
    name: str
    package: str
    version: str
    driver: tuple[str, ...]
    snippet: str
    lifecycles: tuple[str, ...] = BOTH
    hands_out: HandsOut = field(default_factory=HandsOut)


def pip(requirements, package):
    [version] = re.findall(rf"^{re.escape(package)}==(.*)$", requirements.read_text(), re.MULTILINE)
    return version


def npm(folder, package):
    return json.loads((folder / "package.json").read_text())["dependencies"][package]


def python(folder, driver):
    return (str(folder / "bin/python"), str(HERE / "drivers" / driver))


PYTHON_SDK = python(WORK / "python", "python_sdk.py")
FASTMCP = python(WORK / "others/python", "fastmcp_client.py")
PYDANTIC_AI = python(WORK / "others/python", "pydantic_ai_agent.py")
TYPESCRIPT = ("node", str(HERE / "drivers/typescript.mjs"))
INSPECTOR = ("python3", str(HERE / "drivers/inspector.py"))

FASTMCP_VERSION = pip(HERE / "requirements.txt", "fastmcp")
MCP_PROXY_VERSION = pip(HERE / "mcp-proxy.txt", "mcp-proxy")
MCP_REMOTE_VERSION = npm(HERE, "mcp-remote")
SDK, SDK_2 = "@modelcontextprotocol/sdk", "@modelcontextprotocol/client"
THE_INSPECTOR = "@modelcontextprotocol/inspector"
SLIM = "pydantic-ai-slim"

PYTHON_SDK_VERSION = pip(CLIENTS / "requirements.txt", "mcp")
OFFICIAL = Client("Python SDK", "mcp", PYTHON_SDK_VERSION, PYTHON_SDK, "python-sdk.py")

# By a URL with a query.
BY_QUERY = [
    OFFICIAL,
    Client("TypeScript SDK 1", SDK, npm(CLIENTS, SDK), TYPESCRIPT, "typescript-1.mjs", ("legacy",), TypeScript1()),
    Client("TypeScript SDK 2", SDK_2, npm(CLIENTS, SDK_2), TYPESCRIPT, "typescript-2.mjs", BOTH, TypeScript2()),
    Client("FastMCP", "fastmcp", FASTMCP_VERSION, FASTMCP, "fastmcp.py"),
    Client("FastMCP, by an `mcp.json`", "fastmcp", FASTMCP_VERSION, FASTMCP, "url.json", ("modern",)),
    Client("Pydantic AI", SLIM, pip(HERE / "requirements.txt", SLIM), PYDANTIC_AI, "pydantic-ai.py", BOTH, PydanticAi()),
    Client("MCP Inspector", THE_INSPECTOR, npm(HERE, THE_INSPECTOR), INSPECTOR, "inspector.sh", BOTH, Inspector()),
    Client("`mcp-remote`", "mcp-remote", MCP_REMOTE_VERSION, PYTHON_SDK, "mcp-remote.json"),
    Client("`mcp-proxy`", "mcp-proxy", MCP_PROXY_VERSION, PYTHON_SDK, "mcp-proxy.json", ("legacy",), McpProxy()),
]

# By an argument of the server's own command.
BY_ARGUMENT = Client("Python SDK", "mcp", PYTHON_SDK_VERSION, PYTHON_SDK, "stdio.json")

# By what else may carry a selection, where the query is lost.
BY_PATH = Client("FastMCP", "fastmcp", FASTMCP_VERSION, FASTMCP, "path.json", ("modern",))
BY_HEADER = [
    Client("FastMCP", "fastmcp", FASTMCP_VERSION, FASTMCP, "header.json", ("modern",)),
    Client("`mcp-remote`", "mcp-remote", MCP_REMOTE_VERSION, PYTHON_SDK, "mcp-remote-header.json", ("legacy",)),
]

EVERY = [*BY_QUERY, BY_ARGUMENT, BY_PATH, *BY_HEADER]
