"""The file of an entity, `graph/ID.toml`: its names, and a table for each outgoing edge."""

from __future__ import annotations

from memento_cli.core.fading.laws import LAWS, law_of
from memento_cli.core.fields.field import Field
from memento_cli.core.graph.entities import WEIGHT, Edge, Entity
from memento_cli.core.memory.creation import law_for
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.store.records.codec import RecordType, by_path, table_of, under
from memento_cli.store.records.memory_fields import (
    PARAMETER_PATHS,
    PARAMETERS,
    TRUST_FIELD,
    filed_number,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.core.fading.laws import Law
    from memento_cli.store.records.codec import Source


EDGES = "edge"
EDGE_FIELDS = (
    Field("predicate", "text", "What joins the two, as works_at.", required=True),
    Field("object", "text", "The name of the other entity, or an alias of it.", required=True),
    Field("since", "moment", "From when on it was stated.", required=True),
    Field("weight", "number", "What it weighed then.", WEIGHT, written=True, low=0, high=1),
    Field("law", "choice", "Its own law of forgetting; absent: the setting graph.law.",
          choices=tuple(LAWS)),
    *(field._replace(path=field.keys[-1]) for field in PARAMETERS),
    Field("evidence", "texts", "The ids of memories that say so.", ()),
    TRUST_FIELD,
)  # fmt: skip
FIELDS = (
    Field("entity.name", "text", "What it is called.", required=True),
    Field("entity.aliases", "texts", "What else it is called.", ()),
    Field("entity.kind", "text", "Any word: person, company, tool."),
    Field(EDGES, "tables", "What it is joined to.", (), of=EDGE_FIELDS),
)
NUMBERS = {law: path.rpartition(".")[2] for law, path in PARAMETER_PATHS.items()}
"""The key of each law's parameter in the table of an edge."""


def _entity(source: Source) -> Entity:
    edges = tuple(map(_edge, source.values[EDGES]))
    return Entity(**under("entity", source.values), edges=edges)


def _values(entity: Entity) -> dict[str, Any]:
    edges = tuple(map(_edge_values, entity.edges))
    return by_path("entity", entity) | {"entity.kind": entity.kind or None, EDGES: edges}


def edge_row(edge: Edge) -> dict[str, Any]:
    """An edge as its table in the file."""
    return table_of(EDGE_FIELDS, _edge_values(edge))


def _edge_values(edge: Edge) -> dict[str, Any]:
    return edge._asdict() | (law_keys(edge.law) if edge.law else {})


def law_keys(law: Law) -> dict[str, Any]:
    """The keys of a law in the table of an edge."""
    key = NUMBERS.get(law.name)
    number = {key: filed_number(PARAMETER_PATHS[law.name], law.parameter)} if key else {}
    return {"law": law.name, **number}


def _edge(row: Mapping[str, Any]) -> Edge:
    return Edge(**{key: row[key] for key in Edge._fields} | {"law": _law(row)})


def _law(row: Mapping[str, Any]) -> Law | None:
    """The law of an edge; without its parameter, that of a new semantic memory."""
    if row["law"] is None:
        return None
    number = row.get(NUMBERS.get(row["law"], ""))
    if number is None:
        return law_for(row["law"], "medium", "semantic", {})
    return law_of(row["law"], number)


def _id(table: Mapping[str, Any]) -> str:
    return filed_name(table["name"])


ENTITY = RecordType(
    "entity", "entity", "An entity and its edges: graph/<id>.toml", Entity, FIELDS,
    _entity, _values, _id,
)  # fmt: skip
