"""How many memories are weaker than a threshold, without a scan."""

from __future__ import annotations

from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.index.fading.levels import COLUMNS as FADING
from memento_cli.index.fading.levels import are_below, may_be_below, weak_fadings
from memento_cli.index.fading.order import COLUMNS, FEW, placed

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3

    from memento_cli.index.fading.levels import Fading


def count_below(
    database: sqlite3.Connection, now: int, threshold: float, most: int = FEW + 1
) -> int:
    """How many are weaker than a threshold, counted as far as `most`."""
    found = 0
    for fading in weak_fadings(database, now, threshold):
        if fading[3] < threshold and found < most:
            found += _count(database, now, fading, threshold, most - found)
    return found


def counts_below(database: sqlite3.Connection, now: int, threshold: float, key: int) -> int:
    """Whether `count_below` counts this memory: 1 or 0."""
    query = (
        f"SELECT key, {FADING} FROM fading WHERE key = (SELECT fading FROM memory WHERE key = ?)"
    )
    fading = database.execute(query, (key,)).fetchone()
    return _count(database, now, fading, threshold, 1, key) if fading[3] < threshold else 0


def _count(
    database: sqlite3.Connection,
    now: int,
    fading: Fading,
    threshold: float,
    most: int,
    only: int | None = None,
) -> int:
    key, law, _, _, pinned, *_ = fading
    of = "" if only is None else f" AND key = {only}"
    where, args = are_below(fading, now, threshold)
    if pinned:
        where, args = "fading = ? AND pinned AND peak < ?", (key, threshold)
    query = f"SELECT count(*) FROM (SELECT 1 FROM memory WHERE ({where}){of} LIMIT ?)"
    found = int(database.execute(query, (*args, most)).fetchone()[0])
    if law == BASE_LEVEL and not pinned and found < most:
        found += _count_near(database, now, fading, threshold, args[1], of)
    return found


def _count_near(
    database: sqlite3.Connection,
    now: int,
    fading: Fading,
    threshold: float,
    edge: float,
    of: str,
) -> int:
    """How many of those are below that bounds are not sure of: last used after `edge`."""
    where, args = may_be_below(fading, now, threshold)
    query = f"SELECT {COLUMNS} FROM memory WHERE {where} AND level > ?{of}"
    rows = database.execute(query, (*args, edge))
    return sum(placed(row, False, now)[0] < threshold for row in rows)
