"""How what holds beside memories stands in its file: the codec of each folder.

Each is imported where it is used: most commands are about memories alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import tzinfo
from typing import Any

from memento_cli.core.held import (
    BLOCKS,
    GRAPH,
    KV,
    SESSIONS,
    STATES,
    filed_name,
    held,
    ref_of,
    whole_ref,
)
from memento_cli.core.ids import is_safe_id
from memento_cli.core.refs import stored_ref
from memento_cli.store.collection import Codec
from memento_cli.store.names import SUFFIX


def codec_of(folder: str, zone: tzinfo) -> Codec[Any]:
    """The codec of the files in one of these folders."""
    if folder == BLOCKS:
        from memento_cli.store.block_file import BlockCodec

        return BlockCodec(zone)
    if folder == KV:
        from memento_cli.store.hard_fact_file import HardFactCodec

        return HardFactCodec(zone)
    if folder == GRAPH:
        from memento_cli.store.entity_file import EntityCodec

        return EntityCodec(zone)
    if folder == SESSIONS:
        from memento_cli.store.session_file import SessionCodec

        return SessionCodec(zone)
    from memento_cli.store.state_file import StateCodec

    return StateCodec(zone)


def paths_of(name: str, folders: Iterable[str]) -> list[str]:
    """Where the file of a memory may be, in these folders, or that of what else holds is."""
    if held(name):
        return [whole_ref(name) + SUFFIX]
    return [f"{folder}/{name}{SUFFIX}" for folder in folders]


def said_ref(data: Mapping[str, Any]) -> str:
    """The name that a document has by its true key, whatever its file is called; none without."""
    for root, (folder, named) in NAMED.items():
        table = data.get(root)
        if isinstance(table, Mapping):
            try:
                id = named(table)
            except (KeyError, TypeError, AttributeError):
                return ""
            return ref_of(folder, id) if is_safe_id(id) else ""
    return ""


def _of_facts(table: Mapping[str, Any]) -> str:
    from memento_cli.core.timeline import facts_id

    return facts_id(stored_ref(table["subject"]))


def _of_own_id(table: Mapping[str, Any]) -> str:
    return str(table["id"])


def _of_preference(table: Mapping[str, Any]) -> str:
    from memento_cli.core.preferences import preference_id

    return preference_id(stored_ref(table["person"]), table["domain"], table["subject"])


def _of_block(table: Mapping[str, Any]) -> str:
    from memento_cli.core.blocks import block_id

    persona = table.get("persona")
    return block_id(table["name"], stored_ref(persona) if persona else None)


def _of_fact(table: Mapping[str, Any]) -> str:
    return filed_name(table["key"])


def _of_entity(table: Mapping[str, Any]) -> str:
    return filed_name(table["name"])


NAMED: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], str]]] = {
    "facts": (STATES, _of_facts),
    "state": (STATES, _of_own_id),
    "preference": (STATES, _of_preference),
    "block": (BLOCKS, _of_block),
    "kv": (KV, _of_fact),
    "entity": (GRAPH, _of_entity),
    "session": (SESSIONS, _of_own_id),
}
"""By the table that a file has at its root: where it belongs, and what id its true key gives it."""
