"""review: the memories that are cards, which of them are due, and how they were answered."""

from __future__ import annotations

from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.recall.index_session import ask_index
from memento_cli.core.fading.review import (
    CONFIRMED,
    KNOWLEDGE,
    QUESTION,
    USEFUL,
    Reviews,
    card_of,
    in_order,
    is_card,
    keys_of,
    rated,
    schedule_of,
)
from memento_cli.core.journal.history import JournalEntry, undone_ids
from memento_cli.core.memory.memory import is_over
from memento_cli.core.security.secret_checks import allowed_in
from memento_cli.core.security.trust import TRUST, USER, raised_trust, trust_of
from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadData, NotFound
from memento_cli.index.refresh.rows import UNTOLD, unpacked
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.memory_fields import REVIEW_FIELDS
from memento_cli.store.toml.changes import Change

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fading.review import Card, Schedule
    from memento_cli.core.journal.history import EntrySignature
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


REVIEWED, ACCEPTED = "reviewed", "confirmed"


class Rated(NamedTuple):
    """A memory that was reviewed, and the new schedule of its card."""

    id: str
    rating: str
    schedule: Schedule


def rate(
    store: Store,
    ids: Sequence[str],
    rating: str,
    now: datetime,
    *,
    confirmed: bool = False,
    via: str = "cli",
    by: str = USER,
) -> list[Rated]:
    """Note the rating of cards (again, hard, good, easy) and schedule their next review.

    With `confirmed` the memories are also still true, which raises the trust of an agent's memory
    if `by` is the trust of a person. Good, easy and `confirmed` also count as a use, in the same
    batch. NotFound, and nothing is done, if one of the memories is no card.
    """
    reviews = reviews_of(store)
    with store.all_or_nothing(ids):
        memories = [card_in(store, id, reviews) for id in ids]
        signature, results = store.signed(now, via), list[Rated]()
        new_entries = list[JournalEntry]()
        for memory in memories:
            schedule = rated(schedule_of(memory.more), rating, now, reviews.retention)
            acts = {REVIEWED: keys_of(schedule)}
            if confirmed:
                acts[ACCEPTED] = accepted(memory, now, by)
            is_use = confirmed or rating in USEFUL
            new_entries += _write_acts(store, memory, acts, signature, is_use, rating)
            results.append(Rated(memory.id, rating, schedule))
        store.journal.append(new_entries)
    return results


def confirm(
    store: Store, ids: Sequence[str], now: datetime, *, via: str = "cli", by: str = USER
) -> None:
    """Note that memories are still true, which also counts as a use of them.

    `by` is a trust level (`core/security/trust.py`): a person's confirmation raises the trust of
    what an agent said.
    """
    with store.all_or_nothing(ids):
        memories = [store.memories.read(id).value for id in ids]
        signature, entries = store.signed(now, via), list[JournalEntry]()
        for memory in memories:
            acts = {ACCEPTED: accepted(memory, now, by)}
            entries += _write_acts(store, memory, acts, signature, is_use=True)
        store.journal.append(entries)


def accepted(memory: Memory, now: datetime, by: str) -> dict[str, Any]:
    """The keys that a confirmation sets in a memory's file: its time and, if raised, the trust."""
    trust = trust_of(memory)
    raised = raised_trust(trust, by)
    return {CONFIRMED: now} | ({} if raised == trust else {TRUST: raised})


def _write_acts(
    store: Store,
    memory: Memory,
    acts: Mapping[str, Mapping[str, Any]],
    signature: EntrySignature,
    is_use: bool,
    rating: str = "",
) -> list[JournalEntry]:
    """Write the keys of acts into a memory's file, and return the journal entries for them.

    A memory reviewed and confirmed at one moment is used only once.
    """
    keys = {key: value for values in acts.values() for key, value in values.items()}
    file_values = {
        key: iso(value) if MOMENTS.get(key) and value else value for key, value in keys.items()
    }
    change = store.memories.set_keys(memory.id, file_values)[2]
    known = journal_entries(store, memory.id)
    entries = adoption_of(memory, history_of(store, memory, known, signature.at))
    for act, values in acts.items():
        part = Change(*({key: side[key] for key in values} for side in change))
        entry = content_entry(signature, act, memory.id, part, allowed_in(known))
        entries.append(entry._replace(more={"rating": rating} if act == REVIEWED else {}))
    undone = undone_ids(known)
    used = {entry.at for entry in known if entry.act == "used" and entry.id not in undone}
    if is_use and signature.at not in used:
        entries.append(signature.line("used", memory.id))
    return entries
