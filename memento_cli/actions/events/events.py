"""events: what was observed, found again by when it was, in what, through whom."""

from __future__ import annotations

from memento_cli.actions.events.reading import readable_events
from memento_cli.core.events.events import about_of_event
from memento_cli.core.memory.about import about_keys
from memento_cli.core.memory.ids import is_safe_id, the_one
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.core.memory.refs import person_ref, same_person
from memento_cli.core.recall.misses import about_misses
from memento_cli.core.recall.query import Query
from memento_cli.core.time.when import micros
from memento_cli.errors import NotFound, Refused
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import datetime, tzinfo

    from memento_cli.core.events.events import Event
    from memento_cli.store.directory.store import Store


class EventQuery(NamedTuple):
    """Which events are asked for; what is not said asks for nothing.

    `ids` are the only ones, where a thread is asked for. Of `about` only counts when that was which
    an event tells.
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
    """A page of events, the newest first, and how many there are."""

    events: tuple[Event, ...]
    total: int


def events(store: Store, wanted: EventQuery, limit: int | None = 20, offset: int = 0) -> Page:
    """The events that are asked for, the newest first. What was erased is none."""
    found = sorted(_fitting(store, wanted), key=_when, reverse=True)
    end = None if limit is None else offset + limit
    return Page(tuple(found[offset:end]), len(found))


def event_named(store: Store, text: str) -> Event:
    """The event that an id, or a unique beginning of one, means, with `events/` before it or not.

    NotFound if there is none, Ambiguous if it is short for several.
    """
    given = event_in(text) or text
    starts = dict.fromkeys((given, given.lower())) if is_safe_id(given.lower()) else ()
    begun = (store.events.beginning(start) for start in starts)
    some = next(filter(None, begun), None)
    if not some:
        raise NotFound(f"No event with id {text}", "`memento event list` shows them")
    found = {event.ref: event for event in some}
    exact = next((ref for start in starts if (ref := ref_of(EVENTS, start)) in found), None)
    return found[exact or the_one(text, sorted(found))]


def twins_of(store: Store, refs: Collection[str]) -> list[str]:
    """The same events again: two clones took them in from one source before they met."""
    known = list(readable_events(store)) if any(map(event_in, refs)) else []
    came = {(one.came, one.person) for one in known if one.ref in refs and one.came}
    return [one.ref for one in known if (one.came, one.person) in came and one.ref not in refs]


def still_told(event: Event) -> Event:
    """The same event. Refused if it was erased."""
    if not event.text:
        raise Refused(f"{event.ref} was erased", "nothing more is kept of it")
    return event


def append_only(text: str) -> Refused:
    """The error of who would change an event, or take it away (document 003 §1)."""
    hint = f"`memento forget {text} --erase` blanks its words for good"
    return Refused(f"{text}: events are append only; what was observed stays as it is", hint)


def newest_events(store: Store, until: datetime, count: int) -> list[str]:
    """The ids of so many events of the newest that were by then, the newest first."""
    from memento_cli.index.events.event_index import (
        event_index,  # whoever names an event needs none
    )

    if not store.events.files():
        return []
    with event_index(store, until) as here:
        found = here.memories(
            "created <= ? ORDER BY created DESC, id DESC LIMIT ?", (micros(until), count)
        )
        return [event_in(one.id) for one in found]


def _fitting(store: Store, wanted: EventQuery) -> Iterator[Event]:
    person = person_ref(wanted.person) if wanted.person else None
    for event in readable_events(store):
        if (
            event.text
            and (wanted.since is None or event.at >= wanted.since)
            and (wanted.until is None or event.at <= wanted.until)
            and (not wanted.sources or event.source in wanted.sources)
            and wanted.client in ("", event.client)
            and wanted.session in ("", event.session)
            and (person is None or same_person(event.person, person))
            and (wanted.ids is None or event.id in wanted.ids)
            and _is_about(event, wanted.about, store.zone)
        ):
            yield event


def _is_about(event: Event, asked: Query, zone: tzinfo) -> bool:
    """Whether what an event tells was in the time that is asked for."""
    if asked == Query():
        return True
    return not any(about_misses(about_keys(about_of_event(event, zone)), asked))


def _when(event: Event) -> tuple[datetime, str]:
    return event.at, event.id
