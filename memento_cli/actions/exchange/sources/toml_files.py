"""Memories as TOML files, as document 001 and memento itself write them: kept as they are.

But one from elsewhere says so (`core/security/trust.py`), unless somebody knows it for their own.
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
    """Each file as a whole, under the id that it has."""
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
    """The file of the memory with this id, if it is one; BadData says what is wrong with it."""
    data = parsed(raw, where).data
    memory = codec.value(id, data)
    said = data["memory"]["id"]
    if unicodedata.normalize("NFC", said) != id:
        raise BadData(where, [f"its id is {said[:60]!r}, and its name says {id!r}"])
    return MemoryFile(where, id, raw, data, memory)


def from_elsewhere(item: Item) -> Item:
    """An item that says of itself that it came from elsewhere; a whole file may claim otherwise."""
    if not isinstance(item, MemoryFile) or item.memory.more.get(TRUST) == IMPORTED:
        return item
    document = parsed(item.raw, item.where)
    raw = edited(document, {tuple(TRUST.split(".")): IMPORTED}).encode()
    memory = item.memory._replace(more={**item.memory.more, TRUST: IMPORTED})
    return item._replace(raw=raw, data=parsed(raw, item.where).data, memory=memory)


def made_whole(where: str, data: dict[str, Any], codec: Codec[Memory]) -> MemoryFile:
    """The same of a document that came in another form."""
    said = data.get("memory")
    id = checked_id(str(said.get("id", "")) if isinstance(said, dict) else "")
    memory = codec.value(id, data)
    made = codec.data(memory)
    return MemoryFile(where, id, rendered(made).encode(), made, memory)
