"""The store as it was at a moment, from its files and its journal. Reading writes nothing."""

from __future__ import annotations

from contextlib import closing, contextmanager
from datetime import UTC, datetime

from memento_cli.actions.memory.reading import entries_by_id, journal_entries, locate, with_strength
from memento_cli.actions.recall.index_session import ask_index, open_index
from memento_cli.actions.recall.recalled import ids_of
from memento_cli.core.journal.event_types import ERASED, RESTORED
from memento_cli.core.journal.past import (
    ARCHIVED,
    BY_HAND,
    HERE,
    LATER,
    OLDER,
    Reach,
    place_of_lost,
    state_then,
    unknown_at,
)
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.time.when import micros
from memento_cli.errors import BadData, MementoError, NotFound
from memento_cli.index.database.index import no_progress
from memento_cli.index.database.past import (
    copy_of,
    is_touched_after,
    touched_since,
    undated_memories,
    without_file,
    write_past,
)
from memento_cli.index.database.problems import skipped_message
from memento_cli.index.fading.strengths import Strengths
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.journal import by_memory
from memento_cli.store.records.loaded import LoadedValue
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.splice import applied
from memento_cli.store.toml.writer import path_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from memento_cli.actions.recall.recalled import Recalled
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.journal.past import (
        StateThen,
    )
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.standing import Standing
    from memento_cli.index.database.past import (
        UndatedMemory,
    )
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord

CREATED = "created"  # an entry of the log that is dated as its memory, maybe ahead
LAST = datetime(9999, 12, 31, tzinfo=UTC)
"""At this moment the index has to fold nothing again: it is to be folded at another."""


class Past(NamedTuple):
    """How the past is looked at: by the date that memories have, or as they were `recorded`.

    Then nothing is there that was recorded only later, though it is of an earlier date. `tick` is
    called for each memory whose file is read.
    """

    recorded: bool = False
    tick: Callable[[], None] = no_progress


class PastMemory(NamedTuple):
    """A memory as it was: what its file said, and where; with all its lines, and its file now."""

    memory: Memory
    then: StateThen
    lines: Sequence[JournalEntry]
    found: LoadedRecord[Memory]
    is_as_now: bool

    def verdict(self, now: datetime, past: Past) -> Verdict:
        """Whether it was in the store, or in its archive, at all."""
        is_dated = self.memory.created <= now
        return _verdict(self.memory.id, is_dated, self.then.doubts, past)


class Verdict(NamedTuple):
    """Whether a memory was there; if not, whether only because it was recorded later."""

    id: str
    is_there: bool
    is_later: bool
    doubts: tuple[str, ...]


def ask_past_index(
    store: Store, now: datetime, past: Past, fresh: bool, ask: Callable[[Strengths], Recalled]
) -> Recalled:
    """What is asked of the memories as they were at `now`: their words, law, links and places.

    `reach` of the answer tells where history does not reach.
    """

    def asked(index: Strengths) -> Recalled:
        with _rewound(index, now, past) as (then, reach):
            return ask(then)._replace(reach=reach)

    return ask_index(store, LAST, fresh, asked, ids_of)


@contextmanager
def memory_among_past(
    store: Store, text: str, now: datetime, past: Past
) -> Iterator[tuple[Memory, Strengths]]:
    """A memory as it was at `now`, among all as they were; NotFound if it was not in the store."""
    seen = memory_then(store, text, now, past)
    if seen.then.place != HERE:
        raise NotFound(f"{seen.memory.id} was in the archive then")
    with open_index(store, LAST) as index, _rewound(index, now, past) as (then, _):
        yield seen.memory, then


def standing_then(store: Store, id: str, now: datetime, past: Past) -> Standing:
    """Whether a memory was history by then, or contradicted another with neither newer."""
    with open_index(store, LAST) as index, _rewound(index, now, past) as (then, _):
        return then.standing([id])


def memory_then(store: Store, text: str, now: datetime, past: Past = Past()) -> PastMemory:
    """The memory that `text` means, as it was at `now`, with its numbers then.

    NotFound if it was not there.
    """
    folder, id = locate(store, text)
    place = ARCHIVED if folder is store.archive else HERE
    seen = _seen(store, folder.read(id), place, journal_entries(store, id), now)
    verdict = seen.verdict(now, past)
    if not verdict.is_there:
        day, later = f"{seen.memory.created:%Y-%m-%d}", verdict.is_later
        hint = f"it is of {day}" + (", but was recorded only later" if later else "")
        raise NotFound(f"{id} was not there at {now:%Y-%m-%d %H:%M} UTC", hint)
    return seen._replace(memory=_with_numbers(store, seen, now))


def is_past(store: Store, now: datetime) -> bool:
    """Whether a moment ahead of the clock is a past one to the store: a fast clock has dated an
    act on a memory still later."""
    with open_index(store, LAST) as index:
        return is_touched_after(index.database, micros(now))


def archive_then(store: Store, now: datetime, past: Past) -> tuple[list[Memory], Reach]:
    """The memories that were in the archive at `now`, and where that may be wrong."""
    entries = by_memory(journal_entries(store))
    back = {id for id, its in entries.items() if any(_is_back(entry, now) for entry in its)}
    seen = _all_seen(store, {*store.archive.ids(), *back}, entries, now, past)
    archived = (one for one in seen if one.then.place == ARCHIVED)
    there = [one for one in archived if one.verdict(now, past).is_there]
    return [_with_numbers(store, one, now) for one in there], reach_of(*there)


def reach_of(*seen: PastMemory) -> Reach:
    """Which of these memories may have said something else then."""
    doubts = {one.memory.id: ", ".join(one.then.doubts) for one in seen}
    return Reach({id: why for id, why in doubts.items() if why})


def _is_back(entry: JournalEntry, now: datetime) -> bool:
    return entry.act == RESTORED and entry.at > now


@contextmanager
def _rewound(index: Strengths, now: datetime, past: Past) -> Iterator[tuple[Strengths, Reach]]:
    """An index of then, made of that of the last moment, and where it may be wrong."""
    store, moment = index.store, micros(now)
    with closing(copy_of(index.database)) as database:
        changed = touched_since(database, moment)
        lost = without_file(database, moment).difference(store.archive.ids())
        entries = entries_by_id(store, changed | lost)
        seen = list(_all_seen(store, changed, entries, now, past))
        strange = (one for one in undated_memories(database, moment) if one.id not in changed)
        verdicts = [_verdict_here(one, now, past) for one in seen]
        there = (one for one, said in zip(seen, verdicts, strict=True) if said.is_there)
        told = [_told(one) for one in there if not one.is_as_now]
        verdicts += [_verdict_from(one, moment, past) for one in strange]
        absent = [said.id for said in verdicts if not said.is_there]
        write_past(database, store, absent, told, past.tick)
        gone = [id for id in sorted(lost) if place_of_lost(entries.get(id, ()), now) == HERE]
        yield Strengths(database, store, now), _reach(verdicts, gone)


def _verdict(id: str, is_dated: bool, doubts: tuple[str, ...], past: Past) -> Verdict:
    """`is_dated` if it is of then or before, by its own date."""
    if not past.recorded:
        return Verdict(id, is_dated, False, doubts)
    is_later = LATER in doubts
    is_there = not is_later and (is_dated or OLDER not in doubts)
    return Verdict(id, is_there, is_later and is_dated, doubts)


def _verdict_here(seen: PastMemory, now: datetime, past: Past) -> Verdict:
    """Whether it was in the store, and not in the archive."""
    verdict = seen.verdict(now, past)
    if seen.then.place == HERE:
        return verdict
    return verdict._replace(is_there=False, is_later=False)


def _verdict_from(stranger: UndatedMemory, moment: int, past: Past) -> Verdict:
    """The same of one of which the index tells enough."""
    id, created, recorded, known = stranger
    why = unknown_at(moment, recorded, known)
    return _verdict(id, created <= moment, (why,) if why else (), past)


def _reach(verdicts: Iterable[Verdict], gone: Iterable[str]) -> Reach:
    verdicts = list(verdicts)
    doubts = {one.id: ", ".join(one.doubts) for one in verdicts if one.is_there and one.doubts}
    return Reach(doubts, sum(one.is_later for one in verdicts), tuple(gone))


def _all_seen(
    store: Store,
    ids: Iterable[str],
    entries: Mapping[str, Sequence[JournalEntry]],
    now: datetime,
    past: Past,
) -> Iterator[PastMemory]:
    """Those of these memories that have a file, as they were; not what was erased."""
    for id in filter(is_safe_id, sorted(ids)):
        past.tick()
        its = entries.get(id, ())
        if any(entry.act == ERASED for entry in its):
            continue
        is_here = id in store.memories
        try:
            found = (store.memories if is_here else store.archive).read(id)
        except NotFound:
            continue
        except BadData as problem:
            if not is_here:  # of what is here the index tells
                store.warn(skipped_message(problem.message))
            continue
        yield _seen(store, found, HERE if is_here else ARCHIVED, its, now)


def _seen(
    store: Store,
    found: LoadedRecord[Memory],
    place: str,
    entries: Sequence[JournalEntry],
    now: datetime,
) -> PastMemory:
    """A memory at `now`, from its file now; where that makes no file, with what it says now."""
    here = flat(found.document.data)
    then = state_then(here, place, entries, now)
    memory = found.value
    if then.keys != here:
        try:
            document = applied({}, {path_of(key): value for key, value in then.keys.items()})
            memory = store.memories.codec.value(found.id, document)
        except MementoError:
            then = then._replace(doubts=(*then.doubts, BY_HAND))
    log = tuple(one for one in memory.log if one.timestamp <= now or one.event == CREATED)
    is_as_now = place == then.place and then.keys == here
    return PastMemory(memory._replace(log=log), then, entries, found, is_as_now)


def _with_numbers(store: Store, seen: PastMemory, now: datetime) -> Memory:
    return with_strength(store, seen.memory, seen.lines, now)


def _told(seen: PastMemory) -> LoadedValue[Memory]:
    """The memory for the writer of an index, its numbers still those of its file."""
    return LoadedValue(seen.found.id, seen.memory, b"", seen.found.name, seen.found.status)
