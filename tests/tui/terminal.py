"""A real terminal: the command in tmux, whose screen is read cell by cell."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pytest

from tests.conftest import ROOT
from tests.tui.browsing import NOW

PATIENCE, MOMENT = 40.0, 0.05
ENDED = "ended with"
needs_tmux = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")


class Terminal:
    """A terminal of tmux, with one command in it."""

    def __init__(self, socket: str) -> None:
        self._socket = socket

    def tmux(self, *args: str) -> str:
        """What a command of tmux prints."""
        line = ["tmux", "-u", "-S", self._socket, "-f", "/dev/null", *args]
        return subprocess.run(line, check=True, capture_output=True, text=True).stdout

    def press(self, *keys: str) -> None:
        """Press keys, by their names in tmux."""
        self.tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text, or send the codes of a mouse."""
        self.tmux("send-keys", "-l", text)

    @property
    def screen(self) -> str:
        """What stands on the screen."""
        return self.tmux("capture-pane", "-p")

    def until(self, has: str | Callable[[str], bool]) -> str:
        """Wait until the screen has a text, or is as it is to be; the screen then."""
        deadline = time.monotonic() + PATIENCE
        while True:
            screen = self.screen
            if has in screen if isinstance(has, str) else has(screen):
                return screen
            assert time.monotonic() < deadline, screen
            time.sleep(MOMENT)


@contextmanager
def terminal(
    folder: str,
    *args: str,
    size: tuple[int, int] = (80, 24),
    env: Mapping[str, str] = {},
    command: str = "",
) -> Iterator[Terminal]:
    """A terminal of so many cells in which memento is called, or another `command` of a shell; it
    tells how that ended."""
    one = Terminal(os.path.join(folder, "tmux"))
    known = {"LC_ALL": "C.UTF-8", "MEMENTO_NOW": NOW.isoformat(), **env}
    words = [f"{name}={value}" for name, value in known.items()]
    command = command or shlex.join([sys.executable, "-m", "memento_cli", *args])
    line = f"env -u COLUMNS -u LINES {shlex.join(words)} {command}; echo {ENDED} $?; sleep 60"
    columns, rows = map(str, size)
    one.tmux("new-session", "-d", "-x", columns, "-y", rows, "-c", str(ROOT), "sh", "-c", line)
    try:
        yield one
    finally:
        one.tmux("kill-server")
