"""A log's line as the hub keeps it: its head, and its words in a column of their own."""

from __future__ import annotations

import re

from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.logs import ERASED, is_month
from memento_cli.store.redaction.logs import row_of_log

WORDS = b'"text": '
NO_WORDS = b'"text": {}}'
ID = re.compile(rb'\{"id": "([^"\\]+)"')
LOG = re.compile(r"(journal|events)/([0-9a-z-]+)/([0-9a-z][0-9a-z@._-]*)\.jsonl")
ERASURES = f"journal/{ERASED}/"
"""The beginning of the paths of logs that tell of erasures."""


class HubLine(NamedTuple):
    """A line of the log with this path; together `head` and `words` are its bytes.

    `words` is None if it has none, as after an erasure.
    """

    id: str
    log: str
    head: bytes
    words: bytes | None

    @property
    def raw(self) -> bytes:
        """The line, without its end."""
        return self.head + (self.words or b"")


def hub_line(log: str, raw: bytes) -> HubLine | None:
    """A line for the hub; None if it cannot be read, and so is no other clone's business."""
    row = row_of_log(raw)
    if row is None:
        return None
    place = raw.find(WORDS)
    if place < 0 or raw[place:] == NO_WORDS:
        return HubLine(row.id, log, raw, None)
    return HubLine(row.id, log, raw[:place], raw[place:])


def id_in(raw: bytes) -> str:
    """The id of a line; empty if it cannot be read."""
    match = ID.match(raw)
    if match:
        return match[1].decode(errors="replace")
    row = row_of_log(raw)
    return row.id if row else ""


def is_sound(line: HubLine) -> bool:
    """Whether a line that came from a hub may be written: one whole line, in a log of a store."""
    if b"\n" in line.raw or not is_log_path(line.log):
        return False
    row = row_of_log(line.raw)
    return row is not None and row.id == line.id


def is_log_path(path: str) -> bool:
    """Whether a path, relative to the store, is that of a log."""
    match = LOG.fullmatch(path)
    return match is not None and (is_month(match[2]) or path.startswith(ERASURES))
