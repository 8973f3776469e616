"""What a figure depends on: the machine and the versions of what is not a contestant."""

import os
import platform
import subprocess
from datetime import datetime, timezone


def said(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
        return (done.stdout or done.stderr).splitlines()[0].strip()
    except (OSError, IndexError):
        return "? ?"


def processor():
    with open("/proc/cpuinfo") as file:
        return next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "unknown")


def gather():
    return {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
        "machine": f"{os.cpu_count()} × {processor()}, Linux {platform.release()}",
        "load": os.getloadavg()[0],
        "versions": {
            "rustc": said("rustc", "--version").split()[1],
            "wrk": said("wrk", "--version").split()[1],
            "Python": platform.python_version(),
            "Node.js": said("node", "--version").removeprefix("v"),
        },
    }
