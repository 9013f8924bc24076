"""A command of the user's that is run on changes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from tempfile import TemporaryFile

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

COUNT, STORE = "MEMENTO_EVENTS", "MEMENTO_STORE"
SHELL, STDERR = ("/bin/sh", "-c"), 2
NOT_STARTED = 126  # as a shell says of what it cannot run


class Command:
    """Runs a shell command on batches of changes, one run at a time.

    What changes while it runs may be its own doing: it starts no run, or a command that changes
    the store would never come to an end. It is kept for the next run, which is told of it, too.
    """

    def __init__(self, text: str, root: str, ended: Callable[[], None]) -> None:
        self.text = text
        self.code = 0
        self._root = root
        self._ended = ended
        self._running = False
        self._kept: list[str] = []

    def heard(self, lines: list[str], woken: bool) -> bool:
        """Take the changes of a batch, a line each. Whether a run has ended with it: `ended` is
        called after each, for a look that tells what changed until then."""
        self._kept += lines
        if not self._running and lines:
            self._run()
        elif woken:
            self._running = False
        return woken

    def _run(self) -> None:
        """Start it. The lines are its standard input; stdout is for data, so it gets stderr's."""
        environ = os.environ | {COUNT: str(len(self._kept)), STORE: self._root}
        with TemporaryFile() as told:
            told.write("".join(line + "\n" for line in self._kept).encode())
            told.seek(0)
            self._kept, self._running = [], True
            talk = subprocess.DEVNULL if sys.stderr is None else STDERR
            try:
                process = subprocess.Popen(
                    [*SHELL, self.text], stdin=told, stdout=talk, stderr=talk, env=environ
                )
            except OSError:  # of processes or memory there are none left
                self.code = NOT_STARTED
                self._ended()
                return
        threading.Thread(target=self._wait, args=(process,), daemon=True).start()

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        self.code = process.wait()
        self._ended()
