"""Acts on the graph: edges are added and removed, entities made, renamed and deleted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from memento_cli.actions.facts.records import (
    TableEntry,
    add_entries,
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

    from memento_cli.core.fading.laws import Law
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store

USED = "used"


class Statement(NamedTuple):
    """A triple with the names or aliases of its entities.

    Its weight, 0 to 1, defaults to 1, and its law to the setting `graph.law`.
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
    """A deleted entity, and the number of edges from it and to it that went with it."""

    id: str
    name: str
    edges: int


class _ResolvedStatement(NamedTuple):
    """A statement resolved in a store: the ids and names of its ends, and the positions of the
    edges of the subject that state it already. `known` is the subject, if it has a file.
    """

    id: str
    name: str
    predicate: str
    object: str
    object_name: str
    known: Entity | None
    places: tuple[int, ...]


def add_edge(store: Store, statement: Statement, provenance: Provenance) -> Related:
    """State a triple. An existing edge is used instead, which brings its weight back to 1.

    Conflict if an existing edge is given another weight or law. SecretFound for a secret in a name.
    """
    weight = WEIGHT if statement.weight is None else statement.weight
    if not 0 <= weight <= 1:
        raise BadValue(f"a weight is from 0 to 1, not {weight:g}")
    with store.lock.held():
        entities, names = _entities_named(store, statement.subject, statement.object)
        resolved = _resolved_statement(entities, names, statement)
        if resolved.known and resolved.places:
            return _restate(store, statement, resolved, provenance)
        for id, name in ((resolved.id, resolved.name), (resolved.object, resolved.object_name)):
            if id not in entities:
                checked_name(store, "the name", name)
        edge = Edge(resolved.predicate, resolved.object_name, provenance.signature.at, weight,
                    statement.law, provenance.evidence, provenance.trust)  # fmt: skip
        row, head = edge_row(edge), {} if resolved.known else {"entity.name": resolved.name}
        checked = {**row, **head, "predicate": statement.predicate}  # the predicate as it was typed
        provenance.kinds(checked, names=[resolved.name])
        with store.one_act():
            if resolved.object != resolved.id and resolved.object not in store.held(GRAPH):
                object = Entity(resolved.object_name)
                create(store, ref_of(GRAPH, resolved.object), object, provenance)
            entry = edge_ref(resolved.id, edge), TableEntry(EDGES, row, head)
            add_entries(store, RELATED, [entry], provenance)
    return Related(resolved.id, edge, resolved.object, is_new=True)


def _restate(
    store: Store, statement: Statement, resolved: _ResolvedStatement, provenance: Provenance
) -> Related:
    """Append a use of the edge that a statement repeats."""
    assert resolved.known
    edge = resolved.known.edges[resolved.places[0]]
    if statement.weight not in (None, edge.weight) or statement.law not in (None, edge.law):
        hint = "`memento graph remove` takes it out first, to begin anew"
        raise Conflict("it is stated already, with another weight or law", hint)
    store.journal.append(
        [provenance.signature.line(USED, edge_ref(resolved.id, edge), more=provenance.more())]
    )
    return Related(resolved.id, edge, resolved.object, is_new=False)


def remove_edge(store: Store, statement: Statement, provenance: Provenance) -> bool:
    """Remove an edge, not its entities; whether there was one."""
    return unrelate_all(store, [statement], provenance) > 0


def unrelate_all(
    store: Store,
    statements: Collection[Statement],
    provenance: Provenance,
    trusts: Callable[[str], bool] = lambda trust: True,
) -> int:
    """Remove edges in one act, only those whose trust `trusts` admits; their number.

    Unasked if a person stated one.
    """
    with store.lock.held():
        subjects = (statement.subject for statement in statements)
        entities, names = _entities_named(store, *subjects)
        stated = {
            (id, position): edge
            for statement in statements
            for id, position, edge in edges_said(entities, names, statement)
        }
        edges = [(*key, edge) for key, edge in stated.items() if trusts(edge.trust)]
        _check_asked([(entities[id].name, edge) for id, _, edge in edges], provenance)
        with store.one_act():
            _remove_edges(store, edges, provenance)
    return len(edges)


def edges_said(
    entities: Mapping[str, Entity], names: Names, statement: Statement
) -> list[tuple[str, int, Edge]]:
    """The existing edges of a statement, each with its subject's id and its position there."""
    resolved = _resolved_statement(entities, names, statement)
    return [
        (resolved.id, position, entities[resolved.id].edges[position])
        for position in resolved.places
    ]


def describe(
    store: Store,
    name: str,
    provenance: Provenance,
    *,
    aliases: Collection[str] = (),
    kind: str | None = None,
) -> tuple[str, bool]:
    """Make an entity, or add aliases or a kind to it; its id, and whether anything changed.

    Conflict if another entity has one of these names.
    """
    with store.lock.held():
        entities, names = _entities_named(store, name)
        id = names.resolve(entity_name(name))
        others = [entity_name(alias) for alias in aliases]
        for alias in others:
            if set(names.claiming(alias)) - {id}:
                owner = entities[names.claiming(alias)[0]].name
                hint = "take another, or `memento graph name --remove` that"
                raise Conflict(f"{owner} goes by the name {alias}", hint)
        if id not in entities:
            checked_name(store, "the name", entity_name(name))
            entity = Entity(entity_name(name), tuple(others), kind)
            create(store, ref_of(GRAPH, id), entity, provenance)
            return id, True

        def more(entity: Entity) -> Entity:
            fresh = [alias for alias in others if id not in names.claiming(alias)]
            known = (*entity.aliases, *dict.fromkeys(fresh))
            return entity._replace(aliases=known, kind=kind or entity.kind)

        return id, _revised(store, id, entities[id], more, provenance)


def remove_alias(
    store: Store, name: str, aliases: Collection[str], provenance: Provenance
) -> tuple[str, bool]:
    """Remove aliases of an entity; its id, and whether it had one of them."""
    with store.lock.held():
        entities, names = _entities_named(store, name)
        id = names.resolve(entity_name(name))
        if id not in entities:
            return id, False
        removed = {filed_name(entity_name(alias)) for alias in aliases}

        def less(entity: Entity) -> Entity:
            rest = (alias for alias in entity.aliases if filed_name(alias) not in removed)
            return entity._replace(aliases=tuple(rest))

        return id, _revised(store, id, entities[id], less, provenance)


def _revised(
    store: Store, id: str, entity: Entity, make: Callable[[Entity], Entity], provenance: Provenance
) -> bool:
    """Whether an entity was changed. Unasked if a person made it."""
    if make(entity) != entity:
        check_entities(store, {id: entity}, provenance)
    return revise(store, ref_of(GRAPH, id), make, provenance)[1]


def edges_lost(store: Store, name: str) -> Forgotten:
    """What `forget_entity` would delete. NotFound if there never was such an entity.

    An entity without a file may have edges to it: the file was deleted by hand, or in a merge.
    """
    return _lost(store, [name])[0][0]


def _lost(
    store: Store, called: Iterable[str]
) -> tuple[list[Forgotten], list[tuple[str, int, Edge]]]:
    """What `forget_entities` would delete, and the edges to them in the files of others."""
    entities = entities_of(store)
    names = Names(entities)
    ids = {names.resolve(entity_name(name)): name for name in called}
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
    """Delete an entity with the edges from it and to it. One undo restores all.

    NotFound if there never was such an entity.
    """
    return forget_entities(store, [name], provenance)[0]


def forget_entities(store: Store, names: Iterable[str], provenance: Provenance) -> list[Forgotten]:
    """Delete entities in one act. Unasked if a person stated an edge or made an entity."""
    with store.lock.held():
        gone, others = _lost(store, names)
        if provenance.must_ask:
            entities = entities_of(store)
            own = ((id, edge) for id, *_ in gone if id in entities for edge in entities[id].edges)
            edges = [*own, *((id, edge) for id, _, edge in others)]
            _check_asked([(entities[id].name, edge) for id, edge in edges], provenance)
            existing = {id: entities[id] for id, *_ in gone if id in entities}
            check_entities(store, existing, provenance, "Delete")
        with store.one_act():
            _remove_edges(store, others, provenance)
            for forgotten in gone:
                if forgotten.id in store.held(GRAPH):
                    remove(store, ref_of(GRAPH, forgotten.id), provenance)
    return gone


def _check_asked(edges: Sequence[tuple[str, Edge]], provenance: Provenance) -> None:
    """Raise Unasked if a person stated one of these edges, each with the name of its subject."""
    persons = [(name, edge) for name, edge in edges if is_persons(edge.trust)]
    if persons:
        texts = "; ".join(f"{name} {edge.predicate} {edge.object}" for name, edge in persons)
        least = least_of(edge.trust for _, edge in persons)
        question = "Take out relations that the user stated?"
        provenance.check_asked(least, question, {"they say": texts})


def _remove_edges(
    store: Store, edges: Iterable[tuple[str, int, Edge]], provenance: Provenance
) -> None:
    """Remove edges, each given with its subject's id and its position, from their files."""
    folder, rows = store.held(GRAPH), dict[str, list[Mapping[str, object]]]()
    for id, position, edge in edges:
        if id not in rows:  # the positions are those before the first removal
            rows[id] = rows_in(folder, id, EDGES)
        entry = TableEntry(EDGES, rows[id][position])
        remove_entry(store, edge_ref(id, edge), UNRELATED, entry, provenance)


def _entities_named(store: Store, *names: str) -> tuple[dict[str, Entity], Names]:
    """Every entity by id, and their names.

    An unreadable file is skipped, but not that of an entity that is named here: BadData.
    """
    entities, folder = entities_of(store), store.held(GRAPH)
    known = Names(entities)
    ids = {known.resolve(entity_name(name)) for name in names} - entities.keys()
    read = {id: folder.read(id).value for id in ids if id in folder}
    return (entities | read, Names(entities | read)) if read else (entities, known)


def _resolved_statement(
    entities: Mapping[str, Entity], names: Names, statement: Statement
) -> _ResolvedStatement:
    subject, object = entity_name(statement.subject), entity_name(statement.object)
    id, other = names.resolve(subject), names.resolve(object)
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
