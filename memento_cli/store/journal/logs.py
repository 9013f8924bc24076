"""The logs of a store, `<folder>/<YYYY-MM>/<actor>-<clone>.jsonl`: their paths, reading, writing.

Logs only grow, unless a merge has changed them.
"""

from __future__ import annotations

import os
import stat
import time
from binascii import crc32

from memento_cli.core.journal.line_ids import RANDOM_BITS, line_millis, line_number
from memento_cli.core.time.when import DAY_MILLIS
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import EXHAUSTED, os_errors, read_all, read_regular, regular

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SUFFIX = ".jsonl"
ERASED = "erased"
"""The folder of the logs of erasures, beside the folders of months."""
PRIVATE = ".memento"
KEPT = f"{PRIVATE}/erasures.jsonl"
"""A clone's copy of its own erasures (`store/redaction/erasure.py`)."""
ASIDE = f"{PRIVATE}/set-aside"
"""A clone's folder for the bad lines that `doctor --fix` has taken out of logs."""
MISPLACED = "tells of an erasure, which only a log in journal/erased may"
TAIL = 1 << 12
BACKSLASH, ESCAPE = b"\\", b"\\u"  # another program may have written any character so
LAST_MILLIS = 253_402_300_799_999  # the end of the year 9999, beyond which no clock goes


class Tail(NamedTuple):
    """The end of a log: its `lines` from the byte `start` on, each as (number from there, its
    bytes).

    `complete` is the number of lines with a line end, `end` the byte after these, and `sum` the
    CRC-32 of all bytes before that.
    """

    lines: Iterable[tuple[int, bytes]]
    start: int
    complete: int
    end: int
    sum: int


def months_in(folder: str) -> list[str]:
    """The names of the folders of months, the oldest first; none if there is no folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name
                for entry in entries
                if is_month(entry.name) and entry.is_dir(follow_symlinks=False)
            )
    except FileNotFoundError:
        return []


def folders_in(folder: str) -> list[str]:
    """The names of all folders of logs: those of the months, and that of erasures."""
    has_erasures = is_folder(os.path.join(folder, ERASED))
    return [*([ERASED] if has_erasures else []), *months_in(folder)]


def is_folder(path: str) -> bool:
    """Whether this is a folder, and no link to one; OSError if that cannot be told."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def logs_in(folder: str) -> list[os.DirEntry[str]]:
    """The logs of a month, sorted by name; without those that are removed meanwhile."""
    try:
        with os.scandir(folder) as entries:
            logs = [entry for entry in entries if is_log(entry.name) and _is_file(entry)]
    except FileNotFoundError:
        return []
    return sorted(logs, key=lambda entry: entry.name)


def stats_of(paths: list[str]) -> dict[str, os.stat_result]:
    """The status of each of these files, without those that were removed meanwhile."""
    stats = {}
    for path in paths:
        try:
            stats[path] = os.stat(path)
        except FileNotFoundError:
            continue
    return stats


def sizes_of(paths: list[str]) -> list[tuple[str, int]]:
    """These files with their sizes, which change when another writer appends."""
    return [(path, status.st_size) for path, status in stats_of(paths).items()]


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file(follow_symlinks=False) and bool(entry.stat(follow_symlinks=False))
    except FileNotFoundError:
        return False


def is_month(name: str) -> bool:
    """Whether a folder of this name holds a month's logs: `2025-02`."""
    return (
        len(name) == 7 and name[4] == "-" and (name[:4] + name[5:]).isdecimal() and name.isascii()
    )


def is_log(name: str) -> bool:
    """Whether a file of this name is a log."""
    return name.endswith(SUFFIX) and not name.startswith(".")


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


def may_have(data: bytes, mark: bytes) -> bool:
    """Whether a log, or a line of it, may contain a mark, as it is or with characters escaped."""
    # one byte is found forty times as fast as two, and most logs have no backslash
    return mark in data or (BACKSLASH in data and ESCAPE in data)


def read_log(path: str) -> bytes:
    """The bytes of a log; Failed if the process has run out of memory or open files."""
    try:
        return read_regular(path)
    except OSError as problem:
        if problem.errno not in EXHAUSTED:
            raise
        with os_errors(path):
            raise


def next_number(last: int) -> int:
    """The number of a new line: greater than the last one, whatever the clock does."""
    number = int(time.time() * 1000) << RANDOM_BITS | int.from_bytes(os.urandom(10))
    return number if number > last else last + 1 + int.from_bytes(os.urandom(5))


def is_timely(id: str) -> bool:
    """Whether the time in a line's id is in the range of clocks."""
    return line_millis(id) <= LAST_MILLIS


def is_behind(last: int) -> bool:
    """Whether the clock is more than a day before a writer's last line."""
    return int(time.time() * 1000) < (last >> RANDOM_BITS) - DAY_MILLIS


def last_number(folder: str, name: str, ids_in: Callable[[bytes], list[str]]) -> int:
    """The greatest number among a writer's last lines.

    They are in the newest month that it wrote, or in its log of erasures.
    """
    erased = _last_in(os.path.join(folder, ERASED, name), ids_in)
    months = (os.path.join(folder, month, name) for month in reversed(log_months(folder)))
    return max(erased, next(filter(None, (_last_in(path, ids_in) for path in months)), 0))


def _last_in(path: str, ids_in: Callable[[bytes], list[str]]) -> int:
    with os_errors(path):
        return max(map(line_number, tail_ids(path, ids_in)), default=0)


def log_path(folder: str, name: str, newest: int) -> str:
    """The log for lines up to `newest` (milliseconds): the newest line is in the newest log."""
    months = [month for month in log_months(folder) if name in log_names(folder, month)]
    own = time.strftime("%Y-%m", time.gmtime(min(newest, LAST_MILLIS) / 1000))
    return os.path.join(folder, max([own, *months[-1:]]), name)


def log_months(folder: str) -> list[str]:
    """The months that have logs, the oldest first."""
    with os_errors(folder):
        return months_in(folder)


def paths_in(folder: str, months: Iterable[str]) -> list[str]:
    """The paths of the logs of these months."""
    pairs = ((month, name) for month in months for name in log_names(folder, month))
    return [os.path.join(folder, *pair) for pair in pairs]


def log_names(folder: str, month: str) -> list[str]:
    """The names of a month's logs."""
    inside = os.path.join(folder, month)
    with os_errors(inside):
        return [entry.name for entry in logs_in(inside)]


def tail_ids(path: str, ids_in: Callable[[bytes], list[str]]) -> list[str]:
    """The ids that `ids_in` reads in the last lines of a log."""
    if not os.path.lexists(path):
        return []
    with regular(path) as (handle, size):
        start, length, ids = size, TAIL, list[str]()
        while start and not ids:
            start = max(0, size - length)
            os.lseek(handle, start, os.SEEK_SET)
            data = read_all(handle, size - start)
            ids = ids_in(data.partition(b"\n")[2] if start else data)  # the first may be a part
            length *= 4
    return ids
