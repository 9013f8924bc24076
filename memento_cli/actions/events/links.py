"""Links between events: set, corrected, taken away later, with how sure it is (document 003 §4).

The event stays as it was observed, with the reply that was assumed then; the journal corrects it.
"""

from __future__ import annotations

from memento_cli.actions.events.events import event_named, still_told
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
    store: Store, one: str, rel: str, other: str, act: Provenance, *, confidence: float = 1.0
) -> bool:
    """Say how an event goes back to another; whether it was not said so already.

    What one replies to is replaced: it is at most one. Circles are allowed; an event that goes back
    to itself is a Conflict. NotFound without either; Refused if one was erased.
    """
    event, target = (still_told(event_named(store, text)) for text in (one, other))
    fresh = EventLink(event.id, label_of(rel), target.id, checked_confidence(confidence))
    if event.id == target.id:
        raise Conflict(f"{event.ref} cannot go back to itself")
    with store.lock.held():
        if any(link._replace(assumed=False) == fresh for link in _links_from(store, event)):
            return False
        more = {REL: fresh.rel, TARGET: fresh.target, CONFIDENCE: fresh.confidence}
        note(store, [Note(event.id, LINKED, more=more)], act)
    return True


def unlink_events(store: Store, one: str, rel: str, other: str, act: Provenance) -> bool:
    """Take a link between events away, the assumed reply too; whether there was one."""
    event, rel = event_named(store, one), label_of(rel)
    with store.lock.held():
        known = [link.target for link in _links_from(store, event) if link.rel == rel]
        target = other if other in known else event_named(store, other).id
        if target not in known:
            return False
        note(store, [Note(event.id, UNLINKED, more={REL: rel, TARGET: target})], act)
    return True


def links_of(store: Store, event_id: str, until: datetime | None = None) -> list[EventLink]:
    """The links of an event both ways: those from it, and then those that lead to it.

    What was said of them after `until` is left out.
    """
    event = event_named(store, event_id)
    replies = {event.id: event.reply_to} | _replies_to(store, event.id)
    found = links_in(notes_in_force(store, replies, until), replies)  # one may be corrected away
    own = [link for link in found if link.event == event.id]
    return own + [link for link in found if link.target == event.id]


def _links_from(store: Store, event: Event) -> list[EventLink]:
    found = links_in(notes_in_force(store, [event.id]), {event.id: event.reply_to})
    return [link for link in found if link.event == event.id]


def _replies_to(store: Store, id: str) -> dict[str, str]:
    """The events that were observed as replies to one, from the few lines that name it."""
    mark = f'"{id}"'.encode()
    named = (found for path in store.events.files() for _, found in numbered_events(path, mark))
    return {one.id: id for one in named if isinstance(one, Event) and one.reply_to == id}
