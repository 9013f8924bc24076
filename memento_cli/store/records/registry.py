"""All record types, by the folder that they stand in and the table at the root of their files.

`states/` holds three types. Which of them a file is, its root table tells: [state], [facts] or
[preference]. A type's module is imported when it is asked for: most commands are about memories.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import (
    BLOCKS,
    GRAPH,
    KV,
    SESSIONS,
    STATES,
    held,
    ref_of,
    whole_ref,
)
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.records.codec import Codec

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import tzinfo
    from typing import Any

    from memento_cli.store.records.codec import RecordType


PLACES = {
    "memory": ("", "memories", "MEMORY"),
    "state": (STATES, "states", "STATE"),
    "preference": (STATES, "preferences", "PREFERENCE"),
    "facts": (STATES, "facts", "FACTS"),
    "block": (BLOCKS, "blocks", "BLOCK"),
    "kv": (KV, "kv", "HARD_FACT"),
    "entity": (GRAPH, "entities", "ENTITY"),
    "session": (SESSIONS, "sessions", "SESSION"),
}
"""By the root table: the folder of the files, and where the record type is declared. Memories are
in three folders."""


def record_type(root: str) -> RecordType:
    """The record type of the files with this table at their root."""
    _, module, name = PLACES[root]
    declared: RecordType = getattr(import_module(f"memento_cli.store.records.{module}"), name)
    return declared


def codec_of(folder: str, zone: tzinfo) -> Codec[Any]:
    """The codec of a folder of records beside memories."""
    return Codec([record_type(root) for root in PLACES if PLACES[root][0] == folder], zone)


def paths_of(name: str, folders: Iterable[str]) -> list[str]:
    """Where the file of a memory may be, in these folders, or the file of another record is."""
    if held(name):
        return [whole_ref(name) + SUFFIX]
    return [f"{folder}/{name}{SUFFIX}" for folder in folders]


def said_ref(data: Mapping[str, Any]) -> str:
    """The name, `folder/id`, that a document has by its true key, whatever its file is called.

    Empty for a memory, and for a document without such a key.
    """
    for root, (folder, *_) in PLACES.items():
        table = data.get(root)
        if folder and isinstance(table, Mapping):
            try:
                id = record_type(root).id_of(table)
            except (KeyError, TypeError, AttributeError):
                return ""
            return ref_of(folder, id) if is_safe_id(id) else ""
    return ""
