"""Cargo on the generated workspace, and what it costs."""

import os
import re
import shlex
import subprocess
import time

from .paths import RUST, TARGET, WORK

#: May be more than a word, such as `nice cargo`, or what waits for a lock that others hold.
CARGO = shlex.split(os.environ.get("BENCH_CARGO", "cargo"))


class Failed(Exception):
    """Cargo said no."""


#: How often what somebody ended from outside is tried again.
ATTEMPTS = 3


def run(*arguments, target=TARGET, environment=None):
    """Runs Cargo; the CPU seconds of it and all that it started, and the seconds that passed."""
    settings = {**os.environ, "CARGO_TARGET_DIR": str(target), "CARGO_TERM_COLOR": "never", **(environment or {})}
    WORK.mkdir(exist_ok=True)
    log = WORK / "cargo.log"
    for _ in range(ATTEMPTS):
        with open(log, "w") as file:
            start = time.monotonic()
            process = subprocess.Popen([*CARGO, *map(str, arguments)], cwd=RUST, env=settings, stdout=file, stderr=subprocess.STDOUT)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == 0:
            return {"cpu": used.ru_utime + used.ru_stime, "wall": time.monotonic() - start}
        if not was_ended(process.returncode, log.read_text()):
            break
    raise Failed(f"cargo {' '.join(map(str, arguments))} failed:\n{log.read_text()[-2000:]}")


def was_ended(code, said):
    """Whether a signal ended Cargo, or a compiler below it, which says nothing of the crate."""
    return code < 0 or code > 128 or bool(re.search(r"\(signal: (?:9|15)\b", said))


def build(package):
    run("build", "--release", "--locked", "-p", package)


def version(crate):
    """The version that the lock file holds."""
    found = re.search(rf'name = "{re.escape(crate)}"\nversion = "([^"]+)"', (RUST / "Cargo.lock").read_text())
    return found.group(1) if found else "unknown"
