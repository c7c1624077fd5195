"""A real HTTP server that stands for a language model, well-behaved or not."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-secret-of-the-test"
"""The key that clients of the server use."""


@dataclass
class Request:
    """What a client has sent."""

    body: dict[str, Any]
    headers: dict[str, str]
    """By their names in lower case."""

    @property
    def document(self) -> dict[str, Any]:
        """What the client calls data."""
        found: dict[str, Any] = json.loads(self.body["messages"][1]["content"])
        return found


@dataclass
class Server:
    """Where it listens, what it was sent, and what makes it stop waiting."""

    url: str = ""
    requests: list[Request] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)


class Exchange(BaseHTTPRequestHandler):
    """One request; what a test's behaviour answers by."""

    protocol_version = "HTTP/1.1"
    asked: Request
    told: Server

    def send(self, status: int, body: bytes, **headers: str) -> None:
        """A whole response."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def say(self, content: object, **more: object) -> None:
        """A chat completion with `content`, JSON unless it is a text."""
        text = content if isinstance(content, str) else json.dumps(content)
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        document = {"id": "1", "object": "chat.completion", "choices": [choice], **more}
        self.send(200, json.dumps(document).encode())

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


Behaviour = Callable[[Exchange], None]


@contextmanager
def serving(behave: Behaviour) -> Iterator[Server]:
    """A server that answers every request as `behave` does."""
    server = Server()

    class Handler(Exchange):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.told = server
            self.asked = Request(
                json.loads(body), {name.lower(): value for name, value in self.headers.items()}
            )
            server.requests.append(self.asked)
            try:
                behave(self)
            except OSError:  # the client has gone
                self.close_connection = True

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    server.url = f"http://127.0.0.1:{http.server_port}/v1"
    try:
        yield server
    finally:
        server.closing.set()
        http.shutdown()
        http.server_close()
        thread.join()
