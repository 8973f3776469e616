from mcp import Client

modern = Client("http://127.0.0.1:4040/mcp?only=geo")
legacy = Client("http://127.0.0.1:4040/mcp?only=geo", mode="legacy")
