"""Whom and what a person means who types a name or a topic: as the store writes it.

People type `jose` for José and `ANA` for Ana. What they type for a person or a topic is looked up
once, before a command begins; filters and files compare exactly (tyvi.query.005).
"""

from __future__ import annotations

from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.memory.known_spellings import spellings
from memento_cli.core.memory.record_kinds import BLOCKS, KV, SESSIONS, STATES, filed_name
from memento_cli.core.memory.refs import PERSON, SCHEME, person_ref, stored_ref
from memento_cli.errors import Ambiguous

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.store.directory.store import Store

WHOSE = ("person", "subject", "persona")
"""The attributes of what holds beside memories that say whose it is."""


def resolve_person(
    stores: Sequence[Store], text: str, now: datetime, *, held: bool = False, new: bool = False
) -> tuple[str, ...]:
    """The references of the person whom a name means, in every spelling that the stores have, or
    the one that it would have. A whole reference means itself.

    Known is who memories tell of, and the stores' own persons; with `held` also whose states,
    blocks and values there are. It may be a `new` person, with accents of their own.
    Ambiguous, with the names, if it may be several.
    """
    ref = person_ref(text)
    if text.strip().startswith(SCHEME):
        return (ref,)
    known = {stored_ref(store.settings["person"]) for store in stores}
    for store in stores:
        known |= _names(store, now, people=True)
    found = spellings(ref, known) if ref in known else ()
    if found or (held and any(_has_files_of(store, ref) for store in stores)):
        return found or (ref,)
    if held:
        known |= {whose for store in stores for whose in _whose(store)}
    others = [PERSON + name for store in stores for name in _names_beside(store, text)]
    return _named(ref, known, others, new) or (*others[:1], ref)[:1]


def resolve_topic(
    stores: Sequence[Store], text: str, now: datetime, *, new: bool = False
) -> tuple[str, ...]:
    """The topic that a word means, in every spelling that the stores have; else the word itself.

    Ambiguous, with the topics, if it may be several.
    """
    known = {topic for store in stores for topic in _names(store, now, people=False)}
    found = spellings(text, known) if text in known else ()
    others = [] if found else [name for store in stores for name in _names_beside(store, text)]
    return found or spellings(text, known, others, new=new) or (text,)


def resolve_name(store: Store, text: str, now: datetime, *, new: bool = False) -> str:
    """The name of the graph that a word means: an entity's name or alias, a topic, or a person of a
    memory; the word itself if it is one of these, or none. Ambiguous if it may be several."""
    from memento_cli.core.memory.record_kinds import GRAPH
    from memento_cli.core.memory.refs import name_of

    ids = set(store.held(GRAPH).ids())
    if "/" in text or not text.strip() or filed_name(text) in ids:
        return text
    from memento_cli.actions.graph.graph import entities_of

    entities = entities_of(store).values()
    known = {name for one in entities for name in (one.name, *one.aliases)}
    known |= _names(store, now, people=False)
    known |= {name_of(ref) for ref in _names(store, now, people=True)}
    found = () if text in known else spellings(text, known, new=new)
    return found[0] if found and plain_key(found[0]) != plain_key(text) else text


def _named(ref: str, known: set[str], others: Sequence[str], new: bool) -> tuple[str, ...]:
    """The spellings of a person; Ambiguous tells names, not references."""
    try:
        return spellings(ref, known, others, new=new)
    except Ambiguous as problem:
        told = (problem.message.replace(PERSON, ""), problem.hint.replace(PERSON, ""))
        raise Ambiguous(*told) from None


def _names(store: Store, now: datetime, *, people: bool) -> set[str]:
    """All people, or all topics, of the memories of a store."""
    from memento_cli.actions.recall.index_session import open_index

    with open_index(store, now) as index:
        return index.people() | index.persons() if people else index.topics()


def _has_files_of(store: Store, ref: str) -> bool:
    """Whether something is named after a person, by the names of files alone."""
    start = filed_name(ref.removeprefix(PERSON)) + "-"
    folders = (store.held(folder) for folder in (STATES, BLOCKS, KV))
    return any(id.startswith(start) for folder in folders for id in folder.ids())


def _whose(store: Store) -> Iterator[str]:
    """Whose the states, blocks, values and sessions of a store are; what is broken says nothing."""
    from memento_cli.store.records.loaded import Broken

    for folder in (STATES, BLOCKS, KV, SESSIONS):
        for found in store.held(folder).scan():
            if not isinstance(found, Broken):
                yield from filter(None, (getattr(found.value, name, None) for name in WHOSE))


def _names_beside(store: Store, text: str) -> list[str]:
    """The name and the aliases of the entity of the graph that goes by this alias; none if the text
    is its own name, or nothing is called so."""
    from memento_cli.core.memory.record_kinds import GRAPH

    ids = set(store.held(GRAPH).ids())
    if not ids or filed_name(text) in ids:
        return []
    from memento_cli.actions.graph.graph import entities_of
    from memento_cli.core.graph.entities import Names

    entities = entities_of(store)
    claiming = Names(entities).claiming(text)
    if len(claiming) > 1:
        names = ", ".join(entities[id].name for id in claiming)
        raise Ambiguous(f"{text!r} is an alias of {len(claiming)} names", names)
    return [name for id in claiming for name in (entities[id].name, *entities[id].aliases)]
