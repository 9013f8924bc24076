"""The output of mem0's `get_all` and exports: memories, and the relations of its graph.

docs.mem0.ai: a list of memories, or of answers with `results`, or a memory a line. A memory's
source is its id there, `mem0:ID`, so that a later export adds only what is new.
"""

from __future__ import annotations

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    EdgeItem,
    MemoryItem,
    one_line,
    reason_of,
)
from memento_cli.actions.exchange.sources.keys import draft_of
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Item, Table
    from memento_cli.core.memory.memory import Draft


TEXT = "memory"
RESULTS, RELATIONS = "results", "relations"
MARKS = ("user_id", "agent_id", "run_id", "hash", "metadata", "categories", "created_at")
"""Keys of which a memory of mem0 has at least one."""
TAGS = ("categories", "category", "tags")


def is_mem0(value: Any) -> bool:
    """Whether a value is a memory of mem0, or an answer with some."""
    if not isinstance(value, dict):
        return False
    results = value.get(RESULTS)
    if isinstance(results, list):
        return bool(results) and all(map(_is_memory, results))
    return _is_memory(value)


def mem0_items(answer: Table, where: str, zone: tzinfo) -> Iterator[Item]:
    """The memories of an answer, or the memory itself, and the relations of the graph."""
    results = answer.get(RESULTS)
    rows = results if isinstance(results, list) else [answer]
    for nth, row in enumerate(rows):
        place = f"{where}[{nth}]" if rows is results else where
        try:
            yield MemoryItem(place, mem0_draft(row, zone))
        except BadData as problem:
            yield BadItem(place, reason_of(problem))
    relations = answer.get(RELATIONS)
    for nth, row in enumerate(relations if isinstance(relations, list) else ()):
        yield _relation(row, f"{where}.{RELATIONS}[{nth}]")


def mem0_draft(row: Mapping[str, Any], zone: tzinfo) -> Draft:
    """The draft of a memory of mem0; BadData with its problems."""
    metadata = row.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    tags = (each.get(key) for each in (row, metadata) for key in TAGS)
    keys = {key: row.get(key) for key in ("user_id", "agent_id", "created_at")}
    keys |= {"session_id": row.get("run_id"), "source": f"mem0:{one_line(str(row['id']))}"}
    topics = next(filter(None, tags), None)
    return draft_of({**keys, "content": row[TEXT], "tags": topics}, zone)


def _is_memory(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and bool(value.get("id"))
        and isinstance(value.get(TEXT), str)
        and any(key in value for key in MARKS)
    )


def _relation(row: Any, where: str) -> EdgeItem | BadItem:
    row_keys = row if isinstance(row, dict) else {}
    names = ("source",), ("relationship", "relation"), ("destination", "target")
    values = [next((row_keys[key] for key in keys if row_keys.get(key)), None) for keys in names]
    texts = [one_line(text) for text in values if isinstance(text, str)]
    if len(texts) < len(names) or not all(texts):
        return BadItem(where, "a relation has a source, a relationship and a destination")
    return EdgeItem(where, *texts)
