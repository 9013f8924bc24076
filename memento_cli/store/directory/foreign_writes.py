"""Whether another program has written into a folder since the index was made of it."""

from __future__ import annotations

import os


class IndexedFolder:
    """A folder as the index has it: its stamp there, as text; empty if it is not known."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.stamp = ""
        self._status: tuple[int, ...] = ()

    def note(self, stamp: str) -> None:
        """Note that the folder is now as the index has it, with this stamp."""
        self.stamp, self._status = stamp, self._current()

    def check(self) -> None:
        """Forget the stamp if the folder has changed since it was noted."""
        if self._status != self._current():
            self.stamp = ""

    def _current(self) -> tuple[int, ...]:
        try:
            status = os.lstat(self.folder)
        except OSError:
            return ()
        return status.st_mtime_ns, status.st_ctime_ns, status.st_ino
