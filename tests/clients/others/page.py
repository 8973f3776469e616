"""docs/clients.md: the text of page.md, with what was run and what was seen in its places."""

import re

import expected
from clients import EVERY, HERE
from connection import ASKED, PROTOCOLS, elsewhere

METHODS = ("POST", "GET", "DELETE")


def written(rows, queries):
    text = (HERE / "page.md").read_text()
    snippets = {client.snippet: fenced(HERE / "snippets" / client.snippet) for client in EVERY}
    places = {"urls": urls(queries), "requests": requests(rows)} | snippets
    shown = set(re.findall(r"^\{\{ (.*) \}\}$", text, re.MULTILINE))
    assert shown == places.keys(), f"either page.md or the run lacks {shown ^ places.keys()}"
    return re.sub(r"^\{\{ (.*) \}\}$", lambda place: places[place[1]], text, flags=re.MULTILINE)


def fenced(file):
    language = {".py": "python", ".mjs": "js", ".sh": "sh", ".json": "json"}[file.suffix]
    return f"```{language}\n{file.read_text()}```"


def table(head, *rows):
    first, *others = (f"| {' | '.join(cells)} |" for cells in [head, *rows])
    return "\n".join([first, "|---" * len(head) + "|", *others])


def urls(queries):
    """What each URL gives, and what it refuses."""
    rows = []
    for query in queries:
        listed = [expected.listed(query, kind) for kind in ("tools", "prompts", "resources", "templates")]
        refused = [name for _, toolset, name, _ in expected.QUESTIONS if toolset not in expected.ACTIVE[query]]
        rows.append([f"`/mcp{query}`", *(code(names) for names in [*listed, refused])])
    return table(["URL", "tools", "prompts", "resources", "templates", "refused"], *rows)


def code(names):
    return ", ".join(f"`{name}`" for name in names) or "—"


def requests(rows):
    head = ["client", "package", "version", "lifecycle", "protocol", *METHODS, "beside"]
    return table(head, *(cells(row) for row in rows))


def cells(row):
    """Called only where each request to the endpoint had its query."""
    endpoint = {request.http_method for request in row.requests if not elsewhere(request)}
    assert endpoint <= set(METHODS), endpoint
    # A GET that the page calls a stream was answered with one.
    streams = {request.http_method for request in row.requests if request.http_method == "GET" and request.status == 200}
    assert streams == endpoint & {"GET"}, streams
    protocols = {request.protocol for request in row.requests if ASKED.intersection(request.methods)}
    assert protocols == {PROTOCOLS[row.lifecycle]}
    opened = [method for request in row.requests for method in request.methods if method in ("initialize", "server/discover")]
    client = row.client
    return [
        client.name,
        f"`{client.package}`",
        client.version,
        " then ".join(f"`{method}`" for method in dict.fromkeys(opened)),
        *protocols,
        *("each" if method in endpoint else "—" for method in METHODS),
        "`/.well-known/…`" if any(map(elsewhere, row.requests)) else "—",
    ]
