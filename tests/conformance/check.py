"""Holds what the suite found against what is expected of it, and prints a line for each scenario."""

import json
import re
import sys
from collections import Counter
from pathlib import Path

EXPECTED = Path(__file__).parent / "expected.txt"
HEAD = """\
# What the official suite finds of `everything`: requirements, scenario, check, status. Written by `tests/conformance/run --write`.
# `unscored` scenarios are run and do not count: the suite says so of what came after a release, or is an extension.
"""


def scenarios(run):
    """The name of each scenario of a run, with its checks as the suite wrote them."""
    for folder in sorted(run.iterdir()):
        named = re.fullmatch(r"server-(.*?)-\d{4}-\d\d-\d\dT[\d-]+Z", folder.name)
        if named:
            yield named[1], json.loads((folder / "checks.json").read_text())


def unscored(log):
    """The scenarios that the suite itself does not count."""
    tail = log.partition("Not scored for")[2]
    return set(re.findall(r"^  \S (\S+) \(", tail, re.MULTILINE))


def lines_of(run, requirements):
    log = (run / "log").read_text()
    if "=== SUMMARY ===" not in log:
        sys.exit(f"the suite did not finish:\n{log[-2000:]}")
    aside = unscored(log)
    for name, checks in scenarios(run):
        kind = "unscored" if name in aside else "scored"
        # One check may be made several times; what each made is one line.
        counted = Counter((check["id"], check["status"]) for check in checks if check["status"] != "INFO")
        for (check, status), count in sorted(counted.items()):
            times = f" x{count}" if count > 1 else ""
            yield f"{requirements} {kind} {name} {check} {status}{times}"


def main(results, write):
    found, wrong = {}, []
    for run in sorted(Path(results).iterdir()):
        requirements, _, query = run.name.partition("?")
        lines = list(lines_of(run, requirements))
        if found.setdefault(requirements, lines) != lines:
            wrong.append(f"{requirements}: ?{query} finds something else: {sorted(set(lines) ^ set(found[requirements]))}")
    lines = [line for requirements in sorted(found) for line in found[requirements]]
    for requirements in sorted(found):
        for kind in ("scored", "unscored"):
            count = Counter()
            names = set()
            for line in found[requirements]:
                if line.split()[1] == kind:
                    names.add(line.split()[2])
                    times = re.search(r" x(\d+)$", line)
                    count[line.split()[4]] += int(times[1]) if times else 1
            said = ", ".join(f"{number} {status}" for status, number in sorted(count.items()))
            print(f"{requirements} {kind}: {len(names)} scenarios, {said}")
    # No list makes these right.
    wrong += [line for line in lines if line.split()[1] == "scored" and line.split()[4] in ("FAILURE", "WARNING")]
    text = HEAD + "\n".join(lines) + "\n"
    if write:
        EXPECTED.write_text(text)
    elif not EXPECTED.exists() or EXPECTED.read_text() != text:
        known = set(EXPECTED.read_text().splitlines()) if EXPECTED.exists() else set()
        wrong += [f"not as expected: {line}" for line in sorted(known ^ set(text.splitlines()))]
    for line in wrong:
        print(line)
    sys.exit(1 if wrong or len(found) != 2 else 0)


main(sys.argv[1], "--write" in sys.argv[2:])
