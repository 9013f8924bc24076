"""Answers to review cards: how well a memory was remembered, and that it is still true."""

from __future__ import annotations

from memento_cli.actions.fading.review import MOMENTS, card_in, reviews_of
from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.core.fading.review import CONFIRMED, USEFUL
from memento_cli.core.fading.schedule import keys_of, rated, schedule_of
from memento_cli.core.journal.history import JournalEntry, undone_ids
from memento_cli.core.security.secret_checks import allowed_in
from memento_cli.core.security.trust import TRUST, USER, raised_trust, trust_of
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
        signature, results, new_entries = (
            store.signed(now, via),
            list[Rated](),
            list[JournalEntry](),
        )
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
