"""What a host's file says that the store does not, done in the store: edits, new memories, uses,
forgetting."""

from __future__ import annotations

from functools import partial

from memento_cli.actions.exchange.block_choice import weakest
from memento_cli.actions.exchange.block_reading import SOURCE
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.exchange.block import text_in_file
from memento_cli.core.exchange.entries import GENERAL
from memento_cli.core.exchange.shown_text import collapsed, content_of, edited_content
from memento_cli.core.memory.memory import Draft, Tags, strength_at
from memento_cli.core.recall.explanation import misses
from memento_cli.core.recall.query import hit_of
from memento_cli.core.security.trust import AGENT, TRUST
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.exchange.block_reading import Reading
    from memento_cli.core.exchange.block import Line
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.store.directory.store import Store

SHOWN_SIGNS = 40


class Acting(NamedTuple):
    """Who acts on a store and when, by which door, and the memories of which a person has agreed
    that they are forgotten, or changed in the person's own words."""

    store: Store
    now: datetime
    via: str
    by: str
    agreed: Collection[str]


class TakenIn(NamedTuple):
    """What was taken in, or would be: ids by the kind of change, and the memory of each new entry
    by its place. `held` are the places of entries that stay as they are, `waiting` the memories
    that a person has to decide about, `problems` what could not be taken in."""

    done: Mapping[str, tuple[str, ...]]
    ids: Mapping[int, str]
    held: frozenset[int]
    waiting: tuple[str, ...]
    problems: tuple[str, ...] = ()
    batch: str = ""


def foreseen(reading: Reading, agreed: Collection[str]) -> TakenIn:
    """What would be taken in; what has no id yet is told by its words."""
    lines, changes = reading.block.lines, reading.changes
    waiting, held = _undecided(reading, agreed)

    def ids(places: Sequence[int]) -> tuple[str, ...]:
        return tuple(lines[place].id for place in places if place not in held)

    def words(places: Sequence[int]) -> tuple[str, ...]:
        return tuple(content_of(lines[place].text)[0] for place in places)

    done = {
        "edited": ids(changes.edits),
        "added": words(changes.added),
        "doubled": words(changes.doubled),
        "confirmed": ids(changes.confirmed),
        "forgotten": tuple(id for id in changes.deleted if id in agreed),
    }
    return TakenIn(done, {}, held, waiting)


def take_in(acting: Acting, reading: Reading, query: Query) -> TakenIn:
    """Do what the file asks for; what cannot be done stays in the file as it is.

    A new memory is of the topics, people, kind and project that the query asks for.
    """
    lines, changes, journal = reading.block.lines, reading.changes, acting.store.journal
    waiting, undecided = _undecided(reading, acting.agreed)
    before, held, problems = len(journal.done), set(undecided), list[str]()
    new: dict[int, str] = {}

    def add(place: int) -> list[str]:
        known = {*(line.id for line in lines), *new.values()}
        new[place], is_new = _added(acting, reading, query, lines[place], known)
        return [new[place]] if is_new else []

    acts: dict[str, tuple[Sequence[int], Callable[[int], list[str]]]] = {
        "edited": (changes.edits, partial(_edited, acting, reading)),
        "added": (changes.added, add),
        "doubled": (changes.doubled, add),
        "confirmed": (changes.confirmed, lambda place: _used(acting, reading, lines[place].id)),
    }
    done: dict[str, tuple[str, ...]] = {}
    for name, (places, act) in acts.items():
        ids = list[str]()
        for place in places:
            if place in held:
                continue
            try:
                ids += act(place)
            except MementoError as problem:
                held.add(place)
                shown = lines[place].id or lines[place].raw[0].strip()[:SHOWN_SIGNS]
                problems.append(f"{shown}: {problem.message}")
        done[name] = tuple(ids)
    done["forgotten"] = _forgotten(acting, reading)
    acts_done = journal.done[before:]
    batch = acts_done[-1].act_id if acts_done else ""
    return TakenIn(done, new, frozenset(held), waiting, tuple(problems), batch)


def _undecided(reading: Reading, agreed: Collection[str]) -> tuple[tuple[str, ...], frozenset[int]]:
    """The memories that wait for a person, and the places of entries that stay as they are."""
    lines, changes, asked = reading.block.lines, reading.changes, reading.of_persons
    deleted = [id for id in changes.deleted if id not in agreed]
    edits = [place for place in changes.edits if lines[place].id in asked]
    edits = [place for place in edits if lines[place].id not in agreed]
    waiting = (*deleted, *(lines[place].id for place in edits))
    return waiting, frozenset((*changes.held, *edits))


def _edited(acting: Acting, reading: Reading, place: int) -> list[str]:
    line = reading.block.lines[place]
    summary, detail = edited_content(line.text, reading.memories[line.id].content)
    keys = {"memory.content.summary": summary, "memory.content.detail": detail or None}
    is_agreed = line.id in acting.agreed
    edit(
        acting.store, line.id, keys, acting.now, f"edited in {reading.file.name}",
        via=acting.via, by=acting.by if is_agreed else AGENT, agreed=is_agreed,
    )  # fmt: skip
    _used(acting, reading, line.id)
    return [line.id]


def _used(acting: Acting, reading: Reading, id: str) -> list[str]:
    """Confirm a memory; its id, if that counts as a use."""
    reason = f"confirmed in {reading.file.name}"
    use = reinforce(acting.store, id, acting.now, reason, via=acting.via)
    return [id] if use.result.applied else []


def _added(
    acting: Acting, reading: Reading, query: Query, line: Line, known: Collection[str]
) -> tuple[str, bool]:
    """The memory of an entry, and whether it is new: there may be one that says the same, and has
    no line in the block."""
    summary, detail = content_of(line.text)
    same = _same(acting, query, line, summary, known)
    if same:
        if strength_at(same, acting.now) < weakest(acting.store):  # else it would go at once
            _used(acting, reading, same.id)
        return same.id, False
    headings = [heading for heading in line.headings if heading.lower() not in GENERAL]
    topics = tuple(dict.fromkeys((*headings[::-1], *query.topics)))
    draft = Draft(
        summary,
        query.person or "",
        detail,
        tags=Tags(topics, query.people),
        kind=query.kinds[0] if query.kinds else "semantic",
        source=SOURCE,
        project=query.projects[0] if query.projects else None,
        more={TRUST: AGENT},
    )
    return record(acting.store, draft, acting.now, via=acting.via, by=AGENT).memory.id, True


def _same(
    acting: Acting, query: Query, line: Line, summary: str, known: Collection[str]
) -> Memory | None:
    """A memory of the query that says what an entry says, and is not known."""
    store, now = acting.store, acting.now
    bare = query._replace(min_trust=None, trusts=())
    with open_index(store, now) as index:
        past = index.superseded()
        alike = list(index.memories("summary = ?", (summary,)))
    return next(
        (
            memory
            for memory in alike
            if memory.id not in {*known, *past}
            and not misses(hit_of(memory, now), bare) and memory.id in store.memories
            and collapsed(text_in_file(memory.content)) == collapsed(line.text)
        ),
        None,
    )  # fmt: skip


def _forgotten(acting: Acting, reading: Reading) -> tuple[str, ...]:
    """Forget the memories whose lines were deleted, as far as a person has agreed."""
    ids = [id for id in reading.changes.deleted if id in acting.agreed]
    if ids:
        reason = f"deleted in {reading.file.name}"
        forget(acting.store, ids, acting.now, reason, via=acting.via)
    return tuple(ids)
