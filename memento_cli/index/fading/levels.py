"""The part of a strength that does not change with time, by which an index can order memories.

Memories of one `Fading` (law, pace, floor, pin) keep their order as long as no act changes them.
For a law that halves, log2(strength) = log2(peak) + (last − now) / half-life, in which only `now`
changes; the rest is the level. Under a time to live the level is its end, and until then a strength
is its peak, as for pinned memories and those that never fade. Under `base-level`
the order changes with time, and there are only bounds of a strength.

For these let x be the days since the last use, and δ the days between it and each of the n uses
before. The sum x^−d + Σ (x + δ)^−d is at least (1 + n) (x + m)^−d with x + m the mean age (Jensen's
inequality), and at most x^−d + n (x + near)^−d with `near` the power mean of δ of exponent −d: at
x = 0 the two are equal, and from there the power mean of x + δ rises at least as fast as x. For a
single use both are exact. Memories are grouped by n, `near` and peak, each rounded to the side on
which the bounds hold, and ordered by x or by x + m.
"""

from __future__ import annotations

from math import exp, frexp, inf, ldexp, log, log2

from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    EXP_THRESHOLD,
    NEVER,
    SOONEST_DAYS,
    TTL,
    retrieval_probability,
)
from memento_cli.core.fading.strength import DAY_MICROS, days_since, halving_days, peak
from memento_cli.index.fading.numbers import STEADY
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from typing import Any

    from memento_cli.core.fading.laws import Law
    from memento_cli.core.fading.strength import Fade, Strength

    Condition = tuple[str, tuple[float, ...]]
    """A condition on rows, and its values."""

    Rounded = tuple[int, float, float, float]
    """The most uses, the least `near` in days, the lowest peak and the highest."""


class Fading(NamedTuple):
    """A way of fading that memories share: a row of the table `fading`.

    `pace` is in days; from `many` on, the rounded numbers, None but for `base-level`.
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


LOOSE = 1 + 1e-9  # widens a bound against rounding errors
BITS = 2  # after the first bit of a rounded number: from 4 to 8 there are four steps
NEAREST_DAYS = 2**-7  # uses that are nearer count as simultaneous
LATEST = 40.0  # a number of days as a power of e that stands for never
HALVINGS = 24  # of the interval, in a search by bisection


def rounded_of(strength: Strength, decay: float, peak: float) -> Rounded:
    """The rounded number of uses, their nearness, and the peak between two rounded numbers."""
    times, more = _uses(strength)
    days = [days_since(at, times[-1]) for at in times[:-1]] or [0.0]
    many = len(times) + more
    return _up(many), _near(days, many - 1, decay), *_between(peak)


def middle_of(strength: Strength) -> float:
    """The mean of all times of use, in microseconds since 1970."""
    times, more = _uses(strength)
    first = times[0]
    return first + sum([at - first for at in times]) / (len(times) + more)


def _uses(strength: Strength) -> tuple[Sequence[int], int]:
    """The known times of use, rising, and how many more uses are at the first of them."""
    times = strength.uses or (strength.last,)
    return times, 1 + strength.reinforcement_count - len(times)


def _near(days: Sequence[float], many: int, decay: float) -> float:
    """The power mean, rounded down to a power of two; `days` falls, and its first stands for all
    that are missing to `many`."""
    if min(days) < NEAREST_DAYS:
        return 0.0
    held = sum([one**-decay for one in days]) + (many - len(days)) * days[0] ** -decay
    mean = exp(-log(held / many) / decay) / LOOSE
    return ldexp(0.5, frexp(mean)[1])


def _up(many: int) -> int:
    shift = max(0, many.bit_length() - 1 - BITS)
    return -(-many >> shift) << shift


def fewest(many: int) -> int:
    """The least integer that `_up` rounds to this one."""
    return many - (1 << max(0, (many - 1).bit_length() - 1 - BITS)) + 1


def _between(peak: float) -> tuple[float, float]:
    if peak in (0.0, 1.0):  # most peaks are exactly 1
        return peak, peak
    share, power = frexp(peak)
    steps = 2 << BITS
    low = int(share * steps)
    return ldexp(low / steps, power), ldexp((low + 1) / steps, power)


def upper(rounded: Rounded, decay: float, days: float) -> float:
    """The upper bound of a strength, days after the last use."""
    many, near, _, top = rounded
    if days < SOONEST_DAYS:
        return top
    return top * retrieval_probability(days**-decay + (many - 1) * (days + near) ** -decay) * LOOSE


def lower(rounded: Rounded, decay: float, days: float) -> float:
    """The lower bound of a strength, days after the mean of all uses."""
    many, _, low, _ = rounded
    return low * retrieval_probability(fewest(many) * max(days, SOONEST_DAYS) ** -decay) / LOOSE


def sound_days(rounded: Rounded, decay: float, threshold: float) -> float:
    """The days after the mean of all uses until which no strength is below a threshold."""
    many, _, low, _ = rounded
    held = _held(threshold, low / LOOSE)
    return _power(fewest(many), held, decay, 0.0) / LOOSE if held < inf else 0.0


def gone_days(rounded: Rounded, decay: float, threshold: float) -> float:
    """The days after the last use from which on every strength is below a threshold above 0."""
    many, _, _, top = rounded
    held = _held(threshold, top * LOOSE)
    if held == inf:
        return 0.0
    soon, late = (log(_power(uses, held, decay, SOONEST_DAYS)) for uses in (1, many))
    for _ in range(HALVINGS if soon < late else 0):
        middle = (soon + late) / 2
        soon, late = (
            (soon, middle) if upper(rounded, decay, exp(middle)) < threshold else (middle, late)
        )
    return exp(late) * LOOSE if late < LATEST else inf


def _held(threshold: float, peak: float) -> float:
    """The sum of powers at which a strength equals a threshold; infinite if it is never above."""
    return EXP_THRESHOLD * threshold / (peak - threshold) if peak > threshold else inf


def _power(uses: int, held: float, decay: float, soonest: float) -> float:
    """The days after which the sum of so many simultaneous uses is down to `held`."""
    power = log(uses / held) / decay if held else LATEST
    return max(soonest, exp(min(power, LATEST)))
