from fastmcp import Client
from pydantic_ai.mcp import MCPToolset

modern = MCPToolset("http://127.0.0.1:4040/mcp?only=geo")
legacy = MCPToolset(Client("http://127.0.0.1:4040/mcp?only=geo", mode="legacy"))
