"""Laws of forgetting, the strength that they leave, and when it reaches a threshold."""

from __future__ import annotations

from datetime import timedelta
from math import inf, isinf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.laws import (
    LAWS,
    HalfLife,
    Law,
    Never,
    days_until,
    law_of,
    law_text,
    name_of,
    retention,
)
from memento_cli.core.memory import (
    Draft,
    Fade,
    Strength,
    created_from,
    days_below,
    default_half_life,
    faded,
    first_whole_day_below,
    split_content,
    strength_at,
)
from memento_cli.errors import BadValue
from tests.core.values import START, day, fades, laws, memory, moments, numbers


@pytest.mark.parametrize(
    ("days", "left"), [(0, 1.0), (45, 0.7071067811865476), (90, 0.5), (180, 0.25), (270, 0.125)]
)
def test_half_life(days: float, left: float) -> None:
    """The figures of document 001 for a half-life of 90 days."""
    assert retention(HalfLife(90), days) == pytest.approx(left, abs=1e-12)


@given(laws, st.floats(0, 1e6), st.floats(0, 1e6))
def test_retention_falls_from_one_to_zero(law: Law, one: float, other: float) -> None:
    """Retention is 1 at first, never negative, and never rises."""
    early, late = sorted((one, other))
    assert retention(law, 0) == 1.0
    assert 0.0 <= retention(law, late) <= retention(law, early) <= 1.0


@given(st.floats(0.01, 4000), st.floats(0, 100))
def test_days_until_is_the_inverse_of_retention(half_life: float, half_lives: float) -> None:
    """After the days until a share is left, that share is left."""
    law, days = HalfLife(half_life), half_life * half_lives
    assert days_until(law, retention(law, days)) == pytest.approx(days, rel=1e-9, abs=1e-9)


def test_shares_that_are_never_reached() -> None:
    """Nothing is left after no number of days; what never fades stays whole; more than 1 is now."""
    assert days_until(HalfLife(9), 0.0) == inf
    assert days_until(Never(), 0.99) == inf
    assert days_until(Never(), 1.0) == days_until(HalfLife(9), 1.5) == 0.0


@pytest.mark.parametrize("days", [0.0, -1.0, nan, inf, -inf])
def test_impossible_half_lives(days: float) -> None:
    """A half-life that is not finite and above 0 is an error that names it."""
    with pytest.raises(BadValue, match="half_life_days must be > 0"):
        law_of("half-life", days)


def test_names_of_laws() -> None:
    """Every law has the name that a file gives it, and an unknown name is no law."""
    assert [name_of(law_of(name, 9.0)) for name in LAWS] == list(LAWS)
    with pytest.raises(BadValue, match="unknown law 'linear'"):
        law_of("linear", 9.0)


def test_default_half_lives() -> None:
    """High, medium and low significance are 180, 90 and 30 days; another is an error."""
    assert [default_half_life(name) for name in ("high", "medium", "low")] == [180, 90, 30]
    with pytest.raises(BadValue, match="significance"):
        default_half_life("huge")


@given(numbers, fades, moments)
def test_strength_keeps_between_floor_and_initial(
    strength: Strength, fade: Fade, now: object
) -> None:
    """A strength is never below its floor nor above both its floor and its initial strength."""
    shown = strength_at(memory(strength=strength, fade=fade), now)  # type: ignore[arg-type]
    assert fade.min_strength <= shown <= max(fade.min_strength, strength.initial)


def test_time_before_the_last_reinforcement_is_no_time() -> None:
    """Before its clock a memory has its initial strength, not more."""
    assert faded(Strength(0.8, day(10)), HalfLife(1), day(0)) == 0.8


def test_pinned_memories_do_not_fade() -> None:
    """A pin keeps the initial strength; unpinned, the memory has faded all the while."""
    old = memory(pinned=True)
    assert strength_at(old, day(900)) == 1.0
    assert strength_at(old._replace(pinned=False), day(900)) == 0.1


@given(st.floats(0.2, 3), st.floats(1, 2000), st.floats(0.01, 0.2))
def test_first_whole_day_below(initial: float, half_life: float, threshold: float) -> None:
    """On the first whole day the curve is strictly below, and on the day before it is not."""
    law, strength = HalfLife(half_life), Strength(initial, START)
    day_ = first_whole_day_below(days_below(strength, law, threshold))
    assert faded(strength, law, START + timedelta(days=day_)) < threshold * (1 + 1e-9)
    assert faded(strength, law, START + timedelta(days=day_ - 1)) >= threshold * (1 - 1e-9)


def test_thresholds_at_the_edge() -> None:
    """A threshold of 0 is never passed, one above the initial strength at once."""
    strength = Strength(0.5, START)
    assert isinf(days_below(strength, HalfLife(9), 0.0))
    assert days_below(strength, HalfLife(9), 0.6) == 0.0
    assert days_below(Strength(0.0, START), HalfLife(9), 0.1) == 0.0


def test_a_new_memory_reads_one_clock() -> None:
    """Created, the clock of forgetting and the first log entry are one moment; defaults are 001's.

    A draft's own time, law and floor win, a floor of 0 too.
    """
    made = created_from(Draft("s", "p", significance="low"), "m", day(3))
    assert {made.created, made.strength.last_reinforced, made.log[0].timestamp} == {day(3)}
    assert made.fade == Fade(HalfLife(30.0), 0.1)
    assert (made.strength.initial, made.log[0].strength_delta) == (1.0, 1.0)
    own = Draft("s", "p", created=day(1), law=Never(), min_strength=0.0, initial=0.5)
    made = created_from(own, "m", day(3))
    assert made.fade == Fade(Never(), 0.0)
    assert made.strength == Strength(0.5, day(1))


@pytest.mark.parametrize(
    ("text", "summary", "detail"),
    [
        ("", "", ""),
        ("One line", "One line", ""),
        ("One. Two.", "One.", "Two."),
        ("Really? Yes! Good. End", "Really?", "Yes! Good. End"),
        ("First line\nthe rest\nof it", "First line", "the rest\nof it"),
        ("一つ目。二つ目。", "一つ目。", "二つ目。"),
        ("Version 2.0 is out", "Version 2.0 is out", ""),
    ],
)
def test_split_content(text: str, summary: str, detail: str) -> None:
    """Content given whole has its first sentence, or line, as the summary."""
    assert tuple(part.replace("\n", " ") for part in split_content(text)) == (
        summary,
        detail.replace("\n", " "),
    )


@given(st.text(max_size=300))
def test_splitting_loses_nothing(text: str) -> None:
    """Every sign that is not a space is in the summary or in the detail, in order."""
    summary, detail = split_content(text)
    whole = "".join(text.split())
    both = "".join((summary + detail).split())
    assert both == whole or "".join(detail.split()) == whole
    assert "\n" not in summary


def test_laws_in_words() -> None:
    """A law is named with its parameter."""
    assert law_text(HalfLife(90.0)) == "half-life 90 days"
    assert law_text(Never()) == "never fades"
