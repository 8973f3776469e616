"""The official TypeScript SDK: version 1 with its sessions, version 2 with its handler for both lifecycles."""

import json
import shutil
import subprocess

from ..description import Enum, Struct, modules
from ..paths import LOCKS, WORK
from ..rust import plain
from .contestant import Contestant, Unbuildable

FOLDER = WORK / "typescript"

SCORE = '''// What each tool does with its arguments: every part of them counts.
const text = value => value.length;
const whole = value => value;
const number = value => Math.trunc(value * 4);
const flag = value => Number(value);
const one = values => value => 1 + values.indexOf(value);
const list = of => values => values.reduce((sum, value) => sum + of(value), values.length);
const part = fields => value => total(fields, value);
const total = (fields, given) =>
  fields.reduce((sum, [name, of], index) => sum + (given[name] == null ? 0 : (index + 1) * of(given[name])), 0);

export { flag, list, number, one, part, text, total, whole };
'''

ZOD = {"text": "z.string()", "whole": "z.number().int().min(0)", "number": "z.number()", "flag": "z.boolean()"}


def schema_of(kind):
    if isinstance(kind, tuple):
        return f"z.array({schema_of(kind[1])})"
    return ZOD[kind] if isinstance(kind, str) else kind.name


def score_of(kind):
    if isinstance(kind, tuple):
        return f"list({score_of(kind[1])})"
    return kind if isinstance(kind, str) else f"score{kind.name}"


def shape(fields):
    return "{ " + ", ".join(
        f"{field.name}: {schema_of(field.kind)}{'.optional()' if field.optional else ''}.describe({json.dumps(field.description)})"
        for field in fields) + " }"


def scores(fields):
    return "[" + ", ".join(f"[{json.dumps(field.name)}, {score_of(field.kind)}]" for field in fields) + "]"


def tools(module):
    lines = [f"// {module.title}.", 'import * as z from "zod/v4";', 'import { flag, list, number, one, part, text, total, whole } from "./score.mjs";', ""]
    for kind in module.types():
        if isinstance(kind, Enum):
            values = json.dumps(list(kind.values))
            lines += [f"const {kind.name} = z.enum({values});", f"const score{kind.name} = one({values});"]
        elif isinstance(kind, Struct):
            lines += [f"const {kind.name} = z.object({shape(kind.fields)}).describe({json.dumps(kind.description)});",
                      f"const score{kind.name} = part({scores(kind.fields)});"]
    lines += ["", "export const tools = ["]
    for tool in module.tools:
        lines += [f"  [{json.dumps(tool.name)}, {json.dumps(tool.description)}, {json.dumps(tool.read_only)},", f"    {shape(tool.fields)},",
                  f"    {scores(tool.fields)}],"]
    return "\n".join([*lines, "];", "", "export { total };", ""])


def server(package, wrap):
    made = modules(50)
    text = "\n\n".join(["Figures come from the tools alone.", *(part for module in made for part in (f"## {module.title}", plain(module)))])
    imports = "\n".join(f'import {{ tools as {module.name} }} from "./{module.name}.mjs";' for module in made)
    return f'''// The tools on a server.
import {{ McpServer }} from "{package}";
import * as z from "zod/v4";
import {{ total }} from "./score.mjs";
{imports}

// Made once; a server is made for each session or request, as the SDK wants it.
const tools = [{", ".join(f"...{module.name}" for module in made)}].map(([name, description, readOnlyHint, shape, scores]) => [
  name,
  {{ description, annotations: {{ readOnlyHint }}, inputSchema: {wrap} }},
  async given => ({{ content: [{{ type: "text", text: `${{name}}: ${{total(scores, given)}}` }}] }}),
]);

export const make = () => {{
  const server = new McpServer({{ name: "bench", version: "0.1.0" }}, {{ instructions: {json.dumps(text)} }});
  for (const tool of tools) server.registerTool(...tool);
  return server;
}};
'''


V1 = '''// The tools, served by version 1 of the SDK: a transport and a server for each session, JSON answers.
import { randomUUID } from "node:crypto";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { make } from "./server-1.mjs";

const sessions = new Map();
const app = createMcpExpressApp();
app.all("/mcp", async (request, response) => {
  const known = sessions.get(request.headers["mcp-session-id"]);
  if (known) return await known.handleRequest(request, response, request.body);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: id => sessions.set(id, transport),
  });
  transport.onclose = () => sessions.delete(transport.sessionId);
  await make().connect(transport);
  await transport.handleRequest(request, response, request.body);
});
app.listen(Number(process.argv[2]), "127.0.0.1");
'''

V2 = '''// The tools, served by version 2 of the SDK: a server for each request, JSON answers where it gives them.
import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { make } from "./server-2.mjs";

const handle = toNodeHandler(createMcpHandler(make));
const [isHost, isOrigin] = [localhostHostValidation(), localhostOriginValidation()];
createServer((request, response) => {
  if (isHost(request, response) && isOrigin(request, response)) handle(request, response);
}).listen(Number(process.argv[2]), "127.0.0.1");
'''


def files():
    return {
        "score.mjs": SCORE,
        "server-1.mjs": server("@modelcontextprotocol/sdk/server/mcp.js", "shape"),
        "server-2.mjs": server("@modelcontextprotocol/server", "z.object(shape)"),
        "main-1.mjs": V1,
        "main-2.mjs": V2,
        **{f"{module.name}.mjs": tools(module) for module in modules(50)},
    }


def install():
    for name in ("package.json", "package-lock.json"):
        shutil.copy(LOCKS / name, FOLDER / name)
    stamp = FOLDER / "node_modules" / ".package-lock.json"
    if stamp.exists() and stamp.stat().st_mtime > (LOCKS / "package-lock.json").stat().st_mtime:
        return
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=FOLDER, capture_output=True, text=True)
    if done.returncode:
        raise Unbuildable(f"npm: {done.stderr[-300:]}")


def version(package):
    return json.loads((LOCKS / "package-lock.json").read_text())["packages"][f"node_modules/{package}"]["version"]


CONTESTANTS = [
    Contestant("typescript-1", "the official TypeScript SDK, version 1: Express, a server a session, JSON answers", ("session",),
               ["node", FOLDER / "main-1.mjs"], lambda: version("@modelcontextprotocol/sdk"), install),
    Contestant("typescript-2", "the official TypeScript SDK, version 2: `createMcpHandler`, which makes a server a request; it keeps no sessions",
               ("session", "modern"), ["node", FOLDER / "main-2.mjs"], lambda: version("@modelcontextprotocol/server"), install),
]
