"""review: the memories that are cards, and which of them are due."""

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
from memento_cli.index.refresh.rows import UNTOLD, unpacked
from memento_cli.store.records.memory_fields import REVIEW_FIELDS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fading.review import Card
    from memento_cli.core.memory.memory import Memory
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store


MEMORY = "memory."
MOMENTS = {field.path: field.kind == "moment" for field in REVIEW_FIELDS}
MAYBE = f"""created <= ? AND (
    (importance >= ? AND kind IN ({", ".join(map(repr, KNOWLEDGE))}))
    OR rest = '{UNTOLD}' OR instr(rest, '{QUESTION.removeprefix(MEMORY)}')
)"""
"""The SQL condition of rows that may be cards."""


def cards(store: Store, now: datetime, *, everything: bool = False) -> list[Card]:
    """The cards that are due at `now`; or all cards, with those not yet due last.

    Superseded and expired memories are no cards. Reading changes nothing.
    """
    reviews = reviews_of(store)

    def ask(index: Strengths) -> list[Card]:
        superseded = index.superseded()
        current = (
            memory
            for memory in _candidates(store, index, reviews)
            if memory.id not in superseded and not is_over(memory, now)
        )
        all_cards = (card_of(memory, now, reviews) for memory in current)
        return in_order(card for card in all_cards if everything or card.asks)

    return ask_index(
        store, now, False, ask, lambda all_cards: [card.memory.id for card in all_cards]
    )


def cards_of(store: Store, ids: Sequence[str], now: datetime) -> list[Card]:
    """The cards of these memories in the order of review; NotFound if one of them is no card."""
    reviews = reviews_of(store)
    memories = [card_in(store, id, reviews) for id in ids]
    return in_order(card_of(memory, now, reviews) for memory in memories)


def card_in(store: Store, id: str, reviews: Reviews) -> Memory:
    """The memory of a card, by its whole id; NotFound, with a hint, if it is no card."""
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
    """The memories that are cards, with the review keys of their files."""
    args = (index.now, reviews.importance)
    query = f"SELECT id, rest FROM memory WHERE {MAYBE}"
    rests = dict(index.database.execute(query, args).fetchall())
    for memory in index.memories(MAYBE, args):
        rest = rests[memory.id]
        more = _more_in_file(store, memory.id) if rest == UNTOLD else _review_keys(rest)
        memory = memory._replace(more={**memory.more, **more})
        if is_card(memory, reviews):
            yield memory


def _review_keys(rest: str | None) -> dict[str, Any]:
    """The review keys of a memory in the index."""
    pairs = ((MEMORY + label, value) for label, value in unpacked(rest))
    return {
        path: stored_moment(value) if MOMENTS[path] else value
        for path, value in pairs
        if path in MOMENTS
    }


def _more_in_file(store: Store, id: str) -> Mapping[str, Any]:
    """The additional keys of a memory's file; none if it is gone or broken by now."""
    try:
        return store.memories.read(id).value.more
    except (NotFound, BadData):
        return {}
