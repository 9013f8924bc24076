"""The bounds by which base-level is kept in order hold for every memory."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.fading.laws import BASE_LEVEL, Law
from memento_cli.core.fading.strength import DAY_MICROS, Fade, Strength, bare_strength
from memento_cli.index.fading.bounds import (
    fewest,
    gone_days,
    lower,
    middle_of,
    rounded_of,
    sound_days,
    upper,
)

YEAR = 365 * DAY_MICROS
gaps = st.one_of(
    st.integers(0, 3),
    st.integers(0, DAY_MICROS // 24),
    st.integers(0, 30 * DAY_MICROS),
    st.integers(0, 5000 * DAY_MICROS),
)
decays = st.sampled_from([0.45, 0.5]) | st.floats(1e-300, 5, exclude_min=True)
thresholds = st.sampled_from([0.15, 0.2, 0.7, 1e-300]) | st.floats(1e-300, 3)


@st.composite
def numbers(draw: st.DrawFn) -> Strength:
    """Strength with uses in their order, and sometimes more of them than are told."""
    at = draw(st.integers(-30 * YEAR, 60 * YEAR))
    times = [at := at + gap for gap in draw(st.lists(gaps, max_size=30))]
    initial = draw(st.sampled_from([1.0, 1.0, 0.85, 0.0]) | st.floats(0, 3, allow_subnormal=False))
    more = draw(st.sampled_from([0, 0, 1, 5000]))
    known = times[-1] if times else at
    uses = tuple(times) if len(times) > 1 else ()
    return Strength(initial, known, max(0, len(times) - 1) + more, uses)


@given(numbers(), decays, gaps, thresholds)
@example(Strength(1.0, 0, 5000, ()), 0.01, 0, 0.15)
@example(Strength(1.0, 0, 0, ()), 0.05, 0, 1e-16)
@example(Strength(0.0, 0, 0, ()), 0.5, 0, 0.15)
@example(Strength(1.0, 9 * YEAR, 9, (0,) * 9 + (9 * YEAR,)), 0.5, YEAR, 0.15)
@example(Strength(1.0, 0, 8, ()), 0.5, YEAR, 0.15)
@example(Strength(1.0, YEAR, 90, (0, YEAR)), 0.5, YEAR, 0.15)
def test_a_strength_is_within_its_bounds(
    numbers: Strength, decay: float, gap: int, threshold: float
) -> None:
    """Between them it stands at any moment, and on its side of the days that a threshold has."""
    initial, last, _, _ = numbers
    now, rounded = last + gap, rounded_of(numbers, decay, initial)
    strength = bare_strength(numbers, Fade(Law(BASE_LEVEL, decay), 0.0), False, now)
    days, mean = gap / DAY_MICROS, (now - middle_of(numbers)) / DAY_MICROS
    assert lower(rounded, decay, mean) <= strength <= upper(rounded, decay, days)
    if strength < threshold:
        assert mean >= sound_days(rounded, decay, threshold)
    if days >= gone_days(rounded, decay, threshold):
        assert strength < threshold


@given(st.sampled_from([0.45, 0.5]) | st.floats(0.1, 5), st.floats(1e-6, 1e4), thresholds)
def test_the_bounds_of_one_use_are_its_strength(
    decay: float, days: float, threshold: float
) -> None:
    """What was used once, and has peak 1 as most have, is nowhere else than its bounds."""
    numbers = Strength(1.0, 0)
    now = round(days * DAY_MICROS)
    rounded, age = rounded_of(numbers, decay, 1.0), now / DAY_MICROS
    strength = bare_strength(numbers, Fade(Law(BASE_LEVEL, decay), 0.0), False, now)
    for bound in (lower, upper):
        assert bound(rounded, decay, age) == pytest.approx(strength)
    if threshold < 0.9:
        span = sound_days(rounded, decay, threshold), gone_days(rounded, decay, threshold)
        assert span[0] == pytest.approx(span[1], rel=1e-6, abs=1e-8) or span[1] > 1e17


@given(st.integers(1, 10**9))
def test_numbers_are_rounded_to_a_quarter(count: int) -> None:
    """Of 4 numbers that follow each other, or a quarter more, one bound is that of all."""
    many, *_ = rounded_of(Strength(1.0, 0, count - 1), 0.5, 1.0)
    assert fewest(many) <= count <= many <= count * 1.25
