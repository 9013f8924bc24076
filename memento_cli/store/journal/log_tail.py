"""Reading a log on from where it was left: logs only grow, unless a merge has changed them."""

from __future__ import annotations

from binascii import crc32
from collections import namedtuple

from memento_cli.store.files.files import EXHAUSTED, os_errors, read_regular

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

Tail = namedtuple("Tail", "lines start complete end sum")
"""The end of a log: its `lines` from the byte `start` on, each as (number from there, its bytes).

`complete` is the number of lines with a line end, `end` the byte after these, and `sum` the CRC-32
of all bytes before that.
"""


def tail_of(path: str, start: int = 0, sum: int = 0) -> Tail:
    """The lines of a log from byte `start` on, where a line begins.

    All lines, if the bytes before `start` have another checksum than `sum`: then the log was
    changed by something else than appending.
    """
    data = read_log(path)
    view = memoryview(data)  # avoids a copy of a large log
    if crc32(view[:start]) != sum:
        start, sum = 0, 0
    end = max(start, data.rfind(b"\n") + 1)
    complete = data.count(b"\n", start)
    return Tail(nonblank_lines(data, start), start, complete, end, crc32(view[start:end], sum))


def end_of(path: str) -> tuple[int, int]:
    """The byte after the last complete line of a log, and the CRC-32 of all bytes before it."""
    data = read_regular(path)
    end = data.rfind(b"\n") + 1
    return end, crc32(memoryview(data)[:end])


def nonblank_lines(data: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """The lines from a byte on that are not blank, with their numbers; only b"\\n" ends a line."""
    number = 0
    while start < len(data):
        number += 1
        end = data.find(b"\n", start)
        raw = data[start:] if end < 0 else data[start:end]
        if raw and not raw.isspace():
            yield number, raw
        start += len(raw) + 1


def read_log(path: str) -> bytes:
    """The bytes of a log; Failed if the process has run out of memory or open files."""
    try:
        return read_regular(path)
    except OSError as problem:
        if problem.errno not in EXHAUSTED:
            raise
        with os_errors(path):
            raise
