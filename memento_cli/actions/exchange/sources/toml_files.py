"""Memories as TOML files, as document 001 and memento itself write them, imported as they are.

Their trust becomes `imported` (`core/security/trust.py`), unless the user keeps it.
"""

from __future__ import annotations

import os
import unicodedata

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    MemoryFile,
    Source,
    reason_of,
    shown_path,
)
from memento_cli.core.memory.ids import checked_id
from memento_cli.core.security.trust import IMPORTED, TRUST
from memento_cli.errors import BadData, BadId
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import rendered

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Item
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.records.codec import Codec


SUFFIX = ".toml"


def from_files(paths: Sequence[str], zone: tzinfo) -> Source:
    """Each file as a whole, under its own id."""
    return Source(_items(paths, memory_codec(zone)), len(paths))


def _items(paths: Sequence[str], codec: Codec[Memory]) -> Iterator[Item]:
    for path in paths:
        try:
            yield _whole(path, codec)
        except BadData as problem:
            yield BadItem(shown_path(path), reason_of(problem))
        except BadId as problem:
            yield BadItem(shown_path(path), problem.message)
        except OSError as problem:
            why = "a symbolic link" if os.path.islink(path) else problem.strerror
            yield BadItem(shown_path(path), f"cannot be read: {why}")


def _whole(path: str, codec: Codec[Memory]) -> MemoryFile:
    id = checked_id(shown_path(os.path.basename(path)).removesuffix(SUFFIX))
    return whole_of(shown_path(path), id, read_regular(path, SIZE_LIMIT), codec)


def whole_of(where: str, id: str, raw: bytes, codec: Codec[Memory]) -> MemoryFile:
    """The file of the memory with this id; BadData with its problems."""
    data = parsed(raw, where).data
    memory = codec.value(id, data)
    own_id = data["memory"]["id"]
    if unicodedata.normalize("NFC", own_id) != id:
        raise BadData(where, [f"its id is {own_id[:60]!r}, and its name says {id!r}"])
    return MemoryFile(where, id, raw, data, memory)


def with_imported_trust(item: Item) -> Item:
    """The item with the trust `imported`, which only a whole file can lack."""
    if not isinstance(item, MemoryFile) or item.memory.more.get(TRUST) == IMPORTED:
        return item
    document = parsed(item.raw, item.where)
    raw = edited(document, {tuple(TRUST.split(".")): IMPORTED}).encode()
    memory = item.memory._replace(more={**item.memory.more, TRUST: IMPORTED})
    return item._replace(raw=raw, data=parsed(raw, item.where).data, memory=memory)


def file_of_data(where: str, data: dict[str, Any], codec: Codec[Memory]) -> MemoryFile:
    """The file of a memory whose data came in another format."""
    table = data.get("memory")
    id = checked_id(str(table.get("id", "")) if isinstance(table, dict) else "")
    memory = codec.value(id, data)
    complete = codec.data(memory)
    return MemoryFile(where, id, rendered(complete).encode(), complete, memory)
