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
from memento_cli.core.graph.graph import MENTIONS, Triple, distances
from memento_cli.core.graph.graph import path as shortest
from memento_cli.core.journal.event_types import CREATED, RELATED, REVISED
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.memory.record_kinds import GRAPH, held, ref_of, whole_ref
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.trust import TRUSTS, USER, act_trust, is_persons, least_of
from memento_cli.core.text.normal_forms import nearest
from memento_cli.core.text.visible import shown_as
from memento_cli.errors import NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.journal import by_memory

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.core.fading.laws import Law
    from memento_cli.core.graph.entities import Edge
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.core.memory.memory import Memory
    from memento_cli.index.fading.strengths import Strengths
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


def filing_order(store: Store) -> dict[str, int]:
    """By its reference, when each entity and edge was made, in the order of the journal."""
    entries = readable_entries(store, store.journal.under(GRAPH))
    made = sorted((one for one in entries if one.act in (CREATED, RELATED)), key=_moment)
    return {one.memory: nth for nth, one in enumerate(made)}


def _moment(entry: JournalEntry) -> datetime:
    return entry.at


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
    labels = {graph.label(id): id for id in graph.known} if "\\" in text else {}
    hidden = shown_as(text, labels)
    id = labels[hidden[0]] if hidden else graph.names.resolve(entity_name(text))
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
    names = [name for entity in graph.entities.values() for name in (entity.name, *entity.aliases)]
    near = nearest(text, names)
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


class World(NamedTuple):
    """Triples between entities and memories, and the name of each node."""

    triples: list[Triple]
    labels: Mapping[str, str]


class Near(NamedTuple):
    """A node near another, an entity or a memory, with its distance in hops and its name."""

    id: str
    hops: int
    kind: str
    name: str


class Around(NamedTuple):
    """The neighbourhood of a node, itself at 0 hops, and the triples within it."""

    nodes: list[Near]
    triples: list[Triple]


class Way(NamedTuple):
    """The triples of a path between two nodes, None if there is none, the names of nodes, and the
    two nodes."""

    triples: tuple[Triple, ...] | None
    labels: Mapping[str, str]
    ends: tuple[str, str]


def nearby(store: Store, text: str, now: datetime, hops: int = 1, *, deep: bool = False) -> Around:
    """The nodes within `hops` of an entity or a memory, the nearest first.

    NotFound if nothing has this name. Edges that are ghosts count only with `deep`.
    """
    whole, (start,) = _resolved(store, [text], now, deep)
    reached = distances(whole.triples, start, hops)
    nodes = [
        Near(node, distance, "entity" if held(node) else "memory", whole.labels.get(node, node))
        for node, distance in reached.items()
    ]
    inside = [
        triple for triple in whole.triples if triple.subject in reached and triple.object in reached
    ]
    return Around(sorted(nodes, key=lambda near: (near.hops, near.kind, near.id)), inside)


def path_between(store: Store, one: str, other: str, now: datetime, *, deep: bool = False) -> Way:
    """The shortest path between two nodes; of several, the one over the heaviest edges."""
    whole, (start, end) = _resolved(store, [one, other], now, deep)
    return Way(shortest(whole.triples, start, end), whole.labels, (start, end))


def world(
    store: Store,
    index: Strengths,
    graph: Graph,
    *,
    deep: bool = False,
    topics: Collection[str] | None = None,
) -> World:
    """The graph with the current memories, what they mention, and their links.

    `topics`: only mentions of these topics count, by their ids as entities.
    """
    labels = {ref_of(GRAPH, id): entity.name for id, entity in graph.entities.items()}
    triples = []
    for joined in graph.followed(deep=deep):
        start, end = ref_of(GRAPH, joined.subject), ref_of(GRAPH, joined.object)
        labels.setdefault(end, joined.object_name)
        triples.append(Triple(start, joined.edge.predicate, end, joined.weight))
    for triple, name in _memory_triples(store, index, graph, topics):
        labels.setdefault(triple.subject, triple.subject)
        labels.setdefault(triple.object, name)
        triples.append(triple)
    return World(list(dict.fromkeys(triples)), labels)


def _memory_triples(
    store: Store, index: Strengths, graph: Graph, topics: Collection[str] | None
) -> Iterator[tuple[Triple, str]]:
    """The triples whose subject is a memory, each with the name of its object."""
    from memento_cli.index.recall.links import TOPIC, called, links, mentions

    superseded, ids = index.superseded(), dict[str, str]()
    for field, value, memory in mentions(index.database, person_ref(store.settings["person"])):
        name = called(field, value)
        if name not in ids:
            ids[name] = graph.names.node(name)
        if memory not in superseded and (topics is None or field != TOPIC or ids[name] in topics):
            yield Triple(memory, MENTIONS, ref_of(GRAPH, ids[name])), name
    for source, rel, target in links(index.database):
        if superseded.isdisjoint((source, target)):
            yield Triple(source, rel, target), target


def _resolved(
    store: Store, texts: Iterable[str], now: datetime, deep: bool
) -> tuple[World, list[str]]:
    """The graph with the memories, and the nodes that some texts name: an entity by its name, or a
    memory by its full id."""
    graph = graph_of(store, now)
    with open_index(store, now) as index:
        whole = world(store, index, graph, deep=deep)
    nodes = list[str]()
    for text in texts:
        node = ref_of(GRAPH, graph.names.resolve(entity_name(text)))
        if node not in whole.labels and not (is_safe_id(text) and text in store.memories):
            raise unknown_name(text, graph)
        nodes.append(node if node in whole.labels else text)
    return whole, nodes
