"""Exports of memory servers: mem0, and the reference MCP memory server.

mem0 (docs.mem0.ai): a list of memories, or of answers with `results`, or a memory a line, and the
relations of its graph. A memory's source is its id there, `mem0:ID`, so that a later export adds
only what is new.

The reference server (modelcontextprotocol/servers, `src/memory`): lines of entities with
observations, and of relations. An entity becomes one of the graph, each of its observations a
memory that mentions it, and a relation an edge.
"""

from __future__ import annotations

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    EdgeItem,
    EntityItem,
    MemoryItem,
    one_line,
    reason_of,
)
from memento_cli.actions.exchange.sources.keys import IMPORTED, draft_of
from memento_cli.core.graph.observations import observation_draft
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Item, Table
    from memento_cli.core.memory.memory import Draft

TEXT, RESULTS, RELATIONS = "memory", "results", "relations"
MARKS = ("user_id", "agent_id", "run_id", "hash", "metadata", "categories", "created_at")
"""Keys of which a memory of mem0 has at least one."""
TAGS = ("categories", "category", "tags")
OF_MEM0 = ("source",), ("relationship", "relation"), ("destination", "target")
ENTITY, RELATION = ("entityType", "observations"), ("from", "to", "relationType")
"""Keys of which a line of the reference server has at least one, by its type."""


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
        keys = row if isinstance(row, dict) else {}
        ends = [next((keys[key] for key in names if keys.get(key)), None) for names in OF_MEM0]
        hint = "a relation has a source, a relationship and a destination"
        yield _edge(f"{where}.{RELATIONS}[{nth}]", ends, hint)


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


def reference_items(row: Mapping[str, Any], where: str) -> Iterator[Item] | None:
    """The items of a line of the reference server; None if it is not of that server."""
    match row.get("type"):
        case "entity" if any(key in row for key in ENTITY):
            return _entity(row, where)
        case "relation" if any(key in row for key in RELATION):
            ends = [row.get(key) for key in ("from", "relationType", "to")]
            return iter([_edge(where, ends, "a relation has a from, a relationType and a to")])
    return None


def _entity(row: Mapping[str, Any], where: str) -> Iterator[Item]:
    name, kind, texts = row.get("name"), row.get("entityType", ""), row.get("observations", [])
    name = name.strip() if isinstance(name, str) else ""
    if not name or not isinstance(kind, str) or not isinstance(texts, list):
        yield BadItem(where, "an entity has a name, an entityType and a list of observations")
        return
    yield EntityItem(where, one_line(name), one_line(kind))
    for text in texts:
        draft = observation_draft(text if isinstance(text, str) else "", one_line(name), kind)
        if draft.summary:
            yield MemoryItem(where, draft._replace(more=IMPORTED))
        else:
            yield BadItem(where, "an observation is no text")


def _edge(where: str, ends: Sequence[Any], problem: str) -> EdgeItem | BadItem:
    """The edge of a subject, a predicate and an object; a bad item if one of them is no text."""
    texts = [one_line(text) for text in ends if isinstance(text, str)]
    if len(texts) < len(ends) or not all(texts):
        return BadItem(where, problem)
    return EdgeItem(where, *texts)
