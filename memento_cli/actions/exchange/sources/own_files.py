"""What memento has written, as it is: TOML files of memories, rows of CSV, and rows of an export.

TOML files are those of document 001, too, and CSV may be a table with columns named as the keys of
a memory. The trust of whole files becomes `imported` (`core/security/trust.py`), unless the user
keeps it.
"""

from __future__ import annotations

import csv
import os
import unicodedata
from io import TextIOWrapper

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    MemoryFile,
    MemoryItem,
    RecordFile,
    reason_of,
    shown_path,
)
from memento_cli.actions.exchange.sources.keys import draft_of
from memento_cli.actions.exchange.sources.rows import rows_of
from memento_cli.core.memory.ids import checked_id
from memento_cli.core.memory.record_kinds import FOLDERS, ref_of
from memento_cli.core.security.trust import IMPORTED, TRUST
from memento_cli.errors import BadData, BadId
from memento_cli.store.exchange.export_rows import JOURNAL, MEMORIES, ROW_LIMIT, row_of
from memento_cli.store.exchange.memory_formats import RAW, SCHEMA, SCHEMA_COLUMN, csv_data
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.names import stem_of
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import rendered

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import tzinfo
    from typing import Any, BinaryIO

    from memento_cli.actions.exchange.sources.entry import Item
    from memento_cli.store.exchange.export_rows import Row

SUFFIX = ".toml"


def toml_file(path: str, zone: tzinfo) -> MemoryFile:
    """The file of a memory at a path; BadData or BadId with its problems."""
    id = checked_id(shown_path(os.path.basename(path)).removesuffix(SUFFIX))
    return _whole(shown_path(path), id, read_regular(path, SIZE_LIMIT), zone)


def _whole(where: str, id: str, raw: bytes, zone: tzinfo) -> MemoryFile:
    data = parsed(raw, where).data
    memory = memory_codec(zone).value(id, data)
    own_id = data["memory"]["id"]
    if unicodedata.normalize("NFC", own_id) != id:
        raise BadData(where, [f"its id is {own_id[:60]!r}, and its name says {id!r}"])
    return MemoryFile(where, id, raw, data, memory)


def file_of_data(where: str, data: dict[str, Any], zone: tzinfo) -> MemoryFile:
    """The file of a memory whose data came in another format."""
    table, codec = data.get("memory"), memory_codec(zone)
    id = checked_id(str(table.get("id", "")) if isinstance(table, dict) else "")
    memory = codec.value(id, data)
    complete = codec.data(memory)
    return MemoryFile(where, id, rendered(complete).encode(), complete, memory)


def with_imported_trust(item: Item) -> Item:
    """The item with the trust `imported`, which only a whole file can lack."""
    if not isinstance(item, MemoryFile) or item.memory.more.get(TRUST) == IMPORTED:
        return item
    document = parsed(item.raw, item.where)
    raw = edited(document, {tuple(TRUST.split(".")): IMPORTED}).encode()
    memory = item.memory._replace(more={**item.memory.more, TRUST: IMPORTED})
    return item._replace(raw=raw, data=parsed(raw, item.where).data, memory=memory)


def csv_items(file: BinaryIO, name: str, zone: tzinfo) -> Iterator[Item]:
    """The memories of a table, one a row; `name` is the prefix of their places."""
    csv.field_size_limit(SIZE_LIMIT)
    rows = csv.DictReader(TextIOWrapper(file, "utf-8-sig", newline=""), strict=True)
    line = 1
    try:
        for row in rows:
            where, line = f"{name}:{line + 1}", rows.line_num
            try:
                yield _csv_item(row, where, zone)
            except (BadData, BadId) as problem:
                yield BadItem(where, reason_of(problem))
    except csv.Error as problem:
        yield BadItem(f"{name}:{line + 1}", f"not CSV: {problem}; the rest is not read")
    except UnicodeDecodeError as problem:
        yield BadItem(name, f"not UTF-8: {problem.reason}; the rest is not read")


def _csv_item(row: dict[str, str], where: str, zone: tzinfo) -> Item:
    if None in row or None in row.values():
        raise BadData(where, ["has more or fewer cells than the head of the table"])
    if row.get(SCHEMA_COLUMN) in (SCHEMA, RAW):
        return file_of_data(where, csv_data(row, where), zone)
    return MemoryItem(where, draft_of({key: cell for key, cell in row.items() if cell}, zone))


def export_items(file: BinaryIO, name: str, kinds: Collection[str], zone: tzinfo) -> Iterator[Item]:
    """The items of the rows of memento's own export, after its first row. Without a journal in the
    export, files are items that get new journal entries here."""
    for where, value in rows_of(file, name, start=1, most=ROW_LIMIT):
        if isinstance(value, str):
            yield BadItem(where, value)
            continue
        try:
            row = row_of(value, where)
            yield row if JOURNAL in kinds else _new_item(row, zone)
        except (BadData, BadId) as problem:
            yield BadItem(where, reason_of(problem))


def _new_item(row: Row, zone: tzinfo) -> Item:
    """The item of a row whose journal entries are not in the export."""
    id = stem_of(row.path.rpartition("/")[2])
    if row.kind in FOLDERS:
        return RecordFile(row.where, ref_of(row.kind, id), row.raw)
    return _whole(row.where, id, row.raw, zone) if row.kind == MEMORIES[0] else row
