"""How a person names an event or a thread: by a number of the last list, an id, or its words."""

from __future__ import annotations

from memento_cli.cli.input.choosing import chosen, is_script
from memento_cli.cli.input.selecting import row_named, rows_named
from memento_cli.core.memory.record_kinds import EVENTS
from memento_cli.errors import NotFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.actions.memory.naming import Named
    from memento_cli.cli.call import Call
    from memento_cli.core.events.events import Event

THREADS = "threads"
LOOKED_AT = 20
"""So many events that have the words are offered."""


def event_selected(call: Call, text: str) -> Event:
    """The event at a number of the last list, of an id or its beginning or, at a terminal, the one
    that has these words."""
    from memento_cli.actions.events.events import event_named

    named = row_named(call, text, EVENTS)
    try:
        return event_named(call.store, named)
    except NotFound as unknown:
        if is_script(call):
            raise
        named_events = _worded(call, named)
        if not named_events:
            raise unknown from None
        return event_named(call.store, chosen(call, named, named_events, EVENTS))


def events_selected(call: Call, texts: Sequence[str]) -> list[str]:
    """Ids of events, with numbers of the last list made the ids that they stand for."""
    return rows_named(call, texts, EVENTS)


def thread_selected(call: Call, text: str) -> str:
    """What names a thread, with a number of the last list made the id that it stands for."""
    return row_named(call, text, THREADS)


def _worded(call: Call, words: str) -> list[Named]:
    """The events that have all of these words."""
    from memento_cli.actions.memory.naming import Named
    from memento_cli.actions.recall.find import find
    from memento_cli.core.events.events import passage_line
    from memento_cli.core.recall.query import Query

    query = Query(required=tuple(words.split()), limit=LOOKED_AT)
    page = find((call.store,), (EVENTS,), query, call.now).page
    return [Named(one.hit.memory.id, passage_line(one.hit.memory)) for one in page]
