"""Rows that a pipe brings, one after the other: those that were not kept are not to be lost.

A pipe cannot be read again. What was read stays known until it is settled what became of it; then
the rows that were left out are held (`cli/input/unsaved.py`), and where a command fails, all that
it has not dealt with. A row with a secret in it is never among them.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from contextlib import contextmanager, suppress
from io import BufferedReader, FileIO
from tempfile import SpooledTemporaryFile

from memento_cli.actions.exchange.sources.entry import NOT_AGAIN
from memento_cli.cli.input.unsaved import END, hold
from memento_cli.errors import Usage
from memento_cli.store.files.system import WINDOWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, BinaryIO

    from memento_cli.actions.events.observe import Stream
    from memento_cli.actions.exchange.sources.entry import BadItem
    from memento_cli.cli.call import Call

CHUNK = 1 << 16
IN_MEMORY = 1 << 24
"""So many bytes are known without a file."""
SILENCE_SECONDS, MOST_SECONDS = 0.5, 10.0
"""What fails takes what a pipe still has, until so long nothing comes, and no longer than that."""
PLACE = re.compile(r"[:\[](\d+)")
ROWS, LEFT_OUT, UNDONE = ".jsonl", "what was left out", "what is not in the store"


class Piped(FileIO):
    """What somebody may still be writing to: before it waits, a `stream` keeps what it has.

    Rows are lines or, of a large JSON file, `parts`. `allow`: they may have secrets. Of a file of
    the user's nothing has to be known.
    """

    def __init__(
        self, file: BinaryIO, name: str = "-", stream: Stream | None = None,
        *, parts: bool = False, allow: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(file.fileno(), closefd=False)
        self.called, self.stream, self.parts, self.allow = name, stream, parts, allow
        self.until, self.skips = "", 0  # how far the stream had come
        status = os.fstat(self.fileno())
        is_there = stat.S_ISREG(status.st_mode) and status.st_nlink
        self.known = None if is_there else SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self.first = 1 - parts  # the number of the first row that is known
        self.left_out: list[bytes] = []

    @property
    def reader(self) -> BinaryIO:
        """The bytes to read."""
        return BufferedReader(self, CHUNK)

    def readinto(self, buffer: Any) -> int | None:
        if self.stream and not _has_more(self, 0):
            self.stream.keep()
        self.catch_up()
        size = super().readinto(buffer)
        if size and self.known:
            try:
                self.known.write(memoryview(buffer)[:size])
            except OSError:  # no room to know it: it is read all the same
                self.known = None
        return size

    def catch_up(self) -> None:
        """Settle what the stream has dealt with by now."""
        if self.stream and self.stream.until != self.until:
            self.until = self.stream.until
            self.settle(self.stream.skipped[self.skips :], self.until)
            self.skips = len(self.stream.skipped)

    def settle(self, skipped: Iterable[BadItem], until: str = "") -> None:
        """Forget the rows up to a place, or all, but for those that were left out."""
        if self.known is None:
            return
        last = self._row(until)
        bad = [one.where for one in skipped if NOT_AGAIN not in one.reason]
        wrong = {self._row(where) for where in bad}
        self.known.seek(0)
        whole = self.called in bad  # or where it ended
        for number, row in enumerate([self.known.read()] if whole else self._rows(), self.first):
            if whole or number in wrong:
                self.left_out.append(row)
            if number == last:
                break
        self.first, rest = (last or 0) + 1, b"" if last is None else self.known.read()
        self.known.seek(0)
        self.known.truncate()
        self.known.write(rest)

    def hold(self, more: float | None = None) -> None:
        """Hold what was left out and, with `more`, what is not settled: also what comes until
        nothing has come for so many seconds."""
        rows, noun = self.left_out, LEFT_OUT
        if more is not None and self.known is not None:
            noun, end = UNDONE, time.monotonic() + MOST_SECONDS
            with suppress(OSError):
                while more and time.monotonic() < end and _has_more(self, more):
                    if not self.readinto(bytearray(CHUNK)):
                        break
            self.known.seek(0)
            rows = [*rows, *self._rows()]
        clear = [row.rstrip(b"\n") for row in rows if self._is_clear(row)]
        but = f" (but {len(rows) - len(clear)} with a secret)" if len(clear) < len(rows) else ""
        hold(b"".join(row + b"\n" for row in clear), ROWS, noun + but)

    def _rows(self) -> Iterator[bytes]:
        """The rows that are known, from where it is read."""
        assert self.known is not None
        if not self.parts:
            yield from iter(self.known.readline, b"")
            return
        from memento_cli.actions.exchange.sources.json_files import elements
        from memento_cli.errors import BadData

        with suppress(BadData):
            yield from elements(self.known)

    def _row(self, where: str) -> int | None:
        """The number of the row that a place is in."""
        match = PLACE.match(where.removeprefix(self.called)) if where else None
        return int(match[1]) if match else None

    def _is_clear(self, row: bytes) -> bool:
        """Whether nothing in a row is a secret, as it is written or as it is meant."""
        from memento_cli.core.security.secret_checks import allowed_kinds
        from memento_cli.core.text.strict_json import loaded
        from memento_cli.errors import SecretFound

        texts: list[Any] = [row.decode(errors="replace")]
        with suppress(ValueError):
            texts.append(loaded(row, len(row)))
        try:
            allowed_kinds(texts, self.allow)
        except SecretFound:
            return False
        return True


def standard_input(call: Call, what: str) -> BinaryIO:
    """The bytes of standard input; on a terminal it says that it waits."""
    if sys.stdin is None:
        raise Usage("standard input is closed")
    if sys.stdin.isatty():
        call.out.note(f"Reading {what} from the terminal; end with {END}.")
    return sys.stdin.buffer


@contextmanager
def not_lost(rows: Piped | None, *, dry: bool = False) -> Iterator[None]:
    """Hold, at the end, what of these rows is not in the store. Who breaks off is not kept waiting;
    and who only tries has them still to keep."""
    if rows is None or dry:
        yield
        return
    try:
        yield
    except BaseException as problem:
        rows.catch_up()
        rows.hold(SILENCE_SECONDS if isinstance(problem, Exception) else 0.0)
        raise
    rows.catch_up()
    rows.hold()


def _has_more(file: FileIO, seconds: float) -> bool:
    """Whether it has something to read, or has ended, within so many seconds; Windows does not say
    it of a pipe."""
    if WINDOWS:
        return False
    from select import select

    return bool(select([file], [], [], seconds)[0])
