"""Removing the text of erased events from event logs; the lines stay, with times and numbers."""

from __future__ import annotations

import re
from contextlib import suppress

from memento_cli.core.events.events import without_words
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.errors import BadData
from memento_cli.store.files.files import os_errors, read_regular
from memento_cli.store.journal.event_lines import event_in_line, event_line
from memento_cli.store.redaction.records import Remains

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders


ID = re.compile(rb'"id"\s*:\s*"([0-9A-Za-z._-]++)"')


def event_ids(erased: Iterable[str]) -> list[str]:
    """The ids of the events among the names of what was erased."""
    return [id for name in erased if (id := event_in(name))]


def event_remains(store: Folders, erased: Erasures) -> Iterator[Remains]:
    """The event logs with text of erased events, and their bytes without it."""
    ids = event_ids(erased)
    for path in store.events.files() if ids else ():
        raw = b""
        with os_errors(path), suppress(FileNotFoundError):  # git may have swapped it away meanwhile
            raw = read_regular(path)
        if any(id.encode() in raw for id in ids):
            blanked = blanked_events(raw, ids)
            if blanked != raw:
                yield Remains(path, blanked)


def blanked_events(raw: bytes, ids: Collection[str]) -> bytes:
    """An event log without the text of these events.

    An unreadable line that contains one of the ids is dropped, because it may have the text.
    """
    marks = [id.encode() for id in ids]
    rows = (
        _blanked(row, ids) if any(mark in row for mark in marks) else row
        for row in raw.split(b"\n")
    )
    return b"\n".join(row for row in rows if row is not None)


def events_with_words(raw: bytes, ids: Collection[str]) -> list[str]:
    """The events of `ids` whose text is in an event log, as the journal names them."""
    marks = [id.encode() for id in ids]
    rows = (row for row in raw.split(b"\n") if any(mark in row for mark in marks))
    return [ref_of(EVENTS, id) for row in rows if (id := _id_with_words(row)) in ids]


def _id_with_words(row: bytes) -> str:
    """The id of a line's event; empty if the event has no text."""
    try:
        event = event_in_line(row)
    except BadData:
        return ""
    return event.id if event.text else ""


def _blanked(row: bytes, ids: Collection[str]) -> bytes | None:
    try:
        event = event_in_line(row)
    except BadData:
        return row if set(ids).isdisjoint(_ids_on(row)) else None
    if event.id not in ids or not (event.text or event.people):
        return row
    return event_line(without_words(event)).encode()


def _ids_on(row: bytes) -> list[str]:
    """The ids that an unreadable line may have. That of the event it replies to does not count."""
    return [id.decode() for id in ID.findall(row)]
