"""What a use does to the numbers, and when it is skipped."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given

from memento_cli.core.fading.laws import BASE_LEVEL, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.reinforcement import (
    Rules,
    reinforced,
    reinforcement_delta,
)
from memento_cli.core.fading.strength import DAY_MICROS, Fade, Strength
from memento_cli.core.fading.wording import skip_reason
from memento_cli.core.memory.memory import calculate_strength, strength_from
from memento_cli.core.time.when import from_micros, micros
from tests.core.values import FADE, START, day, fades, moments, numbers


@pytest.mark.parametrize(
    ("current", "delta"), [(0.0, 0.15), (0.5, 0.075), (1.0, 0.0), (1.2, 0.0), (1.5, 0.0)]
)
def test_delta(current: float, delta: float) -> None:
    """The weaker a memory is, the more it gains; above 1 it gains nothing."""
    assert reinforcement_delta(current) == pytest.approx(delta, abs=1e-12)


def test_a_use_restarts_the_clock_from_the_new_initial() -> None:
    """After one half-life: previous 0.5, delta 0.075, initial 1.075."""
    use = reinforced(strength_from(1.0, START), FADE, micros(day(90)))
    assert use.applied
    assert (use.previous, use.delta) == (0.5, pytest.approx(0.075))
    assert use.strength == strength_from(1.075, day(90), 1)


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
    before = strength_from(initial, START, 4)
    use = reinforced(before, FADE, micros(day(days)))
    assert use.skip == skip
    assert (use.strength == before) == (skip is not None)


@given(numbers, fades, moments)
def test_a_use_keeps_its_arithmetic(strength: Strength, fade: Fade, now: datetime) -> None:
    """An applied use adds its delta, 0 to 1, and one to the count; a skipped one nothing."""
    use = reinforced(strength, fade, micros(now))
    at = max(micros(now), strength.last)
    assert 0.0 <= use.delta <= (0.15 if fade.law.code in (HALF_LIFE, NEVER) else 1.0)
    if use.applied:
        count = strength.reinforcement_count + 1
        assert use.strength[:3] == (strength.initial + use.delta, at, count)
        assert bool(use.strength.uses) == (fade.law.code == BASE_LEVEL)
    else:
        assert (use.strength, use.delta) == (strength, 0.0)


def test_a_law_is_told_of_two_hundred_uses() -> None:
    """The first, and the newest of the others; older ones count as old as the first."""
    fade, strength = Fade(Law(BASE_LEVEL, 0.5), 0.0), strength_from(1.0, START)
    for count in range(1, 1000):
        strength = reinforced(strength, fade, micros(day(count))).strength
    assert (len(strength.uses), strength.uses[0], strength.uses[-1]) == (
        200,
        micros(START),
        micros(day(999)),
    )
    assert strength.reinforcement_count == 999


def test_the_rules_are_settings() -> None:
    """Boost, limit and rest are what the store's settings say."""
    rules = Rules(boost=0.5, max_strength=0.4, rest_hours=1)
    assert reinforced(strength_from(0.3, START), FADE, micros(day(1 / 24)), rules).applied
    assert (
        reinforced(strength_from(0.5, START), FADE, micros(day(1 / 24)), rules).skip == "too_strong"
    )
    soon = START + timedelta(minutes=59)
    assert reinforced(strength_from(0.3, START), FADE, micros(soon), rules).skip == "too_recent"


def test_why_a_use_was_skipped() -> None:
    """In words, with the rule that decided it; of one that counts, nothing is said."""
    rules, strength = Rules(max_strength=0.4, rest_hours=1), strength_from(0.3, START, 1)
    at = micros(day(1 / 48))
    assert skip_reason(reinforced(strength, FADE, at, rules), rules) == (
        "reinforced less than 1 hours ago"
    )
    strong = strength._replace(initial=2.0)
    assert skip_reason(reinforced(strong, FADE, at, rules), rules).endswith("(above 0.4)")
    new = strength._replace(reinforcement_count=0)
    assert skip_reason(reinforced(new, FADE, at), Rules()) == "recorded less than a day ago"
    assert skip_reason(reinforced(strength, FADE, micros(day(2))), Rules()) == ""
    early = reinforced(strength, FADE, micros(day(-400)))
    assert skip_reason(early, Rules()) == "its clock is ahead, until 2025-01-01T00:00:00Z"
    fixed = reinforced(strength, Fade(Law(TTL, 9.0)), micros(day(2)))
    assert skip_reason(fixed, Rules()) == "a use does not prolong its time to live"


@given(numbers, fades, moments)
def test_a_use_is_that_of_the_documents(strength: Strength, fade: Fade, now: datetime) -> None:
    """001: initial + 0.15 · (1 − min(strength, 1)), not above 1.5 nor within 24 hours. 000 and 004:
    the weight comes back to 1. 002 and 004: a time to live is not prolonged."""
    at = max(micros(now), strength.last)
    use, days = reinforced(strength, fade, micros(now)), (at - strength.last) / DAY_MICROS
    before = calculate_strength(strength, fade, from_micros(at))
    gain, skipped = max(0.0, 1.0 - strength.initial), fade.law.code == TTL
    if fade.law.code in (HALF_LIFE, NEVER):
        gain, skipped = 0.15 * (1 - min(before, 1)), before > 1.5 or days * 24 < 24
    assert use.applied != skipped
    after = strength if skipped else use.strength._replace(uses=())
    assert use.strength._replace(uses=()) == after
    if not skipped:
        assert after[1:3] == (at, strength.reinforcement_count + 1)
        assert after.initial == pytest.approx(strength.initial + gain)
    assert use.previous == before
    assert use.now == calculate_strength(use.strength, fade, from_micros(at))
