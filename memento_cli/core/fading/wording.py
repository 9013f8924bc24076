"""A law, the arithmetic of a strength, and why a use was skipped, in words."""

from __future__ import annotations

from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    DAILY,
    EBBINGHAUS,
    EXP_THRESHOLD,
    HALF_LIFE,
    NEVER,
    TTL,
    stability_after,
)
from memento_cli.core.fading.reinforcement import FIXED, TOO_STRONG
from memento_cli.core.fading.strength import days_since, peak, retention_now, strength_now
from memento_cli.core.time.when import span_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.core.fading.laws import Law
    from memento_cli.core.fading.reinforcement import Reinforced, Rules
    from memento_cli.core.fading.strength import Fade, Strength


def law_text(law: Law) -> str:
    """The law with its parameter, for people."""
    code, parameter = law
    if code == HALF_LIFE:
        return f"half-life {_days(parameter)}"
    if code == EBBINGHAUS:
        return f"ebbinghaus, stability {_days(parameter)} at first"
    if code == DAILY:
        return f"daily, minus {parameter:g} % a day"
    if code == TTL:
        return f"time to live {span_text(parameter)}"
    return "never fades" if code == NEVER else f"base-level, decay {parameter:g}"


def _days(days: float) -> str:
    return "1 day" if days == 1 else f"{days:g} days"


def strength_text(strength: Strength, fade: Fade, pinned: object, now: int) -> str:
    """The arithmetic of a strength at a moment: max(0.1, 1.000 · 0.5^(36.2/90)) = 0.757."""
    share = "1" if pinned else retention_text(strength, fade.law, now)
    total = strength_now(strength, fade, pinned, now)
    note = " (pinned: it does not fade)" if pinned else ""
    at_peak = f"{peak(strength, fade):.3f}"
    if fade.weight != 1 and strength.initial * fade.weight <= 1:
        at_peak = f"{fade.weight:g} · {strength.initial:.3f}"
    return f"max({fade.min_strength:g}, {at_peak} · {share}) = {total:.3f}{note}"


def retention_text(strength: Strength, law: Law, now: int) -> str:
    """The retention at a moment as a formula with its numbers."""
    code, parameter = law
    days, uses = days_since(strength.last, now), strength.reinforcement_count
    if code == HALF_LIFE:
        return f"0.5^({days:.1f}/{parameter:g})"
    if code == EBBINGHAUS:
        return f"e^(-{days:.1f}/{stability_after(parameter, uses):g})"
    if code == DAILY:
        return f"{1 - parameter / 100:g}^{days:.1f}"
    share = retention_now(strength, law, now)
    if code != BASE_LEVEL or share == 1:
        return f"{share:g}"
    total = f"{share * EXP_THRESHOLD / (1 - share):.3f}"
    times = "1 time" if uses == 0 else f"{1 + uses} times"
    return f"{total}/({total} + {EXP_THRESHOLD:.3f}) [{times}, each days^-{parameter:g}]"


def turn_meanings(levels: Mapping[str, float]) -> dict[str, str]:
    """What a memory is that turned faded, ghost, prunable or expired; `levels` are the strengths
    below which it is so. Where there is none for prunable, the retention policy decides."""
    prunable = "by the retention policy; `memento prune --retention` archives it"
    if "prunable" in levels:
        prunable = f"weaker than {levels['prunable']:g}; `memento prune` archives it"
    return {
        "faded": f"weaker than {levels['faded']:g}, no longer active",
        "ghost": f"weaker than {levels['ghost']:g}, of the weakest tier",
        "prunable": prunable,
        "expired": "its time to live is over",
    }


def skip_reason(use: Reinforced, rules: Rules) -> str:
    """Why a use was skipped, in words, with the rule that decided it; empty if it counts."""
    if use.skip is None:
        return ""
    if use.skip == FIXED:
        return "a use does not prolong its time to live"
    if use.skip == TOO_STRONG:
        return f"already very strong (above {rules.max_strength:g})"
    if use.ahead:
        from memento_cli.core.time.when import iso

        return f"its clock is ahead, until {iso(use.before.last_reinforced)}"
    since = "reinforced" if use.before.reinforcement_count else "recorded"
    rest = "a day" if rules.rest_hours == 24 else f"{rules.rest_hours:g} hours"
    return f"{since} less than {rest} ago"
