"""Logs without the words of some lines: these stay, with times and numbers."""

from __future__ import annotations

import re

from memento_cli.core.git.id_conflict import PARTED
from memento_cli.core.journal.event_types import OBSERVED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.record_kinds import whole_ref
from memento_cli.errors import BadData
from memento_cli.store.journal.event_lines import event_in_line
from memento_cli.store.journal.jsonl import line_of, line_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

FROM = "from"
"""In a line's `more`: where an import took it from."""
MEMORY = re.compile(rb'"memory": "((?:[^"\\])*+)"')


def lines_about(raw: bytes, ids: Collection[str]) -> Iterator[JournalEntry]:
    """The lines of a log that are about these memories, or what else holds, and its parts."""
    named = {id.encode() for id in ids}
    rows = (row for row in raw.split(b"\n") if row and _may_be_of(row, named))
    lines = (line for row in rows if (line := read_line(row)))
    return (line for line in lines if not {line.memory, whole_ref(line.memory)}.isdisjoint(ids))


def lines_parted(raw: bytes) -> Iterator[JournalEntry]:
    """The lines of a log that tell of partings."""
    mark = PARTED.encode()
    rows = (row for row in raw.split(b"\n") if mark in row) if mark in raw else ()
    lines = (line for row in rows if (line := read_line(row)))
    return (line for line in lines if isinstance(line.more.get(PARTED), str))


def lines_naming(raw: bytes, names: Collection[str]) -> Iterator[JournalEntry]:
    """The lines of a log in which one of these stands in quotes."""
    rows = (row for row in raw.split(b"\n") if names_any(row, names))
    return (line for row in rows if (line := read_line(row)))


def blanked(raw: bytes, ids: Collection[str], lines: Collection[JournalEntry]) -> tuple[bytes, int]:
    """A log without the words of these lines, and how many had any.

    A line that cannot be read and names one of the memories `ids` goes: nobody knows what it says.
    """
    rows, count = raw.split(b"\n"), 0
    named = {id.encode() for id in (*ids, *(line.memory for line in lines))}
    doomed = {line.id for line in lines}
    kept = []
    for row in rows:
        if row and _may_be_of(row, named):
            other = _blanked(row, ids, doomed)
            count += other != row
            row = other
            if not row:
                continue
        kept.append(row)
    return b"\n".join(kept), count


def names_any(raw: bytes, ids: Collection[str]) -> bool:
    """Whether bytes have one of these ids in quotes, as TOML and JSON have it; or a part of it."""
    return any(
        f"{mark}{id}{end}".encode() in raw for id in ids for mark in "\"'" for end in (mark, "/")
    )


def _may_be_of(row: bytes, named: Collection[bytes]) -> bool:
    """Whether a row may be about one of them; the id of a usual one is found without reading it."""
    usual = MEMORY.search(row)
    return usual[1] in named or usual[1].rpartition(b"/")[0] in named if usual else True


def _blanked(row: bytes, ids: Collection[str], doomed: Collection[str]) -> bytes:
    line = read_line(row)
    if line is None:
        return b"" if names_any(row, ids) else row
    if line.id not in doomed or not (line.text or FROM in line.more):
        return row
    more = {key: value for key, value in line.more.items() if key != FROM}
    return line_text(line._replace(text={}, more=more)).encode()


def read_line(row: bytes) -> JournalEntry | None:
    """A journal line, or None where it cannot be read."""
    try:
        return line_of(row)
    except BadData:
        return None


def row_of_log(row: bytes) -> JournalEntry | None:
    """What a row of any log tells: an act of the journal, or that an event was observed; None if it
    cannot be read."""
    line = read_line(row)
    if line is None:
        try:
            event = event_in_line(row)
        except BadData:
            return None
        line = JournalEntry(event.id, event.at, OBSERVED, event.ref, event.by)
    return line
