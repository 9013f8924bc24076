"""Times in the index: microseconds since 1970, without importing `datetime`."""

from __future__ import annotations

from time import gmtime

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3

MICROS = 1_000_000


def day_of(micros: int) -> str:
    """The day in UTC of a time in microseconds since 1970: 2025-02-01."""
    year, month, day, *_ = gmtime(micros // MICROS)
    return f"{year:04}-{month:02}-{day:02}"


def numbers_hold(database: sqlite3.Connection, now: int) -> bool:
    """Whether the numbers of all memories in the index hold at `now`: no line is in between."""
    late = database.execute("SELECT 1 FROM memory WHERE since > ? LIMIT 1", (now,)).fetchone()
    due = database.execute("SELECT 1 FROM memory WHERE until <= ? LIMIT 1", (now,)).fetchone()
    return late is None and due is None
