"""JSON lines: one object a line, such as notes with title, body, tags, created and source.

A file whose first line is that of a memento export is read as one.
"""

from __future__ import annotations

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    MemoryItem,
    Source,
    reason_of,
    shown_path,
)
from memento_cli.actions.exchange.sources.json_rows import lines_of, rows_of
from memento_cli.actions.exchange.sources.keys import draft_of
from memento_cli.actions.exchange.sources.mem0 import is_mem0, mem0_draft
from memento_cli.actions.exchange.sources.reference_server import items_of
from memento_cli.errors import BadData
from memento_cli.store.exchange.export_rows import exported_kinds
from memento_cli.store.files.files import os_errors

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo
    from typing import BinaryIO

    from memento_cli.actions.exchange.sources.entry import (
        Item,
    )


def from_files(paths: Sequence[str], zone: tzinfo) -> Source:
    """The items of several files, one after the other."""
    sources = [from_file(path, zone) for path in paths]
    items = (item for source in sources for item in source.items)
    return Source(items, sum(source.total or 0 for source in sources))


def from_file(path: str, zone: tzinfo) -> Source:
    """The items of a file, and the number of its lines that are not blank."""
    with os_errors(path), open(path, "rb") as file:
        total = sum(1 for _ in lines_of(file))
    return Source(_opened(path, zone), total)


def from_stream(stream: BinaryIO, name: str, zone: tzinfo) -> Source:
    """The items of a stream, such as standard input; `name` is the prefix of their places."""
    return Source(_items(stream, name, zone))


def _opened(path: str, zone: tzinfo) -> Iterator[Item]:
    with os_errors(path), open(path, "rb") as file:
        yield from _items(file, shown_path(path), zone)


def _items(file: BinaryIO, name: str, zone: tzinfo) -> Iterator[Item]:
    for nth, (where, row) in enumerate(rows_of(file, name)):
        if isinstance(row, str):
            yield BadItem(where, row)
            continue
        try:
            kinds = None if nth else exported_kinds(row)
            if kinds is not None:
                from memento_cli.actions.exchange.sources.export_items import items_of_export

                yield from items_of_export(file, name, kinds, zone)
                return
            yield from items_of(row, where) or [_memory_item(row, where, zone)]
        except BadData as problem:
            yield BadItem(where, reason_of(problem))


def _memory_item(row: dict[str, object], where: str, zone: tzinfo) -> MemoryItem:
    return MemoryItem(where, mem0_draft(row, zone) if is_mem0(row) else draft_of(row, zone))
