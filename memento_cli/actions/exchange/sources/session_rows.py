"""Rows of JSON that are items of a session: what `session add --jsonl` reads."""

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
"""What chats call a field, and its name here."""
TEXT = "text"
FIELDS = tuple(field for field in ITEM_FIELDS if field.path not in ("id", "trust"))
OPTIONAL = tuple(field._replace(required=field.path == TEXT) for field in FIELDS)


def said_in(file: BinaryIO, name: str, zone: tzinfo, now: datetime) -> Iterator[NewItem]:
    """The items on the lines of a file, those without a time as of `now`; BadData for a line that
    is none."""
    for where, row in rows_of(file, name):
        if isinstance(row, str):
            raise BadData(where, [row])
        told = {OTHER_NAMES.get(key, key): value for key, value in row.items()}
        said, problems = checked(OPTIONAL, told, zone)
        if problems:
            raise BadData(where, problems)
        who, at = said["who"] or "", said["at"] or now
        yield NewItem(said[TEXT], said["role"], who, said["from"], at)
