"""Answers to cards: how one was remembered, and that something is still true."""

from __future__ import annotations

from memento_cli.actions.fading.review import MOMENTS, card_in, reviews_of
from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.core.fading.review import CONFIRMED, USEFUL
from memento_cli.core.fading.schedule import keys_of, rated, schedule_of
from memento_cli.core.journal.history import JournalEntry, undone_ids
from memento_cli.core.security.allowances import allowed_in
from memento_cli.core.security.trust import TRUST, USER, trust_of, vouched
from memento_cli.core.time.when import iso
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.changes import Change

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fading.schedule import Schedule
    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


REVIEWED, ACCEPTED = "reviewed", "confirmed"


class Rated(NamedTuple):
    """A memory that was reviewed, and where its card stands now."""

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
    """Note how cards were answered (again, hard, good, easy): their files say when they are due.

    `confirmed` says that they are still true, too, which makes an agent's words confirmed ones if
    it is a person who says so (`by`, a trust). Good, easy and that count as a use, in the same
    batch. NotFound, and nothing is done, if one of them is no card.
    """
    reviews = reviews_of(store)
    with store.all_or_nothing(ids):
        memories = [card_in(store, id, reviews) for id in ids]
        signature, done, entries = store.signed(now, via), list[Rated](), list[JournalEntry]()
        for memory in memories:
            schedule = rated(schedule_of(memory.more), rating, now, reviews.retention)
            acts = {REVIEWED: keys_of(schedule)}
            if confirmed:
                acts[ACCEPTED] = accepted(memory, now, by)
            is_use = confirmed or rating in USEFUL
            entries += _written(store, memory, acts, signature, is_use, rating)
            done.append(Rated(memory.id, rating, schedule))
        store.journal.append(entries)
    return done


def confirm(
    store: Store, ids: Sequence[str], now: datetime, *, via: str = "cli", by: str = USER
) -> None:
    """Note that somebody says that memories are still true, which also counts as a use of them.

    `by` is the trust of whoever says so (`core/security/trust.py`): a person confirms what an agent
    said.
    """
    with store.all_or_nothing(ids):
        memories = [store.memories.read(id).value for id in ids]
        signature, entries = store.signed(now, via), list[list[JournalEntry]]()
        for memory in memories:
            acts = {ACCEPTED: accepted(memory, now, by)}
            entries.append(_written(store, memory, acts, signature, is_use=True))
        store.journal.append([entry for its in entries for entry in its])


def accepted(memory: Memory, now: datetime, by: str) -> dict[str, Any]:
    """The keys of a memory that somebody says is still true; who vouches for it may change."""
    trust = trust_of(memory)
    raised = vouched(trust, by)
    return {CONFIRMED: now} | ({} if raised == trust else {TRUST: raised})


def _written(
    store: Store,
    memory: Memory,
    acts: Mapping[str, Mapping[str, Any]],
    signature: EntrySignature,
    is_use: bool,
    rating: str = "",
) -> list[JournalEntry]:
    """Write the keys of acts into a memory's file; answers the lines for the journal.

    What is both known and confirmed at one moment was of use once.
    """
    keys = {key: value for its in acts.values() for key, value in its.items()}
    told = {key: iso(value) if MOMENTS.get(key) and value else value for key, value in keys.items()}
    change = store.memories.set_keys(memory.id, told)[2]
    known = journal_entries(store, memory.id)
    entries = adoption_of(memory, history_of(store, memory, known, signature.at))
    for act, its in acts.items():
        part = Change(*({key: side[key] for key in its} for side in change))
        entry = content_entry(signature, act, memory.id, part, allowed_in(known))
        entries.append(entry._replace(more={"rating": rating} if act == REVIEWED else {}))
    undone = undone_ids(known)
    used = {entry.at for entry in known if entry.act == "used" and entry.id not in undone}
    if is_use and signature.at not in used:
        entries.append(signature.line("used", memory.id))
    return entries
