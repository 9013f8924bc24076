"""What a use does to plain numbers, and when nothing and why (document 001, Reinforcement)."""

from __future__ import annotations

from memento_cli.core.curves import DAY_MICROS, strength_now

TOO_STRONG, TOO_RECENT = "too_strong", "too_recent"


def skip_of(strength: float, days: float, most: float, rest_hours: float) -> str | None:
    """Why a use changes nothing, if it does not.

    `strength` is the one before it, `days` the time since the last; nothing above `most` grows, and
    nothing twice within `rest_hours`.
    """
    if strength > most:
        return TOO_STRONG
    return TOO_RECENT if days * 24 < rest_hours else None


def skip_text(skip: str | None, times: int, most: float, rest_hours: float) -> str:
    """The same in words, with the rule that decided it; `times` is how often it was reinforced."""
    if skip is None:
        return ""
    if skip == TOO_STRONG:
        return f"already very strong (above {most:g})"
    since = "reinforced" if times else "recorded"
    rest = "a day" if rest_hours == 24 else f"{rest_hours:g} hours"
    return f"{since} less than {rest} ago"


def reinforcement_delta(current: float, boost: float = 0.15) -> float:
    """boost · (1 − min(current, 1)): the weaker, the more; never negative."""
    return boost * (1.0 - min(current, 1.0))


def after_use(
    numbers: tuple[float, int, int],
    half_life_days: float | None,
    floor: float,
    at: int,
    rules: tuple[float, float, float],
) -> tuple[float, int, int]:
    """Initial strength, clock and count after a use, as `reinforced` of a memory makes them.

    Moments are microseconds since 1970; `rules` are the boost, the most, and the hours of rest.
    """
    initial, last, count = numbers
    boost, most, rest_hours = rules
    last = min(last, at)  # a clock that is ahead is brought down
    before = strength_now(initial, last, half_life_days, floor, False, at)
    if skip_of(before, (at - last) / DAY_MICROS, most, rest_hours):
        return initial, last, count
    return initial + reinforcement_delta(before, boost), at, count + 1
