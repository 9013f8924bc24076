"""Document 002's own spaced repetition."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.spacing import (
    needs_review,
    next_interval,
    recall_probability,
    review_due_after_days,
    simple_intervals,
)
from memento_cli.errors import BadValue

intervals = st.floats(0.01, 4000)
parts = st.floats(0, 1)


@pytest.mark.parametrize(
    ("interval", "features", "days"),
    [
        (7, (0.0, 0.0), 7),
        (10, (1.0, 0.0), 16),
        (10, (0.0, 1.0), 14),
        (10, (0.0, 0.0, 1.0), 15),
        (10, (0.0, 0.0, 0.0, 1.0), 4),
        (1, (0.1, 0.0), 2),
    ],
)
def test_what_each_part_does_to_an_interval(
    interval: float, features: tuple[float, ...], days: int
) -> None:
    """Importance weighs 0.6, usage 0.4, help 0.5, harm −0.7; the days are rounded up."""
    assert next_interval(interval, *features) == days


@given(intervals, parts, parts, parts)
def test_only_harm_makes_an_interval_shorter(
    interval: float, importance: float, usage: float, helpful: float
) -> None:
    """Without bad feedback the next interval is no shorter; with it, still a day at least."""
    grown = next_interval(interval, importance, usage, helpful)
    assert grown >= interval
    assert 1 <= next_interval(interval, importance, usage, helpful, 1.0) <= grown


@given(intervals, st.floats(0.01, 1))
def test_due_is_the_inverse_of_recall(interval: float, threshold: float) -> None:
    """A review is due on the day on which the probability of recall reaches the threshold."""
    days = review_due_after_days(interval, threshold)
    assert recall_probability(days, interval) == pytest.approx(threshold)
    assert not needs_review(days * 0.99 - 0.01 * interval, interval, threshold) or threshold == 1
    assert needs_review(days * 1.01 + 0.01 * interval, interval, threshold)


def test_edges_of_recall() -> None:
    """Nothing is forgotten before the review, and no threshold of 0 is ever reached."""
    assert recall_probability(-5, 7) == recall_probability(0, 7) == 1
    assert review_due_after_days(7, 0) == inf
    assert review_due_after_days(7, 1) == review_due_after_days(7, 2) == 0


@pytest.mark.parametrize("interval", [0, -1, nan, inf])
def test_impossible_intervals(interval: float) -> None:
    """An interval is a finite number of days above 0."""
    for ask in (next_interval, recall_probability):
        with pytest.raises(BadValue, match="interval"):
            ask(interval, 1, 1) if ask is next_interval else ask(1, interval)


@given(parts, parts, st.integers(0, 12))
def test_simple_intervals_begin_alike(importance: float, usage: float, reviews: int) -> None:
    """Any simple schedule begins with 1 and 6 days, and never becomes denser."""
    days = simple_intervals(importance, usage, reviews)
    assert len(days) == reviews and days[:2] == [1, 6][:reviews]
    assert days == sorted(days)
