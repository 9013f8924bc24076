"""Document 002's own spaced repetition, by the formulas of its program.

What they predict is measured beside FSRS by the bench (`tests/bench/reviews.py`); memento's
schedule is FSRS's (`core/fading/schedule.py`).
"""

from __future__ import annotations

from math import ceil, exp, isfinite

from memento_cli.errors import BadValue

FIRST_DAYS = (1, 6)
SIMPLE_IMPORTANCE, SIMPLE_USAGE = 0.5, 0.3


def recall_probability(days: float, interval_days: float) -> float:
    """e^(−days / interval), 1 down to 0; time before the last review counts as no time."""
    return exp(-max(0.0, days) / _days(interval_days))


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
