"""Start to first answer, memory at rest and for each open session, and the size of the binary."""

import time

from . import protocol
from .client import Connection
from .contestants import ALL
from .contestants.contestant import Unbuildable
from .processes import started


def section(results, quick, only=None, say=print):
    rounds, sessions = (3, 200) if quick else (15, 1000)
    contestants = []
    for contestant in ALL:
        if only and contestant.name not in only:
            continue
        try:
            contestant.build()
            contestants.append(contestant)
            size_of(contestant, results)
        except Unbuildable as reason:
            say(f"  {contestant.name}: {reason}")
    for number in range(rounds):
        for contestant in contestants if number % 2 == 0 else reversed(contestants):
            if results.has(contestant=contestant.name, round=number):
                continue
            say(f"memory: round {number + 1} of {rounds}: {contestant.name}")
            try:
                # Sessions take long, and differ little from round to round.
                row = one(contestant, sessions if number < 3 else 0)
                results.add(contestant=contestant.name, round=number, **row)
            except (OSError, ValueError, RuntimeError, KeyError) as fault:
                say(f"  {fault}")
                results.add(contestant=contestant.name, round=number, fault=str(fault)[:400])


def size_of(contestant, results):
    binary = contestant.command[0]
    if len(contestant.command) == 1 and not results.has(contestant=contestant.name, kind="size"):
        results.add(contestant=contestant.name, kind="size", bytes=binary.stat().st_size)


def one(contestant, sessions):
    begun = time.perf_counter()
    with started(contestant.command) as server:
        connection = Connection(server.port)
        lifecycle = "modern" if "modern" in contestant.lifecycles else "session"
        first = protocol.requests("list", "modern", 50)[0] if lifecycle == "modern" else protocol.INITIALIZE
        answer = connection.ask("POST", contestant.path, first.headers, first.body(protocol.FIRST_ID))
        row = {"start_ms": (time.perf_counter() - begun) * 1000}
        if answer.status != 200 or first.mark.encode() not in answer.body:
            raise ValueError(f"the first answer is {answer.status} {answer.body[:200]!r}")
        time.sleep(0.5)
        row["rest_kib"] = server.resident()
        if sessions and "session" in contestant.lifecycles and protocol.open_session(connection, contestant.path):
            # What the first ones make room for is not that of a session.
            for _ in range(50):
                protocol.open_session(connection, contestant.path)
            before = server.resident()
            for _ in range(sessions):
                protocol.open_session(connection, contestant.path)
            time.sleep(0.5)
            row["session_kib"] = (server.resident() - before) / sessions
        connection.close()
        return row
