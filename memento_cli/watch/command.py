"""Running the user's command on changes."""

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
NOT_STARTED = 126  # a shell's exit code for a command that cannot be run


class Command:
    """Runs a shell command on batches of changes, one run at a time.

    Changes during a run may be its own: they start no run, because a command that changes the store
    would run for ever. They are passed to the next run.
    """

    def __init__(self, text: str, root: str, ended: Callable[[], None]) -> None:
        self.text = text
        self.code = 0
        self._root = root
        self._ended = ended
        self._running = False
        self._pending: list[str] = []

    def heard(self, lines: list[str], woken: bool) -> bool:
        """Take the changes of a batch, a line each; whether the batch is the end of a run.

        `ended` is called after each run, so that the next batch has what changed until then.
        """
        self._pending += lines
        if not self._running and lines:
            self._run()
        elif woken:
            self._running = False
        return woken

    def _run(self) -> None:
        """Start the command, with the lines as its stdin. Its output goes to stderr, because stdout
        is for memento's own."""
        environ = os.environ | {COUNT: str(len(self._pending)), STORE: self._root}
        with TemporaryFile() as lines:
            lines.write("".join(line + "\n" for line in self._pending).encode())
            lines.seek(0)
            self._pending, self._running = [], True
            output = subprocess.DEVNULL if sys.stderr is None else STDERR
            try:
                process = subprocess.Popen(
                    [*SHELL, self.text], stdin=lines, stdout=output, stderr=output, env=environ
                )
            except OSError:  # no processes or no memory left
                self.code = NOT_STARTED
                self._ended()
                return
        threading.Thread(target=self._wait, args=(process,), daemon=True).start()

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        self.code = process.wait()
        self._ended()
