"""Links between events, with a confidence: added, corrected and removed (document 003 §4).

An event keeps the reply that was assumed when it was observed; entries of the journal correct it.
"""

from __future__ import annotations

from memento_cli.actions.events.events import event_named, unerased
from memento_cli.actions.events.noting import Note, note, notes_in_force
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
from memento_cli.errors import Conflict
from memento_cli.store.journal.event_log import numbered_events

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.store.directory.store import Store


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
    replies = {event.id: event.reply_to} | _replies_to(store, event.id)
    links = links_in(notes_in_force(store, replies, until), replies)  # entries correct replies
    outgoing = [link for link in links if link.event == event.id]
    return outgoing + [link for link in links if link.target == event.id]


def _links_from(store: Store, event: Event) -> list[EventLink]:
    links = links_in(notes_in_force(store, [event.id]), {event.id: event.reply_to})
    return [link for link in links if link.event == event.id]


def _replies_to(store: Store, id: str) -> dict[str, str]:
    """The ids of the events observed as replies to one, from the log lines that contain its id."""
    quoted = f'"{id}"'.encode()
    naming = (event for path in store.events.files() for _, event in numbered_events(path, quoted))
    return {event.id: id for event in naming if isinstance(event, Event) and event.reply_to == id}
