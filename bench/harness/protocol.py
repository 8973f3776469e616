"""The requests of both lifecycles, each cut at its id, and what their answers must be."""

import json
from dataclasses import dataclass

from .description import calls

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {}}
HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
# Ids of ten digits, so that all requests of one kind are of one length, and all answers too.
FIRST_ID = 1_000_000_000


@dataclass(frozen=True)
class Request:
    """One request; its id goes between `before` and `after`."""

    headers: dict
    before: str
    after: str
    #: Every answer holds this, byte for byte.
    mark: str

    def body(self, number):
        return f"{self.before}{number}{self.after}".encode()


def request(lifecycle, method, params, mark, name=""):
    headers = dict(HEADERS)
    if lifecycle == "modern":
        headers |= {"mcp-protocol-version": "2026-07-28", "mcp-method": method, **({"mcp-name": name} if name else {})}
        params = {**params, "_meta": META}
    else:
        headers["mcp-protocol-version"] = "2025-11-25"
    after = json.dumps({"method": method, "params": params}, separators=(",", ":"))[1:]
    return Request(headers, '{"jsonrpc":"2.0","id":', f",{after}", mark)


def requests(operation, lifecycle, count):
    """What one kind of load sends, in turn."""
    if operation == "call":
        return [request(lifecycle, "tools/call", {"name": name, "arguments": given}, json.dumps(text), name)
                for name, given, text in calls(count)]
    if operation == "list":
        return [request(lifecycle, "tools/list", {}, calls(count)[-1][0])]
    if operation == "discover":
        return [request(lifecycle, "server/discover", {}, '"supportedVersions"')]
    raise ValueError(operation)


INITIALIZE = request("session", "initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                               "clientInfo": {"name": "bench", "version": "1"}}, '"serverInfo"')
INITIALIZE = Request(HEADERS, INITIALIZE.before, INITIALIZE.after, INITIALIZE.mark)
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'


def in_session(headers, session):
    return {**headers, "mcp-protocol-version": "2025-11-25", **({"mcp-session-id": session} if session else {})}


def open_session(connection, path):
    """The id of a new session, empty where the server keeps none."""
    answer = connection.ask("POST", path, INITIALIZE.headers, INITIALIZE.body(FIRST_ID))
    if answer.status != 200 or answer.message().get("result", {}).get("protocolVersion") != "2025-11-25":
        raise ValueError(f"no session: {answer.status} {answer.body[:300]!r}")
    session = answer.headers.get("mcp-session-id", "")
    accepted = connection.ask("POST", path, in_session(HEADERS, session), INITIALIZED)
    if accepted.status not in (200, 202, 204):
        raise ValueError(f"`initialized` was refused: {accepted.status} {accepted.body[:300]!r}")
    return session


def end_session(connection, path, session):
    answer = connection.ask("DELETE", path, in_session(HEADERS, session))
    if answer.status not in (200, 202, 204):
        raise ValueError(f"a session could not be ended: {answer.status} {answer.body[:300]!r}")


def verify(connection, path, lifecycle, session, count):
    """Holds the list and a call of every tool against the description. Returns the size of each answer by operation."""
    headers = {"mcp-session-id": session} if session else {}
    sizes = {}
    for operation in ("list", "call", *(["discover"] if lifecycle == "modern" else [])):
        sizes[operation] = []
        for one in requests(operation, lifecycle, count):
            answer = connection.ask("POST", path, one.headers | headers, one.body(FIRST_ID))
            if answer.status != 200 or answer.message().get("id") != FIRST_ID:
                raise ValueError(f"{operation} was answered {answer.status} {answer.body[:300]!r}")
            result = answer.message().get("result", {})
            wrong = wrong_with(operation, one, result, count)
            if wrong:
                raise ValueError(f"{operation}: {wrong}: {answer.body[:300]!r}")
            sizes[operation].append(answer.size)
    return {operation: sum(of) / len(of) for operation, of in sizes.items()}


def wrong_with(operation, sent, result, count):
    if operation == "list":
        names = sorted(tool["name"] for tool in result.get("tools", []))
        if names != sorted(name for name, _, _ in calls(count)):
            return f"lists {len(names)} tools, and not the {count}"
        described = {tool["name"]: tool for tool in result["tools"]}
        for name, given, _ in calls(count):
            if not given.keys() <= described[name]["inputSchema"]["properties"].keys() or not described[name].get("description"):
                return f"{name} is not described"
    if operation == "call":
        content = result.get("content") or [{}]
        if result.get("isError") or json.dumps(content[0].get("text")) != sent.mark:
            return f"not {sent.mark}"
    if operation == "discover" and "2026-07-28" not in result.get("supportedVersions", []):
        return "does not speak 2026-07-28"
    return None
