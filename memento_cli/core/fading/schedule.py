"""The schedule of a card by FSRS-6: its state after a review, and its probability of recall.

The parameters and steps are the library's defaults: on real reviews they predict better than a
constant does, and no formula of the documents achieves that.
"""

from __future__ import annotations

from memento_cli.core.fading.laws import DAYS_LIMIT
from memento_cli.errors import BadTime, BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any


RATINGS = ("again", "hard", "good", "easy")
DECAY = 0.1542
FACTOR = 0.9 ** (-1 / DECAY) - 1
PREFIX = "memory.review."


class Schedule(NamedTuple):
    """The state of a card in FSRS.

    `stability` is the days until the probability of recall is 0.9, `difficulty` is 1 to 10, `step`
    is the step of learning or relearning.
    """

    due: datetime
    last: datetime
    state: str
    step: int | None
    stability: float
    difficulty: float


def schedule_of(more: Mapping[str, Any]) -> Schedule | None:
    """The schedule in the `more` of a memory; None if it was never reviewed, or if a part is
    missing."""
    values = {name: more.get(PREFIX + name) for name in Schedule._fields}
    if any(values[name] is None for name in ("last", "state", "stability", "difficulty")):
        return None
    step = None if values["state"] == "review" else values["step"] or 0
    return Schedule(**values | {"step": step, "due": values["due"] or values["last"]})


def keys_of(schedule: Schedule) -> dict[str, Any]:
    """The schedule as the keys of a memory's file."""
    return {PREFIX + name: value for name, value in schedule._asdict().items()}


def recall_probability(schedule: Schedule, now: datetime) -> float:
    """(1 + factor · days / stability)^−0.1542, 1 down to 0; 0.9 after `stability` days.

    Days are whole, as the library counts them; days before the last review count as 0.
    """
    days = max(0, (now - schedule.last).days)
    return float((1 + FACTOR * days / schedule.stability) ** -DECAY)


def rated(
    schedule: Schedule | None, rating: str, now: datetime, retention: float = 0.9
) -> Schedule:
    """The schedule after a review at `now` with one of RATINGS; it is deterministic.

    The card is due when its probability of recall falls to `retention`, between 0 and 1. A last
    review after `now` (by a wrong clock) counts as one at `now`. BadTime where the next one would
    be outside the calendar.
    """
    import fsrs  # slow to import (two starts of Python), and only ratings need it

    if rating not in RATINGS:
        raise BadValue(f"a rating cannot be {rating!r}", "one of: " + ", ".join(RATINGS))
    card = fsrs.Card(card_id=0, due=now)
    if schedule is not None:
        card.state, card.step = fsrs.State[schedule.state.capitalize()], schedule.step
        card.stability, card.difficulty = schedule.stability, schedule.difficulty
        card.last_review = min(schedule.last, now)
    scheduler = fsrs.Scheduler(desired_retention=retention, enable_fuzzing=False)
    try:
        after, _ = scheduler.review_card(card, fsrs.Rating(RATINGS.index(rating) + 1), now)
    except OverflowError:
        raise BadTime(f"a review after {now:%Y-%m-%d} would be outside the calendar") from None
    assert after.stability is not None and after.difficulty is not None
    stability, state = min(after.stability, DAYS_LIMIT), after.state.name.lower()
    return Schedule(after.due, now, state, after.step, stability, after.difficulty)
