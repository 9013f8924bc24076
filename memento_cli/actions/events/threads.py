"""Threads: events that hang together, woven by somebody, corrected at any time (document 003 §4).

An event may be in several threads. A thread is there as long as an event is in it; each verb here
is one act, which one undo takes back.
"""

from __future__ import annotations

from memento_cli.actions.events.events import event_named, unerased
from memento_cli.actions.events.noting import Note, note, notes_in_force
from memento_cli.actions.events.reading import readable_events
from memento_cli.actions.events.rejected_threads import rejected_threads
from memento_cli.core.events.proposed_threads import still_loose
from memento_cli.core.events.thread_detection import threads_found
from memento_cli.core.events.threads import (
    CONFIDENCE,
    THREAD,
    THREADS,
    TITLE,
    Thread,
    checked_confidence,
    checked_title,
    last_said,
    thread_id,
    threads_in,
)
from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.journal.event_types import THREADED, UNTHREADED
from memento_cli.core.memory.ids import matching, the_one
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.errors import Conflict, NotFound
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.proposed_threads import ProposedThread
    from memento_cli.store.directory.store import Store

FEW = 8  # events, of which it takes less to look for each than to read them all


class Woven(NamedTuple):
    """What an act did to a thread: the events that it put there, or took out.

    `is_new`: no event was in it before.
    """

    thread: str
    title: str
    events: tuple[str, ...]
    is_new: bool = False

    @property
    def ref(self) -> str:
        """How the thread is named."""
        return ref_of(THREADS, self.thread)


def threads(store: Store, until: datetime | None = None) -> list[Thread]:
    """Every thread, that of the newest event first; of what was said and happened by `until`."""
    lines = notes_in_force(store, until=until)
    if not any(line.act == THREADED for line in lines):
        return []
    events = readable_events(store)
    times = {event.id: event.at for event in events if until is None or event.at <= until}
    return threads_in(lines, times)


def threads_of(store: Store, event: Event, until: datetime | None = None) -> list[Thread]:
    """The threads that an event is in, each with only this member."""
    return threads_in(notes_in_force(store, [event.id], until), {event.id: event.at})


def thread_named(store: Store, text: str, until: datetime | None = None) -> Thread:
    """The thread that an id, a reference, a title, or a unique part of one means.

    NotFound if there is none, Ambiguous if it is short for several.
    """
    return _named(text, threads(store, until))


def weave(
    store: Store,
    thread_title: str,
    event_ids: Sequence[str],
    provenance: Provenance,
    *,
    confidence: float = 1.0,
) -> Woven:
    """Put events into the thread that a title or a reference means; a new title makes a new one.

    Told of are those that were not there, or not as sure; they are no evidence of themselves.
    NotFound for what is no event; Refused for one that was erased.
    """
    sure = checked_confidence(confidence)
    events = [unerased(event).id for event in _events(store, event_ids)]
    with store.lock.held():
        thread = _meant(thread_title, _every(store))
        there = _confidences(thread)
        fresh = {event: sure for event in events if there.get(event) != sure}
        others = tuple(event for event in provenance.evidence if event not in events)
        note(store, _into(thread, fresh), provenance._replace(evidence=others))
    return Woven(thread.id, thread.title, tuple(fresh), is_new=not there)


def unweave(store: Store, thread: str, event_ids: Sequence[str], provenance: Provenance) -> Woven:
    """Take events out of a thread; after the last one it is no more. NotFound for others."""
    events = known_events(store, event_ids)
    with store.lock.held():
        found = _named(thread, _every(store))
        note(store, _out_of(found, _those(found, events)), provenance)
    return Woven(found.id, found.title, tuple(events))


def split_thread(
    store: Store, thread: str, new_title: str, event_ids: Sequence[str], provenance: Provenance
) -> Woven:
    """Move events from one thread into another, each as sure as it was. NotFound for others."""
    events = known_events(store, event_ids)
    with store.lock.held():
        every = _every(store)
        old, new = _named(thread, every), _meant(new_title, every)
        if old.id == new.id:
            raise Conflict(f"{old.title} cannot be split into itself", "the new one needs a title")
        moved = _those(old, events)
        note(store, [*_out_of(old, moved), *_into(new, _surer(new, moved))], provenance)
    return Woven(new.id, new.title, tuple(moved), is_new=not new.members)


def merge_threads(store: Store, into: str, others: Sequence[str], provenance: Provenance) -> Woven:
    """Move all events of other threads into one; of an event that was in several, the surest."""
    with store.lock.held():
        every = _every(store)
        kept = _named(into, every)
        gone = {one.id: one for one in (_named(text, every) for text in others)}.values()
        if kept in gone:
            raise Conflict(f"{kept.title} cannot be merged into itself", "name the others")
        moved = dict[str, float]()
        for one in gone:
            for event, sure in _confidences(one).items():
                moved[event] = max(sure, moved.get(event, 0.0))
        out = [told for one in gone for told in _out_of(one, _confidences(one))]
        note(store, [*out, *_into(kept, _surer(kept, moved))], provenance)
    return Woven(kept.id, kept.title, tuple(moved))


def proposed_threads(
    store: Store, now: datetime, since: datetime | None = None
) -> list[ProposedThread]:
    """Which events hang together that nobody has woven, the surest first; without a model.

    With `since`, what went on then or later. Nothing is written, and what somebody has taken apart,
    or rejected, is not proposed again.
    """
    events = [event for event in readable_events(store) if event.at <= now]
    lines = notes_in_force(store, until=now)
    known = threads_in(lines, {event.id: event.at for event in events})
    apart = {place for place, line in last_said(lines).items() if line.act == UNTHREADED}
    named = {thread.id: thread for thread in known}
    for title, rejected in rejected_threads(store, now):
        home = _exact(title, named)
        apart |= {(home.id if home else thread_id(title), event) for event in rejected}
    found = still_loose(threads_found(events), known, apart)
    return [one for one in found if since is None or one.end >= since]


def weave_proposed(
    store: Store, proposed: Sequence[ProposedThread], provenance: Provenance
) -> None:
    """Weave what was proposed, all of it as one act."""
    notes = [
        told
        for one in proposed
        for told in _into(Thread(one.thread, one.title), dict.fromkeys(one.events, one.confidence))
    ]
    note(store, notes, provenance)


def known_events(store: Store, texts: Sequence[str]) -> list[str]:
    """The ids of the events that references, ids or unique beginnings of them mean, each once."""
    return [event.id for event in _events(store, texts)]


def _events(store: Store, texts: Sequence[str]) -> Iterable[Event]:
    many = readable_events(store) if len(texts) > FEW else ()
    there = {event.id: event for event in many}
    ids = (event_in(text) or text for text in texts)
    found = (there.get(id) or event_named(store, id) for id in ids)
    return {event.id: event for event in found}.values()


def _every(store: Store) -> list[Thread]:
    """The threads as acts need them: not in order of time, which all the events would tell."""
    lines = notes_in_force(store)
    return threads_in(lines, {event_in(line.memory): line.at for line in lines})


def _named(text: str, found: Iterable[Thread]) -> Thread:
    known = {thread.id: thread for thread in found}
    exact = _exact(text, known)
    if exact:
        return exact
    wanted = plain_key(text.removeprefix(f"{THREADS}/"))
    called = {plain_key(one.title): one for one in known.values()}
    fitting = matching(wanted, called)
    if fitting:
        return called[the_one(text, fitting)]
    begun = [id for id in known if wanted and id.startswith(wanted)]
    if not begun:
        raise NotFound(f"No thread is called {text}", "`memento event thread list` shows them")
    return known[the_one(text, begun)]


def _meant(text: str, found: Iterable[Thread]) -> Thread:
    """The thread that has this reference, id or title; else a new one, so called, with nothing."""
    known = {thread.id: thread for thread in found}
    exact = _exact(text, known)
    if exact or text.startswith(f"{THREADS}/"):
        return exact or _named(text, found)
    title = checked_title(text)
    return Thread(thread_id(title), title)


def _exact(text: str, known: Mapping[str, Thread]) -> Thread | None:
    """The thread with this id, or else with this title, whatever its capitals."""
    found = known.get(text.removeprefix(f"{THREADS}/")) or known.get(thread_id(text))
    titled = (one for one in known.values() if plain_key(one.title) == plain_key(text))
    return found or next(titled, None)


def _confidences(thread: Thread) -> dict[str, float]:
    return {member.event: member.confidence for member in thread.members}


def _those(thread: Thread, events: Iterable[str]) -> dict[str, float]:
    """How sure these events are in a thread. NotFound if one is not there."""
    there = _confidences(thread)
    for event in events:
        if event not in there:
            hint = f"`memento event thread show {thread.id}` shows what is"
            raise NotFound(f"{ref_of(EVENTS, event)} is not in the thread {thread.title}", hint)
    return {event: there[event] for event in events}


def _surer(thread: Thread, moved: Mapping[str, float]) -> dict[str, float]:
    """Those of these events that the thread lacks, or has less surely."""
    there = _confidences(thread)
    return {event: sure for event, sure in moved.items() if sure > there.get(event, -1.0)}


def _into(thread: Thread, events: Mapping[str, float]) -> list[Note]:
    return [
        Note(event, THREADED, {TITLE: thread.title}, {THREAD: thread.id, CONFIDENCE: sure})
        for event, sure in events.items()
    ]


def _out_of(thread: Thread, events: Iterable[str]) -> list[Note]:
    return [Note(event, UNTHREADED, {TITLE: thread.title}, {THREAD: thread.id}) for event in events]
