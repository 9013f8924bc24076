"""A server of the OpenAI protocol for embeddings, on loopback, with faults to order.

`python -m tests.vectors.stub_server` prints its URL and serves until it is killed. In a test:

    with stub_server() as stub:
        stub.fault("busy", times=2)
        ... stub.url, stub.requests
"""

from __future__ import annotations

import base64
import json
import math
import struct
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.vectors.meanings import DIMS, vector_of

SLOW_SECONDS, DRIP_SECONDS = 30.0, 0.05
HUGE_BYTES = 200 * 2**20


class Request(NamedTuple):
    """What a client asked: the path, the headers and the JSON of the body."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        """The texts that it sent."""
        texts: list[str] = self.body["input"]
        return texts


class StubServer(ThreadingHTTPServer):
    """The server, and what it was asked. Every attribute may be changed while it serves.

    `key` is the key without which it answers 401; more than `most_texts` in a request, or a text
    longer than `most_characters`, are refused as servers do, and so is one with `bad_text`; `salt`
    changes the model; `is_random` gives vectors that mean nothing; `is_base64` and `is_shuffled`
    change the form of the answer; the fault `any` answers with `answers`.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, dims: int = DIMS) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/v1"
        self.requests: list[Request] = []
        self.ended = threading.Event()
        self.dims, self.salt, self.key = dims, "", ""
        self.most_texts, self.most_characters = 2048, 10**9
        self.bad_text = ""
        self.is_random = self.is_base64 = self.is_shuffled = False
        self.answers = b"{}"
        self._faults: deque[str] = deque()
        self._lasting = ""

    def fault(self, name: str, times: int | None = None, *, after: int = 0) -> None:
        """Let the next requests, or all that follow, meet a fault of `FAULTS`, `after` so many that
        are answered; "" ends them."""
        assert not name or name in FAULTS, name
        self._faults.clear()
        self._faults.extend([""] * after + [name] * (times or 0))
        self._lasting = name if times is None else ""

    def next_fault(self) -> str:
        """The fault of a request that has just come."""
        return self._faults.popleft() if self._faults else self._lasting

    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of texts."""
        if self.is_random:
            return [vector_of(f"{text} {hash_word(text)}", self.dims, text) for text in texts]
        return [vector_of(text, self.dims, self.salt) for text in texts]

    def refusal(self, texts: Sequence[str]) -> tuple[int, str]:
        """The code and the words with which a server refuses too much; 0 if it does not."""
        if len(texts) > self.most_texts:
            return 413, f"batch size {len(texts)} > maximum allowed batch size {self.most_texts}"
        if max(map(len, texts), default=0) > self.most_characters:
            return 400, "the input length exceeds the context length"
        if self.bad_text and any(self.bad_text in text for text in texts):
            return 400, "json: unsupported value: NaN"
        return 0, ""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that has left is no fault."""


def hash_word(text: str) -> str:
    """A word that no other text has."""
    return text.encode(errors="replace").hex()


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: StubServer

    def do_POST(self) -> None:
        """Answer with vectors, or with a fault."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(Request(self.path, dict(self.headers), body))
        if self.server.key and self.headers["Authorization"] != f"Bearer {self.server.key}":
            return self.refuse(401, f"Incorrect key provided: {self.headers['Authorization']}")
        if fault := self.server.next_fault():
            with suppress(OSError):
                FAULTS[fault](self)
            self.close_connection = True
            return None
        code, words = self.server.refusal(body["input"])
        return self.refuse(code, words) if code else self.answer(self.data())

    def data(self) -> list[dict[str, Any]]:
        """What the answer to the newest request has under `data`."""
        vectors = self.server.vectors(self.server.requests[-1].texts)
        rows: list[dict[str, Any]] = [
            {"object": "embedding", "index": place, "embedding": vector}
            for place, vector in enumerate(vectors)
        ]
        if self.server.is_base64:
            for row in rows:
                packed = struct.pack(f"<{len(row['embedding'])}f", *row["embedding"])
                row["embedding"] = base64.b64encode(packed).decode()
        return rows[::-1] if self.server.is_shuffled else rows

    def answer(self, data: object) -> None:
        """Send an answer with this data."""
        self.send(200, json.dumps({"object": "list", "data": data, "model": "stub"}).encode())

    def refuse(self, code: int, words: str, **headers: str) -> None:
        """Send an error in the form of the protocol."""
        self.send(code, json.dumps({"error": {"message": words}}).encode(), **headers)

    def send(self, code: int, body: bytes, **headers: str) -> None:
        """Send a body."""
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def _drip(handler: Handler) -> None:
    """Send the header byte by byte, for ever."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Drip: ")
    while not handler.server.ended.wait(DRIP_SECONDS):
        handler.wfile.write(b"x")


def _drip_body(handler: Handler) -> None:
    """Send a body byte by byte, for ever."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    while not handler.server.ended.wait(DRIP_SECONDS):
        handler.wfile.write(b" ")


def _huge(handler: Handler) -> None:
    """Send more than any answer has, without saying how much it is."""
    handler.wfile.write(b'HTTP/1.1 200 OK\r\n\r\n{"data": [')
    for _ in range(HUGE_BYTES // 2**20):
        handler.wfile.write(b" " * 2**20)


def _http_date(seconds: float) -> str:
    """The time in so many seconds, as a header has it."""
    return time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + seconds))


def _changed(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Handler], None]:
    """The fault of an answer whose data is changed."""

    def answer(handler: Handler) -> None:
        data = handler.data()
        handler.answer(change(data))

    return answer


def _with_last(value: object) -> Callable[[list[dict[str, Any]]], object]:
    """Data whose last vector begins with another value."""
    return lambda rows: [
        *rows[:-1],
        {**rows[-1], "embedding": [value, *rows[-1]["embedding"][1:]]},
    ]


def _with_vector(vector: Callable[[list[float]], object]) -> Callable[[Handler], None]:
    """The fault of an answer whose vectors are changed."""
    return _changed(lambda rows: [{**row, "embedding": vector(row["embedding"])} for row in rows])


FAULTS: dict[str, Callable[[Handler], object]] = {
    "slow": lambda handler: handler.server.ended.wait(SLOW_SECONDS),
    "drip": _drip,
    "drip body": _drip_body,
    "close": lambda handler: None,
    "busy": lambda handler: handler.refuse(429, "slow down", Retry_After="1"),
    "busy for long": lambda handler: handler.refuse(429, "quota used up", Retry_After="86400"),
    "busy until": lambda handler: handler.refuse(503, "busy", Retry_After=_http_date(3)),
    "busy, no time": lambda handler: handler.refuse(503, "loading the model"),
    "broken": lambda handler: handler.refuse(500, "internal error"),
    "too long": lambda handler: handler.refuse(
        500, "input (992 tokens) is too large to process. increase the physical batch size"
    ),
    "no model": lambda handler: handler.refuse(404, "model 'stub' not found, try pulling it first"),
    "forbidden": lambda handler: handler.refuse(403, "no access"),
    "bad request": lambda handler: handler.refuse(400, "unknown\x1b[31m field\nand more"),
    "redirect": lambda handler: handler.send(
        307, b"", Location=f"{handler.server.url}/elsewhere/embeddings"
    ),
    "garbage": lambda handler: handler.send(200, b"<html>hello</html>"),
    "no data": lambda handler: handler.send(200, b'{"data": null}'),
    "deep": lambda handler: handler.send(200, b"[" * 100_000),
    "half": lambda handler: handler.wfile.write(
        b'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"data": ['
    ),
    "not http": lambda handler: handler.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n"),
    "huge": _huge,
    "wrong count": _changed(lambda rows: rows[:-1]),
    "same index": _changed(lambda rows: [{**row, "index": 0} for row in rows]),
    "wrong dims": _with_vector(lambda vector: vector[:-1]),
    "unequal dims": _changed(lambda rows: [*rows[:-1], {**rows[-1], "embedding": [1.0]}]),
    "NaN": _changed(_with_last(math.nan)),
    "infinite": _changed(_with_last(math.inf)),
    "text": _changed(_with_last("0.5")),
    "huge number": _changed(_with_last(10**400)),
    "zero": _with_vector(lambda vector: [0.0] * len(vector)),
    "any": lambda handler: handler.send(200, handler.server.answers),
    "changed model": _with_vector(lambda vector: [-vector[0], *vector[:0:-1]]),
}
"""What can go wrong, by name."""


@contextmanager
def stub_server(dims: int = DIMS, kind: type[StubServer] = StubServer) -> Iterator[StubServer]:
    """A server that serves until the block ends."""
    server = kind(dims)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    with stub_server() as stub:
        stub.is_random = "--random" in sys.argv
        print(stub.url, flush=True)
        threading.Event().wait()
