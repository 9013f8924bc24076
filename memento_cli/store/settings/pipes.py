"""The pipes of a program: each has a thread of its own, so that none waits for another."""

from __future__ import annotations

import os
import threading

from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import IO

PIECE = 2**16


class Reading(threading.Thread):
    """What a program prints into one of its pipes, as far as it is kept.

    After `most` bytes it stops, or reads on and forgets the rest (`is_patient`).
    """

    def __init__(self, pipe: IO[bytes], most: int, *, is_patient: bool = False) -> None:
        super().__init__(daemon=True)  # what the program started may hold the pipe open for ever
        self._pipe, self._most, self._is_patient = pipe, most, is_patient
        self.kept = bytearray()
        self.start()

    @property
    def is_too_long(self) -> bool:
        """Whether there was more than is kept."""
        return len(self.kept) > self._most

    def run(self) -> None:
        """Read to the end, or as far as needed."""
        with self._pipe:
            while piece := os.read(self._pipe.fileno(), PIECE):
                self.kept += piece[: self._most + 1 - len(self.kept)]
                if self.is_too_long and not self._is_patient:
                    return


def written_to(pipe: IO[bytes], data: bytes) -> None:
    """Give a program what it is to read, as far as it does read; nothing waits for it."""

    def write() -> None:
        with suppress(OSError), pipe:  # it has ended, or reads no more
            pipe.write(data)

    threading.Thread(target=write, daemon=True).start()
