"""What a use does to the numbers, and when it is skipped."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given

from memento_cli.core.laws import BaseLevel, HalfLife, Never
from memento_cli.core.memory import Fade, Strength
from memento_cli.core.reinforcement import (
    Reinforced,
    Rules,
    reinforced,
    reinforcement_delta,
    skip_reason,
)
from tests.core.values import FADE, START, day, fades, moments, numbers


@pytest.mark.parametrize(
    ("current", "delta"), [(0.0, 0.15), (0.5, 0.075), (1.0, 0.0), (1.2, 0.0), (1.5, 0.0)]
)
def test_delta(current: float, delta: float) -> None:
    """The weaker a memory is, the more it gains; above 1 it gains nothing."""
    assert reinforcement_delta(current) == pytest.approx(delta, abs=1e-12)


def test_a_use_restarts_the_clock_from_the_new_initial() -> None:
    """After one half-life: previous 0.5, delta 0.075, initial 1.075."""
    use = reinforced(Strength(1.0, START), FADE, day(90))
    assert use.applied
    assert (use.previous, use.delta) == (0.5, pytest.approx(0.075))
    assert use.strength == Strength(1.075, day(90), 1)


@pytest.mark.parametrize(
    ("initial", "days", "skip"),
    [
        (1.0, 0.0, "too_recent"),
        (1.0, 1 - 1e-9, "too_recent"),
        (1.0, 1.0, None),
        (1.0, -5.0, "too_recent"),
        (1.6, 1.0, "too_strong"),
        (1.6, 0.0, "too_strong"),
        (1.5, 1.0, None),
    ],
)
def test_skips(initial: float, days: float, skip: str | None) -> None:
    """A use within 24 hours, or of a memory above 1.5, is skipped and changes no number."""
    before = Strength(initial, START, 4)
    use = reinforced(before, FADE, day(days))
    assert use.skip == skip
    assert (use.strength == before) == (skip is not None)


@given(numbers, fades, moments)
def test_a_use_keeps_its_arithmetic(strength: Strength, fade: Fade, now: datetime) -> None:
    """An applied use adds its delta, 0 to 1, and one to the count; a skipped one nothing."""
    use = reinforced(strength, fade, now)
    at = max(now, strength.last_reinforced)
    assert 0.0 <= use.delta <= (0.15 if isinstance(fade.law, HalfLife | Never) else 1.0)
    if use.applied:
        count = strength.reinforcement_count + 1
        assert use.strength[:3] == (strength.initial + use.delta, at, count)
        assert bool(use.strength.uses) == isinstance(fade.law, BaseLevel)
    else:
        assert (use.strength, use.delta) == (strength, 0.0)


def test_a_law_is_told_of_two_hundred_uses() -> None:
    """The first, and the newest of the others; older ones count as old as the first."""
    fade, strength = Fade(BaseLevel(0.5), 0.0), Strength(1.0, START)
    for count in range(1, 1000):
        strength = reinforced(strength, fade, day(count)).strength
    assert (len(strength.uses), strength.uses[0], strength.uses[-1]) == (200, START, day(999))
    assert strength.reinforcement_count == 999


def test_the_rules_are_settings() -> None:
    """Boost, limit and rest are what the store's settings say."""
    rules = Rules(boost=0.5, max_strength=0.4, rest_hours=1)
    assert reinforced(Strength(0.3, START), FADE, day(1 / 24), rules).applied
    assert reinforced(Strength(0.5, START), FADE, day(1 / 24), rules).skip == "too_strong"
    soon = START + timedelta(minutes=59)
    assert reinforced(Strength(0.3, START), FADE, soon, rules).skip == "too_recent"
    strength = Strength(1.0, START, 1)
    assert skip_reason(Reinforced(strength, 1.0, skip="too_recent"), rules) == (
        "reinforced less than 1 hours ago"
    )
    assert skip_reason(Reinforced(strength, 2.0, skip="too_strong"), rules).endswith("(above 0.4)")
    never = Reinforced(strength._replace(reinforcement_count=0), 1.0, skip="too_recent")
    assert skip_reason(never, Rules()) == "recorded less than a day ago"
    assert skip_reason(Reinforced(strength, 1.0), Rules()) == ""
    early = reinforced(strength, FADE, day(-400))
    assert skip_reason(early, Rules()) == "its clock is ahead, until 2025-01-01T00:00:00Z"
