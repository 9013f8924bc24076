"""Bounds of a strength under the law `base-level`, whose order changes with time.

Let x be the days since the last use, and δ the days between it and each of the n uses before. The
sum x^−d + Σ (x + δ)^−d is at least (1 + n) (x + m)^−d with x + m the mean age (Jensen's
inequality), and at most x^−d + n (x + near)^−d with `near` the power mean of δ of exponent −d: at
x = 0 the two are equal, and from there the power mean of x + δ rises at least as fast as x. For a
single use both are exact. Memories are grouped by n, `near` and peak, each rounded to the side on
which the bounds hold, and ordered by x or by x + m.
"""

from __future__ import annotations

from math import exp, frexp, inf, ldexp, log

from memento_cli.core.fading.laws import EXP_THRESHOLD, SOONEST_DAYS, retrieval_probability
from memento_cli.core.fading.strength import days_since

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.fading.strength import Strength

    Rounded = tuple[int, float, float, float]
    """The most uses, the least `near` in days, the lowest peak and the highest."""

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
