"""Holds what the clients saw against what each query gives, and prints a table."""

import json
import sys

MATH = ["add", "divide", "solve_quadratic", "statistics"]
GEO = ["find_place", "geo_distance", "initial_bearing", "nearest_places"]
LISTED = {
    "": MATH,
    "?geo": GEO + MATH,
    "?only=geo": GEO,
    "?without=math": [],
    "?nosuch": MATH,
}
GIVEN = {
    "add": {"value": 3},
    "find_place": {"name": "Oslo", "country": "Norway", "latitude": 59.9139, "longitude": 10.7522},
}


def faults(row):
    listed = LISTED[row["query"]] + ["list_server_toolsets"]
    if row["tools"] != listed:
        yield f"listed {row['tools']} and not {listed}"
    for name, given in GIVEN.items():
        got = row["calls"][name]
        if name in listed and got != given:
            yield f"{name} gave {got} and not {given}"
        if name not in listed and not str(got).endswith(f"Unknown tool: {name}"):
            yield f"{name} was not refused as unknown: {got}"


def main():
    rows = [json.loads(line) for line in sys.stdin]
    seen = {(row["client"], row["transport"], row["mode"], row["query"]) for row in rows}
    kinds = {(client, transport, mode) for client, transport, mode, _ in seen}
    bad = 0
    print("| client | transport | lifecycle | " + " | ".join(query or "(none)" for query in LISTED) + " |")
    print("|---|---|---|" + "---|" * len(LISTED))
    for kind in sorted(kinds):
        cells = []
        for query in LISTED:
            row = next((row for row in rows if (row["client"], row["transport"], row["mode"]) == kind and row["query"] == query), None)
            wrong = ["no row"] if row is None else list(faults(row))
            bad += len(wrong)
            cells.append("; ".join(wrong) or f"{len(row['tools'])} tools")
        print("| " + " | ".join([*kind, *cells]) + " |")
    print(f"{len(rows)} connections, {bad} faults")
    # Python, TypeScript 1 and 2, over both transports, with each lifecycle that they speak.
    sys.exit(0 if bad == 0 and len(kinds) == 10 else 1)


main()
