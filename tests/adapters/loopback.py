"""A stand-in for a model's interface on this machine: it answers what it is told to, in order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class Model:
    """What it was asked, and what it will answer."""

    def __init__(self, answers: Sequence[Any]) -> None:
        self.answers, self.asked = list(answers), list[Any]()
        self.url = ""


@contextmanager
def answering(*answers: Any) -> Iterator[Model]:
    """A server that answers each POST with the next of these values as JSON."""
    model = Model(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["content-length"])
            model.asked.append(json.loads(self.rfile.read(size)))
            body = json.dumps(model.answers.pop(0)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        model.url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield model
        finally:
            server.shutdown()
