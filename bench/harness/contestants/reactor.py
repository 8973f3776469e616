"""The original Python system: an extension a module."""

from .. import python
from ..description import modules
from ..paths import WORK
from ..rust import plain
from .contestant import Contestant

FOLDER = WORK / "reactor"


def extension(module):
    lines = [f'"""{module.title}."""', "", python.IMPORTS, "from mcp.types import ToolAnnotations", "from reactor import PluginManifest",
             "from reactor_mcp_server import McpExtension, Toolset, tool", "", "from score import total", "", "",
             python.types(module), f"class {module.type_name}(McpExtension):", "    def manifest(self):",
             f'        return PluginManifest(name="{module.name}", version="0.1.0")', "", "    def toolsets(self):",
             f'        return (Toolset(name="{module.name}", title="{module.title}", description="{module.description}",',
             f"                        instructions={plain(module)!r}),)", ""]
    for one in module.tools:
        lines.append(python.tool(one, f"@tool(annotations=ToolAnnotations(read_only_hint={one.read_only}))", "    ", "self"))
    return "\n".join(lines)


def main(made):
    imports = "\n".join(f"from {module.name} import {module.type_name}" for module in made)
    return f'''"""The tools, served by reactor-mcp-server."""

import sys

import uvicorn
from reactor_mcp_server import build_host, create_mcp_app

{imports}

host = build_host([{", ".join(f"{module.type_name}()" for module in made)}], name="bench",
                  instructions="Figures come from the tools alone.")
# JSON answers, which cost it less than streams, and as many sessions as the others keep.
app = create_mcp_app(host, app_options={{"json_response": True, "max_sessions": 10_000}})
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
'''


def files():
    made = modules(50)
    return {"score.py": python.SCORE, "main.py": main(made), **{f"{module.name}.py": extension(module) for module in made}}


CONTESTANTS = [
    Contestant("reactor-mcp-server", "the original Python system, uvicorn with uvloop, JSON answers", ("session", "modern"),
               [python.interpreter("reactor"), FOLDER / "main.py"], lambda: python.version("reactor", "reactor_mcp_server"),
               lambda: python.install("reactor"), toolsets="/toolsets"),
]
