"""review: which memories are cards, and which of them are due."""

from __future__ import annotations

from memento_cli.actions.recall.index_session import ask_index
from memento_cli.core.fading.review import (
    KNOWLEDGE,
    QUESTION,
    Reviews,
    card_of,
    in_order,
    is_card,
)
from memento_cli.core.memory.memory import is_over
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadData, NotFound
from memento_cli.index.refresh.rest import UNTOLD, unpacked
from memento_cli.store.records.memory_fields import REVIEW_FIELDS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fading.review import (
        Card,
    )
    from memento_cli.core.memory.memory import Memory
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store


MEMORY = "memory."
MOMENTS = {field.path: field.kind == "moment" for field in REVIEW_FIELDS}
MAYBE = f"""created <= ? AND (
    (importance >= ? AND kind IN ({", ".join(map(repr, KNOWLEDGE))}))
    OR rest = '{UNTOLD}' OR instr(rest, '{QUESTION.removeprefix(MEMORY)}')
)"""
"""Rows of the index that may be cards."""


def cards(store: Store, now: datetime, *, everything: bool = False) -> list[Card]:
    """The cards that ask something at `now`, or all with those that ask nothing yet behind them.

    What another memory supersedes, or what has expired, is none. Reading changes nothing.
    """
    reviews = reviews_of(store)

    def ask(index: Strengths) -> list[Card]:
        old = index.superseded()
        maybe = (
            memory
            for memory in _candidates(store, index, reviews)
            if memory.id not in old and not is_over(memory, now)
        )
        found = (card_of(memory, now, reviews) for memory in maybe)
        return in_order(card for card in found if everything or card.asks)

    return ask_index(store, now, False, ask, lambda found: [card.memory.id for card in found])


def cards_of(store: Store, ids: Sequence[str], now: datetime) -> list[Card]:
    """The cards that these memories are, in their order; NotFound if one of them is none."""
    reviews = reviews_of(store)
    memories = [card_in(store, id, reviews) for id in ids]
    return in_order(card_of(memory, now, reviews) for memory in memories)


def card_in(store: Store, id: str, reviews: Reviews) -> Memory:
    """A memory that is a card, by its whole id; NotFound, with what would make it one, if not."""
    memory = store.memories.read(id).value
    if not is_card(memory, reviews):
        question = f"`memento edit {id} --set review.question=TEXT` gives it one"
        limit = f"knowledge of importance {reviews.importance:g} needs none"
        raise NotFound(f"{id} is no card: it has no question", f"{question}; {limit}")
    return memory


def reviews_of(store: Store) -> Reviews:
    """The settings of review."""
    return Reviews(*(store.settings[f"review.{name}"] for name in Reviews._fields))


def _candidates(store: Store, index: Strengths, reviews: Reviews) -> Iterator[Memory]:
    """The memories that are cards, with what their files say of their review."""
    args = (index.now, reviews.importance)
    query = f"SELECT id, rest FROM memory WHERE {MAYBE}"
    told = dict(index.database.execute(query, args).fetchall())
    for memory in index.memories(MAYBE, args):
        more = _filed(store, memory.id) if told[memory.id] == UNTOLD else _kept(told[memory.id])
        memory = memory._replace(more={**memory.more, **more})
        if is_card(memory, reviews):
            yield memory


def _kept(rest: str | None) -> dict[str, Any]:
    """What the index keeps of a memory's review."""
    pairs = ((MEMORY + label, value) for label, value in unpacked(rest))
    return {
        path: stored_moment(value) if MOMENTS[path] else value
        for path, value in pairs
        if path in MOMENTS
    }


def _filed(store: Store, id: str) -> Mapping[str, Any]:
    """What the file itself says; nothing, if it is gone or broken since the index was made."""
    try:
        return store.memories.read(id).value.more
    except (NotFound, BadData):
        return {}
