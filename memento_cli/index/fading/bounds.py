"""Bounds of a strength under the law `base-level`, whose order changes with time.

Let x be the days since the last use, and δ those between it and each of the n before it. What is
held, x^−d + Σ (x + δ)^−d, is at least (1 + n) (x + m)^−d with x + m the mean age (Jensen's
inequality), and at most x^−d + n (x + near)^−d with `near` the power mean of δ of exponent −d: at
x = 0 the two sums are one, and from there the power mean of x + δ rises at least as fast as x.
Both are exact of one use. Memories are kept together by n, `near` and peak, each rounded to the
side on which the bounds hold, and in the order of x or of x + m.
"""

from __future__ import annotations

from math import exp, frexp, inf, ldexp, log

from memento_cli.core.fading.laws import EVENLY, SOONEST_DAYS, share_held
from memento_cli.core.fading.strength import days_since

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.fading.strength import Strength

    Rounded = tuple[int, float, float, float]
    """The most uses, the least `near` in days, the lowest peak and the highest."""

LOOSE = 1 + 1e-9  # of a bound, for rounding
BITS = 2  # of a rounded number behind its first: from 4 to 8 there are four steps
NEAREST_DAYS = 2**-7  # what is nearer counts as at once
LATEST = 40.0  # days, as a power of e: never
HALVINGS = 24


def rounded_of(strength: Strength, decay: float, peak: float) -> Rounded:
    """About how many uses a memory has, how near each other, and what its peak is."""
    known, more = _uses(strength)
    days = [days_since(at, known[-1]) for at in known[:-1]] or [0.0]
    many = len(known) + more
    return _up(many), _near(days, many - 1, decay), *_between(peak)


def middle_of(strength: Strength) -> float:
    """The mean of all times of use, in microseconds since 1970."""
    known, more = _uses(strength)
    first = known[0]
    return first + sum([at - first for at in known]) / (len(known) + more)


def _uses(strength: Strength) -> tuple[Sequence[int], int]:
    """The times of use that are known, the first one first, and how many more were then."""
    known = strength.uses or (strength.last,)
    return known, 1 + strength.reinforcement_count - len(known)


def _near(days: Sequence[float], many: int, decay: float) -> float:
    """The power mean, down to a power of two; `days` has the longest first, which may stand for
    many."""
    if min(days) < NEAREST_DAYS:
        return 0.0
    held = sum([one**-decay for one in days]) + (many - len(days)) * days[0] ** -decay
    mean = exp(-log(held / many) / decay) / LOOSE
    return ldexp(0.5, frexp(mean)[1])


def _up(many: int) -> int:
    shift = max(0, many.bit_length() - 1 - BITS)
    return -(-many >> shift) << shift


def fewest(many: int) -> int:
    """The least whole number that is rounded up to this one."""
    return many - (1 << max(0, (many - 1).bit_length() - 1 - BITS)) + 1


def _between(peak: float) -> tuple[float, float]:
    if peak in (0.0, 1.0):  # most have 1, and exactly
        return peak, peak
    share, power = frexp(peak)
    steps = 2 << BITS
    low = int(share * steps)
    return ldexp(low / steps, power), ldexp((low + 1) / steps, power)


def upper(rounded: Rounded, decay: float, days: float) -> float:
    """What a strength is not above so many days after the last use."""
    many, near, _, top = rounded
    if days < SOONEST_DAYS:
        return top
    return top * share_held(days**-decay + (many - 1) * (days + near) ** -decay) * LOOSE


def lower(rounded: Rounded, decay: float, days: float) -> float:
    """What a strength is not below so many days after the mean of all uses."""
    many, _, low, _ = rounded
    return low * share_held(fewest(many) * max(days, SOONEST_DAYS) ** -decay) / LOOSE


def sound_days(rounded: Rounded, decay: float, threshold: float) -> float:
    """So many days since the mean of all uses no strength is below a threshold."""
    many, _, low, _ = rounded
    held = _held(threshold, low / LOOSE)
    return _power(fewest(many), held, decay, 0.0) / LOOSE if held < inf else 0.0


def gone_days(rounded: Rounded, decay: float, threshold: float) -> float:
    """From so many days since the last use on every strength is below a threshold above 0."""
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
    """What is held where a strength comes down to a threshold; infinite if it is never above."""
    return EVENLY * threshold / (peak - threshold) if peak > threshold else inf


def _power(uses: int, held: float, decay: float, soonest: float) -> float:
    """Days after which so many uses, all as old, hold no more."""
    power = log(uses / held) / decay if held else LATEST
    return max(soonest, exp(min(power, LATEST)))
