"""JSON lines: one object a line, such as notes with title, body, tags, created and source.

A file that begins as an export of memento is read as one.
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
    """The entries of several files, one after the other."""
    sources = [from_file(path, zone) for path in paths]
    items = (item for source in sources for item in source.items)
    return Source(items, sum(source.total or 0 for source in sources))


def from_file(path: str, zone: tzinfo) -> Source:
    """The entries of a file, and how many lines say something."""
    with os_errors(path), open(path, "rb") as file:
        total = sum(1 for _ in lines_of(file))
    return Source(_opened(path, zone), total)


def from_stream(stream: BinaryIO, name: str, zone: tzinfo) -> Source:
    """The entries of a stream, such as standard input; `name` is what its lines are named by."""
    return Source(_items(stream, name, zone))


def _opened(path: str, zone: tzinfo) -> Iterator[Item]:
    with os_errors(path), open(path, "rb") as file:
        yield from _items(file, shown_path(path), zone)


def _items(file: BinaryIO, name: str, zone: tzinfo) -> Iterator[Item]:
    for place, (where, said) in enumerate(rows_of(file, name)):
        if isinstance(said, str):
            yield BadItem(where, said)
            continue
        try:
            kinds = None if place else exported_kinds(said)
            if kinds is not None:
                from memento_cli.actions.exchange.sources.export_items import items_of_export

                yield from items_of_export(file, name, kinds, zone)
                return
            of_graph = items_of(said, where)
            yield from of_graph or [_entry(said, where, zone)]
        except BadData as problem:
            yield BadItem(where, reason_of(problem))


def _entry(said: dict[str, object], where: str, zone: tzinfo) -> MemoryItem:
    return MemoryItem(where, mem0_draft(said, zone) if is_mem0(said) else draft_of(said, zone))
