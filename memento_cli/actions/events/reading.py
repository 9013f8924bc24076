"""Reading events from their logs: what cannot be read is named and skipped."""

from __future__ import annotations

from memento_cli.store.journal.event_log import BadEvent

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memento_cli.core.events.events import Event
    from memento_cli.store.directory.store import Store


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
