"""Laws of forgetting: how elapsed days turn into a retention, from 1 down to 0.

A closed union: each law is a row in `LAWS` and a case of each `match`, and the type checker names
every place that has not heard of a new one. The curves themselves are in `core/curves.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, inf, isfinite, log, log1p, log2
from typing import Any, Literal, NamedTuple, assert_never, get_args

from memento_cli.core.curves import (
    base_level_curve,
    daily_curve,
    ebbinghaus_curve,
    half_life_curve,
    retained_text,
    stability_after,
    ttl_curve,
)
from memento_cli.core.spans import span_text
from memento_cli.errors import BadValue, unknown


class HalfLife(NamedTuple):
    """Half of it is gone after each half-life (document 001)."""

    half_life_days: float
    name: Literal["half-life"] = "half-life"


class Ebbinghaus(NamedTuple):
    """Falls by e^(−days / stability); each use makes the stability longer (document 000).

    `stability_days` is the one that a memory begins with.
    """

    stability_days: float
    name: Literal["ebbinghaus"] = "ebbinghaus"


class Daily(NamedTuple):
    """Loses so many percent of itself each day, 0 up to 100; a use restores it (document 004)."""

    daily_percent: float
    name: Literal["daily"] = "daily"


class Ttl(NamedTuple):
    """Is whole for its time to live, and then gone, used or not (documents 002 and 004)."""

    ttl_days: float
    name: Literal["ttl"] = "ttl"


class Never(NamedTuple):
    """Does not fade: what is pinned."""

    name: Literal["never"] = "never"


class BaseLevel(NamedTuple):
    """Falls by the times of all its uses: often and lately used stays (ACT-R's base level).

    `decay` is the power by which each use loses weight with its age, about 0.5.
    """

    decay: float
    name: Literal["base-level"] = "base-level"


Law = HalfLife | Ebbinghaus | Daily | Ttl | Never | BaseLevel
LAWS: Mapping[str, Any] = {law._field_defaults["name"]: law for law in get_args(Law)}
"""The laws by the names that files give them, in the order in which `curves` numbers them.

Each says its name, too: else two laws of one number would be equal, as tuples are.
"""
CODES = {law: code for code, law in enumerate(LAWS.values())}
DAYS_LIMIT = 1e9
DECAY_LIMIT = 5.0
SHORTEST_TTL = 1 / 86_400


class Since(NamedTuple):
    """What a law is asked about: days since the last use, how many there were, and days since each.

    `ages`, the first use first, are given where the law asks for them; memento's times before the
    last use count as no time.
    """

    days: float
    uses: int = 0
    ages: Sequence[float] = ()


def law_of(name: str, parameter: float = 0.0) -> Law:
    """The law with this name and this parameter; BadValue if there is none such.

    Half-lives, stabilities and times to live are above 0 days, percents from 0 to below 100, decays
    above 0 up to 5.
    """
    if name not in LAWS:
        raise unknown("law", name, LAWS)
    if name == "never":
        return Never()
    kind = LAWS[name]
    key = kind._fields[0]
    if name == "daily":
        _require(0 <= parameter < 100, key, "must be >= 0 and < 100", parameter)
    else:
        most = DECAY_LIMIT if name == "base-level" else DAYS_LIMIT
        _require(isfinite(parameter) and parameter > 0, key, "must be > 0", parameter)
        _require(parameter <= most, key, f"must be <= {most:g}", parameter)
    if name == "ttl":
        _require(parameter >= SHORTEST_TTL, key, "must be a second or more", parameter)
    law: Law = kind(float(parameter))
    return law


def _require(holds: bool, key: str, rule: str, value: float) -> None:
    if not holds:
        raise BadValue(f"{key} {rule}, not {value:g}")


def _checked(law: Law) -> None:
    if law != Ebbinghaus(0.0):
        law_of(law.name, parameter_of(law))


def code_of(law: Law) -> int:
    """The number that the index gives the law."""
    return CODES[type(law)]


def parameter_of(law: Law) -> float:
    """Its one number; 0 of a law that has none."""
    return 0.0 if isinstance(law, Never) else float(law[0])


def law_text(law: Law) -> str:
    """The law with its parameter, for people."""
    match law:
        case HalfLife(half_life):
            return f"half-life {_days(half_life)}"
        case Ebbinghaus(stability):
            return f"ebbinghaus, stability {_days(stability)} at first"
        case Daily(percent):
            return f"daily, minus {percent:g} % a day"
        case Ttl(ttl):
            return f"time to live {span_text(ttl)}"
        case Never():
            return "never fades"
        case BaseLevel(decay):
            return f"base-level, decay {decay:g}"
        case _:
            assert_never(law)


def _days(days: float) -> str:
    return "1 day" if days == 1 else f"{days:g} days"


def retention(law: Law, since: Since) -> float:
    """The share, 1 down to 0, that is left of a memory so long after its uses.

    BadValue where the law's number is none that it can have; a stability of 0 is lifted to the
    shortest that there is (document 000).
    """
    if not 0 < parameter_of(law) < 100:  # most numbers need no further look
        _checked(law)
    match law:
        case HalfLife(half_life):
            return half_life_curve(since.days, half_life)
        case Ebbinghaus(stability):
            return ebbinghaus_curve(since.days, stability_after(stability, since.uses))
        case Daily(percent):
            return daily_curve(since.days, percent)
        case Ttl(ttl):
            return ttl_curve(since.days, ttl)
        case Never():
            return 1.0
        case BaseLevel(decay):
            return base_level_curve(since.ages or (since.days,), since.uses, decay)
        case _:
            assert_never(law)


def retention_text(law: Law, since: Since) -> str:
    """The arithmetic of `retention`, for people."""
    return retained_text(code_of(law), parameter_of(law), *since)


def days_until(law: Law, share: float, last: Since = Since(0.0)) -> float:
    """The inverse of `retention`: days after the last use until only `share` is left.

    Infinite if it never is. `last` says how things stood at the last use.
    """
    if share >= 1:
        return 0.0
    match law:
        case HalfLife(half_life):
            return -log2(share) * half_life if share > 0 else inf
        case Ebbinghaus(stability):
            return -log(share) * stability_after(stability, last.uses) if share > 0 else inf
        case Daily(percent):
            rate = log1p(-percent / 100)  # 0 of the least percents, too
            return log(share) / rate if share > 0 and rate else inf
        case Ttl(ttl):
            return ttl
        case Never():
            return inf
        case BaseLevel(decay):
            return _bisected(decay, share, last) if share > 0 else inf
        case _:
            assert_never(law)


def _bisected(decay: float, share: float, last: Since) -> float:
    """Where a curve that only falls comes down to a share: by halving, on days as a power of e."""
    ages = last.ages or (last.days,)

    def left(power: float) -> float:
        days = exp(power)
        return base_level_curve([age + days for age in ages], last.uses, decay)

    low, high = -25.0, log(DAYS_LIMIT) + 25.0
    if left(high) > share:
        return inf
    middle = (low + high) / 2
    while low < middle < high:
        low, high = (middle, high) if left(middle) > share else (low, middle)
        middle = (low + high) / 2
    return exp(high)
