"""The graph together with memories: neighbourhoods and shortest paths."""

from __future__ import annotations

from memento_cli.actions.graph.graph import graph_of, unknown_name
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.graph.entities import entity_name
from memento_cli.core.graph.graph import MENTIONS, Triple, distances
from memento_cli.core.graph.graph import path as shortest
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import GRAPH, held, ref_of
from memento_cli.core.memory.refs import person_ref
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.actions.graph.graph import Graph
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store


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
    """The triples of a path between two nodes, None if there is none, and the names of nodes."""

    triples: tuple[Triple, ...] | None
    labels: Mapping[str, str]


def neighbours(
    store: Store, text: str, now: datetime, hops: int = 1, *, deep: bool = False
) -> Around:
    """The nodes within `hops` of an entity or a memory, the nearest first.

    NotFound if nothing has this name. Edges that are ghosts count only with `deep`.
    """
    whole, (start,) = _resolved(store, [text], now, deep)
    reached = distances(whole.triples, start, hops)
    nodes = [
        Near(node, distance, _kind(node), whole.labels.get(node, node))
        for node, distance in reached.items()
    ]
    inside = [
        triple for triple in whole.triples if triple.subject in reached and triple.object in reached
    ]
    return Around(sorted(nodes, key=lambda near: (near.hops, near.kind, near.id)), inside)


def path_between(store: Store, one: str, other: str, now: datetime, *, deep: bool = False) -> Way:
    """The shortest path between two nodes; of several, the one over the heaviest edges."""
    whole, (start, end) = _resolved(store, [one, other], now, deep)
    return Way(shortest(whole.triples, start, end), whole.labels)


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
    """The graph with the memories, and the nodes that some texts name."""
    graph = graph_of(store, now)
    with open_index(store, now) as index:
        whole = world(store, index, graph, deep=deep)
    return whole, [_node(store, graph, whole, text) for text in texts]


def _node(store: Store, graph: Graph, whole: World, text: str) -> str:
    """The node that a text names: an entity by its name, or a memory by its full id."""
    node = ref_of(GRAPH, graph.names.resolve(entity_name(text)))
    if node in whole.labels:
        return node
    if is_safe_id(text) and text in store.memories:
        return text
    raise unknown_name(text, graph)


def _kind(node: str) -> str:
    return "entity" if held(node) else "memory"
