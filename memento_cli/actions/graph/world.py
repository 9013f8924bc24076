"""The graph with the memories in it: neighbours, and the way from one thing to another."""

from __future__ import annotations

from memento_cli.actions.graph.graph import graph_of, unknown
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
    """Triples between nodes, and what each node is called."""

    triples: list[Triple]
    labels: Mapping[str, str]


class Near(NamedTuple):
    """A node near another: an entity or a memory, so many hops away, and what it is called."""

    id: str
    hops: int
    kind: str
    name: str


class Around(NamedTuple):
    """The neighbourhood of a node, itself at 0 hops, and the triples between those in it."""

    nodes: list[Near]
    triples: list[Triple]


class Way(NamedTuple):
    """The way between two nodes, if there is one, and what the nodes on it are called."""

    triples: tuple[Triple, ...] | None
    labels: Mapping[str, str]


def neighbours(
    store: Store, text: str, now: datetime, hops: int = 1, *, deep: bool = False
) -> Around:
    """What is within so many hops of an entity or a memory, the nearest first.

    NotFound if nothing is called so. Ghosts among the edges count only in a `deep` look.
    """
    whole, (start,) = _walkable(store, [text], now, deep)
    found = distances(whole.triples, start, hops)
    nodes = [
        Near(node, far, _kind(node), whole.labels.get(node, node)) for node, far in found.items()
    ]
    inside = [one for one in whole.triples if one.subject in found and one.object in found]
    return Around(sorted(nodes, key=lambda near: (near.hops, near.kind, near.id)), inside)


def path_between(store: Store, one: str, other: str, now: datetime, *, deep: bool = False) -> Way:
    """The shortest way between two things; of several, the one over the heaviest edges."""
    whole, (start, end) = _walkable(store, [one, other], now, deep)
    return Way(shortest(whole.triples, start, end), whole.labels)


def world(
    store: Store,
    here: Strengths,
    graph: Graph,
    *,
    deep: bool = False,
    topics: Collection[str] | None = None,
) -> World:
    """The graph with the memories that are current: whom and what they mention, and their links.

    With `topics` only those count, by the ids that they have as entities.
    """
    labels = {ref_of(GRAPH, id): entity.name for id, entity in graph.entities.items()}
    triples = []
    for one in graph.followed(deep=deep):
        start, end = ref_of(GRAPH, one.subject), ref_of(GRAPH, one.object)
        labels.setdefault(end, one.object_name)
        triples.append(Triple(start, one.edge.predicate, end, one.weight))
    for triple, name in _of_memories(store, here, graph, topics):
        labels.setdefault(triple.subject, triple.subject)
        labels.setdefault(triple.object, name)
        triples.append(triple)
    return World(list(dict.fromkeys(triples)), labels)


def _of_memories(
    store: Store, here: Strengths, graph: Graph, topics: Collection[str] | None
) -> Iterator[tuple[Triple, str]]:
    """The triples that begin with a memory, each with what its object is called."""
    from memento_cli.index.recall.mentions import TOPIC, called, links, mentions

    gone, ids = here.superseded(), dict[str, str]()
    for field, value, memory in mentions(here.database, person_ref(store.settings["person"])):
        name = called(field, value)
        if name not in ids:
            ids[name] = graph.names.node(name)
        if memory not in gone and (topics is None or field != TOPIC or ids[name] in topics):
            yield Triple(memory, MENTIONS, ref_of(GRAPH, ids[name])), name
    for one, rel, other in links(here.database):
        if gone.isdisjoint((one, other)):
            yield Triple(one, rel, other), other


def _walkable(
    store: Store, texts: Iterable[str], now: datetime, deep: bool
) -> tuple[World, list[str]]:
    """The graph with its memories, and the nodes that some texts mean."""
    graph = graph_of(store, now)
    with open_index(store, now) as here:
        whole = world(store, here, graph, deep=deep)
    return whole, [_node(store, graph, whole, text) for text in texts]


def _node(store: Store, graph: Graph, whole: World, text: str) -> str:
    """The node that a text means: an entity by its name, or a memory by its whole id."""
    node = ref_of(GRAPH, graph.names.meant(entity_name(text)))
    if node in whole.labels:
        return node
    if is_safe_id(text) and text in store.memories:
        return text
    raise unknown(text, graph)


def _kind(node: str) -> str:
    return "entity" if held(node) else "memory"
