"""The graph at a moment: entities, their edges, and the memories that mention them."""

from __future__ import annotations

from memento_cli.actions.memory.reading import readable_entries, readable_records
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.graph.entities import (
    Entity,
    Names,
    edge_law,
    edge_ref,
    edge_strength,
    entity_name,
    weight_at,
)
from memento_cli.core.journal.event_types import CREATED, RELATED, REVISED
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.memory.record_kinds import GRAPH, ref_of, whole_ref
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.trust import TRUSTS, USER, act_trust, is_persons, least_of
from memento_cli.errors import NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.journal import by_memory

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.fading.laws import Law
    from memento_cli.core.graph.entities import Edge
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


class Joined(NamedTuple):
    """An edge at a moment: the ids and names of its ends, its law, its weight and its last use.

    An object without a file has the name that the edge gives it.
    """

    subject: str
    subject_name: str
    edge: Edge
    object: str
    object_name: str
    law: Law
    weight: float
    last_used: datetime

    @property
    def is_ghost(self) -> bool:
        """Whether its weight is in the lowest tier, which only `--deep` shows."""
        return tier_of(self.weight) == "ghost"


class Graph(NamedTuple):
    """All readable entities by id, and their edges not below `graph.break_below`."""

    entities: Mapping[str, Entity]
    names: Names
    edges: tuple[Joined, ...]

    def followed(self, *, deep: bool) -> list[Joined]:
        """The edges to follow: with `deep` all of them, else those that are no ghosts."""
        return [edge for edge in self.edges if deep or not edge.is_ghost]

    @property
    def known(self) -> set[str]:
        """The ids of all entities: those with a file, and the objects of edges."""
        return {*self.entities, *(edge.object for edge in self.edges)}

    def label(self, id: str) -> str:
        """The name of an entity; for one without a file the name in an edge to it."""
        if id in self.entities:
            return self.entities[id].name
        return next((edge.object_name for edge in self.edges if edge.object == id), id)


class Shown(NamedTuple):
    """An entity with its edges from it and to it, and the memories that mention it.

    The strongest memories come first; `mentions` counts all of them, and `hidden` counts the ghosts
    among the edges that are left out.
    """

    id: str
    entity: Entity
    out: tuple[Joined, ...]
    into: tuple[Joined, ...]
    memories: tuple[Memory, ...]
    mentions: int
    hidden: int


def entities_of(store: Store) -> dict[str, Entity]:
    """Every entity by id; one that cannot be read is warned of and skipped."""
    records = readable_records(store, store.held(GRAPH).scan())
    return {record.id: record.value for record in records}


def entity_trusts(store: Store) -> dict[str, str]:
    """The highest trust of those who made or changed each entity, by its reference.

    The journal tells it, as an entity's file has no trust. An entity without an entry was put there
    by hand.
    """
    trusts = dict[str, str]()
    for entry in readable_entries(store, store.journal.under(GRAPH)):
        if entry.act in (CREATED, REVISED, RELATED):
            ref, trust = whole_ref(entry.memory), act_trust(entry.via)
            trusts[ref] = min(trusts.get(ref, trust), trust, key=TRUSTS.index)
    return trusts


def check_entities(
    store: Store, entities: Mapping[str, Entity], provenance: Provenance, does: str = "Change"
) -> None:
    """Raise Unasked if an agent changes or deletes entities that a person made or changed."""
    if not (provenance.must_ask and entities):
        return
    by_ref = entity_trusts(store)
    trusts = {id: by_ref.get(ref_of(GRAPH, id), USER) for id in entities}
    persons = [id for id, trust in trusts.items() if is_persons(trust)]
    if persons:
        names = ", ".join(entities[id].name for id in persons)
        least = least_of(trusts[id] for id in persons)
        provenance.check_asked(least, f"{does} an entity of the user's?", {"it is": names})


def graph_of(store: Store, now: datetime) -> Graph:
    """The entities of a store, and their edges stated by `now` with their weights then."""
    entities = entities_of(store)
    names, settings = Names(entities), store.settings
    lines = by_memory(readable_entries(store, store.journal.under(GRAPH)) if entities else ())
    edges = []
    for id, entity in sorted(entities.items()):
        for edge in entity.edges:
            law = edge_law(edge, settings["graph.law"], settings.defaults)
            numbers = edge_strength(edge, law, lines.get(edge_ref(id, edge), ()), now)
            weight = weight_at(numbers, law, now)
            if edge.since <= now and weight >= settings["graph.break_below"]:
                to = names.node(edge.object)
                name = entities[to].name if to in entities else edge.object
                last = numbers.last_reinforced
                edges.append(Joined(id, entity.name, edge, to, name, law, weight, last))
    return Graph(entities, names, tuple(edges))


def shown_entity(
    store: Store, text: str, now: datetime, *, deep: bool = False, limit: int | None = 10
) -> Shown:
    """An entity, with a file or only mentioned by memories. NotFound if nothing has this name."""
    graph = graph_of(store, now)
    id = graph.names.resolve(entity_name(text))
    edges = [edge for edge in graph.edges if id in (edge.subject, edge.object)]
    shown = [edge for edge in edges if deep or not edge.is_ghost]
    memories = _mentioning(store, graph, id, now)
    if id not in graph.entities and not edges and not memories:
        raise unknown_name(text, graph)
    name = graph.label(id) if id in graph.entities or edges else entity_name(text)
    return Shown(
        id,
        graph.entities.get(id, Entity(name)),
        tuple(edge for edge in shown if edge.subject == id),
        tuple(edge for edge in shown if edge.subject != id),
        tuple(memories[:limit]),
        len(memories),
        len(edges) - len(shown),
    )


def unknown_name(text: str, graph: Graph) -> NotFound:
    """The error of a name that no entity has, with the most similar name."""
    from rapidfuzz import fuzz, process

    names = [name for entity in graph.entities.values() for name in (entity.name, *entity.aliases)]
    near = process.extractOne(text, names, scorer=fuzz.WRatio, score_cutoff=70)
    guess = f"did you mean {near[0]}? " if near else ""
    return NotFound(f"nothing is called {text}", f"{guess}`memento graph list` shows the entities")


def _mentioning(store: Store, graph: Graph, id: str, now: datetime) -> list[Memory]:
    """The current memories that mention an entity, the strongest first."""
    from memento_cli.index.recall.links import called, mentions

    own = person_ref(store.settings["person"])
    with open_index(store, now) as index:
        ids = {
            memory
            for field, value, memory in mentions(index.database, own)
            if graph.names.node(called(field, value)) == id
        }
        memories = index.by_ids(sorted(ids - index.superseded()))
    return sorted(memories, key=lambda memory: (-strength_at(memory, now), memory.id))
