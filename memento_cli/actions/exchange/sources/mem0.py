"""What mem0 gives back: memories as `get_all` and its exports have them, and its graph's relations.

docs.mem0.ai: a list of memories, or `results` of one, or a memory a line. A memory is known by its
id there, `mem0:ID`, so that a later export adds only what is new.
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
"""Keys of which a memory there has at least one."""
TAGS = ("categories", "category", "tags")


def is_mem0(said: Any) -> bool:
    """Whether this is a memory of mem0, or an answer that has some."""
    if not isinstance(said, dict):
        return False
    results = said.get(RESULTS)
    if isinstance(results, list):
        return bool(results) and all(map(_is_memory, results))
    return _is_memory(said)


def mem0_items(said: Table, where: str, zone: tzinfo) -> Iterator[Item]:
    """The memories of an answer, or the one that this is, and how its graph relates things."""
    results = said.get(RESULTS)
    rows = results if isinstance(results, list) else [said]
    for nth, row in enumerate(rows):
        place = f"{where}[{nth}]" if rows is results else where
        try:
            yield MemoryItem(place, mem0_draft(row, zone))
        except BadData as problem:
            yield BadItem(place, reason_of(problem))
    relations = said.get(RELATIONS)
    for nth, row in enumerate(relations if isinstance(relations, list) else ()):
        yield _relation(row, f"{where}.{RELATIONS}[{nth}]")


def mem0_draft(said: Mapping[str, Any], zone: tzinfo) -> Draft:
    """The memory that a row of mem0 is; BadData says what is wrong with it."""
    metadata = said.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    tags = (each.get(key) for each in (said, metadata) for key in TAGS)
    told = {key: said.get(key) for key in ("user_id", "agent_id", "created_at")}
    told |= {"session_id": said.get("run_id"), "source": f"mem0:{one_line(str(said['id']))}"}
    topics = next(filter(None, tags), None)
    return draft_of({**told, "content": said[TEXT], "tags": topics}, zone)


def _is_memory(said: Any) -> bool:
    return (
        isinstance(said, dict)
        and bool(said.get("id"))
        and isinstance(said.get(TEXT), str)
        and any(key in said for key in MARKS)
    )


def _relation(row: Any, where: str) -> EdgeItem | BadItem:
    said = row if isinstance(row, dict) else {}
    names = ("source",), ("relationship", "relation"), ("destination", "target")
    found = [next((said[key] for key in keys if said.get(key)), None) for keys in names]
    texts = [one_line(text) for text in found if isinstance(text, str)]
    if len(texts) < len(names) or not all(texts):
        return BadItem(where, "a relation has a source, a relationship and a destination")
    return EdgeItem(where, *texts)
