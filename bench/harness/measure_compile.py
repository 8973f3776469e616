"""What the compiler does for each: CPU seconds of the crate alone, everything below it being built."""

import shutil

from . import cargo
from .paths import RUST, WORK

#: What is compared with what: a package of Pegboard's and of the peers'.
CHECKED = ("pegboard-50", "rmcp-cached-50", "pegboard-200", "rmcp-cached-200", "pegboard-1000", "rmcp-cached-1000")
RELEASED = ("pegboard-50", "rmcp-cached-50", "tower-mcp-50", "turbomcp-50")
MACROS = ("pegboard-macros", "rmcp-macros")
LARGE = ("pegboard-1000", "rmcp-cached-1000")
#: Each round compiles the whole crate, and not what differs from the round before.
WHOLE = {"CARGO_INCREMENTAL": "0"}


def section(results, quick, only=None, say=print):
    rounds = 2 if quick else 5
    present = [package for package in (*CHECKED, *RELEASED) if (RUST / package).is_dir() and wanted(package, only)]
    steps = [
        ("check", [one for one in CHECKED if one in present], check, rounds),
        ("check after an edit", [one for one in CHECKED[:4] if one in present], check_incremental, rounds),
        ("release", [one for one in RELEASED if one in present], release, 2 if quick else 3),
        ("macro crate", [one for one in MACROS if wanted(one, only)], macro_crate, rounds),
        ("macro crate and all below", [one for one in MACROS if wanted(one, only)], macro_crate_cold, 1 if quick else 2),
    ]
    for kind, packages, measure, times in steps:
        ready = {}
        for number in range(times):
            for package in packages if number % 2 == 0 else reversed(packages):
                if results.has(kind=kind, package=package, round=number) or ready.get(package) is False:
                    continue
                # A minute each, and they differ little.
                if package in LARGE and number >= 2:
                    continue
                say(f"compile: {kind}, round {number + 1} of {times}: {package}")
                try:
                    # The first time builds what is below, and is not counted.
                    if package not in ready and kind != "macro crate and all below":
                        measure(package, "unmeasured")
                    ready[package] = True
                    results.add(kind=kind, package=package, round=number, **measure(package, number))
                except cargo.Failed as fault:
                    ready[package] = False
                    say(f"  {fault}")
                    results.add(kind=kind, package=package, fault=str(fault)[-400:])


def wanted(package, only):
    return not only or any(package.startswith(name.split("-")[0]) for name in only)


class Edited:
    """One tool's body, changed and put back."""

    def __init__(self, package, number):
        self.path = RUST / package / "src" / "retail_orders.rs"
        self.text = self.path.read_text()
        changed = self.text.replace('"search_retail_orders: {}"', f'"search_retail_orders: {{}} ({number})"', 1)
        if changed == self.text:
            raise cargo.Failed(f"{package} has no tool to edit")
        self.changed = changed

    def __enter__(self):
        self.path.write_text(self.changed)

    def __exit__(self, *_):
        self.path.write_text(self.text)


def check(package, number):
    with Edited(package, number):
        return cargo.run("check", "--locked", "-p", package, environment=WHOLE)


def check_incremental(package, number):
    with Edited(package, number):
        return cargo.run("check", "--locked", "-p", package, environment={"CARGO_INCREMENTAL": "1"})


def release(package, number):
    with Edited(package, number):
        return cargo.run("build", "--release", "--locked", "-p", package, environment=WHOLE)


#: Of its own, so that nothing which the other builds need is thrown away.
MACRO_TARGET = WORK / "target-macros"


def macro_crate(package, number):
    cargo.run("clean", "-p", package, target=MACRO_TARGET)
    return cargo.run("build", "--locked", "-p", package, target=MACRO_TARGET, environment=WHOLE)


def macro_crate_cold(package, number):
    shutil.rmtree(MACRO_TARGET, ignore_errors=True)
    return cargo.run("build", "--locked", "-p", package, target=MACRO_TARGET, environment=WHOLE)
