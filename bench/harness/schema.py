"""JSON Schema of the tools' arguments, in the shape that `schemars` gives them."""

from .description import Enum, Struct


def schema_of(kind, definitions):
    if kind == "text":
        return {"type": "string"}
    if kind == "whole":
        return {"type": "integer", "format": "uint32", "minimum": 0}
    if kind == "number":
        return {"type": "number", "format": "double"}
    if kind == "flag":
        return {"type": "boolean"}
    if isinstance(kind, tuple):
        return {"type": "array", "items": schema_of(kind[1], definitions)}
    if kind.name not in definitions:
        if isinstance(kind, Enum):
            definitions[kind.name] = {"type": "string", "enum": list(kind.values)}
        elif isinstance(kind, Struct):
            definitions[kind.name] = None
            definitions[kind.name] = {"description": kind.description, **object_of(kind.fields, definitions)}
    return {"$ref": f"#/$defs/{kind.name}"}


def object_of(fields, definitions):
    properties = {}
    for field in fields:
        inner = schema_of(field.kind, definitions)
        if field.optional and "$ref" in inner:
            inner = {"anyOf": [inner, {"type": "null"}]}
        elif field.optional:
            inner = {**inner, "type": [inner["type"], "null"]}
        properties[field.name] = {"description": field.description, **inner}
    required = [field.name for field in fields if not field.optional]
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def input_schema(tool):
    definitions = {}
    made = object_of(tool.fields, definitions)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, **({"$defs": definitions} if definitions else {})}


def listed(tool):
    """The tool as a list shows it."""
    return {"name": tool.name, "description": tool.description, "inputSchema": input_schema(tool),
            "annotations": {"readOnlyHint": tool.read_only}}
