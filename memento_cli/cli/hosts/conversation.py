"""A short talk with an MCP server over stdio, as a host begins one: lines of JSON-RPC by hand, so
that no SDK is needed to say what is wrong with a server."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

from memento_cli import __version__
from memento_cli.errors import Failed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType
    from typing import IO, Any, Self

PROTOCOL = "2025-06-18"
PATIENCE_SECONDS = 20.0
HANDED_ON = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "SYSTEMROOT", "APPDATA")
"""What the SDKs of the protocol hand a server of their own environment, and no more."""
LAST_LINES, LONGEST = 3, 200


class Conversation:
    """One talk with a server that was started in an empty folder, with a host's bare environment.

    Failed, where it cannot be started, ends, or does not answer within `PATIENCE_SECONDS`.
    """

    def __init__(self, words: Sequence[str], env: Mapping[str, str]) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="memento-check-")
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.lines: Queue[bytes] = Queue()
        self.number = 0
        bare = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
        try:
            self.process = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                cwd=self.folder.name,
                env={**bare, **env},
            )
        except (OSError, ValueError) as problem:
            self.errors.close()
            self.folder.cleanup()
            why = getattr(problem, "strerror", "") or str(problem)
            raise Failed(f"{words[0]} cannot be started: {why}") from None
        assert self.process.stdout
        self.reader = Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: object, trace: TracebackType | None
    ) -> None:
        """End it as hosts do: its input ends; if it does not leave then, it is killed."""
        with suppress(OSError):
            assert self.process.stdin
            self.process.stdin.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join()
        self.errors.close()
        self.folder.cleanup()

    def begin(self) -> tuple[dict[str, Any], float]:
        """What it says of itself, and how many seconds it took from its start."""
        start = time.monotonic()
        params = {"protocolVersion": PROTOCOL, "capabilities": {}}
        params |= {"clientInfo": {"name": "memento-check", "version": __version__}}
        answer = self.ask("initialize", params)
        seconds = time.monotonic() - start
        self._send({"method": "notifications/initialized"})
        return answer, seconds

    def ask(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The result of a request."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params or {}})
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            answer = self._next(method, end)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failed(f"{method} is refused: {_short(answer['error'])}")
                return dict(answer.get("result") or {})

    def _next(self, method: str, end: float) -> dict[str, Any]:
        """The next message. What is none is a fault: hosts read nothing else there."""
        try:
            line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
        except Empty:
            raise Failed(f"no answer to {method} within {PATIENCE_SECONDS:.0f} seconds") from None
        if not line:
            code = self.process.wait()
            raise Failed(f"it ended before it answered {method}, with code {code}{self._said()}")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            text = line.decode(errors="replace").strip()
            raise Failed(f"its standard output has what is no message: {_short(text)}")
        return answer

    def _said(self) -> str:
        """The last lines that it wrote for people."""
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return "".join(f"\n{line[:LONGEST]}" for line in lines[-LAST_LINES:])

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin
        with suppress(OSError):  # whoever has ended is asked for what it said
            self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            self.process.stdin.flush()

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                self.lines.put(line)
        self.lines.put(b"")


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
