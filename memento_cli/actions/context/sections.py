"""The sections of a context, read from the stores, each in full, its most important part first."""

from __future__ import annotations

from memento_cli.actions.context.memories import memories_section
from memento_cli.actions.context.reader import SPARE
from memento_cli.actions.events.events import newest_events
from memento_cli.actions.events.feelings import long_moods
from memento_cli.actions.facts.blocks import blocks
from memento_cli.actions.facts.facts import every_facts
from memento_cli.actions.facts.kv import list_kv
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import states
from memento_cli.actions.memory.feedback import events_aside
from memento_cli.actions.memory.reading import state_files
from memento_cli.actions.recall.find import find
from memento_cli.core.context import item_text
from memento_cli.core.context.budget import Part, Section, fitting_places, token_cost
from memento_cli.core.facts.preferences import CANDIDATE, confirmed_snapshot, preference_rows
from memento_cli.core.facts.states import due_of, holds, is_open
from memento_cli.core.facts.timeline import held_facts
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.core.memory.refs import person_key, same_person
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.named_tuple import TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.context.reader import Reader
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
"""The kinds of states that are shown among the facts."""
T = TypeVar("T")


def sections(reader: Reader, query: Query) -> list[Section]:
    """All sections of a context in full, blocks first."""
    files = {store.root: state_files(store) for store in reader.stores}
    all_states = [
        state
        for store in reader.stores
        for state in states(
            store, until=reader.until, among=files[store.root], least=reader.min_trust
        )
        if reader.concerns(store, state.person)
    ]
    holding = [state for state in all_states if holds(state, reader.now)]
    return [
        blocks_section(reader),
        _session(reader),
        Section("facts", "# Facts", tuple(_facts(reader, files, holding))),
        *_preferences(reader, files),
        Section("mood", "# Mood: internal, never to be quoted", tuple(_moods(reader, files))),
        Section("tasks", "# Open tasks", tuple(_tasks(reader, all_states))),
        Section("kv", "# Values (kv): true now", tuple(_kv_values(reader))),
        _events(reader, query),
        memories_section(reader, query),
    ]


def _nearest(
    reader: Reader, read: Callable[[Store], Iterable[T]], key: Callable[[T], Hashable]
) -> Iterator[tuple[Store, T]]:
    """The values of all stores, each with its store; for each key only those of the nearest."""
    nearest: dict[Hashable, Store] = {}
    for store in reader.stores:
        for value in read(store):
            if nearest.setdefault(key(value), store) is store:
                yield store, value


def blocks_section(reader: Reader) -> Section:
    """The blocks of nobody in particular, of the store's own person, and of the persona."""

    def read(store: Store) -> Iterator[Block]:
        for block in blocks(store, until=reader.until, least=reader.min_trust):
            if reader.concerns(store, block.persona):
                yield block

    def key_of(block: Block) -> tuple[str, str | None]:
        return plain_key(block.name), block.persona and person_key(block.persona)

    parts = (item_text.block_part(block) for _, block in _nearest(reader, read, key_of))
    return Section("blocks", "# Blocks", tuple(parts))


def _session(reader: Reader) -> Section:
    items = list(item_text.session_parts(reader.session, reader.zone)) if reader.session else []
    places = fitting_places([token_cost(part.text) for part in items], reader.room)
    parts = tuple(items[place] for place in places)
    return Section("session", "# This session: the newest first", parts)


def _facts(reader: Reader, files: Files, holding: Iterable[State]) -> Iterator[Part]:
    """The facts by key, then the states of kind fact, those confirmed last first.

    Facts of the persona are what it knows of its user.
    """

    def read(store: Store) -> Iterator[tuple[str, str, Stretch]]:
        for facts in every_facts(store, files[store.root]):
            if reader.concerns(store, facts.subject):
                facts = facts.trusted(reader.min_trust)
                for key, stretch in held_facts(facts, reader.now, reader.until or reader.now):
                    yield facts.subject, key, stretch

    def key_of(fact: tuple[str, str, Stretch]) -> tuple[str, str]:
        return person_key(fact[0]), fact[1]

    for _, (subject, key, stretch) in _nearest(reader, read, key_of):
        yield item_text.fact_part(subject, key, stretch, reader.zone)
    told_facts = [state for state in holding if state.kind in FACT_KINDS]
    for state in sorted(told_facts, key=lambda state: state.confirmed, reverse=True):
        yield item_text.stated_fact_part(state, reader.zone)


def _preferences(reader: Reader, files: Files) -> list[Section]:
    def read(store: Store) -> list[Preference]:
        return preferences(store, reader.until, files[store.root], reader.min_trust)

    relevant = [
        preference
        for store, preference in _nearest(reader, read, lambda preference: preference.id)
        if reader.concerns(store, preference.person)
    ]
    candidates = [row for row in preference_rows(relevant) if row.stance.status == CANDIDATE]

    def section(heading: str, preference_rows: Iterable[Row]) -> Section:
        parts = (item_text.preference_part(row, reader.zone) for row in preference_rows)
        return Section("preferences", heading, tuple(parts))

    return [
        section("# Preferences: confirmed, may be stated as fact", confirmed_snapshot(relevant)),
        section("# Preferences not confirmed: ask, do not state", candidates),
    ]


def _moods(reader: Reader, files: Files) -> Iterator[Part]:
    """The long mood of each person, from the nearest store that has one."""

    def read(store: Store) -> Iterator[LongMood]:
        among, least = files[store.root], reader.min_trust
        for mood in long_moods(store, reader.now, until=reader.until, among=among, least=least):
            if reader.concerns(store, mood.person):
                yield mood

    for _, mood in _nearest(reader, read, lambda mood: person_key(mood.person)):
        yield item_text.mood_part(mood, reader.now, reader.zone)


def _tasks(reader: Reader, all_states: Iterable[State]) -> list[Part]:
    now = reader.now

    def urgency(task: State) -> tuple[bool, datetime]:
        due = due_of(task)
        return due is None, due or task.created

    tasks = sorted((state for state in all_states if is_open(state, now)), key=urgency)
    return [item_text.task_part(task, now, reader.zone) for task in tasks]


def _kv_values(reader: Reader) -> Iterator[Part]:
    def read(store: Store) -> list[HardFact]:
        facts = list_kv(store, reader.now, until=reader.until, min_trust=reader.min_trust)
        return [fact for fact in facts if reader.concerns(store, fact.person)]

    def key_of(fact: HardFact) -> tuple[str, str | None]:
        return plain_key(fact.key), fact.person and person_key(fact.person)

    for _, fact in _nearest(reader, read, key_of):
        yield item_text.kv_part(fact, reader.zone)


def _events(reader: Reader, query: Query) -> Section:
    """The events that match the query, the best first; or without words the newest ones; within the
    limits to the persona and to the query's projects."""
    limit, several = reader.stores[0].settings["context.events"], len(reader.stores) > 1
    parts = list[Part]()
    for store in reader.stores if limit else ():
        wide = query._replace(limit=limit + SPARE, offset=0)
        if query.sought:
            page = find([store], (EVENTS,), wide, reader.now).page
            ids = [event_in(sighting.hit.memory.id) for sighting in page]
        else:
            aside = events_aside(store, reader.until)
            newest = newest_events(store, reader.until or reader.now, limit + SPARE + len(aside))
            ids = [id for id in newest if ref_of(EVENTS, id) not in aside]
        events = store.events.named(ids)
        parts += (
            item_text.event_part(events[id], store.root, reader.zone, several=several)
            for id in ids
            if id in events
            and (not reader.alone or same_person(events[id].person, reader.persona))
            and (not query.projects or events[id].project in query.projects)
        )
    return Section("events", "# What happened", tuple(parts), limit)
