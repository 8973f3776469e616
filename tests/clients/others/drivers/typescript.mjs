// The official TypeScript SDKs, version 1 and 2: connects by a snippet, lists, asks, and prints what was handed out as JSON.
import { pathToFileURL } from "node:url";

const [snippet, lifecycle, questions] = process.argv.slice(2);
const { transport, [lifecycle]: client } = await import(pathToFileURL(snippet));
await client.connect(transport);

const seen = {
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  prompts: (await client.listPrompts()).prompts.map((prompt) => prompt.name),
  resources: (await client.listResources()).resources.map((resource) => resource.uri),
  templates: (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate),
  instructions: client.getInstructions(),
};
const ask = {
  tool: (name, args) => client.callTool({ name, arguments: args }),
  resource: (uri) => client.readResource({ uri }),
  prompt: (name, args) => client.getPrompt({ name, arguments: args }),
};
for (const [kind, name, args] of JSON.parse(questions)) {
  try {
    seen[name] = await ask[kind](name, args);
  } catch ({ code, message, data }) {
    seen[name] = { code, message, data };
  }
}
// These SDKs end a session only when they are told to.
await transport.terminateSession();
await client.close();
console.log(JSON.stringify(seen));
