"""The pen: which number a writer's next line gets, and which file it goes to."""

from __future__ import annotations

import os
import time

from memento_cli.core.journal.line_ids import RANDOM_BITS, line_millis, line_number
from memento_cli.core.time.when import DAY_MILLIS
from memento_cli.store.files.files import read_all, regular, system
from memento_cli.store.journal.logs import ERASED, logs_in, months_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TAIL = 1 << 12
LAST_MILLIS = 253_402_300_799_999  # of the year 9999; an id beyond it is nobody's clock


def next_number(last: int) -> int:
    """The number of a new line: never below the last one, whatever the wall clock does."""
    fresh = int(time.time() * 1000) << RANDOM_BITS | int.from_bytes(os.urandom(10))
    return fresh if fresh > last else last + 1 + int.from_bytes(os.urandom(5))


def is_timely(id: str) -> bool:
    """Whether a clock can have made a line's id."""
    return line_millis(id) <= LAST_MILLIS


def is_behind(last: int) -> bool:
    """Whether the wall clock is more than a day before a writer's last line."""
    return int(time.time() * 1000) < (last >> RANDOM_BITS) - DAY_MILLIS


def last_number(folder: str, name: str, ids_in: Callable[[bytes], list[str]]) -> int:
    """The greatest number among a writer's last lines.

    They are in the newest month that it wrote, or in its log of erasures.
    """
    erased = _last_in(os.path.join(folder, ERASED, name), ids_in)
    months = (os.path.join(folder, month, name) for month in reversed(months_of(folder)))
    return max(erased, next(filter(None, (_last_in(path, ids_in) for path in months)), 0))


def _last_in(path: str, ids_in: Callable[[bytes], list[str]]) -> int:
    with system(path):
        return max(map(line_number, tail_ids(path, ids_in)), default=0)


def log_path(folder: str, name: str, newest: int) -> str:
    """Where lines up to `newest` (milliseconds) go: a writer's newest log has its newest line."""
    months = [month for month in months_of(folder) if name in names_of(folder, month)]
    own = time.strftime("%Y-%m", time.gmtime(min(newest, LAST_MILLIS) / 1000))
    return os.path.join(folder, max([own, *months[-1:]]), name)


def months_of(folder: str) -> list[str]:
    """The months that have logs, the oldest first."""
    with system(folder):
        return months_in(folder)


def paths_in(folder: str, months: Iterable[str]) -> list[str]:
    """The paths of the logs of these months."""
    pairs = ((month, name) for month in months for name in names_of(folder, month))
    return [os.path.join(folder, *pair) for pair in pairs]


def names_of(folder: str, month: str) -> list[str]:
    """The names of a month's logs."""
    inside = os.path.join(folder, month)
    with system(inside):
        return [entry.name for entry in logs_in(inside)]


def tail_ids(path: str, ids_in: Callable[[bytes], list[str]]) -> list[str]:
    """The ids that `ids_in` finds in the last lines of a log file."""
    if not os.path.lexists(path):
        return []
    with regular(path) as (handle, size):
        start, length, ids = size, TAIL, list[str]()
        while start and not ids:
            start = max(0, size - length)
            os.lseek(handle, start, os.SEEK_SET)
            ids = ids_in(read_all(handle, size - start))
            length *= 4
    return ids
