"""The order of strength, and how many are below a threshold, without a scan.

Both are merged from the order of each fading (`levels.py`).
"""

from __future__ import annotations

from collections import Counter
from heapq import heappop, heappush, merge
from math import inf

from memento_cli.core.fading.laws import BASE_LEVEL, NEVER, TTL
from memento_cli.core.fading.strength import bare_strength
from memento_cli.index.fading.levels import COLUMNS as FADING
from memento_cli.index.fading.levels import (
    Fading,
    are_below,
    bound_of,
    edges,
    fadings,
    heads,
    may_be_below,
    weak_fadings,
)
from memento_cli.index.fading.numbers import STEADY, STRENGTH, strength_and_fade

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import Any

    Condition = tuple[str, tuple[float, ...]]
    Rank = tuple[float, float, str]
    Step = tuple[Rank, tuple[float, float, str, int] | None]


Placed = tuple[float, float, str, int]
"""A strength, what it would be without its floor, the memory's id, and its key in the index."""

FEW = 10_000  # beyond it, a count says only that there are more
COLUMNS = f"id, key, {STRENGTH}"


def in_order(
    database: sqlite3.Connection,
    now: int,
    *,
    rising: bool = False,
    low: float = 0.0,
    high: float = inf,
    others: Iterable[Placed] = (),
    but: Collection[int] = (),
) -> Iterator[Placed]:
    """Every memory by strength, the strongest first, or the weakest if `rising`.

    Only memories with a strength from `low` on and below `high` are read. Equal strengths are
    ordered by what they would be without their floors, then by id. The keys in `but` are left out,
    and `others` take their places. Strengths too small for a float keep their order.
    """
    walk = StrengthOrder(database, now, rising, (low, high), but)
    first = heads(database, rising=rising)
    pairs = ((fading, first[fading.key]) for fading in fadings(database))
    streams = [walk.through(fading, head) for fading, head in pairs if head is not None]
    steps: Iterable[Step] = sorted((walk.rank(place), place) for place in others)
    ready: list[tuple[Rank, Placed]] = []
    for bound, place in merge(*streams, steps, key=lambda step: step[0]):
        while ready and ready[0][0] < bound:
            yield heappop(ready)[1]
        if place and low <= place[0] < high:
            heappush(ready, (walk.rank(place), place))
    while ready:
        yield heappop(ready)[1]


class StrengthOrder:
    """Reads the memories of one fading from the strongest on, or from the weakest if `rising`."""

    def __init__(
        self,
        database: sqlite3.Connection,
        now: int,
        rising: bool,
        span: tuple[float, float],
        but: Collection[int],
    ) -> None:
        self.database = database
        self.now = now
        self.rising = rising
        self.span = span
        self.but = but

    def rank(self, place: Sequence[Any]) -> Rank:
        """The sort key of a place."""
        strength, bare, id, *_ = place
        return (strength, bare, id) if self.rising else (-strength, -bare, id)

    def through(self, fading: Fading, head: float) -> Iterator[Step]:
        """The memories of a fading, each with a lower bound of its rank.

        The bound of the first comes alone at the beginning, so that no row is read before its turn.
        """
        if fading.floor >= self.span[1]:
            return
        yield self._bound(fading, head), None
        is_exact = fading.pinned or fading.law != BASE_LEVEL
        for condition, order in self._parts(fading):
            for *row, order_value in self._rows(fading, condition, order):
                place = placed(row, fading.pinned, self.now)
                yield self.rank(place) if is_exact else self._bound(fading, order_value), place

    def _bound(self, fading: Fading, at: float) -> Rank:
        bare = bound_of(fading, at, self.now, rising=self.rising)
        return self.rank((max(fading.floor, bare), bare, ""))

    def _parts(self, fading: Fading) -> list[tuple[str, str]]:
        """The conditions on rows of which one part comes after the other, each with its order."""
        if fading.pinned or fading.law == NEVER:
            return [(STEADY, "peak")]
        if fading.law == TTL:
            over = [("level <= :now", "floor")] if fading.floor >= self.span[0] else []
            live = [(f"{STEADY} AND +level > :now", "peak")]
            return [*over, *live] if self.rising else [*live, *over]
        order = "middle" if self.rising and fading.law == BASE_LEVEL else "level"
        return [(f"{order} IS NOT NULL", order)]

    def _rows(self, fading: Fading, condition: str, order: str) -> Iterator[Sequence[Any]]:
        """The `COLUMNS` of a fading's memories, and the column that they are ordered by."""
        values: dict[str, float] = {"key": fading.key, "now": self.now}
        limits = edges(fading, self.now, *self.span) if order != "floor" else []
        for name, (column, sign, value) in zip(("first", "last"), limits, strict=False):
            plus = "" if column == order else "+"  # keeps SQLite from using another order
            condition += f" AND {plus}{column} {sign} :{name}"
            values[name] = value
        query = (
            f"SELECT {COLUMNS}, {order} FROM memory WHERE fading = :key AND {condition}"
            f" ORDER BY {order} {'ASC' if self.rising else 'DESC'}, id"
        )
        rows = self.database.execute(query, values)
        return (row for row in rows if row[1] not in self.but)  # its key


def placed(row: Sequence[Any], pinned: object, now: int) -> Placed:
    """The place of a memory from its `COLUMNS`."""
    id, key, *columns = row
    strength, fade = strength_and_fade(columns)
    bare = bare_strength(strength, fade, pinned, now)
    return max(fade.min_strength, bare), bare, id, key


def count_below(
    database: sqlite3.Connection, now: int, threshold: float, most: int = FEW + 1
) -> int:
    """How many memories are weaker than a threshold, counted up to `most`."""
    count = 0
    for fading in weak_fadings(database, now, threshold):
        if fading.floor < threshold and count < most:
            count += _count(database, now, fading, threshold, most - count, "")
    return count


def is_counted_below(database: sqlite3.Connection, now: int, threshold: float, key: int) -> int:
    """Whether `count_below` counts this memory: 1 or 0."""
    query = (
        f"SELECT key, {FADING} FROM fading WHERE key = (SELECT fading FROM memory WHERE key = ?)"
    )
    fading = Fading._make(database.execute(query, (key,)).fetchone())
    if fading.floor >= threshold:
        return 0
    return _count(database, now, fading, threshold, 1, f" AND key = {key}")


def kinds_below(database: sqlite3.Connection, now: int, threshold: float) -> Counter[str]:
    """How many memories of each kind are weaker than a threshold."""
    counts = Counter[str]()
    for fading in weak_fadings(database, now, threshold):
        if fading.floor < threshold:
            where, args = _surely_below(fading, now, threshold)
            query = f"SELECT kind, count(*) FROM memory WHERE {where} GROUP BY kind"
            counts.update(dict(database.execute(query, args)))
            if fading.law == BASE_LEVEL and not fading.pinned:
                where, edges = may_be_below(fading, now, threshold)
                query = f"SELECT kind, {COLUMNS} FROM memory WHERE {where} AND level > ?"
                rows = database.execute(query, (*edges, args[-1]))
                weak = (kind for kind, *row in rows if placed(row, False, now)[0] < threshold)
                counts.update(weak)
    return counts


def _surely_below(fading: Fading, now: int, threshold: float) -> Condition:
    """The condition that rows of a fading meet which are below a threshold; `base-level` may have
    others."""
    if fading.pinned:
        return "fading = ? AND pinned AND peak < ?", (fading.key, threshold)
    return are_below(fading, now, threshold)


def _count(
    database: sqlite3.Connection, now: int, fading: Fading, threshold: float, most: int, of_key: str
) -> int:
    where, args = _surely_below(fading, now, threshold)
    query = f"SELECT count(*) FROM (SELECT 1 FROM memory WHERE ({where}){of_key} LIMIT ?)"
    count = int(database.execute(query, (*args, most)).fetchone()[0])
    if fading.law == BASE_LEVEL and not fading.pinned and count < most:
        _, edge = args  # the bounds leave it open for what was last used after it
        where, args = may_be_below(fading, now, threshold)
        query = f"SELECT {COLUMNS} FROM memory WHERE {where} AND level > ?{of_key}"
        rows = database.execute(query, (*args, edge))
        count += sum(placed(row, False, now)[0] < threshold for row in rows)
    return count
