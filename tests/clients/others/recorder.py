"""A proxy that writes down each request that passes, and what the server answered that it selects."""

import contextlib
import http.client
import http.server
import json
import threading
from dataclasses import dataclass

# Each side frames its own messages, and names its own connection.
OF_ONE_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "content-length"}


@dataclass(frozen=True)
class Request:
    """A request as it arrived, and the part of its answer that says what was understood."""

    client: str
    http_method: str
    target: str
    header: str | None
    protocol: str | None
    methods: tuple[str, ...]
    status: int
    selected: str | None

    @property
    def path(self):
        return self.target.partition("?")[0]


class Recorder(http.server.ThreadingHTTPServer):
    """Stands before a server for one client. `loses` names the HTTP methods whose requests lose their query here."""

    def __init__(self, client, upstream, loses=()):
        super().__init__(("127.0.0.1", 0), Relay)
        self.client, self.upstream, self.loses = client, upstream, loses
        self.requests = []

    @property
    def address(self):
        return f"127.0.0.1:{self.server_port}"


@contextlib.contextmanager
def recording(client, upstream, loses=()):
    with Recorder(client, upstream, loses) as recorder:
        thread = threading.Thread(target=recorder.serve_forever, daemon=True)
        thread.start()
        try:
            yield recorder
        finally:
            recorder.shutdown()


class Relay(http.server.BaseHTTPRequestHandler):
    """One connection of a client."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle(self):
        with contextlib.suppress(ConnectionError):  # some clients end a connection without a word
            super().handle()

    def relay(self):
        if "Transfer-Encoding" in self.headers:
            self.send_error(411)  # no client does this; one that did would have to be read differently
            return
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        upstream = http.client.HTTPConnection(*self.server.upstream)
        # A client that leaves while its stream is open is seen only when the next event cannot be written.
        with contextlib.closing(upstream):
            response = self.forwarded(upstream, body)
            self.record(body, response)
            self.answer(response)

    do_DELETE = do_GET = do_HEAD = do_OPTIONS = do_POST = do_PUT = relay

    def forwarded(self, upstream, body):
        loses = self.command in self.server.loses
        target = self.path.partition("?")[0] if loses else self.path
        upstream.putrequest(self.command, target, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            if name.lower() not in OF_ONE_CONNECTION:
                upstream.putheader(name, value)
        upstream.putheader("Content-Length", str(len(body)))
        upstream.endheaders(body)
        return upstream.getresponse()

    def record(self, body, response):
        request = Request(
            client=self.server.client,
            http_method=self.command,
            target=self.path,
            header=self.headers.get("X-MCP-Toolsets"),
            protocol=self.headers.get("MCP-Protocol-Version"),
            methods=tuple(methods(body)),
            status=response.status,
            selected=response.getheader("MCP-Toolsets"),
        )
        self.server.requests.append(request)

    def answer(self, response):
        self.send_response_only(response.status, response.reason)
        for name, value in response.getheaders():
            if name.lower() not in OF_ONE_CONNECTION:
                self.send_header(name, value)
        if response.length is not None:
            self.send_header("Content-Length", str(response.length))
            self.end_headers()
            self.wfile.write(response.read())
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while part := response.read1(65536):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format, *arguments):
        pass


def methods(body):
    """The JSON-RPC methods of a body; an answer to the server has none."""
    if not body:
        return
    messages = json.loads(body)
    for message in messages if isinstance(messages, list) else [messages]:
        yield message.get("method", "(answer)")
