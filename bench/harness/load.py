"""Load by wrk: one measured stretch, and what it says."""

import json
import subprocess

from .paths import HERE, WORK
from .processes import pinned

#: wrk sends from here, the server answers on the other one.
CLIENT_CPU = 1


def run(port, path, requests, sessions, connections, seconds, checked, verb="POST"):
    """Sends `requests` in turn for some seconds. wrk's own summary, as a dictionary."""
    WORK.mkdir(exist_ok=True)
    file = WORK / "load.txt"
    lines = ["check" if checked else "measure", " ".join(sessions)]
    for one in requests:
        head = [f"{verb} {path} HTTP/1.1", f"host: 127.0.0.1:{port}", *(f"{name}: {value}" for name, value in one.headers.items())]
        lines += ["\\r\\n".join([*head, ""]), one.before, one.after, one.mark]
    file.write_text("\n".join(lines) + "\n")
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "-s", str(HERE / "load.lua"),
               f"http://127.0.0.1:{port}{path}", "--", str(file)]
    done = subprocess.run(pinned(CLIENT_CPU, command), capture_output=True, text=True, timeout=seconds + 60)
    for line in done.stdout.splitlines():
        if line.startswith("RESULT "):
            result = json.loads(line.removeprefix("RESULT "))
            result["said"] = done.stderr.strip()
            return result
    raise ValueError(f"wrk gave no result: {done.stdout[-300:]} {done.stderr[-300:]}")
