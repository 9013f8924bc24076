"""What of a strength does not change with time, so that an index can keep memories in its order.

Memories of one `fading` (a law, its pace, a floor, a pin) keep their order for as long as nothing
happens to them. Of a law that halves, log2(strength) = log2(peak) + (last − now) / half-life, of
which only `now` changes. A time to live has its end, and until then the peak, as what is pinned or
never fades. Of `base-level` there are only bounds (`bounds`).
"""

from __future__ import annotations

from math import inf, log2

from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    NEVER,
    TTL,
)
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

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from typing import Any

    from memento_cli.core.fading.laws import (
        Law,
    )
    from memento_cli.core.fading.strength import Fade, Strength

    Fading = tuple[Any, ...]
    """Its key, law, pace, floor, pin; and of `base-level` what `bounds` rounds."""
    Condition = tuple[str, tuple[float, ...]]
    """A condition on rows, and its values."""

COLUMNS = "law, pace, floor, pinned, many, near, low, top"
ROUNDED = 5  # of a fading with its key: from here on stands what `bounds` rounds
SLACK = 1e-6  # of a level, for the rounding between it and a strength
LOWEST = -1e300  # the level of a strength of 0
MOST = 1000.0  # of a level above now's, which only a clock ahead can have
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
    return database.execute(f"SELECT key, {COLUMNS} FROM fading").fetchall()


def weak_fadings(database: sqlite3.Connection, now: int, threshold: float) -> Iterator[Fading]:
    """Those of which a memory may have faded below a threshold, floors and pins aside."""
    first = heads(database, rising=True)
    for fading in fadings(database):
        head, pinned = first[fading[0]], fading[4]
        if head is not None and (pinned or bound_of(fading, head, now, rising=True) < threshold):
            yield fading


def heads(database: sqlite3.Connection, *, rising: bool) -> dict[int, float | None]:
    """By fading, the place of its strongest memory, or of the weakest if `rising`."""
    return dict(database.execute(HEADS[rising]).fetchall())


def bound_of(fading: Fading, place: float, now: int, *, rising: bool) -> float:
    """What strengths are not above from a place on, or if `rising` not below; floors aside."""
    _, law, pace, _, pinned, *_ = fading
    if pinned or pace is None:
        return 0.0 if rising and law == TTL and not pinned else place
    if law == BASE_LEVEL:
        days = max(0.0, now - place) / DAY_MICROS
        return (lower if rising else upper)(fading[ROUNDED:], pace, days)
    slack = -SLACK if rising else SLACK
    return float(2.0 ** min(place - level(1.0, now, pace) + slack, MOST))


def fading_key(database: sqlite3.Connection, fading: tuple[Any, ...]) -> int:
    """The key of a fading, which is made if it is new."""
    where = COLUMNS.replace(",", " IS ? AND") + " IS ?"
    row = database.execute(f"SELECT key FROM fading WHERE {where}", fading).fetchone()
    if row is None:
        places = ", ".join("?" * len(fading))
        insert = f"INSERT INTO fading ({COLUMNS}) VALUES ({places}) RETURNING key"
        row = database.execute(insert, fading).fetchone()
    return int(row[0])


def fading_of(strength: Strength, fade: Fade, pinned: object) -> tuple[Any, ...]:
    """The columns of the fading that a memory has, without its key."""
    law = fade.law
    pace = pace_of(law, strength.reinforcement_count)
    head = law.code, pace, fade.min_strength, int(bool(pinned))
    if law.code != BASE_LEVEL:
        return *head, None, None, None, None
    many, near, *peaks = rounded_of(strength, law.parameter, peak(strength, fade))
    return *head, many, 0.0 if pinned else near, *peaks  # what is pinned is in no order of uses


def pace_of(law: Law, uses: int) -> float | None:
    """Days in which half is lost; the decay of `base-level`; None where nothing is lost by time."""
    return law.parameter if law.code == BASE_LEVEL else halving_days(law, uses)


def level_of(strength: Strength, fade: Fade) -> float:
    """The place of a memory among those of its fading."""
    law, last = fade.law, strength.last
    if law.code == TTL:
        return last + law.parameter * DAY_MICROS
    if law.code == BASE_LEVEL:
        return last
    return level(peak(strength, fade), last, pace_of(law, strength.reinforcement_count))


def middle_in(strength: Strength, fade: Fade) -> float | None:
    """The mean of its uses, of a law that asks for them."""
    return middle_of(strength) if fade.law.code == BASE_LEVEL else None


def level(strength: float, at: float, pace: float | None) -> float:
    """The level of a strength at a moment in microseconds; where nothing is lost, the strength."""
    if pace is None:
        return strength
    return log2(strength) + at / DAY_MICROS / pace if strength > 0 else LOWEST


def may_be_below(fading: Fading, now: int, threshold: float) -> Condition:
    """The condition on the rows that may have faded below a threshold, floors and pins aside."""
    key, law, pace, *_ = fading
    if law == TTL:
        return f"fading = ? AND (level <= ? OR {STEADY} AND peak < ?)", (key, now, threshold)
    if law == BASE_LEVEL:
        days = sound_days(fading[ROUNDED:], pace, threshold)
        return "fading = ? AND middle <= ?", (key, now - days * DAY_MICROS)
    return "fading = ? AND level < ?", (key, level(threshold, now, pace) + SLACK)


def are_below(fading: Fading, now: int, threshold: float) -> Condition:
    """The condition on rows that are below a threshold above their floor, as they are not pinned.

    Under `base-level` they are not all: of the others that may be, each has to be looked at.
    """
    key, law, pace, *_ = fading
    if law == TTL:
        return may_be_below(fading, now, threshold)
    if law == BASE_LEVEL:
        days = gone_days(fading[ROUNDED:], pace, threshold)
        return "fading = ? AND level <= ?", (key, now - days * DAY_MICROS)
    return "fading = ? AND level < ?", (key, level(threshold, now, pace))


def edges(fading: Fading, now: int, low: float, high: float) -> list[tuple[str, str, float]]:
    """What rows have, by column and sign, whose strength may be from `low` on and below `high`."""
    _, law, pace, floor, pinned, *_ = fading
    if pinned or law in (TTL, NEVER):
        found = [("peak", ">=", low), ("peak", "<=", high)]
    elif law == BASE_LEVEL:
        _, (_, gone) = are_below(fading, now, low)
        _, (_, sound) = may_be_below(fading, now, high)
        found = [("level", ">=", gone), ("middle", "<=", sound)]
    else:
        first, last = level(low, now, pace) - SLACK, level(high, now, pace) + SLACK
        found = [("level", ">=", first), ("level", "<=", last)]
    return found[0 if low > floor else 1 : 2 if high < inf else 1]


def over_keys(database: sqlite3.Connection, now: int) -> dict[int, float]:
    """The memories whose time to live has ended, each with the floor that its strength is at."""
    query = (
        "SELECT memory.key, memory.floor FROM fading JOIN memory ON memory.fading = fading.key"
        " WHERE fading.law = ? AND NOT fading.pinned AND level <= ?"
    )
    return dict(database.execute(query, (TTL, now)).fetchall())
