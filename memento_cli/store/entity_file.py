"""The file of an entity: its names, and a table for each of its outgoing edges."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from memento_cli.core.entities import WEIGHT, Edge, Entity
from memento_cli.core.fields import Field, checker
from memento_cli.core.fresh import law_for
from memento_cli.core.laws import LAWS, Law, law_of, parameter_of
from memento_cli.core.trust import told
from memento_cli.core.when import iso
from memento_cli.errors import BadData
from memento_cli.store.memory_fields import PARAMETER_PATHS, PARAMETERS, TRUST_FIELD, number_told

EDGES = "edge"
EDGE_FIELDS = (
    Field("predicate", "text", "What joins the two, as works_at.", required=True),
    Field("object", "text", "The name of the other entity, or an alias of it.", required=True),
    Field("since", "moment", "From when on it was stated.", required=True),
    Field("weight", "number", "What it weighed then.", WEIGHT, low=0, high=1),
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
"""The key of each law's number."""
CHECK = checker(FIELDS)


class EntityCodec:
    """How an entity stands in its file."""

    noun = "entity"
    fields = FIELDS

    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone

    def value(self, id: str, data: Mapping[str, Any]) -> Entity:
        """The entity that a document says, or BadData with all its problems."""
        said, problems = CHECK(data, self.zone)
        if problems:
            raise BadData(id, problems)
        edges = tuple([_edge(row) for row in said[EDGES]])
        return Entity(said["entity.name"], said["entity.aliases"], said["entity.kind"], edges)

    def laid_out(self, id: str, text: str) -> Entity | None:
        """Nothing: these are few, and read as any TOML."""
        return None

    def data(self, value: Entity) -> dict[str, Any]:
        """The document of an entity, nested, in the order of the format."""
        aliases = {"aliases": list(value.aliases)} if value.aliases else {}
        kind = {"kind": value.kind} if value.kind else {}
        edges = {EDGES: [edge_row(edge) for edge in value.edges]} if value.edges else {}
        return {"entity": {"name": value.name, **aliases, **kind}, **edges}


def edge_row(edge: Edge) -> dict[str, Any]:
    """An edge as it stands in a file."""
    law = law_keys(edge.law) if edge.law else {}
    evidence = {"evidence": list(edge.evidence)} if edge.evidence else {}
    weight, trust = {"weight": edge.weight}, told(edge.trust)
    head = {"predicate": edge.predicate, "object": edge.object, "since": iso(edge.since)}
    return {**head, **weight, **law, **evidence, **({"trust": trust} if trust else {})}


def law_keys(law: Law) -> dict[str, Any]:
    """The keys that say a law."""
    key = NUMBERS.get(law.name)
    number = {key: number_told(PARAMETER_PATHS[law.name], parameter_of(law))} if key else {}
    return {"law": law.name, **number}


def _edge(row: Mapping[str, Any]) -> Edge:
    return Edge(
        row["predicate"],
        row["object"],
        row["since"],
        row["weight"],
        _law(row),
        row["evidence"],
        row["trust"],
    )


def _law(row: Mapping[str, Any]) -> Law | None:
    """The law that an edge says; of one that leaves its number out, what what is known gets."""
    if row["law"] is None:
        return None
    number = row.get(NUMBERS.get(row["law"], ""))
    return (
        law_for(row["law"], "medium", "semantic", {})
        if number is None
        else law_of(row["law"], number)
    )
