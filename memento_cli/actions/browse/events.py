"""What a text finds among events, or the newest of them: what the terminal and the page list."""

from __future__ import annotations

from memento_cli.actions.browse.listing import query_of
from memento_cli.actions.events.events import EventQuery, events
from memento_cli.actions.recall.find import EVENTS, events_found, find
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from memento_cli.core.events.events import Event
    from memento_cli.store.directory.store import Store


class EventListing(NamedTuple):
    """A page of events and the number of all that match. `words` were looked for, and `notes` say
    what is to be known of how a text was read."""

    events: tuple[Event, ...]
    total: int
    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def event_listing(
    store: Store, text: str, now: datetime, zone: tzinfo, limit: int, offset: int = 0
) -> EventListing:
    """What a recall finds among events, the best first; for an empty text the newest first."""
    if not text.strip():
        return EventListing(*events(store, EventQuery(), limit, offset))
    notes: list[str] = []
    query = query_of(store, text, now, zone, notes)._replace(offset=offset, limit=limit)
    found = find((store,), (EVENTS,), query, now)
    by_place = events_found(found.page)
    places = ((store.root, one.hit.id) for one in found.page)
    shown = tuple(by_place[place] for place in places if place in by_place)
    return EventListing(shown, found.found.total, query.sought, tuple(notes))
