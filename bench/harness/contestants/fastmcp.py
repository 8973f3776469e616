"""FastMCP."""

from .. import python
from ..description import modules
from ..paths import WORK
from ..rust import plain
from .contestant import Contestant

FOLDER = WORK / "fastmcp"


def tools(module):
    lines = [f'"""{module.title}."""', "", python.IMPORTS, "from score import total", "from server import mcp", "", "", python.types(module)]
    for one in module.tools:
        lines += [python.tool(one, f'@mcp.tool(annotations={{"readOnlyHint": {one.read_only}}})'), ""]
    return "\n".join(lines)


def files():
    made = modules(50)
    text = "\n\n".join(["Figures come from the tools alone.", *(part for module in made for part in (f"## {module.title}", plain(module)))])
    imports = "\n".join(f"import {module.name}" for module in made)
    return {
        "score.py": python.SCORE,
        "server.py": f'"""The server that the tools are registered on."""\n\nfrom fastmcp import FastMCP\n\nmcp = FastMCP("bench", instructions={text!r})\n',
        "main.py": f'''"""The tools, served by FastMCP."""

import sys

import uvicorn
{imports}
from server import mcp

uvicorn.run(mcp.http_app(path="/mcp", json_response=True), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
''',
        **{f"{module.name}.py": tools(module) for module in made},
    }


CONTESTANTS = [
    Contestant("fastmcp", "uvicorn with uvloop, JSON answers", ("session", "modern"),
               [python.interpreter("fastmcp"), FOLDER / "main.py"], lambda: python.version("fastmcp", "fastmcp"),
               lambda: python.install("fastmcp")),
]
