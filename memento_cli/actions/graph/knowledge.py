"""The knowledge graph as the reference MCP memory server has it, over the graph of a store.

Its entities are those of the graph, its relations their edges, and the observations of an entity
the current memories that mention it. That server knows no forgetting: here, too, an edge is there
until it is taken out, however little it weighs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memento_cli.actions.graph.graph import entities_of, who_made
from memento_cli.actions.graph.relate import Statement
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.graph.entities import Names, entity_name
from memento_cli.core.graph.observations import observation
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

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.graph.entities import Entity
    from memento_cli.store.directory.store import Store

Texts = tuple[str, ...]
Told = Mapping[str, Sequence[Memory]]
"""What is observed of entities, by their ids, the oldest first."""


class Described(NamedTuple):
    """An entity as somebody describes it: `kind` is any word, and may be empty."""

    name: str
    kind: str
    observations: Texts


class Observed(NamedTuple):
    """Observations of one entity, which is told by its name or an alias."""

    name: str
    texts: Texts


class Knowledge(NamedTuple):
    """What a graph says at a moment: all of it, or of some entities and what is joined to them."""

    entities: list[Described]
    relations: list[Statement]


class KnowledgeReader(NamedTuple):
    """Who looks or acts: what of the memories they may see, what a new one says of them, and the
    `bounds` beyond which nothing is there for them."""

    act: Provenance
    admits: Callable[[Memory], bool] = lambda memory: True
    trusts: Callable[[str], bool] = lambda trust: True
    draft: Draft = Draft("")
    bounds: Query = Query()

    @property
    def now(self) -> datetime:
        """The moment of what they do."""
        return self.act.signature.at

    @property
    def via(self) -> str:
        """The door through which they came."""
        return self.act.signature.via


def knowledge(
    store: Store, knower: KnowledgeReader, names: Iterable[str] | None = None
) -> Knowledge:
    """The whole graph; or the entities of these names, and the edges from and to them.

    A name that nothing has is passed over.
    """
    entities, known, seen = sight_of(store, knower)
    ids = sorted(seen if names is None else claimed(seen, known, names))
    told = observing(store, known, ids, knower)
    return Knowledge([_described(entities[id], told[id]) for id in ids],
                     _relations(entities, known, knower, ids))  # fmt: skip


class VisibleEntities(NamedTuple):
    """The entities of a store by id, what they are called, and those of them that may be seen."""

    entities: Mapping[str, Entity]
    names: Names
    seen: Mapping[str, Entity]


def sight_of(store: Store, knower: KnowledgeReader) -> VisibleEntities:
    """What there is, and what of it who asks may see."""
    entities = entities_of(store)
    names = Names(entities)
    return VisibleEntities(entities, names, _seen(store, entities, names, knower))


def _seen(
    store: Store, entities: Mapping[str, Entity], names: Names, knower: KnowledgeReader
) -> Mapping[str, Entity]:
    """The entities that may be seen: of which somebody so trusted has written, or to which a
    relation or an observation leads that may be seen.

    An entity has no trust of its own; one of which no line tells somebody has put there by hand.
    """
    if knower.trusts(TRUSTS[-1]):
        return entities
    made = who_made(store)
    led = {id for id, those in observing(store, names, entities.keys(), knower).items() if those}
    for id, entity in entities.items():
        for edge in entity.edges:
            led |= {id, names.node(edge.object)} if knower.trusts(edge.trust) else set()
    return {
        id: one
        for id, one in entities.items()
        if id in led or knower.trusts(made.get(ref_of(GRAPH, id), USER))
    }


def found(whole: Knowledge, text: str) -> Knowledge:
    """The entities with this text in their name, kind or observations, and the edges they have."""
    wanted = text.casefold()
    entities = [
        one
        for one in whole.entities
        if any(
            wanted in form.casefold()
            for told in (one.name, one.kind, *one.observations)
            for form in (told, visible(told, lines=True))
        )
    ]
    names = {one.name for one in entities}
    ends = [one for one in whole.relations if one.subject in names or one.object in names]
    return Knowledge(entities, ends)


def name_in(text: str) -> str:
    """The name that a text means; none where no entity can be called so."""
    try:
        return entity_name(text)
    except (BadValue, BadRef):
        return ""


def claimed(entities: Mapping[str, Entity], names: Names, texts: Iterable[str]) -> list[str]:
    """The ids of the entities with these names or aliases, each once."""
    meant = (names.claiming(name_in(text)) for text in texts)
    return list(dict.fromkeys(ids[0] for ids in meant if len(ids) == 1 and ids[0] in entities))


def _described(entity: Entity, told: Sequence[Memory]) -> Described:
    texts = tuple(observation(memory.content) for memory in told)
    return Described(entity.name, entity.kind or "", texts)


def _relations(
    entities: Mapping[str, Entity], names: Names, knower: KnowledgeReader, ids: Collection[str]
) -> list[Statement]:
    """The edges from and to these entities that there are and that may be seen, their ends by
    their names."""
    wanted, stated = set(ids), dict[Statement, None]()
    for id, entity in sorted(entities.items()):
        for edge in entity.edges:
            to = names.node(edge.object)
            seen = edge.since <= knower.now and knower.trusts(edge.trust)
            if seen and not wanted.isdisjoint((id, to)):
                name = entities[to].name if to in entities else edge.object
                stated[Statement(entity.name, edge.predicate, name)] = None
    return list(stated)


def observing(store: Store, names: Names, ids: Collection[str], knower: KnowledgeReader) -> Told:
    """The current memories that mention these entities, as far as they may be seen."""
    from memento_cli.index.recall.mentions import called, tagged

    told: dict[str, list[Memory]] = {id: [] for id in ids}
    nodes, of = dict[str, str](), dict[str, dict[str, None]]()
    with open_index(store, knower.now) as here:
        for field, value, memory in tagged(here.database):
            name = called(field, value)
            if name not in nodes:
                nodes[name] = names.node(name)
            if nodes[name] in told:
                of.setdefault(memory, {})[nodes[name]] = None
        gone = here.superseded(knower.bounds)
        seen = [memory for memory in here.by_ids(here.in_time(of.keys() - gone))
                if not is_over(memory, knower.now) and knower.admits(memory)]  # fmt: skip
    for one in seen:
        for id in of[one.id]:
            told[id].append(one)
    return told
