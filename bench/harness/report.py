"""Writes `RESULTS.md` from what was measured."""

from . import goals
from .contestants import ALL
from .goals import PEER
from .measure_requests import CONNECTIONS
from .paths import BENCH
from .results import Results, middle, paired, spread

PAGE = BENCH / "RESULTS.md"

OPERATIONS = [
    ("modern", "call", "`tools/call`, 2026-07-28"),
    ("session", "call", "`tools/call`, 2025-11-25 in a session"),
    ("modern", "list", "`tools/list`, 2026-07-28"),
    ("session", "list", "`tools/list`, 2025-11-25 in a session"),
    ("modern", "discover", "opening: `server/discover`, 2026-07-28"),
    ("session", "open", "opening: `initialize`, `initialized` and the end of the session, 2025-11-25"),
    ("any", "toolsets", "`GET /toolsets`"),
]


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows)])


def ratio(mine, other):
    return "–" if mine is None or not other else f"{mine / other:.2f}"


def share(value):
    return "–" if value is None else f"{value:.2f}"


def figure(value, digits=0):
    return "–" if value is None else f"{value:,.{digits}f}"


def plain(text):
    return " ".join(str(text).replace("|", "\\|").split())


def requests(results):
    parts = ["## Requests", "", f"50 tools. Ratios are to `{PEER}` in the same round of the same cell, and their median; spread is that of the CPU figures over "
             "the rounds, (largest − smallest) ÷ median.", ""]
    for lifecycle, operation, title in OPERATIONS:
        for connections in CONNECTIONS:
            cell = [lifecycle, operation, connections]
            rows = [row for row in (request_row(results, contestant, cell) for contestant in ALL) if row]
            if rows:
                parts += [f"### {title}, {connections} connection{'s' if connections > 1 else ''}", "",
                          table(["contestant", "server CPU µs", f"÷ {PEER}", "spread", "p50 ms", "p99 ms", "requests/s", "bytes", "rounds"], rows), ""]
    return parts


def request_row(results, contestant, cell):
    def values(name, of=contestant.name):
        return results.values(name, contestant=of, cell=cell)

    cpu = values("cpu_us")
    if not cpu:
        return None
    return [contestant.name, figure(middle(cpu), 1 if middle(cpu) < 100 else 0), share(paired(results, "cpu_us", dict(contestant=contestant.name, cell=cell), dict(contestant=PEER, cell=cell))),
            f"{spread(cpu):.0%}", figure(middle(values("p50_us")) / 1000, 2), figure(middle(values("p99_us")) / 1000, 2),
            figure(middle(values("rps"))), figure(middle(values("bytes"))), len(cpu)]


def compiling(results):
    parts = ["## Compiling", "", "CPU seconds of `cargo` and all that it starts, for the crate alone: everything below it is built. One tool's body is "
             "changed before each; `CARGO_INCREMENTAL=0` but where it says so.", ""]
    for kind, title in (("check", "`cargo check`"), ("check after an edit", "`cargo check`, incremental, one tool's body changed"),
                        ("release", "`cargo build --release`"), ("macro crate", "The crate of macros by itself"),
                        ("macro crate and all below", "The crate of macros with all that it depends on")):
        packages = list(dict.fromkeys(row["package"] for row in results.find(kind=kind)))
        rows = []
        for package in sorted(packages, key=lambda name: (int(name.rsplit("-", 1)[-1]) if name[-1].isdigit() else 0, name)):
            cpu = results.values("cpu", kind=kind, package=package)
            peer = results.values("cpu", kind=kind, package=f"rmcp-cached-{package.rsplit('-', 1)[-1]}" if package[-1].isdigit() else "rmcp-macros")
            if cpu:
                rows.append([package, figure(middle(cpu), 2), ratio(middle(cpu), middle(peer)), f"{spread(cpu):.0%}", len(cpu)])
        if rows:
            parts += [f"### {title}", "", table(["package", "CPU s", "÷ rmcp", "spread", "rounds"], rows), ""]
    return parts


def keeping(results):
    rows = []
    for contestant in ALL:
        def median(name, of=contestant.name):
            return middle(results.values(name, contestant=of))

        if median("start_ms") is None:
            continue
        cells = [contestant.name]
        for name, scale, digits in (("start_ms", 1, 1), ("rest_kib", 1024, 1), ("session_kib", 1, 1), ("bytes", 1e6, 2)):
            value = median(name)
            cells += [figure(None if value is None else value / scale, digits), ratio(value, median(name, PEER))]
        rows.append(cells)
    return ["## Start, memory, size", "",
            table(["contestant", "start to first answer ms", f"÷ {PEER}", "at rest MiB", "÷", "an open session KiB", "÷", "stripped binary MB", "÷"], rows), ""]


def micro(results):
    names = list(dict.fromkeys(row["name"] for row in results.rows[1:] if "name" in row))
    rows = [[f"`{name}`", figure(middle(results.values("ns", name=name))), f"{spread(results.values('ns', name=name)):.0%}"] for name in names]
    return ["## Selecting", "", table(["benchmark", "median ns", "spread"], rows), ""]


PARTS = {"requests": requests, "micro": micro, "compile": compiling, "memory": keeping}


def faults(results):
    return [[row.get("contestant", row.get("package", "")), plain(row.get("unbuildable") or row["fault"])]
            for row in results.rows[1:] if "fault" in row or "unbuildable" in row]


def conditions(measured):
    rows = []
    for name, results in measured.items():
        head = results.head
        rows.append([name, head["date"], "quick" if head["settings"]["quick"] else "full", head["machine"], figure(head["load"], 1),
                     ", ".join(f"{what} {version}" for what, version in head["versions"].items())])
    return ["## Where", "", table(["section", "date", "run", "machine", "load before", "versions"], rows), ""]


def contestants(results):
    versions = {row["contestant"]: row["version"] for row in results.rows[1:] if row.get("kind") == "version"}
    return ["## Who", "", table(["contestant", "version", "as"], [[one.name, versions.get(one.name, "–"), one.about] for one in ALL]), ""]


def write():
    measured = {name: Results(name, None) for name in PARTS}
    measured = {name: results for name, results in measured.items() if results.head}
    parts = ["# Results", "", "Written by `bench/compare`; [README.md](README.md) says what is measured and how. Figures are medians over rounds. A ratio is of two "
             "figures of one run on one machine; nothing else here should be compared with anything.", ""]
    if any(results.head["settings"]["quick"] for results in measured.values()) or any(results.head["load"] > 1 for results in measured.values()):
        parts += ["**Some of this is from a quick run, or from a machine that did something else too (the last table says which): read it as a first "
                  "impression.**", ""]
    parts += ["## Goals", "", table(["goal", "measured", "", "why it is missed"], goals.rows()), ""]
    for name, results in measured.items():
        parts += PARTS[name](results)
    wrong = [row for results in measured.values() for row in faults(results)]
    if wrong:
        parts += ["## What did not work", "", table(["who", "why"], wrong), ""]
    if "requests" in measured:
        parts += contestants(measured["requests"])
    parts += conditions(measured)
    PAGE.write_text("\n".join(parts).rstrip() + "\n")
    return f"{PAGE} is written"
