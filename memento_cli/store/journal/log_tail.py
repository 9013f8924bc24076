"""Log files from where they were left: they only grow, unless a merge has changed them."""

from __future__ import annotations

from binascii import crc32
from collections import namedtuple

from memento_cli.store.files.files import EXHAUSTED, read_regular, system

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

Tail = namedtuple("Tail", "lines start complete end sum")
"""What a log file says from the byte `start` on: `lines`, each as (number from there, its bytes).

`complete` is how many lines have their end, `end` the byte after those, and `sum` the checksum of
all before it.
"""


def tail_of(path: str, start: int = 0, sum: int = 0) -> Tail:
    """The lines of a log file from byte `start` on, where a line begins, or from its own start.

    That, if what stands before is not what has this checksum: then it was not only added to.
    """
    data = read_log(path)
    view = memoryview(data)  # a log may be large: it is not copied
    if crc32(view[:start]) != sum:
        start, sum = 0, 0
    end = max(start, data.rfind(b"\n") + 1)
    complete = data.count(b"\n", start)
    return Tail(told(data, start), start, complete, end, crc32(view[start:end], sum))


def end_of(path: str) -> tuple[int, int]:
    """The byte after the last complete line of a log file, and the checksum of all before it."""
    data = read_regular(path)
    end = data.rfind(b"\n") + 1
    return end, crc32(memoryview(data)[:end])


def told(data: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """The lines from a byte on that say something, with their numbers; only b"\\n" ends one."""
    place = 0
    while start < len(data):
        place += 1
        end = data.find(b"\n", start)
        raw = data[start:] if end < 0 else data[start:end]
        if raw and not raw.isspace():
            yield place, raw
        start += len(raw) + 1


def read_log(path: str) -> bytes:
    """The bytes of a log; Failed if the system refuses for a reason that says nothing about it."""
    try:
        return read_regular(path)
    except OSError as problem:
        if problem.errno not in EXHAUSTED:
            raise
        with system(path):
            raise
