"""Micro-benchmarks of Pegboard alone, by divan; its table is read."""

import re
import subprocess

from . import cargo
from .paths import BENCH, TARGET

UNITS = {"ns": 1, "µs": 1e3, "us": 1e3, "ms": 1e6, "s": 1e9}
#: A row: the tree, a name, then fastest, slowest, median and mean.
ROW = re.compile(r"^[\s│├╰─]*(\w+)\s+([\d.]+) (\S+)\s+│ ([\d.]+) (\S+)\s+│ ([\d.]+) (\S+)")
GROUP = re.compile(r"^[├╰]─ (\w+)")


def section(results, quick, only=None, say=print):
    rounds = 2 if quick else 5
    for number in range(rounds):
        if results.has(round=number):
            continue
        say(f"micro: round {number + 1} of {rounds}")
        for name, nanoseconds in rows(run()):
            results.add(name=name, round=number, ns=nanoseconds)


def run():
    done = subprocess.run([*cargo.CARGO, "bench", "--locked", "--manifest-path", str(BENCH / "micro" / "Cargo.toml"),
                           "--target-dir", str(TARGET), "--bench", "selection"], capture_output=True, text=True)
    if done.returncode:
        raise cargo.Failed(f"the micro-benchmarks failed:\n{done.stderr[-2000:]}")
    return done.stdout


def rows(text):
    """The median of each benchmark, by its name and argument."""
    group = ""
    for line in text.splitlines():
        found = GROUP.match(line)
        group = found.group(1) if found else group
        row = ROW.match(line)
        if row:
            name = group if row.group(1) == group else f"{group} {row.group(1)}"
            yield name, float(row.group(6)) * UNITS[row.group(7)]
