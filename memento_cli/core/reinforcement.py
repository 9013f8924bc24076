"""What a use does to a memory's numbers (document 001, Reinforcement)."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from memento_cli.core.memory import Fade, Strength, faded
from memento_cli.core.skips import reinforcement_delta as reinforcement_delta
from memento_cli.core.skips import skip_of, skip_text
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


def reinforced(strength: Strength, fade: Fade, now: datetime, rules: Rules = Rules()) -> Reinforced:
    """One use at `now`: the initial strength rises and the clock restarts, unless it is skipped."""
    previous = max(fade.min_strength, faded(strength, fade.law, now))
    days = days_between(strength.last_reinforced, now)
    skip = skip_of(previous, days, rules.max_strength, rules.rest_hours)
    if skip:
        return Reinforced(strength, previous, skip=skip)
    delta = reinforcement_delta(previous, rules.boost)
    count = strength.reinforcement_count + 1
    return Reinforced(Strength(strength.initial + delta, now, count), previous, delta)


def skip_reason(use: Reinforced, rules: Rules) -> str:
    """Why a use was skipped, in words, with the rule that decided it; empty if it was not."""
    times = use.strength.reinforcement_count
    return skip_text(use.skip, times, rules.max_strength, rules.rest_hours)
