"""Moments of the index: whole microseconds since 1970, without a calendar's modules."""

from __future__ import annotations

from time import gmtime

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3

MICROS = 1_000_000


def day_of(micros: int) -> str:
    """The day in UTC of a moment in microseconds since 1970: 2025-02-01."""
    year, month, day, *_ = gmtime(micros // MICROS)
    return f"{year:04}-{month:02}-{day:02}"


def holds(database: sqlite3.Connection, now: int) -> bool:
    """Whether all numbers in the index hold at `now`: no line is between them and it."""
    late = database.execute("SELECT 1 FROM memory WHERE since > ? LIMIT 1", (now,)).fetchone()
    due = database.execute("SELECT 1 FROM memory WHERE until <= ? LIMIT 1", (now,)).fetchone()
    return late is None and due is None
