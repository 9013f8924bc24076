"""Times in the index: microseconds since 1970, without importing `datetime`."""

from __future__ import annotations

from time import gmtime

MICROS = 1_000_000


def day_of(micros: int) -> str:
    """The day in UTC of a time in microseconds since 1970: 2025-02-01."""
    year, month, day, *_ = gmtime(micros // MICROS)
    return f"{year:04}-{month:02}-{day:02}"
