"""Review: which memories are cards, what they ask at a moment, and in which order."""

from __future__ import annotations

from datetime import timedelta
from math import inf

from memento_cli.core.fading.schedule import PREFIX, recall_probability, schedule_of
from memento_cli.core.fading.spacing import FIRST_DAYS
from memento_cli.core.recall.query import about_of
from memento_cli.core.time.when import elapsed_days
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from typing import Any

    from memento_cli.core.memory.memory import Memory


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
