"""What a use does to plain numbers, and when nothing and why (document 001, Reinforcement)."""

from __future__ import annotations

from memento_cli.core.curves import (
    BASE_LEVEL,
    HALF_LIFE,
    NEVER,
    TTL,
    days_since,
    strength_now,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    from memento_cli.core.curves import Fading, Numbers

    T = TypeVar("T")

MOST_USES = 200
TOO_STRONG, TOO_RECENT, FIXED = "too_strong", "too_recent", "fixed"


def skip_of(strength: float, days: float, most: float, rest_hours: float) -> str | None:
    """Why a use changes nothing, if it does not.

    `strength` is the one before it, `days` the time since the last; nothing above `most` grows, and
    nothing twice within `rest_hours`.
    """
    if strength > most:
        return TOO_STRONG
    return TOO_RECENT if too_soon(days, rest_hours) else None


def too_soon(days: float, rest_hours: float) -> bool:
    """Whether so many days after the last time is within the rest."""
    return days * 24 < rest_hours


def weakens(share: float, law: int, last: dict[T, int], act: T, at: int, rest_hours: float) -> bool:
    """Whether what was of no help counts: by laws whose uses rest, not within the rest of its like.

    `last` has when each such act counted last; one that takes nothing is none.
    """
    before = last.get(act)
    rested = before is None or not too_soon(days_since(before, at), rest_hours)
    counts = rested or law not in (HALF_LIFE, NEVER)
    if counts and share:
        last[act] = at
    return counts


def skip_text(skip: str | None, times: int, most: float, rest_hours: float, until: str = "") -> str:
    """The same in words, with the rule that decided it; `times` is how often it was reinforced.

    `until` is the memory's clock, where that is ahead of the use.
    """
    if skip is None:
        return ""
    if skip == FIXED:
        return "a use does not prolong its time to live"
    if skip == TOO_STRONG:
        return f"already very strong (above {most:g})"
    if until:
        return f"its clock is ahead, until {until}"
    since = "reinforced" if times else "recorded"
    rest = "a day" if rest_hours == 24 else f"{rest_hours:g} hours"
    return f"{since} less than {rest} ago"


def reinforcement_delta(current: float, boost: float = 0.15) -> float:
    """boost · (1 − min(current, 1)): the weaker, the more; never negative."""
    return boost * (1.0 - min(current, 1.0))


def skip_by_law(numbers: Numbers, fading: Fading, at: int, rules: Sequence[float]) -> str | None:
    """Why a use at a moment changes nothing, by its law, if it does not; as `reinforced` has it.

    `rules` are the boost, the most, the hours of rest, and what else `Rules` has.
    """
    law, (_, last, *_) = fading[0], numbers
    if law in (HALF_LIFE, NEVER):
        before = strength_now(numbers, fading, False, at)
        return skip_of(before, days_since(last, at), rules[1], rules[2])
    return FIXED if law == TTL else None


def after_use(numbers: Numbers, fading: Fading, at: int, rules: Sequence[float]) -> Numbers:
    """The numbers after a use, as `reinforced` of a memory makes them; moments in microseconds."""
    initial, last, count, uses = numbers
    law, at = fading[0], max(at, last)
    if skip_by_law(numbers, fading, at, rules):
        return numbers
    if law in (HALF_LIFE, NEVER):
        gain = reinforcement_delta(strength_now(numbers, fading, False, at), rules[0])
    else:
        gain = max(0.0, 1.0 - initial)
    times = with_use(tuple(uses or (last,)), at) if law == BASE_LEVEL else ()
    return initial + gain, at, count + 1, times


def with_use(uses: tuple[T, ...], at: T) -> tuple[T, ...]:
    """The times of uses with one more: the first, and the newest of the others, 200 at most.

    A law takes those that it is not told of for as old as the first; they hardly count.
    """
    kept = uses if len(uses) < MOST_USES else (uses[0], *uses[2:])
    return (*kept, at)
