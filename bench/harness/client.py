"""HTTP as far as these servers speak it, on one connection that stays open; it counts every byte."""

import json
import socket


class Answer:
    def __init__(self, status, headers, body, size):
        self.status, self.headers, self.body, self.size = status, headers, body, size

    def message(self):
        """The JSON-RPC answer, out of JSON or out of a stream of events."""
        text = self.body.decode()
        if not self.headers.get("content-type", "").startswith("text/event-stream"):
            return json.loads(text)
        for line in text.splitlines():
            data = line.removeprefix("data:").strip()
            if line.startswith("data:") and data.startswith("{"):
                message = json.loads(data)
                if "id" in message and ("result" in message or "error" in message):
                    return message
        raise ValueError(f"a stream without an answer: {text[:200]!r}")


class Connection:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port, self.pending = port, b""

    def close(self):
        self.socket.close()

    def send(self, method, path, headers, body=b""):
        lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{self.port}", f"content-length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode() + body)

    def receive(self):
        head = self.until(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines if line)}
        size = len(head) + 4
        if "chunked" in headers.get("transfer-encoding", ""):
            body = b""
            while True:
                line = self.until(b"\r\n")
                chunk = self.take(int(line.split(b";")[0], 16) + 2)
                size += len(line) + 2 + len(chunk)
                if len(chunk) == 2:
                    break
                body += chunk[:-2]
        else:
            body = self.take(int(headers.get("content-length", 0)))
            size += len(body)
        return Answer(int(first.split()[1]), headers, body, size)

    def until(self, mark):
        while mark not in self.pending:
            self.more()
        found, self.pending = self.pending.split(mark, 1)
        return found

    def take(self, size):
        while len(self.pending) < size:
            self.more()
        found, self.pending = self.pending[:size], self.pending[size:]
        return found

    def more(self):
        got = self.socket.recv(1 << 18)
        if not got:
            raise ConnectionError("the server closed the connection")
        self.pending += got

    def ask(self, *request):
        self.send(*request)
        return self.receive()
