"""Threads: related events under a title, which can be corrected at any time (document 003 §4).

An event may be in several threads. A thread exists as long as it has an event. Each function that
changes one is one act, which one undo takes back.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from memento_cli.actions.events.events import event_named, readable_events, unerased
from memento_cli.actions.events.notes import Note, note, notes_in_force
from memento_cli.actions.memory.reading import readable_entries
from memento_cli.actions.tidy.proposal_files import PLAN
from memento_cli.core.events.plans import events_named, thread_title
from memento_cli.core.events.thread_detection import threads_found
from memento_cli.core.events.threads import (
    CONFIDENCE,
    ID_BYTES,
    THREAD,
    THREADS,
    TITLE,
    Thread,
    checked_confidence,
    checked_title,
    newest_entries,
    remaining_threads,
    thread_id,
    threads_in,
)
from memento_cli.core.journal.event_types import THREADED, UNTHREADED
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.journal.proposal_entries import FILE, REJECTED
from memento_cli.core.memory.ids import having, the_one
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.errors import BadData, Conflict, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.events.events import Event
    from memento_cli.core.events.threads import ProposedThread
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store


FEW = 8
"""Up to this number of events each is looked up; for more all logs are read once."""


class Woven(NamedTuple):
    """The events that an act added to a thread or removed from it; `is_new`: it had none before."""

    thread: str
    title: str
    events: tuple[str, ...]
    is_new: bool = False

    @property
    def ref(self) -> str:
        """The reference of the thread."""
        return ref_of(THREADS, self.thread)


def threads(store: Store, until: datetime | None = None) -> list[Thread]:
    """Every thread as of `until`, the one with the newest event first."""
    entries = notes_in_force(store, until=until)
    if not any(entry.act == THREADED for entry in entries):
        return []
    events = readable_events(store)
    times = {event.id: event.at for event in events if until is None or event.at <= until}
    return threads_in(entries, times)


def threads_of(store: Store, event: Event, until: datetime | None = None) -> list[Thread]:
    """The threads that contain an event, each with only this member."""
    return threads_in(notes_in_force(store, [event.id], until), {event.id: event.at})


def thread_named(store: Store, text: str, until: datetime | None = None) -> Thread:
    """The thread with an id, a reference, a title, or a unique part of one.

    NotFound if there is none, Ambiguous if several match.
    """
    return thread_among(threads(store, until), text)


def add_to_thread(
    store: Store,
    thread_title: str,
    event_ids: Sequence[str],
    provenance: Provenance,
    *,
    confidence: float = 1.0,
    apart: bool = False,
) -> Woven:
    """Add events to the thread with a title or a reference; a new title makes a new thread, and
    with `apart` any title does, also one that another thread has.

    The answer has the events that were not members, or had another confidence. An event is no
    evidence of its own membership. NotFound for no event; Refused for an erased one.
    """
    checked = checked_confidence(confidence)
    events = [unerased(event).id for event in _events(store, event_ids)]
    with store.lock.held():
        thread = _thread_or_new(threads_as_noted(store), thread_title, apart=apart)
        members = _confidences(thread)
        fresh = {event: checked for event in events if members.get(event) != checked}
        others = tuple(event for event in provenance.evidence if event not in events)
        note(store, _additions(thread, fresh), provenance._replace(evidence=others))
    return Woven(thread.id, thread.title, tuple(fresh), is_new=not members)


def remove_from_thread(
    store: Store, thread: str, event_ids: Sequence[str], provenance: Provenance
) -> Woven:
    """Remove events from a thread, which ends with its last one. NotFound if one is no member."""
    events = known_events(store, event_ids)
    with store.lock.held():
        target = thread_among(threads_as_noted(store), thread)
        note(store, _removals(target, _confidences_of(target, events)), provenance)
    return Woven(target.id, target.title, tuple(events))


def split_thread(
    store: Store,
    thread: str,
    new_title: str,
    event_ids: Sequence[str],
    provenance: Provenance,
    *,
    apart: bool = False,
) -> Woven:
    """Move events to another thread with their confidence; `apart` as in `add_to_thread`. NotFound
    if one is no member."""
    events = known_events(store, event_ids)
    with store.lock.held():
        every = threads_as_noted(store)
        old, new = thread_among(every, thread), _thread_or_new(every, new_title, apart=apart)
        if old.id == new.id:
            raise Conflict(f"{old.title} cannot be split into itself", "the new one needs a title")
        moved = _confidences_of(old, events)
        note(store, [*_removals(old, moved), *_additions(new, _surer(new, moved))], provenance)
    return Woven(new.id, new.title, tuple(moved), is_new=not new.members)


def merge_threads(store: Store, into: str, others: Sequence[str], provenance: Provenance) -> Woven:
    """Move all events of other threads into one, each with its highest confidence among them."""
    with store.lock.held():
        every = threads_as_noted(store)
        target = thread_among(every, into)
        sources = {
            each.id: each for each in (thread_among(every, text) for text in others)
        }.values()
        if target in sources:
            raise Conflict(f"{target.title} cannot be merged into itself", "name the others")
        moved = dict[str, float]()
        for source in sources:
            for event, confidence in _confidences(source).items():
                moved[event] = max(confidence, moved.get(event, 0.0))
        removals = [
            removal for source in sources for removal in _removals(source, _confidences(source))
        ]
        note(store, [*removals, *_additions(target, _surer(target, moved))], provenance)
    return Woven(target.id, target.title, tuple(moved))


def proposed_threads(
    store: Store, now: datetime, since: datetime | None = None
) -> list[ProposedThread]:
    """Related events that are in no thread yet, found without a model, the surest first.

    `since`: only those that ended then or later. Nothing is written. What was taken out of a thread
    or rejected is not proposed again.
    """
    events = [event for event in readable_events(store) if event.at <= now]
    entries = notes_in_force(store, until=now)
    existing = threads_in(entries, {event.id: event.at for event in events})
    excluded = {key for key, entry in newest_entries(entries).items() if entry.act == UNTHREADED}
    by_id = {thread.id: thread for thread in existing}
    for title, rejected in rejected_threads(store, now):
        thread = _exact_match(by_id, title)
        excluded |= {(thread.id if thread else thread_id(title), event) for event in rejected}
    proposed = remaining_threads(threads_found(events), existing, excluded)
    return [thread for thread in proposed if since is None or thread.end >= since]


def known_events(store: Store, texts: Sequence[str]) -> list[str]:
    """The ids of the events with these references, ids or unique prefixes, each once."""
    return [event.id for event in _events(store, texts)]


def _events(store: Store, texts: Sequence[str]) -> Iterable[Event]:
    every = readable_events(store) if len(texts) > FEW else ()
    by_id = {event.id: event for event in every}
    ids = (event_in(text) or text for text in texts)
    events = (by_id.get(id) or event_named(store, id) for id in ids)
    return {event.id: event for event in events}.values()


def threads_as_noted(store: Store) -> list[Thread]:
    """Every thread, that noted last first: the times of their events are not read."""
    entries = notes_in_force(store)
    return threads_in(entries, {event_in(entry.memory): entry.at for entry in entries})


def thread_among(threads: Iterable[Thread], text: str) -> Thread:
    """The thread with an id, a reference, a title, or a unique part of one (`thread_named`)."""
    by_id = {thread.id: thread for thread in threads}
    exact = _exact_match(by_id, text)
    if exact:
        return exact
    wanted = plain_key(text.removeprefix(f"{THREADS}/"))
    by_title = {plain_key(thread.title): thread for thread in by_id.values()}
    titles = having(wanted, by_title)
    if titles:
        return by_title[the_one(text, titles)]
    ids = [id for id in by_id if wanted and id.startswith(wanted)]
    if not ids:
        raise NotFound(f"No thread is called {text}", "`memento event thread list` shows them")
    return by_id[the_one(text, ids)]


def _thread_or_new(threads: Iterable[Thread], text: str, *, apart: bool) -> Thread:
    """The thread with this reference, id or title; else a new empty one with this title, which
    `apart` has an id that says nothing of its title."""
    if apart and not text.startswith(f"{THREADS}/"):
        return Thread(os.urandom(ID_BYTES).hex(), checked_title(text))
    by_id = {thread.id: thread for thread in threads}
    exact = _exact_match(by_id, text)
    if exact or text.startswith(f"{THREADS}/"):
        return exact or thread_among(threads, text)
    title = checked_title(text)
    return Thread(thread_id(title), title)


def _exact_match(by_id: Mapping[str, Thread], text: str) -> Thread | None:
    """The thread with this id, or else with this title, ignoring case."""
    exact = by_id.get(text.removeprefix(f"{THREADS}/")) or by_id.get(thread_id(text))
    titled = (thread for thread in by_id.values() if plain_key(thread.title) == plain_key(text))
    return exact or next(titled, None)


def _confidences(thread: Thread) -> dict[str, float]:
    return {member.event: member.confidence for member in thread.members}


def _confidences_of(thread: Thread, events: Iterable[str]) -> dict[str, float]:
    """The confidences of some events in a thread. NotFound if one is no member."""
    members = _confidences(thread)
    for event in events:
        if event not in members:
            hint = f"`memento event thread show {thread.id}` shows what is"
            raise NotFound(f"{ref_of(EVENTS, event)} is not in the thread {thread.title}", hint)
    return {event: members[event] for event in events}


def _surer(thread: Thread, moved: Mapping[str, float]) -> dict[str, float]:
    """The moved events that the thread lacks, or has with a lower confidence."""
    members = _confidences(thread)
    return {
        event: confidence
        for event, confidence in moved.items()
        if confidence > members.get(event, -1.0)
    }


def _additions(thread: Thread, events: Mapping[str, float]) -> list[Note]:
    return [
        Note(event, THREADED, {TITLE: thread.title}, {THREAD: thread.id, CONFIDENCE: confidence})
        for event, confidence in events.items()
    ]


def _removals(thread: Thread, events: Iterable[str]) -> list[Note]:
    return [Note(event, UNTHREADED, {TITLE: thread.title}, {THREAD: thread.id}) for event in events]


def rejected_threads(store: Store, until: datetime) -> Iterator[tuple[str, list[str]]]:
    """The title and the event ids of each proposal rejected by `until`, from the journal.

    Erased proposals and undone rejections are left out.
    """
    journal = store.journal
    entries = distinct(readable_entries(store, journal.naming(REJECTED)))
    undone = undone_ids([*entries, *readable_entries(store, journal.undos())]) if entries else ()
    for entry in entries:
        if entry.act == REJECTED and entry.id not in undone and entry.at <= until:
            plan = _plan_in(entry.text.get(FILE))
            if title := thread_title(plan):
                yield title, events_named(plan)


def _plan_in(file: object) -> Mapping[str, object]:
    """The `[plan]` table in the text of a proposal's file, or an empty one."""
    try:
        plan = plain(parsed(str(file).encode(), "").data.get(PLAN))
    except (BadData, UnicodeEncodeError):
        return {}
    return plan if isinstance(plan, Mapping) else {}
