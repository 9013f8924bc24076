"""A stand-in for the model of a host: a server on loopback that speaks the APIs of models, calls
the tools that it was told to call, one after the other, and keeps every request.

    with stand_in([("recall", {"query": "oauth"})]) as model:
        ... start a host with model.url as its API
        model.answers  # what the model of that host would read of each tool's answer
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from memento_cli.named_tuple import NamedTuple
from tests.bench.hosts.dialects import DIALECTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tests.bench.hosts.dialects import Body, Dialect, Event

SERVER = "memento"
LAST_WORDS = "That is all."
Call = tuple[str, "Mapping[str, Any]"]
"""The name of a tool, as its server has it, and the arguments."""


class Asked(NamedTuple):
    """One request of a host: the API, and the JSON that it sent."""

    dialect: Dialect
    body: Body

    @property
    def text(self) -> str:
        """All of it, as JSON with every sign as it is."""
        return json.dumps(self.body, ensure_ascii=False)

    @property
    def offered(self) -> list[str]:
        """The names of the tools that it offers."""
        return self.dialect.offered(self.body)

    @property
    def answers(self) -> list[str]:
        """What tools have answered so far, as the model reads it."""
        return self.dialect.answers(self.body)


class StandIn(ThreadingHTTPServer):
    """The server, and all that it was asked. `calls` are made in turn, by a request that offers
    their tool of the server `memento`; whatever else is asked is answered by a few words."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, calls: Sequence[Call]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.calls = calls
        self.asked: list[Asked] = []
        self.unknown: list[str] = []
        self.lock = Lock()

    @property
    def answers(self) -> list[str]:
        """What the model reads of the answer to each call."""
        return max((one.answers for one in self.asked), key=len, default=[])

    def reply(self, asked: Asked) -> list[Event]:
        """The next call that has no answer yet, or a few words."""
        with self.lock:
            self.asked.append(asked)
        number = len(asked.answers)
        for tool, args in self.calls[number : number + 1]:
            named = [one for one in asked.offered if SERVER in one and one.endswith(tool)]
            if named:
                return asked.dialect.call(asked.body, min(named, key=len), args, str(number))
        return asked.dialect.say(LAST_WORDS)


class Handler(BaseHTTPRequestHandler):
    """One request: an API's, or another, which a stand-in has nothing to say to."""

    protocol_version = "HTTP/1.1"
    server: StandIn

    def do_POST(self) -> None:
        """Stream what the model says."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0]
        dialect = next((one for one in DIALECTS if one.is_path(path)), None)
        if dialect is None:
            self.server.unknown.append(f"POST {path}")
            self._send(404, "application/json", b"{}")
            return
        events = self.server.reply(Asked(dialect, json.loads(body)))
        text = "".join(map(_line, events)) + dialect.end
        self._send(200, "text/event-stream", text.encode())

    def do_GET(self) -> None:
        """Nothing is there."""
        self.server.unknown.append(f"{self.command} {self.path.partition('?')[0]}")
        self._send(404, "application/json", b"{}")

    do_HEAD = do_GET  # noqa: N815

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """What is asked is kept, not printed."""


def _line(event: Event) -> str:
    name, data = event
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n"


@contextmanager
def stand_in(calls: Sequence[Call]) -> Iterator[StandIn]:
    """A stand-in that listens while the block runs."""
    with StandIn(calls) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
