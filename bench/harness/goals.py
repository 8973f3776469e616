"""Where each goal stands, by what was measured."""

from .results import Results, middle, paired

PEER = "rmcp-cached"

#: Why a goal is missed where it is, as far as that is known.
REASONS = {
    "parse and resolve of a typical query: at most 2 % of the CPU of a `tools/call`":
        "the call became cheaper, not this dearer: of a call of rmcp's it is less than 2 %; a third of it is allocating",
    "linear in the number of names, both":
        "names are sorted, and a sort grows a little faster than what it sorts; at most 256 names are read",
    "start to first answer: not above rmcp's":
        "the same within what two starts differ by; by instructions it is less",
    "`cargo check` of 200 tools: at most 1.0 of rmcp's macros":
        "as much as rmcp's, within what two runs differ by: nearly all of it is what serde and schemars derive, which is the same in both",
    "the 50-tool crate alone in release: near 10 CPU seconds":
        "what serde and schemars derive for the arguments, in every contestant; the tools here are larger than those that took 10",
    "release binary: not above rmcp's":
        "passages, `/toolsets`, bounds of connections and bodies, starts and stops; prompts, resources and completions whether or not anybody has some",
    "memory at rest: not above rmcp's":
        "pages of the larger binary, and the list of tools as bytes once it was asked for",
    "memory of an open session: not above rmcp's":
        "what the session is bound to, beside 50 KiB of rmcp's channels",
}


class Figures:
    """Medians by name; `None` for what was not measured."""

    def __init__(self):
        self.requests, self.compile = Results("requests", None), Results("compile", None)
        self.memory, self.micro = Results("memory", None), Results("micro", None)

    def cpu(self, contestant, lifecycle, operation, connections):
        return middle(self.requests.values("cpu_us", contestant=contestant, cell=[lifecycle, operation, connections]))

    def ratio(self, mine, peer, cell):
        return paired(self.requests, "cpu_us", dict(contestant=mine, cell=cell), dict(contestant=peer, cell=cell))

    def compiled(self, kind, package):
        return middle(self.compile.values("cpu", kind=kind, package=package))

    def kept(self, figure, contestant):
        return middle(self.memory.values(figure, contestant=contestant))

    def size(self, contestant):
        return middle(self.memory.values("bytes", contestant=contestant, kind="size"))

    def micro_ns(self, name):
        return middle(self.micro.values("ns", name=name))


def quotient(mine, other):
    return None if mine is None or not other else mine / other


def verdict(values, most):
    if not values or None in values:
        return "not measured"
    return "met" if all(value <= most for value in values) else "missed"


def text(value, form="{:.2f}"):
    return "–" if value is None else form.format(value)


def requests(of):
    for operation, most, peer, name in (
        ("call", 1.0, PEER, "`tools/call`: at most 1.0 of rmcp with a cached router"),
        ("list", 1.0, PEER, "`tools/list`: at most 1.0 of it"),
        ("list", 0.4, PEER, "`tools/list` by bytes serialised once: at most 0.4 of it"),
        ("list", 0.05, "reactor-mcp-server", "`tools/list`: at most 1/20 of the original Python system"),
    ):
        both = [of.ratio("pegboard", peer, ["modern", operation, connections]) for connections in (1, 16)]
        form = "{:.3f}" if most < 0.1 else "{:.2f}"
        yield name, f"{text(both[0], form)} at 1 connection, {text(both[1], form)} at 16", verdict(both, most)


def selecting(of):
    spent = of.micro_ns("typical_request")
    call = of.cpu("pegboard", "modern", "call", 16)
    share = None if spent is None or not call else spent / 1000 / call
    yield ("parse and resolve of a typical query: at most 2 % of the CPU of a `tools/call`",
           "–" if share is None else f"{share:.2%} ({spent:.0f} ns of {call:.0f} µs)", verdict([share], 0.02))
    for kind, what in (("parse", "parsing"), ("resolve", "resolving"), ("request", "both")):
        few, many = of.micro_ns(f"names_{kind} 10"), of.micro_ns(f"names_{kind} 256")
        growth = None if few is None or not many else (many / 256) / (few / 10)
        yield (f"linear in the number of names, {what}", "–" if growth is None else
               f"a name of 256 costs {growth:.2f} of a name of 10 ({few:.0f} ns, {many:.0f} ns)", verdict([growth], 1.5))


def compiling(of):
    for count in (50, 200):
        value = quotient(of.compiled("check", f"pegboard-{count}"), of.compiled("check", f"rmcp-cached-{count}"))
        yield f"`cargo check` of {count} tools: at most 1.0 of rmcp's macros", text(value), verdict([value], 1.0)
    few, many = of.compiled("check", "pegboard-200"), of.compiled("check", "pegboard-1000")
    growth = None if few is None or not many else (many / 1000) / (few / 200)
    yield ("`cargo check` is linear to 1,000 tools", "–" if growth is None else
           f"a tool of 1,000 costs {growth:.2f} of a tool of 200 ({few:.1f} s, {many:.1f} s)", verdict([growth], 1.25))
    value = quotient(of.compiled("release", "pegboard-50"), of.compiled("release", "rmcp-cached-50"))
    yield "release rebuild after an edit of one tool: at most 0.4 of rmcp's", text(value), verdict([value], 0.4)
    alone = of.compiled("release", "pegboard-50")
    others = ", ".join(f"{name} {text(of.compiled('release', name), '{:.0f} s')}" for name in ("rmcp-cached-50", "tower-mcp-50", "turbomcp-50"))
    # "Near 10" is read as at most half as much again.
    yield "the 50-tool crate alone in release: near 10 CPU seconds", f"{text(alone, '{:.1f} s')} ({others})", verdict([alone], 15)
    for kind in ("macro crate", "macro crate and all below"):
        mine, other = of.compiled(kind, "pegboard-macros"), of.compiled(kind, "rmcp-macros")
        yield f"the build of the {kind} counts", f"{text(mine, '{:.1f} s')}, rmcp's {text(other, '{:.1f} s')}", "–"


def keeping(of):
    for name, mine, other in (
        ("release binary: not above rmcp's", of.size("pegboard"), of.size(PEER)),
        ("start to first answer: not above rmcp's", of.kept("start_ms", "pegboard"), of.kept("start_ms", PEER)),
        ("memory at rest: not above rmcp's", of.kept("rest_kib", "pegboard"), of.kept("rest_kib", PEER)),
        ("memory of an open session: not above rmcp's", of.kept("session_kib", "pegboard"), of.kept("session_kib", PEER)),
    ):
        value = quotient(mine, other)
        yield name, text(value), verdict([value], 1.0)


def rows():
    of = Figures()
    for part in (requests, selecting, compiling, keeping):
        for name, measured, standing in part(of):
            yield name, measured, standing, REASONS.get(name, "") if standing == "missed" else ""
