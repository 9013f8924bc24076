"""What a context may tell, read from the stores: each section whole, the most important first."""

from __future__ import annotations

from memento_cli.actions.context.remembered import SPARE, memories_section
from memento_cli.actions.events.events import newest_events
from memento_cli.actions.events.feelings import long_moods
from memento_cli.actions.facts.blocks import blocks
from memento_cli.actions.facts.facts import every_facts
from memento_cli.actions.facts.kv import hard_facts
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import states
from memento_cli.actions.memory.feedback import events_aside
from memento_cli.actions.memory.reading import state_files
from memento_cli.actions.recall.find import find
from memento_cli.core.context import item_text
from memento_cli.core.context.budget import Part, Section, cost, fitting
from memento_cli.core.facts.preferences import CANDIDATE, confirmed_snapshot, rows
from memento_cli.core.facts.states import due_of, holds, is_open
from memento_cli.core.facts.timeline import known
from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.core.memory.refs import person_key, same_person
from memento_cli.named_tuple import TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.context.reader import Reader
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.mood import LongMood
    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.facts.claims import Stretch
    from memento_cli.core.facts.kv import HardFact
    from memento_cli.core.facts.preferences import Preference, Row
    from memento_cli.core.facts.states import State
    from memento_cli.core.recall.query import Query
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord

    Files = Mapping[str, Sequence[LoadedRecord[Any]]]
    """What `states/` has, by the root of the store: it is read once."""

FACT_KINDS = ("fact", "relation")
"""The kinds of states that are told among the facts."""
T = TypeVar("T")


def sections(reader: Reader, query: Query) -> list[Section]:
    """All that a context may tell, blocks first."""
    files = {store.root: state_files(store) for store in reader.stores}
    told = [
        state
        for store in reader.stores
        for state in states(
            store, until=reader.until, among=files[store.root], least=reader.min_trust
        )
        if reader.concerns(store, state.person)
    ]
    holding = [state for state in told if holds(state, reader.now)]
    return [
        blocks_section(reader),
        _session(reader),
        Section("facts", "# Facts", tuple(_facts(reader, files, holding))),
        *_preferences(reader, files),
        Section("mood", "# Mood: internal, never to be quoted", tuple(_moods(reader, files))),
        Section("tasks", "# Open tasks", tuple(_tasks(reader, told))),
        Section("hard_facts", "# Hard facts: true now", tuple(_hard_facts(reader))),
        _events(reader, query),
        memories_section(reader, query),
    ]


def _nearest(
    reader: Reader, read: Callable[[Store], Iterable[T]], key: Callable[[T], Hashable]
) -> Iterator[tuple[Store, T]]:
    """What the stores have, each with its store; of one key only what the nearest of them has."""
    whose: dict[Hashable, Store] = {}
    for store in reader.stores:
        for one in read(store):
            if whose.setdefault(key(one), store) is store:
                yield store, one


def blocks_section(reader: Reader) -> Section:
    """Blocks of nobody in particular, of the store's own person, and of the persona."""

    def read(store: Store) -> Iterator[Block]:
        for one in blocks(store, until=reader.until, least=reader.min_trust):
            if reader.concerns(store, one.persona):
                yield one

    def key_of(one: Block) -> tuple[str, str | None]:
        return plain_key(one.name), one.persona and person_key(one.persona)

    parts = (item_text.block_part(one) for _, one in _nearest(reader, read, key_of))
    return Section("blocks", "# Blocks", tuple(parts))


def _session(reader: Reader) -> Section:
    """What went before, in short, and the newest items."""
    told = list(item_text.session_parts(reader.session, reader.zone)) if reader.session else []
    places = fitting([cost(part.text) for part in told], reader.room)
    parts = tuple(told[place] for place in places)
    return Section("session", "# This session: the newest first", parts)


def _facts(reader: Reader, files: Files, holding: Iterable[State]) -> Iterator[Part]:
    """What holds under keys, then what is told in somebody's own words, the last confirmed first.

    Of a persona, what it knows of its user.
    """

    def held(store: Store) -> Iterator[tuple[str, str, Stretch]]:
        for facts in every_facts(store, files[store.root]):
            if reader.concerns(store, facts.subject):
                facts = facts.trusted(reader.min_trust)
                for key, stretch in known(facts, reader.now, reader.until or reader.now):
                    yield facts.subject, key, stretch

    def key_of(fact: tuple[str, str, Stretch]) -> tuple[str, str]:
        return person_key(fact[0]), fact[1]

    for _, (subject, key, stretch) in _nearest(reader, held, key_of):
        yield item_text.fact_part(subject, key, stretch, reader.zone)
    found = [state for state in holding if state.kind in FACT_KINDS]
    for state in sorted(found, key=lambda state: state.confirmed, reverse=True):
        yield item_text.told_fact_part(state, reader.zone)


def _preferences(reader: Reader, files: Files) -> list[Section]:
    """What may be stated as fact and, apart from it, what may only be asked."""

    def read(store: Store) -> list[Preference]:
        return preferences(store, reader.until, files[store.root], reader.min_trust)

    every = [
        one
        for store, one in _nearest(reader, read, lambda one: one.id)
        if reader.concerns(store, one.person)
    ]
    candidates = [row for row in rows(every) if row.stance.status == CANDIDATE]

    def section(heading: str, found: Iterable[Row]) -> Section:
        parts = (item_text.preference_part(row, reader.zone) for row in found)
        return Section("preferences", heading, tuple(parts))

    return [
        section("# Preferences: confirmed, may be stated as fact", confirmed_snapshot(every)),
        section("# Preferences not confirmed: ask, do not state", candidates),
    ]


def _moods(reader: Reader, files: Files) -> Iterator[Part]:
    """The long mood; of each person that of the nearest store."""

    def read(store: Store) -> Iterator[LongMood]:
        among, least = files[store.root], reader.min_trust
        for told in long_moods(store, reader.now, until=reader.until, among=among, least=least):
            if reader.concerns(store, told.person):
                yield told

    for _, told in _nearest(reader, read, lambda told: person_key(told.person)):
        yield item_text.mood_part(told, reader.now, reader.zone)


def _tasks(reader: Reader, told: Iterable[State]) -> list[Part]:
    """What is still to be done, what is due first on top."""
    now = reader.now

    def urgency(task: State) -> tuple[bool, datetime]:
        due = due_of(task)
        return due is None, due or task.created

    tasks = sorted((state for state in told if is_open(state, now)), key=urgency)
    return [item_text.task_part(task, now, reader.zone) for task in tasks]


def _hard_facts(reader: Reader) -> Iterator[Part]:
    """Hard facts of the store's own person, and of the persona."""

    def read(store: Store) -> list[HardFact]:
        facts = hard_facts(store, reader.now, until=reader.until, min_trust=reader.min_trust)
        return [fact for fact in facts if reader.concerns(store, fact.person)]

    def key_of(fact: HardFact) -> tuple[str, str | None]:
        return plain_key(fact.key), fact.person and person_key(fact.person)

    for _, fact in _nearest(reader, read, key_of):
        yield item_text.hard_fact_part(fact, reader.zone)


def _events(reader: Reader, query: Query) -> Section:
    """What happened that answers, the best first; else of late, the newest first."""
    most, several = reader.stores[0].settings["context.events"], len(reader.stores) > 1
    parts = list[Part]()
    for store in reader.stores if most else ():
        wide = query._replace(limit=most + SPARE, offset=0)
        if query.sought:
            page = find([store], (EVENTS,), wide, reader.now).page
            ids = [event_in(one.hit.memory.id) for one in page]
        else:
            aside = events_aside(store, reader.until)
            newest = newest_events(store, reader.until or reader.now, most + SPARE + len(aside))
            ids = [id for id in newest if ref_of(EVENTS, id) not in aside]
        events = store.events.named(ids)
        parts += (
            item_text.event_part(events[id], store.root, reader.zone, several=several)
            for id in ids
            if id in events and _may_tell(reader, query, events[id])
        )
    return Section("events", "# What happened", tuple(parts), most)


def _may_tell(reader: Reader, query: Query, event: Event) -> bool:
    """Whether an event is of whom, and of which project, alone is told."""
    is_theirs = not reader.alone or same_person(event.person, reader.persona)
    return is_theirs and (not query.projects or event.project in query.projects)
