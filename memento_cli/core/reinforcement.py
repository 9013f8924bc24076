"""What a use does to a memory's numbers (document 001, Reinforcement)."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from memento_cli.core.memory import Fade, Strength, faded
from memento_cli.core.when import days_between


class Rules(NamedTuple):
    """The settings of reinforcement."""

    boost: float = 0.15
    max_strength: float = 1.5
    rest_hours: float = 24.0


class Reinforced(NamedTuple):
    """What a use did: the numbers after it, or why it was skipped."""

    strength: Strength
    previous: float
    delta: float = 0.0
    skip: str | None = None

    @property
    def applied(self) -> bool:
        return self.skip is None


def reinforcement_delta(current: float, boost: float = 0.15) -> float:
    """boost · (1 − min(current, 1)): the weaker, the more; never negative."""
    return boost * (1.0 - min(current, 1.0))


def reinforced(strength: Strength, fade: Fade, now: datetime, rules: Rules = Rules()) -> Reinforced:
    """One use at `now`: the initial strength rises and the clock restarts, unless it is skipped."""
    previous = max(fade.min_strength, faded(strength, fade.law, now))
    if previous > rules.max_strength:
        return Reinforced(strength, previous, skip="too_strong")
    if days_between(strength.last_reinforced, now) * 24 < rules.rest_hours:
        return Reinforced(strength, previous, skip="too_recent")
    delta = reinforcement_delta(previous, rules.boost)
    count = strength.reinforcement_count + 1
    return Reinforced(Strength(strength.initial + delta, now, count), previous, delta)


def skip_reason(use: Reinforced, rules: Rules) -> str:
    """Why a use was skipped, in words, with the rule that decided it; empty if it was not."""
    if use.skip == "too_strong":
        return f"already very strong (above {rules.max_strength:g})"
    if use.skip is None:
        return ""
    since = "reinforced" if use.strength.reinforcement_count else "recorded"
    rest = "a day" if rules.rest_hours == 24 else f"{rules.rest_hours:g} hours"
    return f"{since} less than {rest} ago"
