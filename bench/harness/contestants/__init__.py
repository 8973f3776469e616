"""The contestants. A module each, with `CONTESTANTS`, and what their source is: `packages()` for Cargo, `files()` for the others."""

from . import fastmcp, floor, pegboard, reactor, rmcp, tower_mcp, turbomcp, typescript

RUST = (floor, pegboard, rmcp, tower_mcp, turbomcp)
OTHERS = (reactor, fastmcp, typescript)
ALL = [contestant for module in (*RUST, *OTHERS) for contestant in module.CONTESTANTS]
