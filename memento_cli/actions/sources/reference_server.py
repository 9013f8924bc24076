"""What the reference MCP memory server keeps: lines of entities with observations, and relations.

An entity becomes one of the graph, each of its observations a memory that mentions it, a relation
an edge: modelcontextprotocol/servers, `src/memory`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memento_cli.actions.sources.entry import Bad, Entry, Item, Thing, Triple, one_line
from memento_cli.actions.sources.keys import IMPORTED, words
from memento_cli.core.memory import Draft, Tags
from memento_cli.core.refs import person_ref
from memento_cli.errors import BadRef

ENTITY, RELATION = ("name", "entityType", "observations"), ("from", "to", "relationType")
PERSON = "person"
SOURCE = "mcp"


def items_of(said: Mapping[str, Any], where: str) -> Iterator[Item] | None:
    """What a line offers; None if it is none of the server's."""
    match said.get("type"):
        case "entity" if all(key in said for key in ENTITY):
            return _entity(said, where)
        case "relation" if all(key in said for key in RELATION):
            return _relation(said, where)
    return None


def _entity(said: Mapping[str, Any], where: str) -> Iterator[Item]:
    name, kind, told = (said[key] for key in ENTITY)
    if not isinstance(name, str) or not isinstance(kind, str) or not isinstance(told, list):
        yield Bad(where, "an entity has a name, an entityType and a list of observations")
        return
    yield Thing(where, one_line(name), one_line(kind))
    tags = _tags(one_line(name), kind)
    for text in told:
        summary, detail = words("", text) if isinstance(text, str) else ("", "")
        if not summary:
            yield Bad(where, "an observation is no text")
            continue
        draft = Draft(summary, detail=detail, tags=tags, kind="semantic", source=SOURCE)
        yield Entry(where, draft._replace(more=IMPORTED))


def _relation(said: Mapping[str, Any], where: str) -> Iterator[Item]:
    texts = [said[key] for key in ("from", "relationType", "to")]
    if all(isinstance(text, str) and text.strip() for text in texts):
        yield Triple(where, *map(one_line, texts))
    else:
        yield Bad(where, "a relation has a from, a relationType and a to")


def _tags(name: str, kind: str) -> Tags:
    """How a memory mentions an entity: a person as one who was there, else as a topic."""
    if kind.casefold() == PERSON:
        try:
            return Tags(people=(person_ref(name),))
        except BadRef:
            pass
    return Tags((name,))
