"""The file of the reference MCP memory server: lines of entities with observations, and relations.

An entity becomes one of the graph, each of its observations a memory that mentions it, and a
relation an edge (modelcontextprotocol/servers, `src/memory`).
"""

from __future__ import annotations

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    EdgeItem,
    EntityItem,
    MemoryItem,
    one_line,
)
from memento_cli.actions.exchange.sources.keys import IMPORTED
from memento_cli.core.graph.observations import observation_draft

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Item


ENTITY, RELATION = ("entityType", "observations"), ("from", "to", "relationType")
"""Keys of which a line of each type has at least one."""


def items_of(row: Mapping[str, Any], where: str) -> Iterator[Item] | None:
    """The items of a line; None if it is not of that server."""
    match row.get("type"):
        case "entity" if any(key in row for key in ENTITY):
            return _entity(row, where)
        case "relation" if any(key in row for key in RELATION):
            return _relation(row, where)
    return None


def _entity(row: Mapping[str, Any], where: str) -> Iterator[Item]:
    name, kind, texts = row.get("name"), row.get("entityType", ""), row.get("observations", [])
    is_named = isinstance(name, str) and name.strip()
    if not is_named or not isinstance(kind, str) or not isinstance(texts, list):
        yield BadItem(where, "an entity has a name, an entityType and a list of observations")
        return
    assert isinstance(name, str)
    yield EntityItem(where, one_line(name), one_line(kind))
    for text in texts:
        draft = observation_draft(text if isinstance(text, str) else "", one_line(name), kind)
        if draft.summary:
            yield MemoryItem(where, draft._replace(more=IMPORTED))
        else:
            yield BadItem(where, "an observation is no text")


def _relation(row: Mapping[str, Any], where: str) -> Iterator[Item]:
    texts = [row.get(key) for key in ("from", "relationType", "to")]
    if all(isinstance(text, str) and text.strip() for text in texts):
        yield EdgeItem(where, *(one_line(str(text)) for text in texts))
    else:
        yield BadItem(where, "a relation has a from, a relationType and a to")
