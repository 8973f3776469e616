"""The MCP Inspector's command line: one process a question. Its snippet has a line for each lifecycle."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

LISTED = "--method tools/list"


def main(snippet, lifecycle, questions):
    [line] = [line for line in Path(snippet).read_text().splitlines() if f" {lifecycle} " in line]
    command = line.removesuffix(LISTED)
    assert command != line, f"the snippet ends in {LISTED}"

    def inspect(*arguments):
        run = subprocess.run(["bash", "-c", command + shlex.join(["--method", *arguments])], capture_output=True, text=True)
        return json.loads(run.stdout) if run.returncode == 0 else json.loads(run.stderr)["error"]

    seen = {
        "tools": [tool["name"] for tool in inspect("tools/list")["tools"]],
        "prompts": [prompt["name"] for prompt in inspect("prompts/list")["prompts"]],
        "resources": [resource["uri"] for resource in inspect("resources/list")["resources"]],
        "templates": [template["uriTemplate"] for template in inspect("resources/templates/list")["resourceTemplates"]],
        "instructions": inspect("initialize")["instructions"],
    }
    for kind, name, arguments in json.loads(questions):
        pairs = [f"{key}={value}" for key, value in (arguments or {}).items()]
        seen[name] = inspect(*asked(kind, name, pairs))
    print(json.dumps(seen))


def asked(kind, name, pairs):
    match kind:
        case "tool":
            return ["tools/call", "--tool-name", name, "--tool-arg", *pairs]
        case "resource":
            return ["resources/read", "--uri", name]
        case "prompt":
            return ["prompts/get", "--prompt-name", name, "--prompt-args", *pairs]


main(*sys.argv[1:])
