import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1:4040/mcp?only=geo"));
export const modern = new Client({ name: "example", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
export const legacy = new Client({ name: "example", version: "1.0.0" });
