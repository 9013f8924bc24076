"""Writing to a log: the number of a writer's next line, and the file that it goes to."""

from __future__ import annotations

import os
import time

from memento_cli.core.journal.line_ids import RANDOM_BITS, line_millis, line_number
from memento_cli.core.time.when import DAY_MILLIS
from memento_cli.store.files.files import os_errors, read_all, regular
from memento_cli.store.journal.logs import ERASED, logs_in, months_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TAIL = 1 << 12
LAST_MILLIS = 253_402_300_799_999  # the end of the year 9999, beyond which no clock goes


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
            ids = ids_in(read_all(handle, size - start))
            length *= 4
    return ids
