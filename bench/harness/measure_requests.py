"""Server CPU and latency of each kind of request, one contestant at a time, in alternating rounds."""

import json
import time

from . import load, protocol
from .client import Connection
from .contestants import ALL
from .contestants.contestant import Unbuildable
from .processes import started

COUNT = 50
CONNECTIONS = (1, 16)
OPERATIONS = {"modern": ("call", "list", "discover"), "session": ("call", "list", "open")}
#: Fewer requests than this say nothing.
ENOUGH = 50
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
    rounds, seconds = (2, 1) if quick else (5, 3)
    broken = prepare(results, only, say)
    for number in range(rounds):
        # Every other round the other way round, so that nobody always follows the same one.
        order = [one for one in ALL if (not only or one.name in only) and one.name not in broken]
        for contestant in order if number % 2 == 0 else reversed(order):
            todo = [cell for cell in cells(contestant) if not results.has(contestant=contestant.name, cell=list(cell), round=number)]
            if not todo:
                continue
            say(f"requests: round {number + 1} of {rounds}: {contestant.name}")
            try:
                measure(contestant, todo, number, seconds, results)
            except (OSError, ValueError, RuntimeError, KeyError) as fault:
                say(f"  {contestant.name}: {fault}")
                results.add(contestant=contestant.name, fault=str(fault)[:400], round=number)


def prepare(results, only, say):
    """Builds everybody; those that cannot be built are told with the reason, and left out."""
    broken = set()
    for contestant in ALL:
        if only and contestant.name not in only:
            continue
        say(f"building {contestant.name}")
        try:
            contestant.build()
            if not results.has(contestant=contestant.name, kind="version"):
                results.add(contestant=contestant.name, kind="version", version=contestant.version())
        except Unbuildable as reason:
            say(f"  {reason}")
            broken.add(contestant.name)
            results.add(contestant=contestant.name, unbuildable=str(reason)[:400])
    return broken


def measure(contestant, todo, number, seconds, results):
    with started(contestant.command) as server:
        connection = Connection(server.port)
        sizes, sessions = {}, []
        for lifecycle in contestant.lifecycles:
            if lifecycle == "session":
                sessions = [protocol.open_session(connection, contestant.path) for _ in range(max(CONNECTIONS))]
            of = protocol.verify(connection, contestant.path, lifecycle, sessions[0] if lifecycle == "session" else "", COUNT)
            sizes |= {(lifecycle, operation): size for operation, size in of.items()}
        connection.close()
        sessions = [session for session in sessions if session]
        for lifecycle, operation, connections in todo:
            if operation == "open":
                row = opening(server, contestant, connections, seconds)
            elif operation == "toolsets":
                row = toolsets(server, contestant, connections, seconds)
            else:
                asked = protocol.requests(operation, lifecycle, COUNT)
                of = sessions[:connections] if lifecycle == "session" else []
                row = loaded(server, contestant.path, asked, of, connections, seconds, sizes[lifecycle, operation])
            results.add(contestant=contestant.name, cell=[lifecycle, operation, connections], round=number, **row)


def loaded(server, path, asked, sessions, connections, seconds, size, verb="POST"):
    """A short stretch in which every answer is held against its request, then the measured one."""
    for stretch in (1, 5, 20):
        checked = load.run(server.port, path, asked, sessions, connections, stretch, True, verb)
        if checked["checked"] >= connections:
            break
    # Who is slow gets more time, so that there is something to count.
    for stretch in (seconds, 3 * seconds, 9 * seconds):
        before = server.cpu()
        measured = load.run(server.port, path, asked, sessions, connections, stretch, False, verb)
        used = server.cpu() - before
        if measured["requests"] >= ENOUGH:
            break
    if checked["bad"] or checked["checked"] < 1 or measured["status"] or measured["socket"]:
        raise ValueError(f"wrong answers: {checked['bad']} of {checked['checked']}, then {measured['status']} by status and "
                         f"{measured['socket']} by socket of {measured['requests']}; {checked['said'][:200]}")
    if not measured["requests"]:
        raise ValueError("no request was answered in time")
    mean = measured["bytes"] / measured["requests"]
    # Answers on their way at the end are in the bytes and not in the count.
    slack = connections / measured["requests"] + SIZE_TOLERANCE
    if abs(mean / size - 1) > slack:
        raise ValueError(f"answers of {mean:.0f} bytes under load, and of {size:.0f} when verified")
    return {"cpu_us": used / measured["requests"] * 1e6, "p50_us": measured["p50"], "p99_us": measured["p99"],
            "rps": measured["requests"] / measured["seconds"], "requests": measured["requests"], "bytes": round(size),
            "checked": checked["checked"]}


def toolsets(server, contestant, connections, seconds):
    asked = protocol.Request({"accept": "application/json"}, "", "", '"active"')
    connection = Connection(server.port)
    answer = connection.ask("GET", contestant.toolsets, asked.headers)
    connection.close()
    if len(answer_names(answer)) != COUNT:
        raise ValueError(f"/toolsets tells {len(answer_names(answer))} tools, and not {COUNT}")
    return loaded(server, contestant.toolsets, [asked], [], connections, seconds, answer.size, "GET")


def answer_names(answer):
    return json.loads(answer.body)["tools"]


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
