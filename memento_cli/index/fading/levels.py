"""The part of a strength that does not change with time, by which an index can order memories.

Memories of one `Fading` (law, pace, floor, pin) keep their order as long as no act changes them.
For a law that halves, log2(strength) = log2(peak) + (last − now) / half-life, in which only `now`
changes; the rest is the level. Under a time to live the level is its end, and until then a strength
is its peak, as for pinned memories and those that never fade. Under `base-level` there are only
bounds (`bounds.py`).
"""

from __future__ import annotations

from math import inf, log2

from memento_cli.core.fading.laws import BASE_LEVEL, NEVER, TTL
from memento_cli.core.fading.strength import DAY_MICROS, peak
from memento_cli.core.fading.threshold import halving_days
from memento_cli.index.fading.bounds import (
    gone_days,
    lower,
    middle_of,
    rounded_of,
    sound_days,
    upper,
)
from memento_cli.index.fading.numbers import STEADY
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from typing import Any

    from memento_cli.core.fading.laws import Law
    from memento_cli.core.fading.strength import Fade, Strength
    from memento_cli.index.fading.bounds import Rounded

    Condition = tuple[str, tuple[float, ...]]
    """A condition on rows, and its values."""


class Fading(NamedTuple):
    """A way of fading that memories share: a row of the table `fading`.

    `pace` is in days; from `many` on, what `bounds.py` rounds, None but for `base-level`.
    """

    key: int
    law: int
    pace: float | None
    floor: float
    pinned: int
    many: int | None
    near: float | None
    low: float | None
    top: float | None

    @property
    def rounded(self) -> Rounded:
        """The rounded numbers that bounds are computed from, under `base-level`."""
        return self[5:]  # type: ignore[return-value]

    @property
    def decay(self) -> float:
        """The decay under `base-level`."""
        return self.pace or 0.0


COLUMNS = ", ".join(Fading._fields[1:])
SLACK = 1e-6  # of a level, for rounding errors between it and a strength
LOWEST = -1e300  # the level of a strength of 0
MOST = 1000.0  # of a level above that of now, which only a clock that is ahead can cause
HEADS = tuple(
    f"""
SELECT key, CASE
    WHEN {STEADY} THEN (SELECT {edge}(peak) FROM memory WHERE fading = fading.key AND {STEADY})
    WHEN law = {BASE_LEVEL} THEN
        (SELECT {edge}({use}) FROM memory WHERE fading = fading.key AND {use} IS NOT NULL)
    ELSE (SELECT {edge}(level) FROM memory WHERE fading = fading.key) END
FROM fading
"""
    for edge, use in (("max", "level"), ("min", "middle"))
)


def fadings(database: sqlite3.Connection) -> list[Fading]:
    """Every fading that some memory has or had."""
    return [Fading._make(row) for row in database.execute(f"SELECT key, {COLUMNS} FROM fading")]


def weak_fadings(database: sqlite3.Connection, now: int, threshold: float) -> Iterator[Fading]:
    """The fadings of which a memory may be below a threshold, apart from floors and pins."""
    first = heads(database, rising=True)
    for fading in fadings(database):
        head = first[fading.key]
        if head is None:
            continue
        if fading.pinned or bound_of(fading, head, now, rising=True) < threshold:
            yield fading


def heads(database: sqlite3.Connection, *, rising: bool) -> dict[int, float | None]:
    """By the key of each fading, the place of its strongest memory, or if `rising` its weakest."""
    return dict(database.execute(HEADS[rising]).fetchall())


def bound_of(fading: Fading, place: float, now: int, *, rising: bool) -> float:
    """The upper bound of strengths from a place on, or if `rising` the lower; without floors."""
    law, pace, pinned = fading.law, fading.pace, fading.pinned
    if pinned or pace is None:
        return 0.0 if rising and law == TTL and not pinned else place
    if law == BASE_LEVEL:
        days = max(0.0, now - place) / DAY_MICROS
        return (lower if rising else upper)(fading.rounded, pace, days)
    slack = -SLACK if rising else SLACK
    return float(2.0 ** min(place - level(1.0, now, pace) + slack, MOST))


def fading_key(database: sqlite3.Connection, fading: tuple[Any, ...]) -> int:
    """The key of the fading with these `COLUMNS`; it is inserted if it is new."""
    where = COLUMNS.replace(",", " IS ? AND") + " IS ?"
    row = database.execute(f"SELECT key FROM fading WHERE {where}", fading).fetchone()
    if row is None:
        places = ", ".join("?" * len(fading))
        insert = f"INSERT INTO fading ({COLUMNS}) VALUES ({places}) RETURNING key"
        row = database.execute(insert, fading).fetchone()
    return int(row[0])


def fading_of(strength: Strength, fade: Fade, pinned: object) -> tuple[Any, ...]:
    """The `COLUMNS` of the fading of a memory."""
    law = fade.law
    pace = pace_of(law, strength.reinforcement_count)
    head = law.code, pace, fade.min_strength, int(bool(pinned))
    if law.code != BASE_LEVEL:
        return *head, None, None, None, None
    many, near, *peaks = rounded_of(strength, law.parameter, peak(strength, fade))
    return *head, many, 0.0 if pinned else near, *peaks  # pinned memories are not ordered by uses


def pace_of(law: Law, uses: int) -> float | None:
    """The days in which half is lost; the decay of `base-level`; None if time loses nothing."""
    return law.parameter if law.code == BASE_LEVEL else halving_days(law, uses)


def level_of(strength: Strength, fade: Fade) -> float:
    """The place of a memory among those of its fading."""
    law, last = fade.law, strength.last
    if law.code == TTL:
        return last + law.parameter * DAY_MICROS
    if law.code == BASE_LEVEL:
        return last
    return level(peak(strength, fade), last, pace_of(law, strength.reinforcement_count))


def mean_use_of(strength: Strength, fade: Fade) -> float | None:
    """The mean time of a memory's uses under `base-level`; None under other laws."""
    return middle_of(strength) if fade.law.code == BASE_LEVEL else None


def level(strength: float, at: float, pace: float | None) -> float:
    """The level of a strength at a time in microseconds; without a pace, the strength itself."""
    if pace is None:
        return strength
    return log2(strength) + at / DAY_MICROS / pace if strength > 0 else LOWEST


def may_be_below(fading: Fading, now: int, threshold: float) -> Condition:
    """The condition on rows that may be below a threshold, apart from floors and pins."""
    key = fading.key
    if fading.law == TTL:
        return f"fading = ? AND (level <= ? OR {STEADY} AND peak < ?)", (key, now, threshold)
    if fading.law == BASE_LEVEL:
        days = sound_days(fading.rounded, fading.decay, threshold)
        return "fading = ? AND middle <= ?", (key, now - days * DAY_MICROS)
    return "fading = ? AND level < ?", (key, level(threshold, now, fading.pace) + SLACK)


def are_below(fading: Fading, now: int, threshold: float) -> Condition:
    """The condition on unpinned rows that are below a threshold, which is above their floor.

    Under `base-level` it misses some: each of those that `may_be_below` has to be computed.
    """
    if fading.law == TTL:
        return may_be_below(fading, now, threshold)
    if fading.law == BASE_LEVEL:
        days = gone_days(fading.rounded, fading.decay, threshold)
        return "fading = ? AND level <= ?", (fading.key, now - days * DAY_MICROS)
    return "fading = ? AND level < ?", (fading.key, level(threshold, now, fading.pace))


def edges(fading: Fading, now: int, low: float, high: float) -> list[tuple[str, str, float]]:
    """Conditions, as column, operator and value, on rows with a strength from `low` to `high`."""
    if fading.pinned or fading.law in (TTL, NEVER):
        first, last = ("peak", ">=", low), ("peak", "<=", high)
    elif fading.law == BASE_LEVEL:
        _, (_, gone) = are_below(fading, now, low)
        _, (_, sound) = may_be_below(fading, now, high)
        first, last = ("level", ">=", gone), ("middle", "<=", sound)
    else:
        first = "level", ">=", level(low, now, fading.pace) - SLACK
        last = "level", "<=", level(high, now, fading.pace) + SLACK
    return [first] * (low > fading.floor) + [last] * (high < inf)


def over_keys(database: sqlite3.Connection, now: int) -> dict[int, float]:
    """The keys of the memories whose time to live has ended, each with its floor, its strength."""
    query = (
        "SELECT memory.key, memory.floor FROM fading JOIN memory ON memory.fading = fading.key"
        " WHERE fading.law = ? AND NOT fading.pinned AND level <= ?"
    )
    return dict(database.execute(query, (TTL, now)).fetchall())
