"""The acts of the reference MCP memory server on its graph; one undo takes each back."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.actions.exchange.sources.entry import EdgeItem, EntityItem, one_line
from memento_cli.actions.exchange.taking_in import take_all
from memento_cli.actions.graph.graph import entities_of, entity_trusts
from memento_cli.actions.graph.knowledge import (
    Described,
    Observed,
    ids_named,
    name_in,
    observations_of,
    visible_entities,
)
from memento_cli.actions.graph.relate import (
    USED,
    Statement,
    add_edge,
    describe,
    edges_said,
    forget_entities,
    unrelate_all,
)
from memento_cli.actions.memory.prune import archive_all
from memento_cli.actions.memory.record import memory_of_draft, record
from memento_cli.actions.undo.undo import whole_act
from memento_cli.core.graph.entities import Edge, Names, edge_ref, entity_name, predicate_of
from memento_cli.core.graph.observations import (
    SOURCE,
    normalized,
    observation_draft,
    observation_text,
    says_nothing,
    spellings,
)
from memento_cli.core.memory.memory import Memory
from memento_cli.core.memory.record_kinds import GRAPH, ref_of
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import USER, is_persons, least_of, trust_of
from memento_cli.core.text.visible import hides_any
from memento_cli.errors import Ambiguous, NotFound, Refused

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from memento_cli.actions.graph.knowledge import KnowledgeReader, Texts
    from memento_cli.core.graph.entities import Entity
    from memento_cli.core.memory.memory import Draft
    from memento_cli.store.directory.store import Store


def add_entities(
    store: Store, wanted: Sequence[Described], reader: KnowledgeReader
) -> list[Described]:
    """Make the entities that do not exist, with their observations, and answer the new ones.

    One of which only a relation told counts as new. One that the reader may not see is not changed,
    and is answered as new.
    """
    things = [EntityItem(str(nth), one.name, one_line(one.kind)) for nth, one in enumerate(wanted)]
    with whole_act(store, reader.now):
        _check(store, [(one.name, one.kind, one.observations) for one in wanted], reader)
        hidden = _hidden_entities(store, [one.name for one in wanted], reader)
        bare = _bare_entities(store, wanted, reader)
        fresh = {int(one.where) for one in take_all(store, things, reader.provenance).new}
        for nth in bare:
            kind = one_line(wanted[nth].kind)
            describe(store, wanted[nth].name, reader.provenance, kind=kind or None)
        new = [wanted[nth] for nth in sorted(fresh | hidden | bare)]
        observed = [Observed(one.name, one.observations) for one in new]
        added = _observe(store, observed, reader, entities_of(store))
    return [
        Described(entity_name(one.name), one_line(one.kind), observations.texts)
        for one, observations in zip(new, added, strict=True)
    ]


def add_relations(
    store: Store, stated: Iterable[Statement], reader: KnowledgeReader
) -> list[Statement]:
    """State triples, making their entities where needed, and answer the new ones.

    An existing one is used, which brings its weight back to 1 (document 004). One that the reader
    may not see is not changed, and is answered as new.
    """
    wanted = list(stated)
    allowed_kinds(wanted, False)
    with whole_act(store, reader.now):
        hidden = _hidden_edges(store, wanted, reader)
        triples = [
            EdgeItem(str(nth), one.subject, one.predicate, one.object)
            for nth, one in enumerate(wanted)
            if not any(nth in places for places in hidden.values())
        ]
        taken = take_all(store, triples, reader.provenance)
        restated = dict.fromkeys(ref for ref in taken.already if ref not in taken.added)
        if restated:
            store.journal.append([reader.provenance.signature.line(USED, ref) for ref in restated])
    first = {places[0] for places in hidden.values()}
    new = (wanted[nth] for nth in sorted(first | {int(one.where) for one in taken.new}))
    return [
        Statement(entity_name(one.subject), predicate_of(one.predicate), entity_name(one.object))
        for one in new
    ]


def add_observations(
    store: Store, wanted: Sequence[Observed], reader: KnowledgeReader
) -> list[Observed]:
    """Record observations of entities, and answer those that are new.

    NotFound if one of the entities does not exist.
    """
    with whole_act(store, reader.now):
        _check(store, [(one.name, "", one.texts) for one in wanted], reader)
        return _observe(store, wanted, reader, visible_entities(store, reader).seen)


def save_entity(store: Store, name: str, reader: KnowledgeReader, observed: Texts = ()) -> str:
    """Make an entity, if none has that name, and record what is observed of it; its reference,
    computed from what the reader may see.

    One that they may not see is not changed, and nothing is recorded of it.
    """
    with whole_act(store, reader.now):
        _check(store, [(name, "", observed)], reader)
        entities = visible_entities(store, reader)
        id = Names(entities.seen).resolve(entity_name(name))
        if not entities.names.claiming(entity_name(name)):
            describe(store, name, reader.provenance)
        seen = visible_entities(store, reader).seen
        if observed and id in seen:
            _observe(store, [Observed(name, observed)], reader, seen)
    return ref_of(GRAPH, id)


def save_relation(store: Store, statement: Statement, reader: KnowledgeReader) -> str:
    """State a triple; the reference of its edge, computed from what the reader may see.

    One that they may not see is not changed.
    """
    with store.lock.held():
        ref = _edge_ref(visible_entities(store, reader).seen, statement, reader)
        with suppress(Ambiguous):  # between hidden names; `_edge_ref` raises for visible ones
            if not _hidden_edges(store, [statement], reader):
                add_edge(store, statement, reader.provenance)
    return ref


def _edge_ref(seen: Mapping[str, Entity], statement: Statement, reader: KnowledgeReader) -> str:
    """The reference of a statement's edge among these entities, or the one it would have."""
    names = Names(seen)
    id, other = (names.resolve(entity_name(one)) for one in (statement.subject, statement.object))
    for _, _, edge in edges_said(seen, names, statement):
        if reader.trusts(edge.trust):
            return edge_ref(id, edge)
    name = seen[other].name if other in seen else entity_name(statement.object)
    return edge_ref(id, Edge(predicate_of(statement.predicate), name, reader.now))


def take_entities(store: Store, names: Sequence[str], reader: KnowledgeReader) -> list[str]:
    """Delete entities with their edges, and answer the names that no entity has.

    Observations made by such a server are archived; a memory that is pinned, has other topics, too,
    or was written by people, stays. Unasked if a person vouches for what would be archived.
    """
    with whole_act(store, reader.now):
        entities, every_name, seen = visible_entities(store, reader)
        ids = ids_named(seen, every_name, names)
        if ids:
            memories = observations_of(store, every_name, ids, reader)
            mentioning = {memory.id: memory for id in ids for memory in memories[id]}.values()
            archived = [memory for memory in mentioning if _goes_with(memory, every_name, ids)]
            _check_asked(archived, reader)
            forget_entities(store, [entities[id].name for id in ids], reader.provenance)
            _archive(store, [memory.id for memory in archived], reader)
    return [name for name in names if not ids_named(seen, every_name, [name])]


def take_observations(
    store: Store, wanted: Sequence[Observed], reader: KnowledgeReader
) -> tuple[int, list[str]]:
    """Archive observations of entities: their number, and the names that no entity has.

    Refused if one is pinned, Unasked if a person vouches for one.
    """
    with whole_act(store, reader.now):
        _, every_name, seen = visible_entities(store, reader)
        resolved = [(one, ids_named(seen, every_name, [one.name])) for one in wanted]
        all_ids = [id for _, ids in resolved for id in ids]
        memories = observations_of(store, every_name, all_ids, reader)
        archived = dict[str, Memory]()
        for one, ids in resolved:
            texts = {normalized(text) for text in one.texts}
            own_memories = [memory for id in ids for memory in memories[id]]
            as_shown = texts.difference(
                normalized(observation_text(memory.content)) for memory in own_memories
            )
            for memory in own_memories:
                text = observation_text(memory.content)
                if normalized(text) in texts or not as_shown.isdisjoint(spellings(text)):
                    archived[memory.id] = memory
        pinned = next((memory.id for memory in archived.values() if memory.pinned), "")
        if pinned:
            raise Refused(f"{pinned} is pinned", f"`memento pin {pinned} --remove` first")
        _check_asked(archived.values(), reader)
        _archive(store, list(archived), reader)
    return len(archived), [one.name for one, ids in resolved if not ids]


def take_relations(store: Store, stated: Iterable[Statement], reader: KnowledgeReader) -> int:
    """Remove edges; their number. Unasked if a person stated one."""
    with whole_act(store, reader.now):
        possible = list(filter(_is_possible, stated))
        return unrelate_all(store, possible, reader.provenance, reader.trusts)


def _goes_with(memory: Memory, names: Names, ids: Collection[str]) -> bool:
    """Whether a memory is archived when these entities are deleted."""
    nodes = {names.node(topic) for topic in memory.tags.topics}
    return memory.source == SOURCE and not memory.pinned and nodes.issubset(ids)


def _is_possible(statement: Statement) -> bool:
    """Whether an edge can have these names."""
    return all(map(name_in, (statement.subject, statement.predicate, statement.object)))


def _hidden_entities(store: Store, names: Iterable[str], reader: KnowledgeReader) -> set[int]:
    """The positions in `names` at which a hidden entity is named first."""
    entities, every_name, seen = visible_entities(store, reader)
    first = dict[str, int]()
    for nth, name in enumerate(names):
        for id in ids_named(entities, every_name, [name]):
            first.setdefault(id, nth)
    return {nth for id, nth in first.items() if id not in seen}


def _bare_entities(store: Store, wanted: Sequence[Described], reader: KnowledgeReader) -> set[int]:
    """The positions at which something is first said of an entity of which nothing was known but
    that an agent has related it."""
    _, names, seen = visible_entities(store, reader)
    known = [
        id
        for id in dict.fromkeys(id for one in wanted for id in ids_named(seen, names, [one.name]))
        if not (seen[id].kind or seen[id].aliases)
    ]
    if not known:
        return set()
    trusts, memories = entity_trusts(store), observations_of(store, names, known, reader)
    first = dict[str, int]()
    for nth, one in enumerate(wanted):
        if one.kind or not all(map(says_nothing, one.observations)):
            for id in ids_named(seen, names, [one.name]):
                first.setdefault(id, nth)
    return {
        first[id]
        for id in known
        if id in first and not memories[id] and not is_persons(trusts.get(ref_of(GRAPH, id), USER))
    }


def _hidden_edges(
    store: Store, stated: Iterable[Statement], reader: KnowledgeReader
) -> dict[str, list[int]]:
    """The references of hidden edges with the positions of the statements that state them."""
    entities = entities_of(store)
    names, hidden = Names(entities), dict[str, list[int]]()
    for nth, one in enumerate(stated):
        edges = edges_said(entities, names, one) if _is_possible(one) else []
        if edges and not any(reader.trusts(edge.trust) for _, _, edge in edges):
            id, _, edge = edges[0]
            hidden.setdefault(edge_ref(id, edge), []).append(nth)
    return hidden


def _observe(
    store: Store, wanted: Sequence[Observed], reader: KnowledgeReader, among: Mapping[str, Entity]
) -> list[Observed]:
    """Record observations of entities `among` these, and answer those that are new."""
    entities = entities_of(store)
    names = Names(entities)
    ids = [ids_named(among, names, [one.name]) for one in wanted]
    lacking = next((one.name for one, id in zip(wanted, ids, strict=True) if not id), None)
    if lacking is not None:
        raise NotFound(f"Entity with name {lacking[:80]} not found")  # word for word as there
    memories = observations_of(store, names, [id for (id,) in ids], reader)
    known = {
        id: {
            form for memory in own_memories for form in spellings(observation_text(memory.content))
        }
        for id, own_memories in memories.items()
    }
    added = []
    for one, (id,) in zip(wanted, ids, strict=True):
        texts = (text for text in one.texts if not says_nothing(text))
        fresh = {normalized(text): text for text in texts if normalized(text) not in known[id]}
        known[id] |= fresh.keys()
        entity = entities[id]
        name = id if hides_any(entity.name) else entity.name  # a topic has no invisible characters
        drafts = [_draft(text, name, entity.kind or "", reader) for text in fresh.values()]
        new = [record(store, draft, reader.now, via=reader.via).memory for draft in drafts]
        added.append(Observed(one.name, tuple(observation_text(memory.content) for memory in new)))
    return added


def _draft(text: str, name: str, kind: str, reader: KnowledgeReader) -> Draft:
    new = observation_draft(text, name, kind)
    return reader.draft._replace(
        summary=new.summary, detail=new.detail, tags=new.tags, kind=new.kind, source=new.source
    )


def _check(store: Store, wanted: Iterable[tuple[str, str, Texts]], reader: KnowledgeReader) -> None:
    """Raise for names and observations that cannot be recorded, before anything is written."""
    wanted = list(wanted)
    allowed_kinds(wanted, False)
    for name, kind, texts in wanted:
        entity_name(name)
        allowed_kinds({"name": name, "entityType": kind, "observations": texts}, False)
        for text in texts:
            if not says_nothing(text):
                memory_of_draft(store, _draft(text, name, kind, reader), reader.now)


def _check_asked(memories: Iterable[Memory], reader: KnowledgeReader) -> None:
    """Raise Unasked if a person vouches for one of these memories, which are to be archived."""
    persons = [memory for memory in memories if is_persons(trust_of(memory))]
    if persons:
        texts = "; ".join(memory.content.summary for memory in persons)
        question = "Archive observations that the user vouches for?"
        reader.provenance.check_asked(
            least_of(map(trust_of, persons)), question, {"they say": texts}
        )


def _archive(store: Store, ids: Sequence[str], reader: KnowledgeReader) -> None:
    if ids:
        archive_all(store, "forgotten", ids, reader.now, via=reader.via)
