"""events: lists events by time, source, client, session, person, and the time they are about."""

from __future__ import annotations

from memento_cli.core.events.events import about_of_event
from memento_cli.core.memory.about import about_keys
from memento_cli.core.memory.ids import is_safe_id, the_one
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.core.memory.refs import person_ref, same_person
from memento_cli.core.recall.explanation import about_misses
from memento_cli.core.recall.query import Query
from memento_cli.core.time.when import micros
from memento_cli.errors import NotFound, Refused
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.event_log import BadEvent

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from datetime import datetime, tzinfo

    from memento_cli.core.events.events import Event
    from memento_cli.store.directory.store import Store


class EventQuery(NamedTuple):
    """The filters of a list of events; a filter left at its default matches all.

    `ids`: only these events, as of a thread. `about`: only its times count.
    """

    since: datetime | None = None
    until: datetime | None = None
    sources: tuple[str, ...] = ()
    client: str = ""
    session: str = ""
    person: str = ""
    ids: Collection[str] | None = None
    about: Query = Query()


class Page(NamedTuple):
    """A page of events, the newest first, and the number of all that match."""

    events: tuple[Event, ...]
    total: int


def events(store: Store, wanted: EventQuery, limit: int | None = 20, offset: int = 0) -> Page:
    """The events that match, the newest first; erased events never do."""
    matches = sorted(_matching(store, wanted), key=lambda event: (event.at, event.id), reverse=True)
    end = None if limit is None else offset + limit
    return Page(tuple(matches[offset:end]), len(matches))


def event_named(store: Store, text: str) -> Event:
    """The event with an id, or with a unique prefix of one, with or without `events/` before it.

    NotFound if there is none, Ambiguous if several begin so.
    """
    id = event_in(text) or text
    prefixes = dict.fromkeys((id, id.lower())) if is_safe_id(id.lower()) else ()
    found = (list(sound_events(store, store.events.beginning(prefix))) for prefix in prefixes)
    matches = next(filter(None, found), None)
    if not matches:
        raise NotFound(f"No event with id {text}", "`memento event list` shows them")
    by_ref = {event.ref: event for event in matches}
    exact = next((ref for prefix in prefixes if (ref := ref_of(EVENTS, prefix)) in by_ref), None)
    return by_ref[exact or the_one(text, sorted(by_ref))]


def twins_of(store: Store, refs: Collection[str]) -> list[str]:
    """Duplicates of these events: two clones imported them from one source before a merge."""
    every = list(readable_events(store)) if any(map(event_in, refs)) else []
    origins = {(event.came, event.person) for event in every if event.ref in refs and event.came}
    return [
        event.ref
        for event in every
        if (event.came, event.person) in origins and event.ref not in refs
    ]


def unerased(event: Event) -> Event:
    """The event itself. Refused if it was erased."""
    if not event.text:
        raise Refused(f"{event.ref} was erased", "nothing more is kept of it")
    return event


def append_only(text: str) -> Refused:
    """The error of changing or removing an event (document 003 §1)."""
    hint = f"`memento forget {text} --erase` blanks its words for good"
    return Refused(f"{text}: events are append only; what was observed stays as it is", hint)


def newest_events(store: Store, until: datetime, count: int) -> list[str]:
    """The ids of the `count` newest events at or before `until`, the newest first."""
    from memento_cli.index.database.events import event_index  # `event_named` needs no index

    if not store.events.files():
        return []
    with event_index(store, until) as index:
        newest = index.memories(
            "created <= ? ORDER BY created DESC, id DESC LIMIT ?", (micros(until), count)
        )
        return [event_in(row.id) for row in newest]


def _matching(store: Store, wanted: EventQuery) -> Iterator[Event]:
    return (one for one in readable_events(store) if matches(one, wanted, store.zone))


def matches(event: Event, wanted: EventQuery, zone: tzinfo) -> bool:
    """Whether an event is one of these; an erased one never is."""
    return (
        bool(event.text)
        and (wanted.since is None or event.at >= wanted.since)
        and (wanted.until is None or event.at <= wanted.until)
        and (not wanted.sources or event.source in wanted.sources)
        and wanted.client in ("", event.client)
        and wanted.session in ("", event.session)
        and (not wanted.person or same_person(event.person, person_ref(wanted.person)))
        and (wanted.ids is None or event.id in wanted.ids)
        and _is_about(event, wanted.about, zone)
    )


def _is_about(event: Event, query: Query, zone: tzinfo) -> bool:
    """Whether the time that an event is about is in the time of a query."""
    if query == Query():
        return True
    return not any(about_misses(about_keys(about_of_event(event, zone)), query))


def readable_events(store: Store) -> Iterable[Event]:
    """Every event of a store that can be read."""
    return sound_events(store, store.events.events())


def sound_events(store: Store, events: Iterable[Event | BadEvent]) -> Iterator[Event]:
    """The events among these; what cannot be read is named and skipped."""
    for event in events:
        if isinstance(event, BadEvent):
            store.warn(f"{event.where}: {event.problem}; skipped")
        else:
            yield event
