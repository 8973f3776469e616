"""Server processes: started on one core, asked what they cost, ended."""

import os
import signal
import socket
import subprocess
import time
from contextlib import contextmanager

from .client import Connection
from .paths import WORK

SERVER_CPU = 0
TICK = os.sysconf("SC_CLK_TCK")


def pinned(cpu, command):
    """On one core, where there is another for the other side."""
    return command if os.cpu_count() < 2 else ["taskset", "-c", str(cpu), *map(str, command)]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def children(pid):
    """This process and all below it."""
    found = [pid]
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children") as file:
            for child in file.read().split():
                found += children(int(child))
    return found


def cpu(pid):
    """Seconds of CPU that a process and all below it have used."""
    ticks = 0
    for one in children(pid):
        with open(f"/proc/{one}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICK


def resident(pid):
    """KiB of memory that a process and all below it hold."""
    total = 0
    for one in children(pid):
        with open(f"/proc/{one}/status") as file:
            total += next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    return total


class Running:
    def __init__(self, process, port):
        self.process, self.port, self.pid = process, port, process.pid

    def cpu(self):
        return cpu(self.pid)

    def resident(self):
        return resident(self.pid)

    def stand_still(self):
        os.killpg(self.pid, signal.SIGSTOP)

    def go_on(self):
        os.killpg(self.pid, signal.SIGCONT)


def wait_for(port, process, seconds=60):
    """Returns once the port takes connections."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}; see {WORK / 'server.log'}")
        try:
            Connection(port).close()
            return
        except OSError:
            time.sleep(0.0005)
    raise RuntimeError("the server did not start")


@contextmanager
def started(command):
    """A server of this command, with its port as the last argument."""
    port = free_port()
    WORK.mkdir(exist_ok=True)
    with open(WORK / "server.log", "w") as log:
        process = subprocess.Popen(pinned(SERVER_CPU, [*command, port]), stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                   start_new_session=True)
    try:
        wait_for(port, process)
        yield Running(process, port)
    finally:
        # A group of its own, so that workers end with it.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
