"""Names and words that people type: checked where they enter a store, and resolved to what it has.

People type `jose` for José and `ANA` for Ana. A typed name or topic is resolved once, before a
command begins; filters and files compare exactly (tyvi.query.005).
"""

from __future__ import annotations

from datetime import UTC, datetime

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.memory.ids import matching
from memento_cli.core.memory.record_kinds import BLOCKS, GRAPH, KV, SESSIONS, STATES, filed_name
from memento_cli.core.memory.refs import PERSON, SCHEME, name_of, person_key, person_ref, stored_ref
from memento_cli.core.text.normal_forms import nearest, plain_key, spellings, texts_with_words
from memento_cli.core.text.visible import checked_visible, mixture_warning, shown_as
from memento_cli.errors import Ambiguous
from memento_cli.index.database.database import rows_among
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.loaded import Broken

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.store.directory.store import Store


def checked_name(store: Store, what: str, name: str) -> str:
    """The name. BadValue if it has an invisible character; a mixture of alphabets is warned of."""
    if warning := mixture_warning(checked_visible(name, what), what):
        store.warn(warning)
    return name


def checked_person(store: Store, who: str = "") -> str:
    """The reference of a person, or of the store's own person, with the name checked."""
    ref = person_ref(who or store.settings["person"])
    checked_name(store, "the person", name_of(ref))
    return ref


def check_names(store: Store, memory: Draft | Memory) -> None:
    """Check each name of a memory, as `checked_name` and `check_people` do."""
    for topic in memory.tags.topics:
        checked_name(store, "the topic", " ".join(topic.split()))
    for what in ("project", "agent", "session"):
        checked_name(store, f"the {what}", getattr(memory, what) or "")
    check_people(store, memory.person, *memory.tags.people)


def check_people(store: Store, *people: str) -> None:
    """Check people's names. A name that differs from a known one only in the form of its letters,
    such as full-width ones, is warned of: memories keep the two apart."""
    for ref in people:
        checked_name(store, "the person", name_of(ref))
        if other := _lookalike(store, ref):
            name, twin = name_of(ref), name_of(other)
            store.warn(f"the person {name} is written like {twin}, and is another")


def _lookalike(store: Store, ref: str) -> str:
    """A known person whose name differs only in the form of its letters; "" if there is none."""
    from unicodedata import is_normalized, normalize  # names are mostly ASCII

    if ref.isascii() or is_normalized("NFKC", normalize("NFC", ref)):
        return ""
    with open_index(store, datetime.now(UTC)) as index:
        known = index.people() | index.persons() | {stored_ref(store.settings["person"])}
    alike = (other for other in known if other != ref and person_key(other) == person_key(ref))
    return min(alike, default="")


SUMMARIES = "SELECT id, summary, '' FROM memory ORDER BY id"
TEXTS = "SELECT id, summary, detail || ' ' || topics || ' ' || people FROM memory ORDER BY id"
NEAR = 3


class Named(NamedTuple):
    """A memory's id and summary."""

    id: str
    summary: str


def memories_with_words(
    store: Store, words: str, now: datetime, *, archived: bool = False
) -> list[Named]:
    """The memories whose summaries have all the words, or else those that have them anywhere."""
    rows = _archived(store) if archived else _rows(store, now, SUMMARIES)
    matches = _matching(words, ((id, summary, "") for id, summary, _ in rows))
    return matches or _matching(words, rows if archived else _rows(store, now, TEXTS))


def memories_with_part(
    store: Store, part: str, now: datetime, *, archived: bool = False
) -> list[Named]:
    """The memories whose ids begin with a part, or else those whose ids have it anywhere."""
    rows = _archived(store) if archived else _rows(store, now, SUMMARIES)
    summaries = {id: summary for id, summary, _ in rows}
    return [Named(id, summaries[id]) for id in matching(part, summaries)]


def summaries_of(store: Store, ids: Iterable[str], now: datetime) -> Mapping[str, str]:
    """The summaries of those of these ids that are memories in the store, by id."""
    query = "SELECT name.id, summary FROM name JOIN memory USING (key) WHERE name.id IN"
    with open_index(store, now) as index:
        return dict(rows_among(index.database, query, ids))


def nearest_summaries(store: Store, words: str, now: datetime) -> list[Named]:
    """The at most three memories whose summaries are most similar to mistyped words."""
    rows = {summary: id for id, summary, _ in _rows(store, now, SUMMARIES)}
    return [Named(rows[summary], summary) for summary in nearest(words, rows, NEAR)]


def _rows(store: Store, now: datetime, query: str) -> list[tuple[str, str, str]]:
    with open_index(store, now) as index:
        return index.database.execute(query).fetchall()


def _archived(store: Store) -> list[tuple[str, str, str]]:
    read = [one for one in store.archive.scan() if not isinstance(one, Broken)]
    return [(one.id, one.value.content.summary, one.value.content.detail) for one in read]


def _matching(words: str, rows: Iterable[tuple[str, str, str]]) -> list[Named]:
    texts = ((Named(id, summary), f"{summary} {more}") for id, summary, more in rows)
    return texts_with_words(words, texts)


WHOSE = ("person", "subject", "persona")
"""The attributes of states, blocks, kv values and sessions that name their owner."""


def resolve_person(
    stores: Sequence[Store], text: str, now: datetime, *, held: bool = False, new: bool = False
) -> tuple[str, ...]:
    """The references of the person whom a name means, in every spelling that the stores have; for
    an unknown person the reference that they would have. A whole reference means itself.

    Known are the people of memories and the stores' own persons; with `held` also the owners of
    states, blocks and kv values. With `new` the name may be that of a new person, so its accents
    count. Ambiguous, with the names, if several are meant.
    """
    ref = person_ref(text)
    if text.strip().startswith(SCHEME):
        return (ref,)
    known = {stored_ref(store.settings["person"]) for store in stores}
    for store in stores:
        known |= _names(store, now, people=True)
    if hidden := shown_as(ref, known):
        return tuple(hidden)
    exact = spellings(ref, known) if ref in known else ()
    if exact or (held and any(_has_files_of(store, ref) for store in stores)):
        return exact or (ref,)
    if held:
        known |= {owner for store in stores for owner in _owners(store)}
    aliases = [PERSON + name for store in stores for name in _aliased_names(store, text)]
    return _person_spellings(ref, known, aliases, new) or (*aliases[:1], ref)[:1]


def resolve_topic(
    stores: Sequence[Store], text: str, now: datetime, *, new: bool = False
) -> tuple[str, ...]:
    """The topic that a word means, in every spelling that the stores have; else the word itself.

    Ambiguous, with the topics, if several are meant.
    """
    known = {topic for store in stores for topic in _names(store, now, people=False)}
    if hidden := shown_as(text, known):
        return tuple(hidden)
    if text in known:
        return spellings(text, known)
    aliases = [name for store in stores for name in _aliased_names(store, text)]
    return spellings(text, known, aliases, new=new) or (text,)


def resolve_name(store: Store, text: str, now: datetime, *, new: bool = False) -> str:
    """The name in the graph that a word means: an entity's name or alias, a topic, or a person of a
    memory; the word itself if it is one of these, or none. Ambiguous if several are meant."""
    ids = set(store.held(GRAPH).ids())
    if "/" in text or not text.strip() or filed_name(text) in ids:
        return text
    from memento_cli.actions.graph.graph import entities_of

    entities = entities_of(store).values()
    known = {name for entity in entities for name in (entity.name, *entity.aliases)}
    known |= _names(store, now, people=False)
    known |= {name_of(ref) for ref in _names(store, now, people=True)}
    names = () if text in known else spellings(text, known, new=new)
    return names[0] if names and plain_key(names[0]) != plain_key(text) else text


def _person_spellings(
    ref: str, known: set[str], aliases: Sequence[str], new: bool
) -> tuple[str, ...]:
    """The spellings of a person; the message of Ambiguous has names, not references."""
    try:
        return spellings(ref, known, aliases, new=new)
    except Ambiguous as problem:
        message, hint = (text.replace(PERSON, "") for text in (problem.message, problem.hint))
        raise Ambiguous(message, hint) from None


def _names(store: Store, now: datetime, *, people: bool) -> set[str]:
    with open_index(store, now) as index:
        return index.people() | index.persons() if people else index.topics()


def _has_files_of(store: Store, ref: str) -> bool:
    """Whether a person has a state, block or kv value, judged by the names of files alone."""
    start = filed_name(ref.removeprefix(PERSON)) + "-"
    folders = (store.held(folder) for folder in (STATES, BLOCKS, KV))
    return any(id.startswith(start) for folder in folders for id in folder.ids())


def _owners(store: Store) -> Iterator[str]:
    """The owners of a store's states, blocks, kv values and sessions; broken files are skipped."""
    from memento_cli.store.records.loaded import Broken

    for folder in (STATES, BLOCKS, KV, SESSIONS):
        for loaded in store.held(folder).scan():
            if not isinstance(loaded, Broken):
                yield from filter(None, (getattr(loaded.value, name, None) for name in WHOSE))


def _aliased_names(store: Store, text: str) -> list[str]:
    """The name and aliases of the graph's entity that has this alias; none if there is no such
    entity, or the text is an entity's name. Ambiguous if several entities have the alias."""
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
