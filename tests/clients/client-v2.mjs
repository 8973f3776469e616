// The official TypeScript SDK, version 2, with each lifecycle that it speaks. One JSON line a connection.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { rows } from "./rows.mjs";

const client = (mode) => new Client({ name: "client-v2", version: "1" }, { versionNegotiation: { mode } });
await rows("typescript client 2", ["auto", "legacy"], client, {
  http: (url) => new StreamableHTTPClientTransport(url),
  stdio: (options) => new StdioClientTransport(options),
});
