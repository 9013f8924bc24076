"""What the reference MCP memory server does to its graph, each one act that one undo takes back."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.actions.exchange.sources.entry import EdgeItem, EntityItem, one_line
from memento_cli.actions.exchange.taking_in import take_all
from memento_cli.actions.graph.graph import entities_of
from memento_cli.actions.graph.knowledge import (
    Described,
    Observed,
    claimed,
    name_in,
    observing,
    sight_of,
)
from memento_cli.actions.graph.relate import (
    USED,
    Statement,
    describe,
    edges_said,
    forget_entities,
    relate,
    unrelate_all,
)
from memento_cli.actions.memory.prune import archive_all
from memento_cli.actions.memory.record import memory_of_draft, record
from memento_cli.actions.undo.whole_act import whole_act
from memento_cli.core.graph.entities import Edge, Names, edge_ref, entity_name, predicate_of
from memento_cli.core.graph.observations import SOURCE, forms, observation, observed, said
from memento_cli.core.memory.memory import Memory
from memento_cli.core.memory.record_kinds import GRAPH, ref_of
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import is_persons, least_of, trust_of
from memento_cli.core.text.visible import hides_any
from memento_cli.errors import Ambiguous, BadValue, NotFound, Refused

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from memento_cli.actions.graph.knowledge import (
        KnowledgeReader,
        Texts,
    )
    from memento_cli.core.graph.entities import Entity
    from memento_cli.core.memory.memory import Draft
    from memento_cli.store.directory.store import Store


def add_entities(
    store: Store, wanted: Sequence[Described], knower: KnowledgeReader
) -> list[Described]:
    """Make those that are not there, with what is observed of them. Those that are new.

    One that may not be seen is left as it is, and is new to who may not see it.
    """
    things = [EntityItem(str(nth), one.name, one_line(one.kind)) for nth, one in enumerate(wanted)]
    with whole_act(store, knower.now):
        _check(store, [(one.name, one.kind, one.observations) for one in wanted], knower)
        hidden = _hidden_entities(store, [one.name for one in wanted], knower)
        fresh = {int(one.where) for one in take_all(store, things, knower.act).new}
        new = [wanted[nth] for nth in sorted(fresh | hidden)]
        observed = [Observed(one.name, one.observations) for one in new]
        told = _observe(store, observed, knower, entities_of(store))
    return [
        Described(entity_name(one.name), one_line(one.kind), its.texts)
        for one, its in zip(new, told, strict=True)
    ]


def add_relations(
    store: Store, stated: Iterable[Statement], knower: KnowledgeReader
) -> list[Statement]:
    """State triples, of entities that are made if they are not there. Those that are new.

    One that is there is stated again, which brings its weight back to 1 (document 004). One that
    may not be seen is left as it is, and is new to who may not see it.
    """
    wanted = list(stated)
    allowed_kinds(wanted, False)
    with whole_act(store, knower.now):
        hidden = _hidden_edges(store, wanted, knower)
        triples = [
            EdgeItem(str(nth), one.subject, one.predicate, one.object)
            for nth, one in enumerate(wanted)
            if not any(nth in places for places in hidden.values())
        ]
        taken = take_all(store, triples, knower.act)
        again = dict.fromkeys(ref for ref in taken.already if ref not in taken.added)
        if again:
            store.journal.append([knower.act.signature.line(USED, ref) for ref in again])
    first = {places[0] for places in hidden.values()}
    new = (wanted[nth] for nth in sorted(first | {int(one.where) for one in taken.new}))
    return [
        Statement(entity_name(one.subject), predicate_of(one.predicate), entity_name(one.object))
        for one in new
    ]


def add_observations(
    store: Store, wanted: Sequence[Observed], knower: KnowledgeReader
) -> list[Observed]:
    """Keep what is observed of entities, but for what is known. What is new of each.

    NotFound if one of them is not there.
    """
    with whole_act(store, knower.now):
        _check(store, [(one.name, "", one.texts) for one in wanted], knower)
        return _observe(store, wanted, knower, sight_of(store, knower).seen)


def save_entity(store: Store, name: str, knower: KnowledgeReader) -> str:
    """Make an entity, if nothing goes by that name; its reference, as who may not see all is told
    it: one that they may not see is left as it is."""
    with store.lock.held():
        sight = sight_of(store, knower)
        id = Names(sight.seen).meant(entity_name(name))
        if not sight.names.claiming(entity_name(name)):
            describe(store, name, knower.act)
    return ref_of(GRAPH, id)


def save_relation(store: Store, statement: Statement, knower: KnowledgeReader) -> str:
    """State a triple; the reference of its edge, as who may not see all is told it: one that they
    may not see is left as it is."""
    with store.lock.held():
        ref = _ref_of(sight_of(store, knower).seen, statement, knower)
        with suppress(Ambiguous):  # between names that they may not see; others stop it above
            if not _hidden_edges(store, [statement], knower):
                relate(store, statement, knower.act)
    return ref


def _ref_of(seen: Mapping[str, Entity], statement: Statement, knower: KnowledgeReader) -> str:
    """The reference of the edge of a statement, or the one that it would have among these."""
    names = Names(seen)
    id, other = (names.meant(entity_name(one)) for one in (statement.subject, statement.object))
    for _, _, edge in edges_said(seen, names, statement):
        if knower.trusts(edge.trust):
            return edge_ref(id, edge)
    name = seen[other].name if other in seen else entity_name(statement.object)
    return edge_ref(id, Edge(predicate_of(statement.predicate), name, knower.now))


def take_entities(store: Store, names: Sequence[str], knower: KnowledgeReader) -> list[str]:
    """Delete entities with their edges. The names that nothing has.

    What such a server has observed of them is archived; what is pinned, or has a topic beside them,
    stays a memory, as does what people wrote. Unasked if a person vouches for what would go.
    """
    with whole_act(store, knower.now):
        entities, known, seen = sight_of(store, knower)
        ids = claimed(seen, known, names)
        if ids:
            told = observing(store, known, ids, knower)
            those = {memory.id: memory for id in ids for memory in told[id]}.values()
            alone = [memory for memory in those if _is_of(memory, known, ids)]
            _check_asked(alone, knower)
            forget_entities(store, [entities[id].name for id in ids], knower.act)
            _archive(store, [memory.id for memory in alone], knower)
    return [name for name in names if not claimed(seen, known, [name])]


def take_observations(
    store: Store, wanted: Sequence[Observed], knower: KnowledgeReader
) -> tuple[int, list[str]]:
    """Archive what is observed of entities: how many were, and the names that nothing has.

    Refused if one is pinned, Unasked if a person vouches for one.
    """
    with whole_act(store, knower.now):
        _, known, seen = sight_of(store, knower)
        asked = [(one, claimed(seen, known, [one.name])) for one in wanted]
        told = observing(store, known, [id for _, ids in asked for id in ids], knower)
        gone = dict[str, Memory]()
        for one, ids in asked:
            texts = {said(text) for text in one.texts}
            those = [memory for id in ids for memory in told[id]]
            as_shown = texts.difference(said(observation(one.content)) for one in those)
            for memory in those:
                text = observation(memory.content)
                if said(text) in texts or not as_shown.isdisjoint(forms(text)):
                    gone[memory.id] = memory
        pinned = next((memory.id for memory in gone.values() if memory.pinned), "")
        if pinned:
            raise Refused(f"{pinned} is pinned", f"`memento pin {pinned} --remove` first")
        _check_asked(gone.values(), knower)
        _archive(store, list(gone), knower)
    return len(gone), [one.name for one, ids in asked if not ids]


def take_relations(store: Store, stated: Iterable[Statement], knower: KnowledgeReader) -> int:
    """Take edges out; how many there were. Unasked if a person stated one."""
    with whole_act(store, knower.now):
        return unrelate_all(store, filter(_can_be, stated), knower.act, knower.trusts)


def _is_of(memory: Memory, names: Names, ids: Collection[str]) -> bool:
    """Whether a memory goes with these entities."""
    nodes = {names.node(topic) for topic in memory.tags.topics}
    return memory.source == SOURCE and not memory.pinned and nodes.issubset(ids)


def _can_be(statement: Statement) -> bool:
    """Whether there can be such an edge: a name that no entity can have is nobody's."""
    return all(map(name_in, (statement.subject, statement.predicate, statement.object)))


def _hidden_entities(store: Store, names: Iterable[str], knower: KnowledgeReader) -> set[int]:
    """At which places of these names the first stands of an entity that may not be seen."""
    entities, known, seen = sight_of(store, knower)
    first = dict[str, int]()
    for nth, name in enumerate(names):
        for id in claimed(entities, known, [name]):
            first.setdefault(id, nth)
    return {nth for id, nth in first.items() if id not in seen}


def _hidden_edges(
    store: Store, stated: Iterable[Statement], knower: KnowledgeReader
) -> dict[str, list[int]]:
    """The edges that these statements say and that may not be seen, each by its reference, with the
    places of those that say it."""
    entities = entities_of(store)
    names, hidden = Names(entities), dict[str, list[int]]()
    for nth, one in enumerate(stated):
        edges = edges_said(entities, names, one) if _can_be(one) else []
        if edges and not any(knower.trusts(edge.trust) for _, _, edge in edges):
            id, _, edge = edges[0]
            hidden.setdefault(edge_ref(id, edge), []).append(nth)
    return hidden


def _observe(
    store: Store, wanted: Sequence[Observed], knower: KnowledgeReader, among: Mapping[str, Entity]
) -> list[Observed]:
    """Keep what is new of entities `among` these."""
    entities = entities_of(store)
    names = Names(entities)
    ids = [claimed(among, names, [one.name]) for one in wanted]
    lacking = next((one.name for one, id in zip(wanted, ids, strict=True) if not id), None)
    if lacking is not None:
        hint = "create_entities makes it; search_nodes finds what there is"
        raise NotFound(f"Entity with name {lacking[:80]} not found", hint)
    told = observing(store, names, [id for (id,) in ids], knower)
    known = {
        id: {form for one in those for form in forms(observation(one.content))}
        for id, those in told.items()
    }
    added = []
    for one, (id,) in zip(wanted, ids, strict=True):
        fresh = {said(text): text for text in one.texts if said(text) not in known[id]}
        known[id] |= fresh.keys()
        kept = [_record(store, text, id, entities[id], knower) for text in fresh.values()]
        added.append(Observed(one.name, tuple(observation(memory.content) for memory in kept)))
    return added


def _record(store: Store, text: str, id: str, entity: Entity, knower: KnowledgeReader) -> Memory:
    name = id if hides_any(entity.name) else entity.name  # no new topic hides a sign
    draft = _draft(text, name, entity.kind or "", knower)
    return record(store, draft, knower.now, via=knower.via).memory


def _draft(text: str, name: str, kind: str, knower: KnowledgeReader) -> Draft:
    new = observed(text, name, kind)
    return knower.draft._replace(
        summary=new.summary, detail=new.detail, tags=new.tags, kind=new.kind, source=new.source
    )


def _check(store: Store, wanted: Iterable[tuple[str, str, Texts]], knower: KnowledgeReader) -> None:
    """See, before anything is written, that all of it can be kept."""
    wanted = list(wanted)
    allowed_kinds(wanted, False)
    for name, kind, texts in wanted:
        entity_name(name)
        allowed_kinds({"name": name, "entityType": kind, "observations": texts}, False)
        for text in texts:
            draft = _draft(text, name, kind, knower)
            if not draft.summary:
                raise BadValue(f"an observation of {name[:80]!r} says nothing")
            memory_of_draft(store, draft, knower.now)


def _check_asked(memories: Iterable[Memory], knower: KnowledgeReader) -> None:
    """Unasked if a person vouches for one of these memories, which are to be archived."""
    theirs = [memory for memory in memories if is_persons(trust_of(memory))]
    if theirs:
        told = "; ".join(memory.content.summary for memory in theirs)
        question = "Archive observations that the user vouches for?"
        knower.act.check_asked(least_of(map(trust_of, theirs)), question, {"they say": told})


def _archive(store: Store, ids: Sequence[str], knower: KnowledgeReader) -> None:
    if ids:
        archive_all(store, "forgotten", ids, knower.now, via=knower.via)
