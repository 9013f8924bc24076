"""The schedule of a card, by FSRS-6: what a review makes of it, and how probably it is recalled.

With the parameters and steps that the library has by default: on real reviews it predicts better
than a constant, which no formula of the documents does.
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
    """Where a card stands in FSRS.

    `stability` is the days until the probability of recall is 0.9, `difficulty` is 1 to 10, `step`
    the one in learning or relearning.
    """

    due: datetime
    last: datetime
    state: str
    step: int | None
    stability: float
    difficulty: float


def schedule_of(more: Mapping[str, Any]) -> Schedule | None:
    """The schedule in what a memory's file says; None of one that was never reviewed.

    What lacks a part of it, because somebody took that out, begins anew.
    """
    said = {name: more.get(PREFIX + name) for name in Schedule._fields}
    if any(said[name] is None for name in ("last", "state", "stability", "difficulty")):
        return None
    step = None if said["state"] == "review" else said["step"] or 0
    return Schedule(**said | {"step": step, "due": said["due"] or said["last"]})


def keys_of(schedule: Schedule) -> dict[str, Any]:
    """The schedule as the keys of a memory's file."""
    return {PREFIX + name: value for name, value in schedule._asdict().items()}


def recall_probability(schedule: Schedule, now: datetime) -> float:
    """(1 + factor · days / stability)^−0.1542, 1 down to 0, and 0.9 after as many days as that.

    Of whole days, as the library counts them; time before the last review counts as no time.
    """
    days = max(0, (now - schedule.last).days)
    return float((1 + FACTOR * days / schedule.stability) ** -DECAY)


def rated(
    schedule: Schedule | None, rating: str, now: datetime, retention: float = 0.9
) -> Schedule:
    """The schedule after a review at `now` with one of RATINGS, the same whenever it is asked.

    It is due when the probability of recall is down to `retention`, above 0 and below 1. A last
    review that a wrong clock put after `now` counts as one at `now`. BadTime where the next one
    would be outside the calendar.
    """
    import fsrs  # it takes as long as two starts of Python: only who rates pays for it

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
