"""The order of strength without a scan: what does not change with time is what is kept in order.

Memories of one law, floor and pin (a `fading`) keep their order for ever: log2(initial) +
last / half-life. So the strongest and the weakest are merged from the ends of a few lists, and what
is below a threshold is the end of each list. Pinned ones keep the order of their initial strengths.
"""

from __future__ import annotations

from heapq import merge
from math import log2

from memento_cli.core.curves import DAY_MICROS, strength_now

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Iterator

    Fading = tuple[int, float | None, float, int]

Placed = tuple[float, float, str, int]
"""A strength, what it would be without its floor, the memory's id, and its key in the index."""

SLACK = 1e-6  # of a level, for the rounding between it and a strength
LOWEST = -1e300  # the level of an initial strength of 0
FEW = 10_000  # beyond it, a count says only that there are more


def level(initial: float, last: float, half_life: float | None) -> float:
    """The place of a memory among those of its fading; where nothing fades, its strength.

    log2(strength) = log2(initial) + (last − now) / half_life: only `now` changes. `last` is in
    microseconds since 1970, the half-life in days.
    """
    if half_life is None:
        return initial
    return log2(initial) + last / DAY_MICROS / half_life if initial > 0 else LOWEST


def fadings(database: sqlite3.Connection) -> list[Fading]:
    """Every law, floor and pin that some memory has or had."""
    return database.execute("SELECT key, half_life, floor, pinned FROM fading").fetchall()


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
    left out, and `others` stand in for them.
    """
    order = _order(rising)
    streams = [_stream(database, now, fading, rising, but) for fading in fadings(database)]
    return merge(*streams, sorted(others, key=order), key=order)


def count_below(
    database: sqlite3.Connection, now: int, threshold: float, most: int = FEW + 1
) -> int:
    """How many are weaker than a threshold, counted as far as `most`."""
    found = 0
    for key, half_life, floor, pinned in fadings(database):
        if floor < threshold and found < most:
            line = "pinned AND initial" if pinned else "level"
            query = f"SELECT 1 FROM memory WHERE fading = ? AND {line} < ? LIMIT ?"
            place = threshold if pinned else level(threshold, now, half_life)
            args = (key, place, most - found)
            found += database.execute(f"SELECT count(*) FROM ({query})", args).fetchone()[0]
    return found


def may_be_below(fading: Fading, now: int, threshold: float) -> tuple[str, tuple[int, float]]:
    """The condition on the rows that may have faded below a threshold, floors and pins aside."""
    key, half_life, *_ = fading
    return "fading = ? AND level < ?", (key, level(threshold, now, half_life) + SLACK)


def _stream(
    database: sqlite3.Connection, now: int, fading: Fading, rising: bool, but: Collection[int]
) -> Iterator[Placed]:
    key, half_life, floor, pinned = fading
    direction = "ASC" if rising else "DESC"
    line, only = ("initial", "AND pinned") if pinned else ("level", "")
    query = f"SELECT initial, last, id, key FROM memory WHERE fading = ? {only}"
    query += f" ORDER BY {line} {direction}, id"
    for initial, last, id, place in database.execute(query, (key,)):
        if place not in but:
            bare = strength_now(initial, last, half_life, 0.0, pinned, now)
            yield max(floor, bare), bare, id, place


def _order(rising: bool) -> Callable[[Placed], tuple[float, float, str]]:
    sign = 1 if rising else -1
    return lambda place: (sign * place[0], sign * place[1], place[2])
