"""One connection of a client: how its snippet is run, and what of it is wrong."""

import json
import os
import subprocess

import expected
from clients import HERE, WORK

KINDS = ("tools", "prompts", "resources", "templates")
# What tells a lifecycle or an SDK from another, and not an answer from another.
ENVELOPE = ("resultType", "ttlMs", "cacheScope", "_meta")
PROTOCOLS = {"modern": "2026-07-28", "legacy": "2025-11-25"}
ASKED = {
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "tools/call",
    "resources/read",
    "prompts/get",
}


def environment(binary):
    """Finds what was installed and the built server, and keeps what clients write to themselves out of the way."""
    others = WORK / "others"
    path = [others / "node_modules/.bin", others / "mcp-proxy/bin", binary.parent, os.environ["PATH"]]
    return os.environ | {
        "PATH": os.pathsep.join(map(str, path)),
        "HOME": str(others / "home"),
        "MCP_REMOTE_CONFIG_DIR": str(others / "home"),
        "npm_config_offline": "true",
        "npm_config_update_notifier": "false",
    }


def written(client, meant):
    """The client's snippet as a file that differs from what is documented in nothing but what `meant` replaces."""
    text = (HERE / "snippets" / client.snippet).read_text()
    for documented, actual in meant.items():
        assert documented in text, f"{client.snippet} does not say {documented}"
        text = text.replace(documented, actual)
    file = WORK / "snippets" / client.snippet
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def seen(client, lifecycle, snippet, binary):
    """What the client handed out, and what went wrong where it handed out nothing."""
    questions = [(kind, name, arguments) for kind, _, name, arguments in expected.QUESTIONS]
    command = [*client.driver, str(snippet), lifecycle, json.dumps(questions)]
    run = subprocess.run(command, cwd=WORK / "others", env=environment(binary), capture_output=True, text=True)
    if run.returncode:
        return {}, f"ended with {run.returncode}: {run.stderr.strip()}"
    return {key: without_envelope(value) for key, value in json.loads(run.stdout).items()}, None


def without_envelope(answer):
    if not isinstance(answer, dict):
        return answer
    return {key: value for key, value in answer.items() if key not in ENVELOPE}


def differences(client, lifecycle, query, got):
    wanted = {kind: expected.listed(query, kind) for kind in KINDS} | {"instructions": expected.instructions(query)}
    for kind, toolset, name, _ in expected.QUESTIONS:
        if toolset in expected.ACTIVE[query]:
            wanted[name] = client.hands_out.given(kind, expected.GIVEN[name])
        else:
            wanted[name] = client.hands_out.refused(kind, expected.refusal(kind, name, lifecycle))
    for key in sorted(wanted.keys() | got.keys()):
        if wanted.get(key) != got.get(key):
            yield f"{key} is {got.get(key)!r} and not {wanted.get(key)!r}"


def elsewhere(request):
    """Whether a request looks for an authorization server, which is beside the endpoint by definition."""
    return "/.well-known/" in request.path


def wrong_status(request):
    """Whether what these clients depend on was answered otherwise: no authorization server, and the end of a session."""
    if elsewhere(request):
        return request.status != 404
    return request.http_method == "DELETE" and request.status != 204


def strays(requests, target, header, selected, lifecycle):
    """The requests that did not say what they should, or were understood otherwise."""
    for request in requests:
        what = " ".join([request.http_method, request.path, *request.methods])
        if wrong_status(request):
            yield f"{what} was answered with {request.status}"
        if elsewhere(request):
            continue
        if (request.target, request.header) != (target, header):
            yield f"{what} went to {request.target!r} with {request.header!r} and not to {target!r} with {header!r}"
        if request.selected != selected:
            yield f"{what} was understood as {request.selected!r} and not {selected!r}"
        if ASKED.intersection(request.methods) and request.protocol != PROTOCOLS[lifecycle]:
            yield f"{what} was of protocol {request.protocol!r} and not {PROTOCOLS[lifecycle]!r}"
