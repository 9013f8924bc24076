"""Review: which memories are cards, when they are due, what they ask, and in which order.

When a card is due follows from FSRS-6 with the library's default parameters and steps: on real
reviews they predict better than a constant does, and no formula of the documents achieves that. The
spaced repetition of document 002 stands beside it (`spaced_recall_probability`,
`simple_intervals`); the bench (`tests/bench/reviews.py`) measures both.
"""

from __future__ import annotations

from datetime import timedelta
from math import ceil, exp, inf, isfinite

from memento_cli.core.fading.laws import DAYS_LIMIT
from memento_cli.core.recall.query import about_of
from memento_cli.core.time.when import elapsed_days
from memento_cli.errors import BadTime, BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from typing import Any

    from memento_cli.core.memory.memory import Memory


FIRST_DAYS = (1, 6)
SIMPLE_IMPORTANCE, SIMPLE_USAGE = 0.5, 0.3


def spaced_recall_probability(days: float, interval_days: float) -> float:
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


KNOWLEDGE = ("semantic", "procedural")
USEFUL = ("good", "easy")
"""The ratings that count as a use of the memory."""
RECALL, TRUTH = "recall", "truth"
"""What a card may ask: whether it is remembered, and whether it is still true."""
SOON = timedelta(minutes=20)
"""A card that is due again within this time is asked again before a session ends, as in Anki."""
FEW_WORDS = 4  # half of fewer words is no question
QUESTION, DUE, CONFIRMED = f"{PREFIX}question", f"{PREFIX}due", f"{PREFIX}confirmed"


class Reviews(NamedTuple):
    """The settings of review.

    Knowledge of at least this `importance` is a card. A card is due when its probability of recall
    has fallen to `retention`. So many days after it was confirmed it asks whether it is still true.
    """

    importance: float = 0.7
    retention: float = 0.9
    confirm_after_days: float = 180.0


class Card(NamedTuple):
    """A memory under review: when it is due, its probability of recall, and what it asks now."""

    memory: Memory
    due: datetime
    recall: float | None = None
    asks: tuple[str, ...] = ()


def is_card(memory: Memory, reviews: Reviews = Reviews()) -> bool:
    """Whether a memory is reviewed: important knowledge, or any memory with a question."""
    important = memory.kind in KNOWLEDGE and memory.importance >= reviews.importance
    return important or bool(memory.more.get(QUESTION))


def card_of(memory: Memory, now: datetime, reviews: Reviews = Reviews()) -> Card:
    """The card of a memory at `now`."""
    schedule, due = schedule_of(memory.more), due_at(memory)
    recall = None if schedule is None else recall_probability(schedule, now)
    asks = (RECALL,) if due <= now else ()
    if is_doubtful(memory, now, reviews.confirm_after_days):
        asks = (*asks, TRUTH)
    return Card(memory, due, recall, asks)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """The cards to recall now first, the most probably forgotten before the rest and before new
    ones.

    Then those that only ask whether they are true, then those that ask nothing yet, by due time.
    """
    return sorted(cards, key=_rank)


def _rank(card: Card) -> tuple[Any, ...]:
    memory, is_due = card.memory, RECALL in card.asks
    recall = card.recall if is_due and card.recall is not None else inf
    importance = memory.importance if card.asks else 0.0
    return (not is_due, not card.asks, recall, -importance, card.due, memory.id)


def due_at(memory: Memory) -> datetime:
    """When a card is due: as its file says, or a day after it was recorded (document 002)."""
    due: datetime | None = memory.more.get(DUE)
    try:
        return due or memory.created + timedelta(days=FIRST_DAYS[0])
    except OverflowError:  # created on the last day of the calendar
        return memory.created


def is_doubtful(memory: Memory, now: datetime, after_days: float) -> bool:
    """Whether a memory is knowledge that nobody has confirmed for so many days.

    Knowledge about a time that is over does not become doubtful.
    """
    about = about_of(memory.more)
    if memory.kind not in KNOWLEDGE or (about is not None and about[1] < now):
        return False
    confirmed: datetime = memory.more.get(CONFIRMED, memory.created)
    return elapsed_days(max(confirmed, memory.created), now) >= after_days


def faces(memory: Memory) -> tuple[str, str]:
    """The question and the answer of a card.

    The question is the memory's own, or its summary; without a detail, half the words of the
    summary.
    """
    question, content = memory.more.get(QUESTION), memory.content
    if question:
        return question, "\n".join(filter(None, (content.summary, content.detail)))
    words = content.summary.split()
    if content.detail or len(words) < FEW_WORDS:
        return content.summary, content.detail
    return " ".join(words[: len(words) // 2]) + " …", content.summary
