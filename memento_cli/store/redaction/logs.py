"""Removing the text of some lines from logs; the lines stay, with times and numbers."""

from __future__ import annotations

import re

from memento_cli.core.git.id_conflict import PARTED
from memento_cli.core.journal.event_types import OBSERVED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.record_kinds import whole_ref
from memento_cli.errors import BadData
from memento_cli.store.journal.event_lines import event_in_line
from memento_cli.store.journal.jsonl import entry_of, entry_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

FROM = "from"
"""The key of `more` for the place that an import took an entry from."""
MEMORY = re.compile(rb'"memory": "((?:[^"\\])*+)"')


def entries_about(raw: bytes, ids: Collection[str]) -> Iterator[JournalEntry]:
    """The entries of a log that are about these memories and records, or parts of records."""
    named = {id.encode() for id in ids}
    rows = (row for row in raw.split(b"\n") if row and _may_be_of(row, named))
    lines = (line for row in rows if (line := read_entry(row)))
    return (line for line in lines if not {line.memory, whole_ref(line.memory)}.isdisjoint(ids))


def parting_entries(raw: bytes) -> Iterator[JournalEntry]:
    """The entries of a log by which one of two memories of one id got another."""
    mark = PARTED.encode()
    rows = (row for row in raw.split(b"\n") if mark in row) if mark in raw else ()
    lines = (line for row in rows if (line := read_entry(row)))
    return (line for line in lines if isinstance(line.more.get(PARTED), str))


def entries_naming(raw: bytes, names: Collection[str]) -> Iterator[JournalEntry]:
    """The entries of a log whose lines have one of these names in quotes."""
    rows = (row for row in raw.split(b"\n") if mentions_any(row, names))
    return (line for row in rows if (line := read_entry(row)))


def blanked_log(
    raw: bytes, ids: Collection[str], entries: Collection[JournalEntry]
) -> tuple[bytes, int]:
    """A log without the text of these entries, and the number of lines that had any.

    An unreadable line that names one of the memories `ids` is dropped, as it may have their text.
    """
    rows, count = raw.split(b"\n"), 0
    names = {id.encode() for id in (*ids, *(entry.memory for entry in entries))}
    entry_ids = {entry.id for entry in entries}
    result = []
    for row in rows:
        if row and _may_be_of(row, names):
            blanked = _blanked(row, ids, entry_ids)
            count += blanked != row
            row = blanked
            if not row:
                continue
        result.append(row)
    return b"\n".join(result), count


def mentions_any(raw: bytes, ids: Collection[str]) -> bool:
    """Whether bytes contain one of these ids in quotes, as TOML and JSON do, or a part of one."""
    return any(
        f"{mark}{id}{end}".encode() in raw for id in ids for mark in "\"'" for end in (mark, "/")
    )


def _may_be_of(row: bytes, named: Collection[bytes]) -> bool:
    """Whether a line may be about one of these; in the usual form this takes no parsing."""
    match = MEMORY.search(row)
    return match[1] in named or match[1].rpartition(b"/")[0] in named if match else True


def _blanked(row: bytes, ids: Collection[str], entry_ids: Collection[str]) -> bytes:
    """A line without its text if it is one of `entry_ids`; empty if it is unreadable."""
    entry = read_entry(row)
    if entry is None:
        return b"" if mentions_any(row, ids) else row
    if entry.id not in entry_ids or not (entry.text or FROM in entry.more):
        return row
    more = {key: value for key, value in entry.more.items() if key != FROM}
    return entry_text(entry._replace(text={}, more=more)).encode()


def read_entry(row: bytes) -> JournalEntry | None:
    """The entry of a journal line; None if it cannot be read."""
    try:
        return entry_of(row)
    except BadData:
        return None


def row_of_log(row: bytes) -> JournalEntry | None:
    """The entry of a journal line, or one that stands for an event's; None if it is unreadable."""
    entry = read_entry(row)
    if entry is None:
        try:
            event = event_in_line(row)
        except BadData:
            return None
        entry = JournalEntry(event.id, event.at, OBSERVED, event.ref, event.by)
    return entry
