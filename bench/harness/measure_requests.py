"""Server CPU and latency of each kind of request, one contestant at a time, in turns."""

import json
import time
from contextlib import ExitStack, contextmanager

from . import load, protocol
from .cargo import Failed
from .client import Connection
from .contestants import ALL
from .contestants.contestant import Unbuildable
from .processes import started

COUNT = 50
CONNECTIONS = (1, 16)
OPERATIONS = {"modern": ("call", "list", "discover"), "session": ("call", "list", "open")}
#: What a server that does not do as it should comes to.
FAULTS = (OSError, ValueError, RuntimeError, KeyError)
#: Fewer requests than this say nothing.
ENOUGH = 30
#: How far the mean size of an answer may be off that of the verified ones. Ids in headers and event streams vary a little.
SIZE_TOLERANCE = 0.02


def cells(contestant):
    for lifecycle in contestant.lifecycles:
        for operation in OPERATIONS[lifecycle]:
            for connections in CONNECTIONS:
                yield lifecycle, operation, connections
    if contestant.toolsets:
        for connections in CONNECTIONS:
            yield "any", "toolsets", connections


def section(results, quick, only=None, say=print):
    rounds, seconds = (3, 1) if quick else (9, 2)
    contestants = prepare(results, only, say)
    with ExitStack() as stack:
        turns = {}
        for contestant in contestants:
            say(f"requests: verifying {contestant.name}")
            try:
                turns[contestant.name] = Turn(contestant, stack.enter_context(started(contestant.command)))
            except FAULTS as fault:
                say(f"  {fault}")
                results.add(contestant=contestant.name, fault=str(fault)[:400])
        for cell in dict.fromkeys(cell for contestant in contestants for cell in cells(contestant)):
            say(f"requests: {' '.join(map(str, cell))}")
            of_cell = [turns[one.name] for one in contestants if one.name in turns and cell in cells(one)]
            for number in range(rounds):
                # Every other round the other way round, so that nobody always follows the same one.
                for turn in of_cell if number % 2 == 0 else reversed(of_cell):
                    if cell in turn.gave_up or results.has(contestant=turn.name, cell=list(cell), round=number):
                        continue
                    try:
                        results.add(contestant=turn.name, cell=list(cell), round=number, **turn.measure(cell, seconds))
                    except FAULTS as fault:
                        say(f"  {turn.name}: {fault}")
                        turn.gave_up.add(cell)
                        results.add(contestant=turn.name, fault=f"{' '.join(map(str, cell))}: {fault}"[:400])


def prepare(results, only, say):
    """Builds everybody; those that cannot be built are told with the reason, and left out."""
    ready = []
    for contestant in ALL:
        if only and contestant.name not in only:
            continue
        say(f"requests: building {contestant.name}")
        try:
            contestant.build()
            ready.append(contestant)
            if not results.has(contestant=contestant.name, kind="version"):
                results.add(contestant=contestant.name, kind="version", version=contestant.version())
        except (Unbuildable, Failed) as reason:
            say(f"  {reason}")
            results.add(contestant=contestant.name, unbuildable=str(reason)[-400:])
    return ready


class Turn:
    """A server that runs while it is its turn, and stands still while it is another's."""

    def __init__(self, contestant, server):
        self.contestant, self.server, self.name = contestant, server, contestant.name
        self.sizes, self.checked, self.gave_up = {}, set(), set()
        connection = Connection(server.port)
        for lifecycle in contestant.lifecycles:
            session = protocol.open_session(connection, contestant.path) if lifecycle == "session" else ""
            for operation, size in protocol.verify(connection, contestant.path, lifecycle, session, COUNT).items():
                self.sizes[lifecycle, operation] = size
        connection.close()
        server.stand_still()

    def measure(self, cell, seconds):
        lifecycle, operation, connections = cell
        self.server.go_on()
        try:
            check = cell not in self.checked
            self.checked.add(cell)
            if operation == "open":
                return opening(self.server, self.contestant, connections, seconds)
            if operation == "toolsets":
                return toolsets(self.server, self.contestant, connections, seconds, check)
            asked = protocol.requests(operation, lifecycle, COUNT)
            with sessions(self.server, self.contestant, connections if lifecycle == "session" else 0) as of:
                return loaded(self.server, self.contestant.path, asked, of, connections, seconds, self.sizes[lifecycle, operation], check)
        finally:
            self.server.stand_still()


@contextmanager
def sessions(server, contestant, count):
    """So many sessions, as far as the server keeps any."""
    connection = Connection(server.port)
    made = [protocol.open_session(connection, contestant.path) for _ in range(count)]
    made = [session for session in made if session]
    try:
        yield made
    finally:
        for session in made:
            protocol.end_session(connection, contestant.path, session)
        connection.close()


def loaded(server, path, asked, of, connections, seconds, size, check, verb="POST"):
    """The first time a stretch in which every answer is held against its request; then the measured one."""
    if check:
        every_answer(server, path, asked, of, connections, verb)
    # Who is slow gets more time, so that there is something to count.
    for stretch in (seconds, 3 * seconds, 9 * seconds):
        before = server.cpu()
        measured = load.run(server.port, path, asked, of, connections, stretch, False, verb)
        used = server.cpu() - before
        if measured["requests"] >= ENOUGH:
            break
    if measured["status"] or measured["socket"]:
        raise ValueError(f"{measured['status']} of {measured['requests']} answers have another status, {measured['socket']} failed on the way")
    if not measured["requests"]:
        raise ValueError("no request was answered in time")
    mean = measured["bytes"] / measured["requests"]
    # Answers on their way at the end are in the bytes and not in the count.
    slack = connections / measured["requests"] + SIZE_TOLERANCE
    if abs(mean / size - 1) > slack:
        raise ValueError(f"answers of {mean:.0f} bytes under load, and of {size:.0f} when verified")
    return {"cpu_us": used / measured["requests"] * 1e6, "p50_us": measured["p50"], "p99_us": measured["p99"],
            "rps": measured["requests"] / measured["seconds"], "requests": measured["requests"], "bytes": round(size)}


def every_answer(server, path, asked, of, connections, verb):
    for stretch in (1, 5, 20):
        checked = load.run(server.port, path, asked, of, connections, stretch, True, verb)
        if checked["checked"] >= connections:
            break
    if checked["bad"] or not checked["checked"]:
        raise ValueError(f"{checked['bad']} of {checked['checked']} answers are wrong; {checked['said'][:200]}")


def toolsets(server, contestant, connections, seconds, check):
    asked = protocol.Request({"accept": "application/json"}, "", "", '"active"')
    connection = Connection(server.port)
    answer = connection.ask("GET", contestant.toolsets, asked.headers)
    connection.close()
    told = len(json.loads(answer.body)["tools"])
    if told != COUNT:
        raise ValueError(f"/toolsets tells {told} tools, and not {COUNT}")
    return loaded(server, contestant.toolsets, [asked], [], connections, seconds, answer.size, check, "GET")


def opening(server, contestant, connections, seconds):
    """Sessions opened, told to be initialized, and ended: as many as fit into the time, some from each connection at once."""
    open_connections = [Connection(server.port) for _ in range(connections)]
    latencies, count = [], 0
    for one in open_connections:
        protocol.end_session(one, contestant.path, protocol.open_session(one, contestant.path))
    before, end = server.cpu(), time.monotonic() + seconds
    while time.monotonic() < end:
        latencies += session_each(open_connections, contestant.path)
        count += connections
    used = server.cpu() - before
    for one in open_connections:
        one.close()
    latencies.sort()
    return {"cpu_us": used / count * 1e6, "p50_us": latencies[len(latencies) // 2] * 1e6,
            "p99_us": latencies[len(latencies) * 99 // 100] * 1e6, "rps": count / seconds, "requests": count}


def session_each(connections, path):
    """One session on each connection; how long each waited for the answer to `initialize`."""
    start = time.perf_counter()
    for one in connections:
        one.send("POST", path, protocol.INITIALIZE.headers, protocol.INITIALIZE.body(protocol.FIRST_ID))
    sessions, latencies = [], []
    for one in connections:
        answer = one.receive()
        latencies.append(time.perf_counter() - start)
        if answer.status != 200 or protocol.INITIALIZE.mark.encode() not in answer.body:
            raise ValueError(f"no session: {answer.status} {answer.body[:200]!r}")
        sessions.append(answer.headers.get("mcp-session-id", ""))
    for verb, body in (("POST", protocol.INITIALIZED), ("DELETE", b"")):
        for one, session in zip(connections, sessions):
            if verb == "POST" or session:
                one.send(verb, path, protocol.in_session(protocol.HEADERS, session), body)
        for one, session in zip(connections, sessions):
            if verb == "POST" or session:
                answer = one.receive()
                if answer.status not in (200, 202, 204):
                    raise ValueError(f"{verb} of a session was answered {answer.status} {answer.body[:200]!r}")
    return latencies
