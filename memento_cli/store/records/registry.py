"""The record types, by their folder and by the root table of their files.

`states/` holds three types; the root table of a file decides which it is: [state], [facts] or
[preference]. A type's module is imported when it is needed: most commands are about memories.
"""

from __future__ import annotations

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
from memento_cli.standard import Mapping
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
    "preference": (STATES, "states", "PREFERENCE"),
    "facts": (STATES, "states", "FACTS"),
    "block": (BLOCKS, "blocks", "BLOCK"),
    "kv": (KV, "kv", "KV_VALUE"),
    "entity": (GRAPH, "entities", "ENTITY"),
    "session": (SESSIONS, "sessions", "SESSION"),
}
"""By root table: the folder, and the module and name of the record type. Memories, which are in
three folders, have none."""


def record_type(root: str) -> RecordType:
    """The record type of the files with this table at their root."""
    _, module, name = PLACES[root]
    path = f"memento_cli.store.records.{module}"
    declared: RecordType = getattr(__import__(path, fromlist=[name]), name)
    return declared


def codec_of(folder: str, zone: tzinfo) -> Codec[Any]:
    """The codec of a folder of records beside memories."""
    return Codec([record_type(root) for root in PLACES if PLACES[root][0] == folder], zone)


def paths_of(name: str, folders: Iterable[str]) -> list[str]:
    """The paths, from the store's root, that a memory may have in these folders; or a record's."""
    if held(name):
        return [whole_ref(name) + SUFFIX]
    return [f"{folder}/{name}{SUFFIX}" for folder in folders]


def ref_in_data(data: Mapping[str, Any]) -> str:
    """The name, `folder/id`, of a record from the keys in it, whatever its file is called.

    Empty for a memory, and for a document without these keys.
    """
    for root, (folder, *_) in PLACES.items():
        table = data.get(root)
        if folder and isinstance(table, Mapping):
            try:
                id = record_type(root).id_in(table)
            except (KeyError, TypeError, AttributeError):
                return ""
            return ref_of(folder, id) if is_safe_id(id) else ""
    return ""
