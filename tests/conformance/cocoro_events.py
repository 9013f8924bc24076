"""Document 003 (cocoro): the event log, with all that is found out about events beside it."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC
from io import BytesIO
from json import dumps
from typing import Any

from memento_cli.actions.events.events import EventQuery, event_named, events
from memento_cli.actions.events.observe import observe, observe_all
from memento_cli.actions.exchange.sources.rows import event_items
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.recall.find import find
from memento_cli.actions.redaction.erase_records import check_archivable
from memento_cli.core.events.events import CHAT, PROACTIVE, REQUEST, Event, Words
from memento_cli.core.recall.query import Query
from memento_cli.errors import Refused
from memento_cli.store.directory.store import Store
from tests.conformance import cocoro_feelings, cocoro_threads, cocoro_when
from tests.conformance.cocoro import START
from tests.conformance.cocoro import system as system
from tests.conformance.compare import Facts
from tests.conformance.stores import contents, fresh_store

PARTS = (cocoro_feelings, cocoro_threads, cocoro_when)
CHANGES = {"delete": "archive", "edit": "edit", "update": "edit", "change": "edit"}
"""What the words of an operation mean that would change an event."""


def _observed(store: Store, user: str = "We flew a kite", source: str = CHAT) -> Event:
    return observe(store, Event("", START, source, "", "", Words(user, "Lovely")))


@system.op
def event_log(
    *,
    operation: str = "",
    image: str | None = None,
    turn: str | None = None,
    user_says: str = "",
    recalled_before: int = 0,
) -> Facts:
    with fresh_store() as store:
        if operation:
            _changed(store, operation)
        if image is not None:
            return _of_image(store, image)
        if turn is not None:
            _observed(store)
            return Facts(rows=events(store, EventQuery()).total)
        return Facts(changed=_changed_by(store, user_says, recalled_before))


def _changed(store: Store, operation: str) -> None:
    """What the store answers to who would change what was observed, or take it away."""
    event = _observed(store)
    how = next(how for word, how in CHANGES.items() if word in operation)
    if how == "archive":
        check_archivable(store, [event.ref])
    else:
        edit(store, event.ref, {"memory.content.summary": "x"}, START)


def _of_image(store: Store, image: str) -> Facts:
    """What is kept of an image that comes with a description."""
    raw = b64encode(image.encode()).decode()
    row: dict[str, Any] = {"images": [{"data": raw, "summary": "a red kite"}], "client": "camera"}
    observe_all(store, event_items(BytesIO(dumps(row).encode()), "in", UTC, lambda: START))
    (event,) = events(store, EventQuery()).events
    kept = b"".join(contents(store).values())
    return Facts(
        bytes_stored=raw.encode() in kept, description_stored=event.words.images == ("a red kite",)
    )


def _changed_by(store: Store, said: str, recalled: int) -> int:
    """How many events a later one changes, whatever it says of those that were recalled."""
    before = [_observed(store, f"The kite number {nth}") for nth in range(recalled)]
    find([store], ("events",), Query(words=("kite",)), START)
    _observed(store, said)
    return sum(event_named(store, event.id) != event for event in before)


@system.op
def meta_request() -> Facts:
    with fresh_store() as store:
        try:
            _observed(store, "Draw a cat", REQUEST)
        except Refused:
            logged = False
        else:
            logged = True
        result = _observed(store, "I drew a cat", PROACTIVE)
        return Facts(request_logged=logged, result_logged_as=event_named(store, result.id).source)
