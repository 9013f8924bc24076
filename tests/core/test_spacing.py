"""Document 002's own spaced repetition."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.spacing import recall_probability, simple_intervals
from memento_cli.errors import BadValue

parts = st.floats(0, 1)


@pytest.mark.parametrize("interval", [0, -1, nan, inf])
def test_impossible_intervals(interval: float) -> None:
    """An interval is a finite number of days above 0."""
    with pytest.raises(BadValue, match="interval"):
        recall_probability(1, interval)


def test_nothing_is_forgotten_before_a_review() -> None:
    """Time before the last review counts as no time."""
    assert recall_probability(-5, 7) == recall_probability(0, 7) == 1


@given(parts, parts, st.integers(0, 12))
def test_simple_intervals_begin_alike(importance: float, usage: float, reviews: int) -> None:
    """Any simple schedule begins with 1 and 6 days, and never becomes denser."""
    days = simple_intervals(importance, usage, reviews)
    assert len(days) == reviews and days[:2] == [1, 6][:reviews]
    assert days == sorted(days)
