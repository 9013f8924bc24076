"""What was found out about events after they were observed: notes in the journal, and links.

The event itself never changes. Links, threads and feelings are folds of the journal's entries; an
undo or a merge of clones changes the fold and no file (document 003 §4, §5-2). An event keeps the
reply that was assumed when it was observed; entries of the journal correct it.
"""

from __future__ import annotations

from memento_cli.actions.events.events import event_named, unerased
from memento_cli.actions.memory.reading import readable_entries
from memento_cli.core.events.events import Event
from memento_cli.core.events.threads import (
    CONFIDENCE,
    REL,
    TARGET,
    EventLink,
    checked_confidence,
    label_of,
    links_in,
)
from memento_cli.core.journal.event_types import LINKED, UNLINKED
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.errors import Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.event_log import numbered_events

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store


class Note(NamedTuple):
    """An act about an event. Words are in `text`, where erasure finds them; numbers and ids in
    `more`."""

    event: str
    act: str
    text: Mapping[str, Any] = {}
    more: Mapping[str, Any] = {}


def note(store: Store, notes: Sequence[Note], provenance: Provenance) -> list[JournalEntry]:
    """Append notes to the journal as one act. SecretFound for a key or a password in one."""
    kinds = provenance.kinds([{**each.text, **each.more} for each in notes])
    common = provenance.more(kinds)
    entries = [
        provenance.signature.line(
            each.act, ref_of(EVENTS, each.event), text=each.text, more={**each.more, **common}
        )
        for each in notes
    ]
    return store.journal.append(entries)


def notes_in_force(
    store: Store, naming: Collection[str] | None = None, until: datetime | None = None
) -> list[JournalEntry]:
    """The entries about events that are not undone and not later than `until`, in order of ids.

    `naming`: only entries that contain one of these ids of events or names of acts.
    """
    if naming is None:
        entries = distinct(readable_entries(store, store.journal.under(EVENTS)))
    else:
        reads = (store.journal.undos(), *map(store.journal.naming, naming))
        entries = distinct(entry for read in reads for entry in readable_entries(store, read))
    undone = undone_ids(entries)
    in_force = (
        entry
        for entry in entries
        if entry.id not in undone
        and event_in(entry.memory)
        and (until is None or entry.at <= until)
    )
    return sorted(in_force, key=lambda entry: entry.id)


def link_events(
    store: Store, one: str, rel: str, other: str, provenance: Provenance, *, confidence: float = 1.0
) -> bool:
    """Link an event to another; whether that changed anything.

    An event replies to at most one, so a reply replaces the former. Cycles are allowed; a link to
    itself is a Conflict. NotFound if there is no such event; Refused if one was erased.
    """
    event, target = (unerased(event_named(store, text)) for text in (one, other))
    fresh = EventLink(event.id, label_of(rel), target.id, checked_confidence(confidence))
    if event.id == target.id:
        raise Conflict(f"{event.ref} cannot go back to itself")
    with store.lock.held():
        if any(link._replace(assumed=False) == fresh for link in _links_from(store, event)):
            return False
        more = {REL: fresh.rel, TARGET: fresh.target, CONFIDENCE: fresh.confidence}
        note(store, [Note(event.id, LINKED, more=more)], provenance)
    return True


def unlink_events(store: Store, one: str, rel: str, other: str, provenance: Provenance) -> bool:
    """Remove a link between events, also an assumed reply; whether there was one."""
    event, rel = event_named(store, one), label_of(rel)
    with store.lock.held():
        targets = [link.target for link in _links_from(store, event) if link.rel == rel]
        target = other if other in targets else event_named(store, other).id
        if target not in targets:
            return False
        note(store, [Note(event.id, UNLINKED, more={REL: rel, TARGET: target})], provenance)
    return True


def links_of(store: Store, event_id: str, until: datetime | None = None) -> list[EventLink]:
    """The links from an event, and then those to it, as recorded by `until`."""
    event = event_named(store, event_id)
    quoted = f'"{event.id}"'.encode()  # what replies to it has its id in its line of the log
    naming = (one for path in store.events.files() for _, one in numbered_events(path, quoted))
    replies = {event.id: event.reply_to} | {
        one.id: event.id for one in naming if isinstance(one, Event) and one.reply_to == event.id
    }
    links = links_in(notes_in_force(store, replies, until), replies)  # entries correct replies
    outgoing = [link for link in links if link.event == event.id]
    return outgoing + [link for link in links if link.target == event.id]


def _links_from(store: Store, event: Event) -> list[EventLink]:
    links = links_in(notes_in_force(store, [event.id]), {event.id: event.reply_to})
    return [link for link in links if link.event == event.id]
