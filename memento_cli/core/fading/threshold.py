"""The days until a law leaves only a given share: the inverse of its retention."""

from __future__ import annotations

from math import exp, inf, log, log1p, log2

from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    DAILY,
    DAYS_LIMIT,
    EBBINGHAUS,
    HALF_LIFE,
    PERCENT_LIMIT,
    SOONEST_DAYS,
    TTL,
    base_level_retention,
    stability_after,
)
from memento_cli.core.fading.strength import ages_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.fading.laws import (
        Law,
    )
    from memento_cli.core.fading.strength import Strength


def halving_days(law: Law, uses: int = 0) -> float | None:
    """The days in which half is lost after so many uses, under a law that is an exponential.

    None under other laws, and where nothing is lost.
    """
    code, parameter = law
    if code == HALF_LIFE:
        return max(parameter, SOONEST_DAYS)
    if code == EBBINGHAUS:
        return stability_after(parameter, uses) * log(2)
    if code == DAILY:
        lost = -log1p(-parameter / PERCENT_LIMIT)
        return log(2) / lost if lost else None
    return None


def days_until(law: Law, share: float, strength: Strength | None = None) -> float:
    """The days from the last use until a law leaves only `share`; infinite if it never does.

    `strength` are the numbers of the memory, with its uses; without it there were none.
    """
    if share >= 1:
        return 0.0
    if law.code == TTL:
        return law.parameter
    if share <= 0:
        return inf
    if law.code == BASE_LEVEL:
        return _base_level_days(law.parameter, share, strength)
    half = halving_days(law, strength.reinforcement_count if strength else 0)
    return inf if half is None else -log2(share) * half


def _base_level_days(decay: float, share: float, strength: Strength | None) -> float:
    """`days_until` for the base level, by bisection over the logarithm of the days."""
    uses = strength.reinforcement_count if strength else 0
    ages: Sequence[float] = (ages_of(strength.uses, strength.last) if strength else ()) or (0.0,)

    def share_after(log_days: float) -> float:
        days = exp(log_days)
        return base_level_retention([age + days for age in ages], uses, decay)

    low, high = -25.0, log(DAYS_LIMIT) + 25.0
    if share_after(high) > share:
        return inf
    middle = (low + high) / 2
    while low < middle < high:
        low, high = (middle, high) if share_after(middle) > share else (low, middle)
        middle = (low + high) / 2
    return exp(high)
