// The official TypeScript SDK, version 1. One JSON line a connection.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { rows } from "./rows.mjs";

await rows("typescript sdk 1", ["legacy"], () => new Client({ name: "client-v1", version: "1" }), {
  http: (url) => new StreamableHTTPClientTransport(url),
  stdio: (options) => new StdioClientTransport(options),
});
