"""What `atlas` has, and what each query gives of it."""

import json

TOOLSETS = {
    "geo": {
        "tools": ["find_place", "geo_distance", "initial_bearing", "nearest_places"],
        "prompts": ["plan_route"],
        "resources": ["geo://places"],
        "templates": ["geo://place/{name}"],
        "instructions": "## Geography\n\n"
        "Look a place up with find_place first, then pass its coordinates to geo_distance, initial_bearing or nearest_places.\n\n"
        "All names are in geo://places.",
    },
    "math": {
        "tools": ["add", "divide", "solve_quadratic", "statistics"],
        "prompts": ["work_out"],
        "resources": ["math://constants"],
        "templates": ["math://constant/{name}"],
        "instructions": "## Mathematics\n\n"
        "Compute with add, divide, solve_quadratic and statistics instead of in your head.\n\n"
        "Take constants from math://constants, not from memory.",
    },
}
BUILT_IN = "list_server_toolsets"
INSTRUCTIONS = "Answer with the numbers that the tools give, rounded to what the question needs."

ACTIVE = {"": ["math"], "?geo": ["geo", "math"], "?only=geo": ["geo"], "?without=math": [], "?nosuch": ["math"]}

# What is asked, one of each kind and toolset: the kind, the toolset that has it, its name, and what goes with it.
QUESTIONS = [
    ("tool", "math", "add", {"a": 1, "b": 2}),
    ("tool", "geo", "find_place", {"name": "Oslo"}),
    ("resource", "math", "math://constant/pi", None),
    ("resource", "geo", "geo://place/Oslo", None),
    ("prompt", "math", "work_out", {"problem": "2 + 2"}),
    ("prompt", "geo", "plan_route", {"from": "Oslo", "to": "Rome"}),
]


def tool(text):
    return {"content": [{"type": "text", "text": text}], "structuredContent": json.loads(text), "isError": False}


def resource(uri, text):
    return {"contents": [{"uri": uri, "mimeType": "application/json", "text": text}]}


def prompt(text):
    return {"messages": [{"role": "user", "content": {"type": "text", "text": text}}]}


GIVEN = {
    "add": tool('{"value":3.0}'),
    "find_place": tool('{"country":"Norway","latitude":59.9139,"longitude":10.7522,"name":"Oslo"}'),
    "math://constant/pi": resource(
        "math://constant/pi",
        '{"name":"pi","value":3.141592653589793,"meaning":"a circle\'s circumference by its diameter"}',
    ),
    "geo://place/Oslo": resource(
        "geo://place/Oslo", '{"name":"Oslo","country":"Norway","latitude":59.9139,"longitude":10.7522}'
    ),
    "work_out": prompt("Work this out step by step, one calculation a step, each by a tool: 2 + 2"),
    "plan_route": prompt(
        "Plan a journey from Oslo to Rome: how far it is, in which direction it starts, and what lies near the middle."
    ),
}


def listed(query, kind):
    """The names in a list, in its order."""
    names = [name for toolset in ACTIVE[query] for name in TOOLSETS[toolset][kind]]
    return [*names, BUILT_IN] if kind == "tools" else names


def instructions(query):
    return "\n\n".join([INSTRUCTIONS, *(TOOLSETS[toolset]["instructions"] for toolset in ACTIVE[query])])


def refusal(kind, name, lifecycle):
    """The JSON-RPC error for what is not there."""
    if kind == "resource":
        # The protocol's code for it changed with its lifecycle.
        code = -32002 if lifecycle == "legacy" else -32602
        return {"code": code, "message": f"Resource not found: {name}", "data": {"uri": name}}
    return {"code": -32602, "message": f"Unknown {kind}: {name}"}
