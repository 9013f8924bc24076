"""The spaced repetition of document 002, by the formulas of its program.

The bench (`tests/bench/reviews.py`) measures its predictions beside those of FSRS, which memento's
schedule uses (`core/fading/schedule.py`).
"""

from __future__ import annotations

from math import ceil, exp, isfinite

from memento_cli.errors import BadValue

FIRST_DAYS = (1, 6)
SIMPLE_IMPORTANCE, SIMPLE_USAGE = 0.5, 0.3


def recall_probability(days: float, interval_days: float) -> float:
    """e^(−days / interval), 1 down to 0; days before the last review count as 0."""
    if not (isfinite(interval_days) and interval_days > 0):
        raise BadValue(f"an interval is a number of days > 0, not {interval_days:g}")
    return exp(-max(0.0, days) / interval_days)


def simple_intervals(importance: float, usage: float, reviews: int) -> list[int]:
    """The days between so many reviews: 1, 6, then interval · (1 + 0.5 · importance + 0.3 ·
    usage).

    Each is rounded up. Importance and usage are 0 to 1.
    """
    intervals = list(FIRST_DAYS[:reviews])
    growth = 1 + SIMPLE_IMPORTANCE * importance + SIMPLE_USAGE * usage
    while len(intervals) < reviews:
        intervals.append(ceil(intervals[-1] * growth))
    return intervals
