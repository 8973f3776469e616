"""What the contestants in Python have in common: types of arguments, what the tools do with them, and their environment."""

import hashlib
import subprocess
import sys

from .contestants.contestant import Unbuildable
from .description import Enum, Struct
from .paths import LOCKS, WORK

SCORE = '''"""What each tool does with its arguments: every part of them counts."""

from enum import Enum

from pydantic import BaseModel


def score(value):
    if value is None:
        return 0
    if isinstance(value, Enum):
        return 1 + list(type(value)).index(value)
    if isinstance(value, str):
        return len(value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        return int(value * 4)
    if isinstance(value, BaseModel):
        return total(*(getattr(value, name) for name in type(value).model_fields))
    if isinstance(value, list):
        return len(value) + sum(score(one) for one in value)
    return value


def total(*values):
    return sum(weight * score(value) for weight, value in enumerate(values, start=1))
'''

NAMES = {"text": "str", "whole": "Annotated[int, Field(ge=0)]", "number": "float", "flag": "bool"}


def type_of(kind):
    if isinstance(kind, tuple):
        return f"list[{type_of(kind[1])}]"
    return NAMES[kind] if isinstance(kind, str) else kind.name


def parameter(field):
    kind = f"{type_of(field.kind)} | None" if field.optional else type_of(field.kind)
    return f'{field.name}: Annotated[{kind}, Field(description="{field.description}")]{" = None" if field.optional else ""}'


def types(module):
    lines = []
    for kind in module.types():
        if isinstance(kind, Enum):
            lines += [f"class {kind.name}(str, Enum):", *(f'    {value.upper()} = "{value}"' for value in kind.values), "", ""]
        elif isinstance(kind, Struct):
            lines += [f"class {kind.name}(BaseModel):", f'    """{kind.description}"""', "",
                      *(f"    {parameter(field)}" for field in kind.fields), "", ""]
    return "\n".join(lines)


def tool(one, decorator, indent="", first=""):
    """A tool. It says nothing of what it returns, so that the answer is text and no structure, as everybody's is."""
    parameters = ", ".join([*([first] if first else []), *(parameter(field) for field in one.fields)])
    names = ", ".join(field.name for field in one.fields)
    lines = [decorator, f"async def {one.name}({parameters}):", f'    """{one.description}"""',
             f'    return f"{one.name}: {{total({names})}}"', ""]
    return "\n".join(indent + line if line else "" for line in lines)


IMPORTS = '''from enum import Enum
from typing import Annotated

from pydantic import BaseModel, Field
'''


def environment(name):
    return WORK / "python" / name


def interpreter(name):
    return environment(name) / "bin" / "python"


def install(name):
    """What the lock names, in an environment of its own."""
    lock = (LOCKS / f"{name}.txt").read_text()
    stamp = environment(name) / "installed"
    wanted = hashlib.sha256(lock.encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    for command in ([sys.executable, "-m", "venv", "--clear", environment(name)],
                    [interpreter(name), "-m", "pip", "install", "--quiet", "--no-deps", "-r", LOCKS / f"{name}.txt"]):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if done.returncode:
            raise Unbuildable(f"pip: {done.stderr[-300:]}")
    stamp.write_text(wanted)


def version(name, package):
    pinned = dict(line.split("==") for line in (LOCKS / f"{name}.txt").read_text().split() if "==" in line)
    return pinned[package]
