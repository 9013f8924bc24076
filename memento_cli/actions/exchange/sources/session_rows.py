"""JSON rows with one item of a session each, as read by `session add --jsonl`."""

from __future__ import annotations

from memento_cli.actions.exchange.sources.json_rows import rows_of
from memento_cli.actions.sessions.sessions import NewItem
from memento_cli.core.fields.checks import checked
from memento_cli.errors import BadData
from memento_cli.store.records.sessions import ITEM_FIELDS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo
    from typing import BinaryIO


OTHER_NAMES = {"content": "text", "timestamp": "at", "name": "who"}
"""The names of fields in exported chats, and those here."""
TEXT = "text"
FIELDS = tuple(field for field in ITEM_FIELDS if field.path not in ("id", "trust"))
OPTIONAL = tuple(field._replace(required=field.path == TEXT) for field in FIELDS)


def said_in(file: BinaryIO, name: str, zone: tzinfo, now: datetime) -> Iterator[NewItem]:
    """The items on the lines of a file, at `now` if they have no time; BadData for a bad line."""
    for where, row in rows_of(file, name):
        if isinstance(row, str):
            raise BadData(where, [row])
        renamed = {OTHER_NAMES.get(key, key): value for key, value in row.items()}
        values, problems = checked(OPTIONAL, renamed, zone)
        if problems:
            raise BadData(where, problems)
        who, at = values["who"] or "", values["at"] or now
        yield NewItem(values[TEXT], values["role"], who, values["from"], at)
