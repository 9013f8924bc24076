"""Logs without the words of some memories: the lines stay, with times and numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from memento_cli.core.history import ERASED, UNDONE, Line
from memento_cli.errors import BadData
from memento_cli.store.jsonl import line_of, line_text

FROM, PARTED = "from", "parted"
"""In a line's `more`: where an import took it from; the id that a memory got by a merge."""
MEMORY = re.compile(rb'"memory": "((?:[^"\\])*+)"')


def blanked(raw: bytes, ids: Collection[str], lines: Collection[str] = ()) -> tuple[bytes, int]:
    """A log without the words of these memories, and of these lines, and how many had any.

    A line that cannot be read and names one of the memories goes: nobody knows what it says.
    """
    rows, count = raw.split(b"\n"), 0
    named = {id.encode() for id in ids}
    kept = []
    for row in rows:
        if row and (lines or _may_be_of(row, named)):
            other = _blanked(row, ids, lines, named)
            count += other != row
            row = other
            if not row:
                continue
        kept.append(row)
    return b"\n".join(kept), count


def taken_back_of(logs: Iterable[bytes], ids: Collection[str]) -> set[str]:
    """The lines about these memories from when they had another id, which a merge took back."""
    found = set[str]()
    for raw in logs:
        if PARTED.encode() in raw:
            for row in raw.split(b"\n"):
                line = read_line(row) if PARTED.encode() in row else None
                if line and line.act == UNDONE and line.more.get(PARTED) in ids:
                    found.add(line.undoes)
    return found


def _may_be_of(row: bytes, named: Collection[bytes]) -> bool:
    """Whether a row may be about one of them; the id of a usual one is found without reading it."""
    usual = MEMORY.search(row)
    return usual[1] in named if usual else True


def _blanked(
    row: bytes, ids: Collection[str], lines: Collection[str], named: Collection[bytes]
) -> bytes:
    line = read_line(row)
    if line is None:
        return b"" if any(id in row for id in named) else row
    if line.act == ERASED or not (line.text or FROM in line.more):
        return row
    if line.memory not in ids and line.id not in lines:
        return row
    more = {key: value for key, value in line.more.items() if key != FROM}
    return line_text(line._replace(text={}, more=more)).encode()


def read_line(row: bytes) -> Line | None:
    """A journal line, or None where it cannot be read."""
    try:
        return line_of(row)
    except BadData:
        return None
