"""What the harness knows of a contestant."""

from dataclasses import dataclass
from typing import Callable

from ..paths import TARGET


@dataclass(frozen=True)
class Contestant:
    name: str
    #: What it is, for the table.
    about: str
    #: `session` is 2025-11-25 with `initialize`, `modern` is 2026-07-28 without.
    lifecycles: tuple[str, ...]
    #: What it is started with; the port is added.
    command: list
    #: Its version, out of what was locked or installed.
    version: Callable[[], str]
    #: Makes it runnable; raises `Unbuildable` with the reason.
    build: Callable[[], None]
    path: str = "/mcp"
    #: Where it tells its toolsets, if it has any.
    toolsets: str = ""


class Unbuildable(Exception):
    pass


def binary(package):
    return TARGET / "release" / package
