"""Runs each client, and holds what it saw, what it sent and what docs/clients.md says against what should be."""

import contextlib
import difflib
import os
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import page
from clients import BY_ARGUMENT, BY_HEADER, BY_PATH, BY_QUERY, CLIENTS, OFFICIAL, Client
from connection import ASKED, differences, elsewhere, seen, strays, written
from recorder import Request, recording

QUERIES = ("", "?geo", "?only=geo", "?without=math")
# What the snippets say.
HOST, QUERY, SELECTED = "127.0.0.1:4040", "?only=geo", "only=geo"
PAGE = CLIENTS.parent.parent / "docs/clients.md"


@dataclass(frozen=True)
class Row:
    """All requests of one client with one lifecycle."""

    client: Client
    lifecycle: str
    requests: list[Request]


class Faults:
    def __init__(self):
        self.count = 0

    def add(self, where, faults):
        for fault in faults:
            self.count += 1
            print(f"FAULT {where}: {fault}", flush=True)


@contextlib.contextmanager
def atlas(binary, *arguments):
    server = subprocess.Popen([binary, "--port", "0", *arguments], stderr=subprocess.PIPE, text=True)
    try:
        for line in server.stderr:
            if "serves MCP at http://" in line:
                break
        else:
            raise SystemExit(f"{binary} does not serve")
        host, _, port = line.split("http://")[1].partition("/")[0].partition(":")
        # It logs on, and must not wait for somebody to read that.
        threading.Thread(target=server.stderr.read, daemon=True).start()
        yield host, int(port)
    finally:
        server.terminate()
        server.wait()


def main(binary, write):
    faults = Faults()
    with atlas(binary) as upstream:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            each = pool.map(lambda client: by_query(client, upstream, binary, faults), BY_QUERY)
            rows = [row for of_one_client in each for row in of_one_client]
    by_argument(binary, faults)
    with atlas(binary, "--select-by", "path,header") as upstream:
        where_the_query_is_lost(upstream, binary, faults)
    if faults.count:
        raise SystemExit(f"{faults.count} faults")
    hold(page.written(rows, QUERIES), write)


def by_query(client, upstream, binary, faults):
    return [one_lifecycle(client, lifecycle, upstream, binary, faults) for lifecycle in client.lifecycles]


def one_lifecycle(client, lifecycle, upstream, binary, faults):
    requests, kept = [], Counter()
    for query in QUERIES:
        with recording(f"{client.name}, {lifecycle}", upstream) as recorder:
            where = f"{client.name}, {lifecycle}, {query or 'bare'}"
            snippet = written(client, {HOST: recorder.address, QUERY: query})
            check(client, lifecycle, query, snippet, binary, where, faults)
            faults.add(where, strays(recorder.requests, f"/mcp{query}", None, query.removeprefix("?"), lifecycle))
            kept.update(request.http_method for request in recorder.requests if request.target == f"/mcp{query}")
            requests += recorder.requests
    asked = {method for request in requests for method in request.methods}
    faults.add(f"{client.name}, {lifecycle}", (f"{method} was never sent" for method in sorted(ASKED - asked)))
    sent = Counter(request.http_method for request in requests if not elsewhere(request))
    counts = ", ".join(f"{method} {kept[method]}/{sent[method]}" for method in page.METHODS)
    print(f"{client.name} {client.version}, {lifecycle}: {counts} with the query", flush=True)
    return Row(client, lifecycle, requests)


def check(client, lifecycle, query, snippet, binary, where, faults):
    got, failure = seen(client, lifecycle, snippet, binary)
    faults.add(where, [failure] if failure else differences(client, lifecycle, query, got))


def by_argument(binary, faults):
    for lifecycle in BY_ARGUMENT.lifecycles:
        for query in QUERIES:
            snippet = written(BY_ARGUMENT, {SELECTED: query.removeprefix("?")})
            check(BY_ARGUMENT, lifecycle, query, snippet, binary, f"stdio, {lifecycle}, {query or 'bare'}", faults)
        print(f"{BY_ARGUMENT.name} {BY_ARGUMENT.version}, {lifecycle}: on standard input and output", flush=True)


def where_the_query_is_lost(upstream, binary, faults):
    """Behind a proxy that loses each query, a path and a header still say what is selected."""
    for client in BY_HEADER:
        carried(client, "/mcp", SELECTED, upstream, binary, faults)
    carried(BY_PATH, f"/mcp/x/{SELECTED}", None, upstream, binary, faults)
    # That it is lost there, and that this would be seen.
    with recording("control", upstream, loses=page.METHODS) as recorder:
        snippet = written(OFFICIAL, {HOST: recorder.address})
        check(OFFICIAL, "legacy", "", snippet, binary, "control", faults)
        lost = len(list(strays(recorder.requests, f"/mcp{QUERY}", None, SELECTED, "legacy")))
        noticed = f"{lost} of {len(recorder.requests)} requests were seen to lose their query"
        faults.add("control", [] if lost == len(recorder.requests) > 0 else [noticed])
    print(f"control: {noticed}", flush=True)


def carried(client, target, header, upstream, binary, faults):
    [lifecycle] = client.lifecycles
    where = f"{client.snippet}, {lifecycle}"
    with recording(where, upstream, loses=page.METHODS) as recorder:
        snippet = written(client, {HOST: recorder.address})
        check(client, lifecycle, QUERY, snippet, binary, where, faults)
        faults.add(where, strays(recorder.requests, target, header, SELECTED, lifecycle))
    print(f"{client.name} {client.version}, {lifecycle}: {client.snippet}, with each query lost", flush=True)


def hold(text, write):
    if write:
        PAGE.write_text(text)
        return
    difference = difflib.unified_diff(PAGE.read_text().splitlines(), text.splitlines(), str(PAGE), "now", lineterm="")
    if difference := "\n".join(difference):
        raise SystemExit(f"{difference}\ndocs/clients.md is stale; read the difference, and write it with --write")


main(Path(sys.argv[1]), write="--write" in sys.argv[2:])
