"""Holds what the clients saw against what each query gives, and prints a table."""

import json
import sys

from expected import ACTIVE, GIVEN, listed


def faults(row):
    tools = listed(row["query"], "tools")
    if row["tools"] != tools:
        yield f"listed {row['tools']} and not {tools}"
    for name, got in row["calls"].items():
        given = GIVEN[name]["structuredContent"]
        if name in tools and got != given:
            yield f"{name} gave {got} and not {given}"
        if name not in tools and not str(got).endswith(f"Unknown tool: {name}"):
            yield f"{name} was not refused as unknown: {got}"


def main():
    rows = [json.loads(line) for line in sys.stdin]
    seen = {(row["client"], row["transport"], row["mode"], row["query"]) for row in rows}
    kinds = {(client, transport, mode) for client, transport, mode, _ in seen}
    bad = 0
    print("| client | transport | lifecycle | " + " | ".join(query or "(none)" for query in ACTIVE) + " |")
    print("|---|---|---|" + "---|" * len(ACTIVE))
    for kind in sorted(kinds):
        cells = []
        for query in ACTIVE:
            row = next((row for row in rows if (row["client"], row["transport"], row["mode"]) == kind and row["query"] == query), None)
            wrong = ["no row"] if row is None else list(faults(row))
            bad += len(wrong)
            cells.append("; ".join(wrong) or f"{len(row['tools'])} tools")
        print("| " + " | ".join([*kind, *cells]) + " |")
    print(f"{len(rows)} connections, {bad} faults")
    # Python, TypeScript 1 and 2, over both transports, with each lifecycle that they speak.
    sys.exit(0 if bad == 0 and len(kinds) == 10 else 1)


main()
