"""The laws of forgetting: what share of a strength is left so many days after the last use.

A law is a number (its `code`, which the index keeps) and one parameter; what differs between laws
stands in rows here, one for each code. A retention is a share, from 1 down to 0.
"""

from __future__ import annotations

from math import exp, log1p

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.errors import BadValue

HALF_LIFE, EBBINGHAUS, DAILY, TTL, NEVER, BASE_LEVEL = CODES = range(6)
"""The numbers of the laws. An index has them in its rows: a new law gets the next one."""
LAWS = ("half-life", "ebbinghaus", "daily", "ttl", "never", "base-level")
"""The name of each law, by its code, as `memory.fade.law` has it."""
DAYS_LIMIT = 1e9
DECAY_LIMIT = 5.0
PERCENT_LIMIT = 100.0
LEAST_POSITIVE = 5e-324
LEAST = (LEAST_POSITIVE, 0.0, 0.0, LEAST_POSITIVE, 0.0, LEAST_POSITIVE)
"""The least parameter of each law from which a retention follows, by its code."""
MOST = (DAYS_LIMIT, DAYS_LIMIT, 99.99999999999999, DAYS_LIMIT, 0.0, DECAY_LIMIT)
"""The greatest parameter of each law, by its code; a percent is below 100."""
GROWTH, LONGEST_DAYS, SHORTEST_DAYS = 1.5, 365.0, 0.01
MOST_GROWTHS = 200  # more of them change nothing: the shortest stability is far beyond the longest
SOONEST_DAYS = 1e-9  # what is nearer is now
EVENLY = exp(-1.0)
"""The activation, as a sum, at which a memory of the law `base-level` is as well gone as there."""


class Law(NamedTuple):
    """A law of forgetting and its one parameter.

    The parameter is, by the law: `half-life`, the days in which half is lost; `ebbinghaus`, the
    days of stability that a memory begins with; `daily`, the percent that a day takes, from 0 to
    below 100; `ttl`, the days of its life; `never`, 0; `base-level`, the power by which each use
    loses weight with its age, above 0 up to 5, about 0.5.
    """

    code: int
    parameter: float = 0.0

    @property
    def name(self) -> str:
        """The name that a file gives the law."""
        return LAWS[self.code]


def half_life_retention(days: float, half_life_days: float) -> float:
    """0.5^(days / half-life): half is lost in each half-life (document 001)."""
    return float(0.5 ** (days / half_life_days))


def ebbinghaus_retention(days: float, stability_days: float) -> float:
    """e^(−days / stability) (document 000); a stability counts as 0.01 days at least."""
    return exp(-days / max(stability_days, SHORTEST_DAYS))


def stability_after(stability_days: float, uses: int) -> float:
    """The days of stability after so many uses, which each make it half as long again.

    At most 365, or what it began with if that is longer (document 000).
    """
    grown: float = stability_days * GROWTH ** min(uses, MOST_GROWTHS)
    return max(stability_days, min(LONGEST_DAYS, grown), SHORTEST_DAYS)


def daily_retention(days: float, daily_percent: float) -> float:
    """(1 − percent)^days (document 004)."""
    return exp(days * log1p(-daily_percent / PERCENT_LIMIT))  # which keeps the least percents


def ttl_retention(days: float, ttl_days: float) -> float:
    """1 while the time to live lasts, and 0 from its end on (documents 002 and 004)."""
    return 1.0 if days < ttl_days else 0.0


def base_level_retention(ages: Sequence[float], uses: int, decay: float) -> float:
    """The share that ACT-R's base level leaves (Anderson & Schooler 1991).

    The activation B is ln Σ age^−decay over all times of use, and the share e^B / (e^B + e^−1),
    ACT-R's probability of retrieval with τ = −1 and s = 1. `ages` are the days since the opening
    and since each use; if there were more uses, the others count as being as old as the first age.
    """
    if min(ages) < SOONEST_DAYS:
        return 1.0
    held = sum([days**-decay for days in ages]) + (1 + uses - len(ages)) * ages[0] ** -decay
    return share_held(held)


def share_held(held: float) -> float:
    """The share that an activation leaves, where `held` is e to that activation."""
    return float(held / (held + EVENLY))


def retention(law: Law, days: float, uses: int = 0, ages: Sequence[float] = ()) -> float:
    """The share that a law leaves `days` after the last of so many uses.

    `ages`, which only `base-level` asks for, are the days since the opening and each use. BadValue
    where the law's parameter is none that it can have.
    """
    code, parameter = law
    if not LEAST[code] <= parameter <= MOST[code]:
        raise _impossible(law)
    if code == HALF_LIFE:
        return half_life_retention(days, parameter)
    if code == EBBINGHAUS:
        return ebbinghaus_retention(days, stability_after(parameter, uses))
    if code == DAILY:
        return daily_retention(days, parameter)
    if code == TTL:
        return ttl_retention(days, parameter)
    if code == BASE_LEVEL:
        return base_level_retention(ages or (days,), uses, parameter)
    return 1.0


def _impossible(law: Law) -> BadValue:
    from memento_cli.errors import BadValue

    return BadValue(f"{law.name}: {law.parameter:g} is no number that this law can have")
