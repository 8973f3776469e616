"""What a driver in Python does: connect by a snippet, list, ask, and print what the client handed out as JSON."""

import asyncio
import json
import sys

KINDS = ("tools", "prompts", "resources", "templates")


def drive(connect):
    """`connect` makes a context of a snippet's file and a lifecycle; in it is what lists and asks."""
    snippet, lifecycle, questions = sys.argv[1:]
    seen = asyncio.run(conversation(connect(snippet, lifecycle), json.loads(questions)))
    print(json.dumps(seen))


async def conversation(connection, questions):
    async with connection as client:
        seen = {kind: await client.names(kind) for kind in KINDS}
        seen["instructions"] = client.instructions
        for kind, name, arguments in questions:
            try:
                seen[name] = await client.ask(kind, name, arguments)
            except client.refusals as refusal:
                seen[name] = client.refused(refusal)
        return seen


def name(component):
    """What a component is asked for by, whichever kind it is."""
    for field in ("uri_template", "uri", "name"):
        if value := getattr(component, field, None):
            return str(value)
    raise ValueError(f"{component} has no name")


def on_the_wire(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)
