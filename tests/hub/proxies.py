"""A proxy between a clone and its hub, which cuts connections where a test wants it."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from tests.hub.servers import Server

CHUNK = 1 << 14
Cut = Callable[[bytes], "int | None"]
"""How many bytes of a piece are still handed on before the connection is cut; None: it is not."""


class Proxy:
    """Hands bytes on to a server and back. `asked` and `answered` are shown each piece before it
    is handed on, and may cut the connection there."""

    def __init__(self, server: Server) -> None:
        self._there = os.path.join(server.folder, f".s.PGSQL.{server.settings['port']}")
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.asked: Cut = never
        self.answered: Cut = never
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def url(self, database: str, user: str = "postgres") -> str:
        """The name of a database behind it, as a hub."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}?sslmode=disable"

    def close(self) -> None:
        """Take no further connections."""
        self._listener.shutdown(socket.SHUT_RDWR)  # which ends `accept`
        self._thread.join()  # or it could wait at the number of a handle that another has by then
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                there = socket.socket(socket.AF_UNIX)
                try:
                    there.connect(self._there)
                except OSError:
                    client.close()
                    continue
                for ends in ((client, there, True), (there, client, False)):
                    threading.Thread(target=self._hand_on, args=ends, daemon=True).start()

    def _hand_on(self, source: socket.socket, target: socket.socket, is_asked: bool) -> None:
        with suppress(OSError):
            while piece := source.recv(CHUNK):
                left = self.asked(piece) if is_asked else self.answered(piece)
                if left is not None:
                    source.shutdown(socket.SHUT_RDWR)
                target.sendall(piece[:left])
                if left is not None:
                    break
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR if is_asked else socket.SHUT_RDWR)


def never(piece: bytes) -> None:
    """No cut."""


def before(word: bytes) -> Cut:
    """A cut before a word."""
    return lambda piece: piece.index(word) if word in piece else None


def after(*words: bytes) -> Cut:
    """A cut after the piece in which the last of these words has gone by, in their order."""
    left = list(words)

    def cut(piece: bytes) -> int | None:
        while left and left[0] in piece:
            del left[0]
        return None if left else len(piece)

    return cut


@contextmanager
def proxy(server: Server) -> Iterator[Proxy]:
    """A proxy before a server, for as long as the block runs."""
    made = Proxy(server)
    try:
        yield made
    finally:
        made.close()
