"""A `memento store watch` in a process of its own, and what it says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from typing import Any

from memento_cli.store.directory.store import Store
from tests.conftest import ROOT

DEADLINE_SECONDS = 90.0  # of a busy machine; what is waited for comes within one

Told = dict[str, Any]


class Watcher:
    """What a running `memento store watch` has told so far."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.told: list[Told] = []
        self.said: list[str] = []
        self._lines: Queue[tuple[str, bytes]] = Queue()
        self._open = 2
        for name, stream in (("out", process.stdout), ("err", process.stderr)):
            assert stream is not None
            threading.Thread(target=self._read, args=(name, stream), daemon=True).start()

    def _read(self, name: str, stream: Iterator[bytes]) -> None:
        for line in stream:
            self._lines.put((name, line))
        self._lines.put(("end", b""))

    def until(self, enough: Callable[[], bool]) -> None:
        """Read on until it has told enough."""
        end = time.monotonic() + DEADLINE_SECONDS
        while not enough():
            try:
                name, line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise AssertionError(f"still waiting: {self.told[-9:]}, {self.said}") from None
            if name == "out":
                self.told.append(json.loads(line))
            elif name == "err":
                self.said.append(line.decode())
            else:
                self._open -= 1
                assert self._open or enough(), f"it ended: {self.told[-9:]}, {self.said}"

    def until_said(self, text: str) -> None:
        """Read on until it says something on stderr."""
        self.until(lambda: any(text in line for line in self.said))

    def until_said_again(self, text: str, before: Counter[str]) -> None:
        """Read on until it says something once more than before."""
        before[text] += 1
        self.until(lambda: sum(text in line for line in self.said) == before[text])

    def until_told(self, id: str, event: str = "added") -> None:
        """Read on until it tells of a memory."""
        self.until(lambda: (event, id) in self.events)

    @property
    def events(self) -> list[tuple[str, str]]:
        """The events and ids that it told."""
        return [(told["event"], told["id"]) for told in self.told]

    def acts(self, id: str) -> list[str]:
        """What it told that was done to a memory."""
        return [act for told in self.told if told["id"] == id for act in told["acts"]]

    def until_act(self, id: str, act: str) -> None:
        """Read on until it tells that something was done to a memory."""
        self.until(lambda: act in self.acts(id))

    def take(self) -> list[tuple[str, str]]:
        """The events and ids that it told since they were last taken."""
        taken, self.told = self.events, []
        return taken

    def end(self, number: int = signal.SIGINT) -> int:
        """End it by a signal; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(DEADLINE_SECONDS)


@contextmanager
def watcher(
    store: Store, *options: str, tool: tuple[str, ...] = (), ready: bool = True
) -> Iterator[Watcher]:
    """A watcher of this store that is listening; killed at the end if it still runs."""
    command = [*tool, sys.executable, "-m", "memento_cli", "store", "watch", "--json", *options]
    environ = {**os.environ, "MEMENTO_STORE": store.root, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ,
        start_new_session=True,
    ) as process:
        try:
            found = Watcher(process)
            if ready:
                found.until_said("Watching")
            yield found
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with what it runs, or what traces it
