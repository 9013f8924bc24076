"""The store's graph read as the knowledge graph of the reference MCP memory server.

Its entities are those of the graph, its relations their edges, and the observations of an entity
the current memories that mention it. That server forgets nothing: here, too, an edge is shown until
it is removed, however low its weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memento_cli.actions.graph.graph import entities_of, entity_trusts, filing_order
from memento_cli.actions.graph.relate import Statement
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.graph.entities import Names, edge_ref, entity_name
from memento_cli.core.graph.observations import observation_text
from memento_cli.core.memory.memory import Draft, Memory, is_over
from memento_cli.core.memory.record_kinds import GRAPH, ref_of
from memento_cli.core.recall.query import Query
from memento_cli.core.security.trust import TRUSTS, USER
from memento_cli.core.text.visible import visible
from memento_cli.errors import BadRef, BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from datetime import datetime

    from memento_cli.core.graph.entities import Entity
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store

Texts = tuple[str, ...]
MemoriesById = Mapping[str, Sequence[Memory]]
"""The memories that are observations of entities, by the ids of the entities, the oldest first."""


class Described(NamedTuple):
    """An entity with its observations, as that server has it. `kind` is any word or empty."""

    name: str
    kind: str
    observations: Texts


class Observed(NamedTuple):
    """Observations of one entity, given by its name or an alias."""

    name: str
    texts: Texts


class Knowledge(NamedTuple):
    """Entities and relations: a whole graph, or some entities and the edges from and to them."""

    entities: list[Described]
    relations: list[Statement]


class KnowledgeReader(NamedTuple):
    """The reader of a graph: the provenance of their acts, the memories and trusts that they may
    see, the draft of which they make new memories, and the query that bounds what they see."""

    provenance: Provenance
    admits: Callable[[Memory], bool] = lambda memory: True
    trusts: Callable[[str], bool] = lambda trust: True
    draft: Draft = Draft("")
    bounds: Query = Query()

    @property
    def now(self) -> datetime:
        """The time of their acts."""
        return self.provenance.signature.at

    @property
    def via(self) -> str:
        """The interface that they use, as journal entries name it."""
        return self.provenance.signature.via


def knowledge(
    store: Store, reader: KnowledgeReader, names: Iterable[str] | None = None
) -> Knowledge:
    """The whole graph, or the entities with these names and the edges from and to them.

    An unknown name is passed over. All stand in the order in which they were made.
    """
    entities, every_name, seen = visible_entities(store, reader)
    order = filing_order(store)
    wanted = seen if names is None else ids_named(seen, every_name, names)
    ids = sorted(wanted, key=lambda id: (order.get(ref_of(GRAPH, id), -1), id))
    memories = observations_of(store, every_name, ids, reader)
    described = list[Described]()
    for id in ids:
        texts = tuple(observation_text(memory.content) for memory in memories[id])
        described.append(Described(entities[id].name, entities[id].kind or "", texts))
    return Knowledge(described, _relations(entities, every_name, reader, ids, order))


class VisibleEntities(NamedTuple):
    """The entities of a store by id, their names, and those of them that the reader may see."""

    entities: Mapping[str, Entity]
    names: Names
    seen: Mapping[str, Entity]


def visible_entities(store: Store, reader: KnowledgeReader) -> VisibleEntities:
    """All entities, and those that the reader may see."""
    entities = entities_of(store)
    names = Names(entities)
    return VisibleEntities(entities, names, _seen(store, entities, names, reader))


def _seen(
    store: Store, entities: Mapping[str, Entity], names: Names, reader: KnowledgeReader
) -> Mapping[str, Entity]:
    """The entities that a visible edge or observation reaches, or that somebody made whom the
    reader trusts; one that the journal does not know was put there by the user.
    """
    if reader.trusts(TRUSTS[-1]):
        return entities
    trusts = entity_trusts(store)
    memories = observations_of(store, names, entities.keys(), reader)
    reached = {id for id, observed in memories.items() if observed}
    for id, entity in entities.items():
        for edge in entity.edges:
            reached |= {id, names.node(edge.object)} if reader.trusts(edge.trust) else set()
    return {
        id: entity
        for id, entity in entities.items()
        if id in reached or reader.trusts(trusts.get(ref_of(GRAPH, id), USER))
    }


def matching_knowledge(whole: Knowledge, text: str) -> Knowledge:
    """The entities with this text in their name, kind or observations, and their edges."""
    wanted = text.casefold()
    entities = [
        entity
        for entity in whole.entities
        if any(
            wanted in form.casefold()
            for text in (entity.name, entity.kind, *entity.observations)
            for form in (text, visible(text, lines=True))
        )
    ]
    names = {entity.name for entity in entities}
    edges = [edge for edge in whole.relations if edge.subject in names or edge.object in names]
    return Knowledge(entities, edges)


def name_in(text: str) -> str:
    """The name that a text is; "" if no entity can have it."""
    try:
        return entity_name(text)
    except (BadValue, BadRef):
        return ""


def ids_named(entities: Mapping[str, Entity], names: Names, texts: Iterable[str]) -> list[str]:
    """The ids of those of `entities` with these unambiguous names or aliases, each once."""
    claims = (names.claiming(name_in(text)) for text in texts)
    return list(dict.fromkeys(ids[0] for ids in claims if len(ids) == 1 and ids[0] in entities))


def _relations(
    entities: Mapping[str, Entity],
    names: Names,
    reader: KnowledgeReader,
    ids: Collection[str],
    order: Mapping[str, int],
) -> list[Statement]:
    """The visible edges from and to these entities, with the names of their ends, in this order;
    an edge that was made together with its entity stands where that does."""
    wanted, stated = set(ids), dict[Statement, int]()
    for id, entity in sorted(entities.items()):
        own = order.get(ref_of(GRAPH, id), -1)
        for edge in entity.edges:
            to = names.node(edge.object)
            is_visible = edge.since <= reader.now and reader.trusts(edge.trust)
            if is_visible and not wanted.isdisjoint((id, to)):
                name = entities[to].name if to in entities else edge.object
                place = order.get(edge_ref(id, edge), own)
                stated[Statement(entity.name, edge.predicate, name)] = place
    return sorted(stated, key=lambda one: stated[one])


def observations_of(
    store: Store, names: Names, ids: Collection[str], reader: KnowledgeReader
) -> MemoriesById:
    """The current memories that mention these entities and that the reader may see."""
    from memento_cli.index.recall.links import called, tagged

    by_entity: dict[str, list[Memory]] = {id: [] for id in ids}
    nodes, mentioned = dict[str, str](), dict[str, dict[str, None]]()
    with open_index(store, reader.now) as index:
        for field, value, id in tagged(index.database):
            name = called(field, value)
            if name not in nodes:
                nodes[name] = names.node(name)
            if nodes[name] in by_entity:
                mentioned.setdefault(id, {})[nodes[name]] = None
        superseded = index.superseded(reader.bounds)
        seen = [memory for memory in index.by_ids(index.in_time(mentioned.keys() - superseded))
                if not is_over(memory, reader.now) and reader.admits(memory)]  # fmt: skip
    for memory in seen:
        for id in mentioned[memory.id]:
            by_entity[id].append(memory)
    return by_entity
