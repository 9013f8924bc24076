"""The number of memories that are weaker than a threshold, without a scan."""

from __future__ import annotations

from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.index.fading.levels import COLUMNS as FADING
from memento_cli.index.fading.levels import Fading, are_below, may_be_below, weak_fadings
from memento_cli.index.fading.order import COLUMNS, FEW, placed

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3


def count_below(
    database: sqlite3.Connection, now: int, threshold: float, most: int = FEW + 1
) -> int:
    """How many memories are weaker than a threshold, counted up to `most`."""
    count = 0
    for fading in weak_fadings(database, now, threshold):
        if fading.floor < threshold and count < most:
            count += _count(database, now, fading, threshold, most - count)
    return count


def is_counted_below(database: sqlite3.Connection, now: int, threshold: float, key: int) -> int:
    """Whether `count_below` counts this memory: 1 or 0."""
    query = (
        f"SELECT key, {FADING} FROM fading WHERE key = (SELECT fading FROM memory WHERE key = ?)"
    )
    fading = Fading._make(database.execute(query, (key,)).fetchone())
    return _count(database, now, fading, threshold, 1, key) if fading.floor < threshold else 0


def _count(
    database: sqlite3.Connection,
    now: int,
    fading: Fading,
    threshold: float,
    most: int,
    only: int | None = None,
) -> int:
    of_key = "" if only is None else f" AND key = {only}"
    where, args = are_below(fading, now, threshold)
    if fading.pinned:
        where, args = "fading = ? AND pinned AND peak < ?", (fading.key, threshold)
    query = f"SELECT count(*) FROM (SELECT 1 FROM memory WHERE ({where}){of_key} LIMIT ?)"
    count = int(database.execute(query, (*args, most)).fetchone()[0])
    if fading.law == BASE_LEVEL and not fading.pinned and count < most:
        _, edge = args
        count += _count_near(database, now, fading, threshold, edge, of_key)
    return count


def _count_near(
    database: sqlite3.Connection,
    now: int,
    fading: Fading,
    threshold: float,
    edge: float,
    of_key: str,
) -> int:
    """How many are below of those for which bounds leave it open: last used after `edge`."""
    where, args = may_be_below(fading, now, threshold)
    query = f"SELECT {COLUMNS} FROM memory WHERE {where} AND level > ?{of_key}"
    rows = database.execute(query, (*args, edge))
    return sum(placed(row, False, now)[0] < threshold for row in rows)
