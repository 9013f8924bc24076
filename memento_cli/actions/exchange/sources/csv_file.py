"""CSV tables: those that memento has written, or with columns named as the keys of a memory."""

from __future__ import annotations

import csv

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    MemoryItem,
    Source,
    reason_of,
    shown_path,
)
from memento_cli.actions.exchange.sources.keys import draft_of
from memento_cli.actions.exchange.sources.toml_files import file_of_data
from memento_cli.errors import BadData, BadId
from memento_cli.store.exchange.memory_formats import RAW, SCHEMA, SCHEMA_COLUMN, csv_data
from memento_cli.store.files.files import os_errors
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from memento_cli.actions.exchange.sources.entry import (
        Item,
    )
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.records.codec import Codec


def from_files(paths: Sequence[str], zone: tzinfo) -> Source:
    """One memory a row, of several files one after the other."""
    return Source(item for path in paths for item in _items(path, zone))


def _items(path: str, zone: tzinfo) -> Iterator[Item]:
    name = shown_path(path)
    csv.field_size_limit(SIZE_LIMIT)
    with os_errors(path), open(path, encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file, strict=True)
        line, codec = 1, memory_codec(zone)
        try:
            for row in rows:
                where, line = f"{name}:{line + 1}", rows.line_num
                yield _item(row, where, zone, codec)
        except csv.Error as problem:
            yield BadItem(f"{name}:{line + 1}", f"not CSV: {problem}; the rest is not read")
        except UnicodeDecodeError as problem:
            yield BadItem(name, f"not UTF-8: {problem.reason}; the rest is not read")


def _item(row: dict[str, str], where: str, zone: tzinfo, codec: Codec[Memory]) -> Item:
    try:
        if None in row or None in row.values():
            raise BadData(where, ["has more or fewer cells than the head of the table"])
        if row.get(SCHEMA_COLUMN) in (SCHEMA, RAW):
            return file_of_data(where, csv_data(row, where), codec)
        return MemoryItem(where, draft_of({key: cell for key, cell in row.items() if cell}, zone))
    except BadData as problem:
        return BadItem(where, reason_of(problem))
    except BadId as problem:
        return BadItem(where, problem.message)
