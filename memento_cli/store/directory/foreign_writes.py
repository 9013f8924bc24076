"""Whether anybody but memento has written into a folder since the index saw it."""

from __future__ import annotations

import os


class FolderSight:
    """What the index has seen of a folder: its stamp there, as a word; empty if it is not known."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.stamp = ""
        self._status: tuple[int, ...] = ()

    def saw(self, stamp: str) -> None:
        """Nobody but memento has written there since the index saw it with this stamp."""
        self.stamp, self._status = stamp, self._now()

    def check(self) -> None:
        """Forget what was seen, if somebody has written there meanwhile."""
        if self._status != self._now():
            self.stamp = ""

    def _now(self) -> tuple[int, ...]:
        try:
            status = os.lstat(self.folder)
        except OSError:
            return ()
        return status.st_mtime_ns, status.st_ctime_ns, status.st_ino
