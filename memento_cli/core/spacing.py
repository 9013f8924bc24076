"""Document 002's own spaced repetition, by the formulas of its program.

What they predict is measured beside FSRS by the bench (`bench/reviews.py`); memento's schedule is
FSRS's (`core/schedule.py`).
"""

from __future__ import annotations

from math import ceil, exp, inf, isfinite, log

from memento_cli.errors import BadValue

THRESHOLD = 0.7
"""At this probability of recall, or below, a card is shown again."""
IMPORTANCE, USAGE, HELPFUL, BAD = 0.6, 0.4, 0.5, 0.7
FIRST_DAYS = (1, 6)
SIMPLE_IMPORTANCE, SIMPLE_USAGE = 0.5, 0.3


def next_interval(
    interval_days: float, importance: float, usage: float, helpful: float = 0.0, bad: float = 0.0
) -> int:
    """Days until the review after this one, rounded up.

    interval · (1 + 0.6 · importance + 0.4 · usage + 0.5 · helpful − 0.7 · bad), each 0 to 1.
    """
    growth = 1 + IMPORTANCE * importance + USAGE * usage + HELPFUL * helpful - BAD * bad
    return ceil(_days(interval_days) * growth)


def recall_probability(days: float, interval_days: float) -> float:
    """e^(−days / interval), 1 down to 0; time before the last review counts as no time."""
    return exp(-max(0.0, days) / _days(interval_days))


def needs_review(days: float, interval_days: float, threshold: float = THRESHOLD) -> bool:
    """Whether the probability of recall is down to the threshold."""
    return recall_probability(days, interval_days) <= threshold


def review_due_after_days(interval_days: float, threshold: float = THRESHOLD) -> float:
    """The inverse: days after a review until the next is needed, −interval · ln(threshold)."""
    if threshold <= 0:
        return inf
    return max(0.0, -_days(interval_days) * log(threshold))


def simple_intervals(importance: float, usage: float, reviews: int) -> list[int]:
    """The days between so many reviews: 1, 6, then interval · (1 + 0.5 · importance + 0.3 · usage).

    Rounded up; importance and usage are 0 to 1.
    """
    intervals = list(FIRST_DAYS[:reviews])
    growth = 1 + SIMPLE_IMPORTANCE * importance + SIMPLE_USAGE * usage
    while len(intervals) < reviews:
        intervals.append(ceil(intervals[-1] * growth))
    return intervals


def _days(interval: float) -> float:
    """An interval is a finite number of days above 0."""
    if not (isfinite(interval) and interval > 0):
        raise BadValue(f"an interval is a number of days > 0, not {interval:g}")
    return interval
