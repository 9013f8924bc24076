"""The graph as it is at a moment: entities, their edges, and the memories that mention them."""

from __future__ import annotations

from memento_cli.actions.memory.reading import readable_entries, readable_records
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.fading.tiers import tier_of
from memento_cli.core.graph.entities import (
    Entity,
    Names,
    edge_law,
    edge_ref,
    entity_name,
    numbers_at,
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
    from memento_cli.core.graph.entities import (
        Edge,
    )
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


class Joined(NamedTuple):
    """An edge as it is now: the entities at its ends, by id and name, its law, weight and last use.

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
        """Whether it has faded so far that only a deep look sees it."""
        return tier_of(self.weight) == "ghost"


class Graph(NamedTuple):
    """All entities that can be read, by id, and their edges that are not broken."""

    entities: Mapping[str, Entity]
    names: Names
    edges: tuple[Joined, ...]

    def followed(self, *, deep: bool) -> list[Joined]:
        """The edges that are followed: without ghosts, unless it is a deep look."""
        return [one for one in self.edges if deep or not one.is_ghost]

    @property
    def known(self) -> set[str]:
        """The ids of all entities: those with a file, and those that an edge leads to."""
        return {*self.entities, *(one.object for one in self.edges)}

    def label(self, id: str) -> str:
        """What an entity is called; one that has no file, as an edge to it says."""
        if id in self.entities:
            return self.entities[id].name
        return next((one.object_name for one in self.edges if one.object == id), id)


class Shown(NamedTuple):
    """An entity with its edges, out of it and into it, and the memories that mention it.

    The strongest memories come first; `mentions` says how many there are in all, and `hidden` how
    many edges are ghosts.
    """

    id: str
    entity: Entity
    out: tuple[Joined, ...]
    into: tuple[Joined, ...]
    memories: tuple[Memory, ...]
    mentions: int
    hidden: int


def entities_of(store: Store) -> dict[str, Entity]:
    """Every entity that can be read, by id; the others are named and skipped."""
    return {one.id: one.value for one in readable_records(store, store.held(GRAPH).scan())}


def who_made(store: Store) -> dict[str, str]:
    """The most trusted who has made or changed each entity, by its reference, as the journal tells:
    its file has no trust. One of which no line tells somebody has put there by hand."""
    made = dict[str, str]()
    for line in readable_entries(store, store.journal.under(GRAPH)):
        if line.act in (CREATED, REVISED, RELATED):
            about, trust = whole_ref(line.memory), act_trust(line.via)
            made[about] = min(made.get(about, trust), trust, key=TRUSTS.index)
    return made


def check_entities(
    store: Store, entities: Mapping[str, Entity], provenance: Provenance, does: str = "Change"
) -> None:
    """Unasked if an agent changes or deletes entities that not only agents have made."""
    if not (provenance.must_ask and entities):
        return
    made = who_made(store)
    trusts = {id: made.get(ref_of(GRAPH, id), USER) for id in entities}
    theirs = [id for id, trust in trusts.items() if is_persons(trust)]
    if theirs:
        told = ", ".join(entities[id].name for id in theirs)
        least = least_of(trusts[id] for id in theirs)
        provenance.check_asked(least, f"{does} an entity of the user's?", {"it is": told})


def graph_of(store: Store, now: datetime) -> Graph:
    """The entities of a store with their edges at `now`; an edge of later is not there yet."""
    entities = entities_of(store)
    names, settings = Names(entities), store.settings
    lines = by_memory(readable_entries(store, store.journal.under(GRAPH)) if entities else ())
    edges = []
    for id, entity in sorted(entities.items()):
        for edge in entity.edges:
            law = edge_law(edge, settings["graph.law"], settings.defaults)
            numbers = numbers_at(edge, law, lines.get(edge_ref(id, edge), ()), now)
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
    """An entity, or whom or what memories mention by this name. NotFound if there is none."""
    graph = graph_of(store, now)
    id = graph.names.meant(entity_name(text))
    own = [one for one in graph.edges if id in (one.subject, one.object)]
    seen = [one for one in own if deep or not one.is_ghost]
    memories = _mentioning(store, graph, id, now)
    if id not in graph.entities and not own and not memories:
        raise unknown(text, graph)
    name = graph.label(id) if id in graph.entities or own else entity_name(text)
    return Shown(
        id,
        graph.entities.get(id, Entity(name)),
        tuple(one for one in seen if one.subject == id),
        tuple(one for one in seen if one.subject != id),
        tuple(memories[:limit]),
        len(memories),
        len(own) - len(seen),
    )


def unknown(text: str, graph: Graph) -> NotFound:
    """The error of a name that nothing goes by, with the one that may have been meant."""
    from rapidfuzz import fuzz, process

    called = [name for one in graph.entities.values() for name in (one.name, *one.aliases)]
    near = process.extractOne(text, called, scorer=fuzz.WRatio, score_cutoff=70)
    meant = f"did you mean {near[0]}? " if near else ""
    return NotFound(f"nothing is called {text}", f"{meant}`memento graph list` shows the entities")


def _mentioning(store: Store, graph: Graph, id: str, now: datetime) -> list[Memory]:
    """The current memories that mention an entity, the strongest first."""
    from memento_cli.index.recall.mentions import called, mentions

    own = person_ref(store.settings["person"])
    with open_index(store, now) as here:
        ids = {
            memory
            for field, value, memory in mentions(here.database, own)
            if graph.names.node(called(field, value)) == id
        }
        found = here.by_ids(sorted(ids - here.superseded()))
    return sorted(found, key=lambda memory: (-strength_at(memory, now), memory.id))
