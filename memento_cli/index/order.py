"""The order of strength without a scan, merged from what is kept in order (`levels`)."""

from __future__ import annotations

from heapq import heappop, heappush, merge

from memento_cli.core.curves import BASE_LEVEL, NEVER, TTL, bare_strength
from memento_cli.index.levels import bound_of, fadings, heads
from memento_cli.index.numbers import STEADY, STRENGTH, both_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import Any

    from memento_cli.index.levels import Fading

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
    others: Iterable[Placed] = (),
    but: Collection[int] = (),
) -> Iterator[Placed]:
    """Every memory by strength, the strongest first, or the weakest if `rising`.

    Equal strengths by what they would be without their floors, then by id. The keys in `but` are
    left out, and `others` stand in for them. What has faded so far that no number is small enough
    keeps its order.
    """
    walk = Walk(database, now, rising, but)
    first = heads(database, rising=rising)
    known = ((fading, first[fading[0]]) for fading in fadings(database))
    streams = [walk.through(fading, head) for fading, head in known if head is not None]
    steps: Iterable[Step] = sorted((walk.rank(place), place) for place in others)
    ready: list[tuple[Rank, Placed]] = []
    for bound, place in merge(*streams, steps, key=lambda step: step[0]):
        while ready and ready[0][0] < bound:
            yield heappop(ready)[1]
        if place:
            heappush(ready, (walk.rank(place), place))
    while ready:
        yield heappop(ready)[1]


class Walk:
    """From the strongest on, or from the weakest if `rising`, through one fading after another."""

    def __init__(
        self, database: sqlite3.Connection, now: int, rising: bool, but: Collection[int]
    ) -> None:
        self.database = database
        self.now = now
        self.rising = rising
        self.but = but

    def rank(self, place: Sequence[Any]) -> Rank:
        """What places are in the order of."""
        strength, bare, id, *_ = place
        return (strength, bare, id) if self.rising else (-strength, -bare, id)

    def through(self, fading: Fading, head: float) -> Iterator[Step]:
        """The memories of a fading, each with a rank that it cannot be before.

        That of the first stands alone at the beginning: no row is read that is not due yet.
        """
        yield self._bound(fading, head), None
        _, law, _, _, pinned, *_ = fading
        if law == BASE_LEVEL and not pinned:
            order = "middle" if self.rising else "level"
            for row in self._rows(fading, f"AND {order} IS NOT NULL", order):
                yield self._bound(fading, row[-1]), placed(row[:-1], pinned, self.now)
            return
        for condition, order in self._parts(law, pinned):
            for row in self._rows(fading, condition, order):
                place = placed(row[:-1], pinned, self.now)
                yield self.rank(place), place

    def _bound(self, fading: Fading, at: float) -> Rank:
        bare = bound_of(fading, at, self.now, rising=self.rising)
        return self.rank((max(fading[3], bare), bare, ""))

    def _parts(self, law: int, pinned: object) -> list[tuple[str, str]]:
        """The conditions on rows that come one after the other, and the order of each part."""
        if law == TTL and not pinned:
            live, over = (f"AND {STEADY} AND +level > :now", "peak"), ("AND level <= :now", "floor")
            return [over, live] if self.rising else [live, over]
        return [(f"AND {STEADY}", "peak") if pinned or law == NEVER else ("", "level")]

    def _rows(self, fading: Fading, condition: str, order: str) -> Iterator[Sequence[Any]]:
        """Columns of its memories, the last of which they are in the order of."""
        by = f"{order} {'ASC' if self.rising else 'DESC'}, id"
        query = (
            f"SELECT {COLUMNS}, {order} FROM memory WHERE fading = :key {condition} ORDER BY {by}"
        )
        rows = self.database.execute(query, {"key": fading[0], "now": self.now})
        return (row for row in rows if row[1] not in self.but)


def placed(row: Sequence[Any], pinned: object, now: int) -> Placed:
    """The place of a memory, from a row of `COLUMNS`."""
    id, key, *strength = row
    numbers, fading = both_of(strength)
    bare = bare_strength(numbers, fading, pinned, now)
    return max(fading[3], bare), bare, id, key
