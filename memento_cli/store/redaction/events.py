"""What event logs have of erased events: their words go, the lines stay with times and numbers."""

from __future__ import annotations

import re
from contextlib import suppress

from memento_cli.core.events.events import without_words
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.errors import BadData
from memento_cli.store.files.files import read_regular, system
from memento_cli.store.journal.event_lines import event_in_line, event_line
from memento_cli.store.redaction.records import Remains

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders


ID = re.compile(rb'"id"\s*:\s*"([0-9A-Za-z._-]++)"')


def event_ids(erased: Iterable[str]) -> list[str]:
    """The ids of the events that were erased."""
    return [id for name in erased if (id := event_in(name))]


def event_remains(store: Folders, erased: Erasures) -> Iterator[Remains]:
    """The event logs that have words of erased events, each as it is without them."""
    ids = event_ids(erased)
    for path in store.events.files() if ids else ():
        raw = b""
        with system(path), suppress(FileNotFoundError):  # git may have swapped it away meanwhile
            raw = read_regular(path)
        if any(id.encode() in raw for id in ids):
            left = blanked_events(raw, ids)
            if left != raw:
                yield Remains(path, left)


def blanked_events(raw: bytes, ids: Collection[str]) -> bytes:
    """An event log without the words of these events.

    A line that cannot be read and has the id of one goes: nobody knows what it says.
    """
    marks = [id.encode() for id in ids]
    rows = (
        _blanked(row, ids) if any(mark in row for mark in marks) else row
        for row in raw.split(b"\n")
    )
    return b"\n".join(row for row in rows if row is not None)


def told_events(raw: bytes, ids: Collection[str]) -> list[str]:
    """Those of these events whose words an event log has, as the journal names them."""
    marks = [id.encode() for id in ids]
    rows = (row for row in raw.split(b"\n") if any(mark in row for mark in marks))
    return [ref_of(EVENTS, id) for row in rows if (id := _said(row)) in ids]


def _said(row: bytes) -> str:
    """The id of the event on a line, if that has words."""
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
    """Whose a line that cannot be read may be. What it replies to is another's."""
    return [id.decode() for id in ID.findall(row)]
