import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1:4040/mcp?only=geo"));
export const legacy = new Client({ name: "example", version: "1.0.0" });
