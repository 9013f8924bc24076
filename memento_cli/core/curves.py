"""The curves of the laws of forgetting, as plain functions of elapsed days, and a strength by them.

Plain numbers, because what starts fast has no time for values: `core/laws.py` says the same of laws
as values, `core/memory.py` of memories.
"""

from __future__ import annotations

from math import exp, log1p

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Numbers = tuple[float, int, int, Sequence[int]]
    """Initial strength, clock, count, and the uses that the law asks for; moments in microseconds
    since 1970."""
    Fading = tuple[int, float, float, float]
    """A law, its parameter, what the initial strength counts, and the floor."""

DAY_MICROS = 86_400_000_000
HALF_LIFE, EBBINGHAUS, DAILY, TTL, NEVER, BASE_LEVEL = range(6)
"""The laws as the index numbers them."""
GROWTH, LONGEST_DAYS, SHORTEST_DAYS = 1.5, 365.0, 0.01
MOST_GROWTHS = 200  # more of them change nothing: the shortest stability is far beyond the longest
SOONEST_DAYS = 1e-9  # what is nearer is now
EVENLY = exp(-1.0)
"""The activation, as a sum, at which a memory of the law `base-level` is as well gone as there."""


def half_life_curve(days: float, half_life_days: float) -> float:
    """The share that is left, 1 down to 0: half of it after each half-life (document 001)."""
    return float(0.5 ** (days / half_life_days))


def ebbinghaus_curve(days: float, stability_days: float) -> float:
    """e^(−days / stability), 1 down to 0 (document 000); a stability is 0.01 days at least."""
    return exp(-days / max(stability_days, SHORTEST_DAYS))


def stability_after(stability_days: float, uses: int) -> float:
    """The stability in days after uses: each makes it half as long again, to 365 (document 000)."""
    grown: float = stability_days * GROWTH ** min(uses, MOST_GROWTHS)
    return max(stability_days, min(LONGEST_DAYS, grown), SHORTEST_DAYS)


def daily_curve(days: float, daily_percent: float) -> float:
    """What a loss of so many percent a day leaves: (1 − percent)^days (document 004)."""
    return exp(days * log1p(-daily_percent / 100))  # which the least percents do not escape


def ttl_curve(days: float, ttl_days: float) -> float:
    """1 while the time to live lasts; 0 from its end on (documents 002 and 004)."""
    return 1.0 if days < ttl_days else 0.0


def base_level_curve(ages: Sequence[float], uses: int, decay: float) -> float:
    """ACT-R's base level as a share, 1 down to 0 (Anderson & Schooler 1991).

    Activation is ln Σ days^−decay over all times of use, and the share e^B / (e^B + e^−1): ACT-R's
    probability of retrieval with τ = −1 and s = 1. `ages` are the days since each of those times;
    if there were more uses than these, the others are taken for as old as the first.
    """
    if min(ages) < SOONEST_DAYS:
        return 1.0
    held = sum([days**-decay for days in ages]) + (1 + uses - len(ages)) * ages[0] ** -decay
    return float(held / (held + EVENLY))


def retained(law: int, parameter: float, days: float, uses: int, ages: Sequence[float]) -> float:
    """The share that a law leaves `days` after the last of so many uses."""
    if law == HALF_LIFE:
        return half_life_curve(days, parameter)
    if law == EBBINGHAUS:
        return ebbinghaus_curve(days, stability_after(parameter, uses))
    if law == DAILY:
        return daily_curve(days, parameter)
    if law == TTL:
        return ttl_curve(days, parameter)
    if law == BASE_LEVEL:
        return base_level_curve(ages or (days,), uses, parameter)
    return 1.0


def retained_text(law: int, parameter: float, days: float, uses: int, ages: Sequence[float]) -> str:
    """The arithmetic of `retained`, for people."""
    if law == HALF_LIFE:
        return f"0.5^({days:.1f}/{parameter:g})"
    if law == EBBINGHAUS:
        return f"e^(-{days:.1f}/{stability_after(parameter, uses):g})"
    if law == DAILY:
        return f"{1 - parameter / 100:g}^{days:.1f}"
    if law == BASE_LEVEL:
        share = base_level_curve(ages or (days,), uses, parameter)
        if share == 1:
            return "1"
        held = f"{share * EVENLY / (1 - share):.3f}"
        times = "1 time" if uses == 0 else f"{1 + uses} times"
        return f"{held}/({held} + {EVENLY:.3f}) [{times}, each days^-{parameter:g}]"
    return f"{retained(law, parameter, days, uses, ages):g}"


def peak(law: int, initial: float, weight: float) -> float:
    """The strength before time takes from it: under `ebbinghaus` the importance, at most 1."""
    return min(1.0, initial * weight) if law == EBBINGHAUS else initial


def peak_text(law: int, initial: float, weight: float) -> str:
    """The arithmetic of `peak`, for people."""
    weighs = law == EBBINGHAUS and weight != 1 and initial * weight <= 1
    return f"{weight:g} · {initial:.3f}" if weighs else f"{peak(law, initial, weight):.3f}"


def bare_strength(numbers: Numbers, fading: Fading, pinned: object, now: int) -> float:
    """What is left of the initial strength at a moment, floor aside; pinned, all of it."""
    initial, last, count, uses = numbers
    law, parameter, weight, _ = fading
    top = peak(law, initial, weight)
    if pinned:
        return top
    return top * retained(law, parameter, days_since(last, now), count, ages_of(uses, now))


def strength_now(numbers: Numbers, fading: Fading, pinned: object, now: int) -> float:
    """max(floor, what is left), the same as `strength_at` of a memory."""
    return max(fading[3], bare_strength(numbers, fading, pinned, now))


def days_since(moment: int, now: int) -> float:
    """Days from a moment until now; one that is yet to come is as of now."""
    return max(0, now - moment) / DAY_MICROS


def ages_of(moments: Iterable[int], now: int) -> list[float]:
    """The days since each of these moments."""
    return [days_since(moment, now) for moment in moments]
