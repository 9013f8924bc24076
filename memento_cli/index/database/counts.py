"""Numbers of memories: by value of a column, by topic, by strength."""

from __future__ import annotations

from itertools import pairwise

from memento_cli.core.time.when import from_micros

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.index.fading.strengths import Strengths


TOPICS = "SELECT value, count(*) AS many FROM tag WHERE field = 'topic' GROUP BY value"
COLUMN = "SELECT {0}, count(*) AS many FROM memory WHERE {0} IS NOT NULL GROUP BY {0}"


def value_counts(
    database: sqlite3.Connection, field: str, most: int | None = None
) -> list[tuple[Any, int]]:
    """The values of a column, or topics, with the number of memories of each, commonest first."""
    query = TOPICS if field == "topic" else COLUMN.format(field)
    order = " ORDER BY many DESC, 1 LIMIT ?"
    return database.execute(query + order, (-1 if most is None else most,)).fetchall()


def created_span(database: sqlite3.Connection) -> tuple[datetime | None, datetime | None]:
    """The times of creation of the oldest and the newest memory."""
    oldest, newest = (
        database.execute(f"SELECT {which}(created) FROM memory").fetchone()[0]
        for which in ("min", "max")
    )
    return (None, None) if oldest is None else (from_micros(oldest), from_micros(newest))


def strength_counts(index: Strengths, least: Sequence[float]) -> list[int]:
    """The numbers of memories between strengths: `least` are lower bounds, the highest first."""
    weaker = [0 if limit <= 0 else index.count_below(limit, exactly=True) for limit in least]
    totals = [index.count(), *weaker]
    return [more - fewer for more, fewer in pairwise(totals)]
