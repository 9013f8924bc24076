"""relate, unrelate: acts on the graph. An edge comes and goes; the entities at its ends stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from memento_cli.actions.facts.records import (
    TableEntry,
    add_entry,
    create,
    remove,
    remove_entry,
    revise,
    rows_in,
)
from memento_cli.actions.graph.graph import check_entities, entities_of
from memento_cli.actions.memory.naming import checked_name
from memento_cli.actions.memory.reading import is_journalled
from memento_cli.core.graph.entities import (
    WEIGHT,
    Edge,
    Entity,
    Names,
    edge_ref,
    edges_to,
    entity_name,
    predicate_of,
    same_edges,
)
from memento_cli.core.journal.event_types import RELATED, UNRELATED
from memento_cli.core.memory.record_kinds import GRAPH, filed_name, ref_of
from memento_cli.core.security.trust import is_persons, least_of
from memento_cli.errors import BadValue, Conflict, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.entities import EDGES, edge_row

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from memento_cli.actions.facts.records import (
        Provenance,
    )
    from memento_cli.core.fading.laws import Law
    from memento_cli.store.directory.store import Store

USED = "used"


class Statement(NamedTuple):
    """A triple as somebody states it: the entities by their names or aliases.

    Its weight, 0 to 1, and its own law may be said; else it weighs 1 and fades as the store's do.
    """

    subject: str
    predicate: str
    object: str
    weight: float | None = None
    law: Law | None = None


class Related(NamedTuple):
    """The edge of a statement, the ids of the entities at its ends, and whether it is new."""

    subject: str
    edge: Edge
    object: str
    is_new: bool


class Forgotten(NamedTuple):
    """An entity that was deleted, and how many edges to it from others went with it."""

    id: str
    name: str
    edges: int


class _ResolvedStatement(NamedTuple):
    """What a statement means in a store: ids, the names there, and the edges that say so already.

    `known` is the subject, if it has a file.
    """

    id: str
    name: str
    predicate: str
    object: str
    object_name: str
    known: Entity | None
    places: tuple[int, ...]


def relate(store: Store, statement: Statement, provenance: Provenance) -> Related:
    """State a triple. Stated again it is one edge still, whose weight is 1 again.

    Conflict if it is given another weight or law then: these are of its beginning. SecretFound if
    a name has a key or a password.
    """
    weight = WEIGHT if statement.weight is None else statement.weight
    if not 0 <= weight <= 1:
        raise BadValue(f"a weight is from 0 to 1, not {weight:g}")
    with store.lock.held():
        entities = entities_of(store)
        meant = _meant(entities, Names(entities), statement)
        if meant.known and meant.places:
            return _again(store, statement, meant, provenance)
        for id, name in ((meant.id, meant.name), (meant.object, meant.object_name)):
            if id not in entities:
                checked_name(store, "the name", name)
        at = provenance.signature.at
        edge = Edge(
            meant.predicate, meant.object_name, at, weight, statement.law, provenance.evidence
        )
        edge = edge._replace(trust=provenance.trust)
        row, head = edge_row(edge), {} if meant.known else {"entity.name": meant.name}
        said = {**row, **head, "predicate": statement.predicate}  # before its spaces went
        provenance.kinds(said, names=[meant.name])
        with store.one_act():
            if meant.object != meant.id and meant.object not in store.held(GRAPH):
                create(store, ref_of(GRAPH, meant.object), Entity(meant.object_name), provenance)
            add_entry(
                store, edge_ref(meant.id, edge), RELATED, TableEntry(EDGES, row, head), provenance
            )
    return Related(meant.id, edge, meant.object, is_new=True)


def _again(
    store: Store, statement: Statement, meant: _ResolvedStatement, provenance: Provenance
) -> Related:
    """Note a use of the edge that says so."""
    assert meant.known
    edge = meant.known.edges[meant.places[0]]
    if statement.weight not in (None, edge.weight) or statement.law not in (None, edge.law):
        hint = "`memento graph remove` takes it out first, to begin anew"
        raise Conflict("it is stated already, with another weight or law", hint)
    store.journal.append(
        [provenance.signature.line(USED, edge_ref(meant.id, edge), more=provenance.more())]
    )
    return Related(meant.id, edge, meant.object, is_new=False)


def unrelate(store: Store, statement: Statement, provenance: Provenance) -> bool:
    """Take an edge out; its entities stay. Whether there was one."""
    return unrelate_all(store, [statement], provenance) > 0


def unrelate_all(
    store: Store,
    statements: Iterable[Statement],
    provenance: Provenance,
    trusts: Callable[[str], bool] = lambda trust: True,
) -> int:
    """Take edges out, in one act; only those of a trust that is seen. How many there were.

    Unasked if a person stated one.
    """
    with store.lock.held():
        entities = entities_of(store)
        names = Names(entities)
        said = [edges_said(entities, names, statement) for statement in statements]
        found = {(id, place): edge for one in said for id, place, edge in one}
        edges = [(*key, edge) for key, edge in found.items() if trusts(edge.trust)]
        _check_asked([(entities[id].name, edge) for id, _, edge in edges], provenance)
        with store.one_act():
            _take(store, edges, provenance)
    return len(edges)


def edges_said(
    entities: Mapping[str, Entity], names: Names, statement: Statement
) -> list[tuple[str, int, Edge]]:
    """The edges that say a statement already, each by its entity and its place there."""
    meant = _meant(entities, names, statement)
    return [(meant.id, place, entities[meant.id].edges[place]) for place in meant.places]


def describe(
    store: Store,
    name: str,
    provenance: Provenance,
    *,
    aliases: Collection[str] = (),
    kind: str | None = None,
) -> tuple[str, bool]:
    """Make an entity, or add to what is known of it; its id, and whether that changed anything.

    Conflict if another entity goes by one of these names.
    """
    with store.lock.held():
        entities = entities_of(store)
        names = Names(entities)
        id = names.meant(entity_name(name))
        others = [entity_name(alias) for alias in aliases]
        for alias in others:
            if set(names.claiming(alias)) - {id}:
                owner = entities[names.claiming(alias)[0]].name
                raise Conflict(
                    f"{owner} goes by the name {alias}",
                    "take another, or `memento graph name --remove` that",
                )
        if id not in entities:
            checked_name(store, "the name", entity_name(name))
            create(
                store, ref_of(GRAPH, id), Entity(entity_name(name), tuple(others), kind), provenance
            )
            return id, True

        def more(entity: Entity) -> Entity:
            fresh = [alias for alias in others if id not in names.claiming(alias)]
            return entity._replace(
                aliases=(*entity.aliases, *dict.fromkeys(fresh)), kind=kind or entity.kind
            )

        if more(entities[id]) != entities[id]:
            check_entities(store, {id: entities[id]}, provenance)
        return id, revise(store, ref_of(GRAPH, id), more, provenance)[2] is not None


def unalias(
    store: Store, name: str, aliases: Collection[str], provenance: Provenance
) -> tuple[str, bool]:
    """Take other names from an entity; its id, and whether it had one of them."""
    with store.lock.held():
        entities = entities_of(store)
        id = Names(entities).meant(entity_name(name))
        if id not in entities:
            return id, False
        gone = {filed_name(entity_name(alias)) for alias in aliases}

        def less(entity: Entity) -> Entity:
            kept = [alias for alias in entity.aliases if filed_name(alias) not in gone]
            return entity._replace(aliases=tuple(kept))

        if less(entities[id]) != entities[id]:
            check_entities(store, {id: entities[id]}, provenance)
        return id, revise(store, ref_of(GRAPH, id), less, provenance)[2] is not None


def edges_lost(store: Store, name: str) -> Forgotten:
    """What `forget_entity` would delete. NotFound if there never was such an entity.

    One that is gone already may have left edges: of a file that somebody deleted, or a merge.
    """
    return _lost(store, [name])[0][0]


def _lost(
    store: Store, called: Iterable[str]
) -> tuple[list[Forgotten], list[tuple[str, int, Edge]]]:
    """The same of several, and those of the edges that are in the files of others."""
    entities = entities_of(store)
    names = Names(entities)
    ids = {names.meant(entity_name(name)): name for name in called}
    others = edges_to(entities, names, *ids)
    into = Counter(names.node(edge.object) for _, _, edge in others)
    gone = []
    for id, name in ids.items():
        entity = entities.get(id, Entity(entity_name(name)))
        lost = into[id] + len(entity.edges)
        if not lost and id not in store.held(GRAPH) and not is_journalled(store, ref_of(GRAPH, id)):
            raise NotFound(f"no entity is called {name}", "`memento graph list` shows the entities")
        gone.append(Forgotten(id, entity.name, lost))
    return gone, others


def forget_entity(store: Store, name: str, provenance: Provenance) -> Forgotten:
    """Delete an entity with the edges from it and to it: none is left hanging. One undo restores.

    NotFound if there never was such an entity; one that is gone already is so.
    """
    return forget_entities(store, [name], provenance)[0]


def forget_entities(store: Store, names: Iterable[str], provenance: Provenance) -> list[Forgotten]:
    """The same of several, in one act. Unasked if a person stated an edge, or made an entity."""
    with store.lock.held():
        gone, others = _lost(store, names)
        if provenance.must_ask:
            entities = entities_of(store)
            own = ((id, edge) for id, *_ in gone if id in entities for edge in entities[id].edges)
            edges = [*own, *((id, edge) for id, _, edge in others)]
            _check_asked([(entities[id].name, edge) for id, edge in edges], provenance)
            theirs = {id: entities[id] for id, *_ in gone if id in entities}
            check_entities(store, theirs, provenance, "Delete")
        with store.one_act():
            _take(store, others, provenance)
            for one in gone:
                if one.id in store.held(GRAPH):
                    remove(store, ref_of(GRAPH, one.id), provenance)
    return gone


def _check_asked(edges: Sequence[tuple[str, Edge]], provenance: Provenance) -> None:
    """Unasked if a person stated one of these edges, each told with the name of its subject."""
    theirs = [(name, edge) for name, edge in edges if is_persons(edge.trust)]
    if theirs:
        told = "; ".join(f"{name} {edge.predicate} {edge.object}" for name, edge in theirs)
        least = least_of(edge.trust for _, edge in theirs)
        provenance.check_asked(
            least, "Take out relations that the user stated?", {"they say": told}
        )


def _take(store: Store, edges: Iterable[tuple[str, int, Edge]], provenance: Provenance) -> None:
    """Take edges, each told by its entity and its place there, out of their files."""
    folder, rows = store.held(GRAPH), dict[str, list[Mapping[str, object]]]()
    for id, place, edge in edges:
        if id not in rows:  # as they stand there before the first is taken out
            rows[id] = rows_in(folder, id, EDGES)
        entry = TableEntry(EDGES, rows[id][place])
        remove_entry(store, edge_ref(id, edge), UNRELATED, entry, provenance)


def _meant(
    entities: Mapping[str, Entity], names: Names, statement: Statement
) -> _ResolvedStatement:
    subject, object = entity_name(statement.subject), entity_name(statement.object)
    id, other = names.meant(subject), names.meant(object)
    predicate, known = predicate_of(statement.predicate), entities.get(id)
    return _ResolvedStatement(
        id,
        known.name if known else subject,
        predicate,
        other,
        entities[other].name if other in entities else object,
        known,
        same_edges(known, names, predicate, other) if known else (),
    )
