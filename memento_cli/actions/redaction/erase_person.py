"""Erasure of all that is about a person, in one act.

What is theirs is erased, whatever sort it is of. What is somebody else's and names them is listed,
since to decide about that is its owner's.
"""

from __future__ import annotations

import re
from contextlib import suppress
from shlex import quote

from memento_cli.actions.events.events import readable_events
from memento_cli.actions.facts.records import place_of
from memento_cli.actions.memory.naming import WHOSE
from memento_cli.actions.redaction.erase import erase, erasure
from memento_cli.core.graph.entities import Names, edges_to
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.core.memory.record_kinds import (
    BLOCKS,
    EVENTS,
    FOLDERS,
    GRAPH,
    KV,
    filed_name,
    held,
    ref_of,
    whole_ref,
)
from memento_cli.core.memory.refs import PERSON, name_of, person_key, person_ref, stored_ref
from memento_cli.core.redaction.erased_people import (
    feelings_of,
    felt_by_whom,
    people_among,
    person_name,
)
from memento_cli.core.security.secret_marks import texts_in
from memento_cli.core.text.normal_forms import folded, spellings
from memento_cli.errors import Ambiguous, BadData, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.redaction.erase import Receipt
    from memento_cli.core.events.events import Event
    from memento_cli.core.graph.entities import Entity
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord

MEMORIES, ARCHIVED, FEELINGS, EDGES, REMOVED = (
    "memories", "archived", "feelings", "edges", "removed",
)  # fmt: skip
"""Kinds of what is counted, beside events and the folders of records. `removed` are records that
were taken away, of which the journal still has the words."""
ROOTS: Mapping[str, str] = {"facts": "facts", "preference": "likes"}
"""The kinds in `states/` other than states, by the table at the root of their files."""
LEAST_SIGNS = 2
"""The fewest characters of a name that is looked for among the words of a text."""


class Everything(NamedTuple):
    """All that is about a person: the ids and references to erase, and how many of each kind.

    `people` are the person's spellings. `pinned` are memories that a pin keeps from any other act.
    `naming` belongs to others and names the person. `unread` are files that cannot be read, and may
    be about anybody. `again`: the person was erased before. `is_own`: the store is theirs.
    """

    people: tuple[str, ...]
    refs: tuple[str, ...]
    kinds: Mapping[str, int]
    pinned: tuple[str, ...]
    naming: tuple[str, ...]
    unread: tuple[str, ...]
    again: bool
    is_own: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The person's names, in each spelling."""
        return tuple(dict.fromkeys(map(name_of, self.people)))


class Erased(NamedTuple):
    """What an erasure of a person takes or has taken, and its receipt."""

    everything: Everything
    receipt: Receipt


def person_erasure(store: Store, person: str) -> Erased:
    """What an erasure of all that is about a person would take.

    NotFound for a person of whom there is nothing, and never was.
    """
    everything = _everything(store, person)
    return _erased(everything, erasure(store, everything.refs, pinned=True))


def erase_person(store: Store, person: str, now: datetime, *, via: str = "cli") -> Erased:
    """Erase all that is about a person, pinned memories as well. It cannot be undone.

    One act of the journal: once that is written, the next act of any clone completes it.
    """
    with store.lock.held():
        everything = _everything(store, person)
        return _erased(everything, erase(store, everything.refs, now, via=via, pinned=True))


def _erased(everything: Everything, receipt: Receipt) -> Erased:
    """Both, where what an edge or a link alone has named is told once."""
    naming = (name for name in everything.naming if name not in receipt.unlinked)
    return Erased(everything._replace(naming=tuple(naming)), receipt)


class _Store(NamedTuple):
    """Everything of a store that can be read, once: all of it is asked several times."""

    memories: list[Memory]
    archived: list[Memory]
    proposals: list[Memory]
    records: list[tuple[str, LoadedRecord[Any]]]
    events: list[Event]
    unread: list[str]

    @property
    def entities(self) -> dict[str, Entity]:
        """The entities of the graph by id."""
        return {record.id: record.value for folder, record in self.records if folder == GRAPH}


def _read(store: Store) -> _Store:
    unread = list[str]()

    def readable(folder: Any) -> list[LoadedRecord[Any]]:
        found = list(folder.scan())
        unread.extend(record.name for record in found if isinstance(record, Broken))
        return [record for record in found if not isinstance(record, Broken)]

    folders = (store.memories, store.archive, store.proposals)
    memories, archived, proposals = ([one.value for one in readable(each)] for each in folders)
    records = [(folder, one) for folder in FOLDERS for one in readable(store.held(folder))]
    return _Store(memories, archived, proposals, records, [*readable_events(store)], unread)


def _everything(store: Store, person: str) -> Everything:
    read, ref = _read(store), person_ref(person)
    own = stored_ref(store.settings["person"])
    journal = store.journal.lines().lines
    people = _spellings(ref, {own, *_owners(read, journal)})
    keys = {person_key(who) for who in people}
    theirs = [*_theirs(read, keys, own), *_removed(store, journal, keys)]
    theirs += _of_graph(read, people)
    refs = list(dict.fromkeys(ref for _, ref in theirs))
    names = {person_name(who) for who in people}
    kinds = [kind for kind, _ in theirs] + [FEELINGS] * len(feelings_of(journal, names))
    again = bool(people_among(erasures(store)) & names)
    if not (kinds or again or person_key(own) in keys):
        name = name_of(ref)
        hint = f"`memento recall -w {quote(name)}` finds what of others has the name"
        raise NotFound(f"Nothing is of {name}", hint)
    pinned = (one.id for one in read.memories if one.pinned and person_key(one.person) in keys)
    return Everything(
        people,
        (*refs, *sorted(names)) if kinds else (),
        {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
        tuple(pinned),
        tuple(dict.fromkeys(_naming(read, journal, people, {*refs}))),
        tuple(sorted(read.unread)),
        again,
        person_key(own) in keys,
    )


def _spellings(ref: str, known: set[str]) -> tuple[str, ...]:
    """The references of the person in every spelling that the store has, else the one given."""
    try:
        return spellings(ref, known) or (ref,)
    except Ambiguous as problem:
        message, hint = (text.replace(PERSON, "") for text in (problem.message, problem.hint))
        raise Ambiguous(message, hint) from None


def _owners(read: _Store, journal: Iterable[JournalEntry]) -> Iterator[str]:
    """Everybody of whom the store has something."""
    for memory in (*read.memories, *read.archived, *read.proposals):
        yield stored_ref(memory.person)
    yield from (stored_ref(event.person) for event in read.events)
    yield from (stored_ref(who) for _, record in read.records if (who := _owner(record.value)))
    yield from (stored_ref(who) for entry in journal if (who := felt_by_whom(entry)))


def _owner(record: Any) -> str:
    """Whose a record is; empty if nobody's, which is the store's own person's."""
    names = ("person",) if hasattr(record, "person") else ("subject", "persona")
    return next((str(who) for name in names if (who := getattr(record, name, None))), "")


def _theirs(read: _Store, keys: set[str], own: str) -> Iterator[tuple[str, str]]:
    """The kind and the id or reference of each memory, record and event of a person."""
    for kind, memories in ((MEMORIES, read.memories), (ARCHIVED, read.archived)):
        yield from ((kind, one.id) for one in memories if person_key(one.person) in keys)
    for folder, record in read.records:
        whose = _owner(record.value) or (own if folder in (BLOCKS, KV) else "")
        if whose and person_key(whose) in keys:
            yield _kind(folder, record.document.data), ref_of(folder, record.id)
    for event in read.events:
        if person_key(event.person) in keys and (event.text or event.people):
            yield EVENTS, event.ref


def _kind(folder: str, data: Mapping[str, Any]) -> str:
    """The kind of a record by its folder, and in `states/` by the table at its file's root."""
    return next((kind for root, kind in ROOTS.items() if root in data), folder)


def _removed(
    store: Store, journal: Iterable[JournalEntry], keys: set[str]
) -> Iterator[tuple[str, str]]:
    """The records of a person that were taken away, and whose words the journal has for an undo."""
    worded = (entry for entry in journal if entry.text and held(entry.memory))
    refs = {whole_ref(entry.memory) for entry in worded if _tells_owner(entry, keys)}
    for ref in sorted(refs):
        folder, id = place_of(store, ref)
        if id not in folder:
            yield REMOVED, ref


def _tells_owner(entry: JournalEntry, keys: set[str]) -> bool:
    """Whether the words of an entry say that a record is a person's."""
    values: list[object] = [entry.text]
    with suppress(BadData):
        values.append(plain(parsed(str(entry.text.get(FILE, "")).encode(), "").data))
    return any(
        key.rpartition(".")[2] in WHOSE and person_key(text) in keys
        for value in values
        for key, text in texts_in(value)
    )


def _of_graph(read: _Store, people: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The entities of a person's name, also one that only edges name, and those that only their
    edges have led to."""
    entities, names = read.entities, Names(read.entities)
    called = (
        id for who in people for id in (*names.claiming(name_of(who)), filed_name(name_of(who)))
    )
    own = dict.fromkeys(called)
    objects = {
        names.node(edge.object) for id in own if id in entities for edge in entities[id].edges
    }
    bare = {id for id in objects if id in entities and _is_bare(entities[id])}
    led_to = {
        names.node(edge.object) for id in entities if id not in own for edge in entities[id].edges
    }
    for id in (*own, *sorted(bare - led_to - own.keys())):
        edges = len(edges_to(entities, names, id)) if id in own else 0
        if id in entities:
            edges += len(entities[id].edges)
            yield GRAPH, ref_of(GRAPH, id)
        yield from [(EDGES, ref_of(GRAPH, id))] * edges


def _is_bare(entity: Entity) -> bool:
    """Whether an entity has a name and nothing else: it was made as the object of an edge."""
    return not (entity.edges or entity.aliases or entity.kind)


def _naming(
    read: _Store, journal: Iterable[JournalEntry], people: Sequence[str], refs: set[str]
) -> Iterator[str]:
    """The ids and references of what belongs to others and names the person."""
    is_named = name_test(people)
    for memory in (*read.memories, *read.archived):
        content, tags = memory.content, memory.tags
        texts = (content.summary, content.detail, *tags.topics, *tags.people)
        if memory.id not in refs and any(map(is_named, texts)):
            yield memory.id
    for event in read.events:
        if event.ref not in refs and any(map(is_named, (event.text, *event.people))):
            yield event.ref
    for folder, record in read.records:
        ref, data = ref_of(folder, record.id), plain(record.document.data)
        if ref not in refs and any(is_named(text) for _, text in texts_in(data)):
            yield ref
    for entry in journal:
        ref = whole_ref(entry.memory)
        if ref not in refs and any(is_named(text) for _, text in texts_in(entry.text)):
            yield ref


def name_test(people: Sequence[str]) -> Callable[[str], bool]:
    """A test whether a text has one of a person's names, as a whole word where words are parted."""
    names = {folded(name_of(who)) for who in people}
    sure = [re.escape(name) for name in names if len(name) >= LEAST_SIGNS]
    if not sure:
        return {*people}.__contains__
    bounds = r"\b(?:{})\b" if all(map(str.isascii, names)) else "(?:{})"
    search = re.compile(bounds.format("|".join(sure))).search
    return lambda text: bool(search(folded(text)))
