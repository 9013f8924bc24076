"""The store as it was at a moment, computed from its files and its journal; nothing is written."""

from __future__ import annotations

from contextlib import closing, contextmanager
from datetime import UTC, datetime

from memento_cli.actions.memory.reading import entries_by_id, journal_entries, locate, with_strength
from memento_cli.actions.recall.index_session import ask_index, open_index
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
from memento_cli.core.recall.query import ids_of
from memento_cli.core.time.when import micros
from memento_cli.errors import BadData, MementoError, NotFound
from memento_cli.index.database.database import skipped_message
from memento_cli.index.database.index import no_progress
from memento_cli.index.database.temporary import (
    copy_of,
    is_touched_after,
    touched_since,
    undated_memories,
    without_file,
    write_past,
)
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

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.journal.past import StateThen
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Recalled, Standing
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord

CREATED = "created"  # the log entry dated as its memory, perhaps later than the moment asked for
LAST = datetime(9999, 12, 31, tzinfo=UTC)
"""The index is opened at the last moment, where it folds nothing, and rewound to another."""


class Past(NamedTuple):
    """Which memories existed at a moment: those created before it by their own date, or, with
    `recorded`, only those that were also recorded before it.

    `tick` is called for each memory whose file is read.
    """

    recorded: bool = False
    tick: Callable[[], None] = no_progress


class PastMemory(NamedTuple):
    """A memory as its file was then, with all its journal entries and its file as it is now."""

    memory: Memory
    then: StateThen
    entries: Sequence[JournalEntry]
    loaded: LoadedRecord[Memory]
    is_as_now: bool

    def verdict(self, now: datetime, past: Past) -> Verdict:
        """Whether the memory existed, in the store or in its archive."""
        return _verdict(self.memory.id, self.memory.created <= now, self.then.doubts, past)


class Verdict(NamedTuple):
    """Whether a memory existed; if not, whether only because it was recorded later."""

    id: str
    is_there: bool
    is_later: bool
    doubts: tuple[str, ...]


def ask_past_index(
    store: Store, now: datetime, past: Past, fresh: bool, ask: Callable[[Strengths], Recalled]
) -> Recalled:
    """The answer of an index of the memories as they were at `now`: texts, laws, links, folders.

    The answer's `reach` tells which memories' history is incomplete.
    """

    def ask_then(index: Strengths) -> Recalled:
        with _rewound(index, now, past) as (index_then, reach):
            return ask(index_then)._replace(reach=reach)

    return ask_index(store, LAST, fresh, ask_then, ids_of)


@contextmanager
def memory_among_past(
    store: Store, text: str, now: datetime, past: Past
) -> Iterator[tuple[Memory, Strengths]]:
    """A memory as it was at `now`, and the index of that moment; NotFound if it was not in the
    store."""
    was = memory_then(store, text, now, past)
    if was.then.place != HERE:
        raise NotFound(f"{was.memory.id} was in the archive then")
    with open_index(store, LAST) as index, _rewound(index, now, past) as (index_then, _):
        yield was.memory, index_then


def standing_then(store: Store, id: str, now: datetime, past: Past) -> Standing:
    """Whether a memory was superseded by then, or contradicted another with neither newer."""
    with open_index(store, LAST) as index, _rewound(index, now, past) as (index_then, _):
        return index_then.standing([id])


def memory_then(store: Store, text: str, now: datetime, past: Past = Past()) -> PastMemory:
    """The memory that `text` means, as it was at `now`, with its strength then.

    NotFound if it did not exist.
    """
    folder, id = locate(store, text)
    place = ARCHIVED if folder is store.archive else HERE
    was = _seen(store, folder.read(id), place, journal_entries(store, id), now)
    verdict = was.verdict(now, past)
    if not verdict.is_there:
        day, later = f"{was.memory.created:%Y-%m-%d}", verdict.is_later
        hint = f"it is of {day}" + (", but was recorded only later" if later else "")
        raise NotFound(f"{id} was not there at {now:%Y-%m-%d %H:%M} UTC", hint)
    return was._replace(memory=_with_numbers(store, was, now))


def is_past(store: Store, now: datetime) -> bool:
    """Whether an act on a memory is dated after a moment, which a fast clock can do even if the
    moment is ahead of this clock."""
    with open_index(store, LAST) as index:
        return is_touched_after(index.database, micros(now))


def archive_then(store: Store, now: datetime, past: Past) -> tuple[list[Memory], Reach]:
    """The memories that were in the archive at `now`, and how far history reaches for them."""
    entries = by_memory(journal_entries(store))
    back = {
        id
        for id, own in entries.items()
        if any(entry.act == RESTORED and entry.at > now for entry in own)
    }
    memories = _all_seen(store, {*store.archive.ids(), *back}, entries, now, past)
    archived = (it for it in memories if it.then.place == ARCHIVED)
    present = [it for it in archived if it.verdict(now, past).is_there]
    return [_with_numbers(store, it, now) for it in present], reach_of(*present)


def reach_of(*memories: PastMemory) -> Reach:
    """Which of these memories may have had another text then, and why."""
    return Reach({it.memory.id: ", ".join(it.then.doubts) for it in memories if it.then.doubts})


@contextmanager
def _rewound(index: Strengths, now: datetime, past: Past) -> Iterator[tuple[Strengths, Reach]]:
    """A copy of the index, changed to that of a past moment, and how far history reaches."""
    store, moment = index.store, micros(now)
    with closing(copy_of(index.database)) as database:
        changed = touched_since(database, moment)
        lost = without_file(database, moment).difference(store.archive.ids())
        entries = entries_by_id(store, changed | lost)
        memories = list(_all_seen(store, changed, entries, now, past))
        unread = (it for it in undated_memories(database, moment) if it.id not in changed)
        verdicts = [_verdict_here(it, now, past) for it in memories]
        present = (it for it, verdict in zip(memories, verdicts, strict=True) if verdict.is_there)
        changed_values = [
            LoadedValue(it.loaded.id, it.memory, b"", it.loaded.name, it.loaded.status)
            for it in present
            if not it.is_as_now
        ]
        for id, created, recorded, known in unread:  # by the index alone: not changed since
            why = unknown_at(moment, recorded, known)
            verdicts.append(_verdict(id, created <= moment, (why,) if why else (), past))
        absent = [verdict.id for verdict in verdicts if not verdict.is_there]
        write_past(database, store, absent, changed_values, past.tick)
        missing = [id for id in sorted(lost) if place_of_lost(entries.get(id, ()), now) == HERE]
        yield Strengths(database, store, now), _reach(verdicts, missing)


def _verdict(id: str, is_dated: bool, doubts: tuple[str, ...], past: Past) -> Verdict:
    """Whether a memory existed; `is_dated` is whether its own date is not later."""
    if not past.recorded:
        return Verdict(id, is_dated, False, doubts)
    is_later = LATER in doubts
    is_there = not is_later and (is_dated or OLDER not in doubts)
    return Verdict(id, is_there, is_later and is_dated, doubts)


def _verdict_here(past_memory: PastMemory, now: datetime, past: Past) -> Verdict:
    """Whether a memory existed in the store, not in the archive."""
    verdict = past_memory.verdict(now, past)
    if past_memory.then.place == HERE:
        return verdict
    return verdict._replace(is_there=False, is_later=False)


def _reach(verdicts: Iterable[Verdict], missing: Iterable[str]) -> Reach:
    verdicts = list(verdicts)
    doubts = {it.id: ", ".join(it.doubts) for it in verdicts if it.is_there and it.doubts}
    return Reach(doubts, sum(it.is_later for it in verdicts), tuple(missing))


def _all_seen(
    store: Store,
    ids: Iterable[str],
    entries: Mapping[str, Sequence[JournalEntry]],
    now: datetime,
    past: Past,
) -> Iterator[PastMemory]:
    """Those of these memories that have a file, as they were; erased ones are left out."""
    for id in filter(is_safe_id, sorted(ids)):
        past.tick()
        own = entries.get(id, ())
        if any(entry.act == ERASED for entry in own):
            continue
        is_present = id in store.memories
        try:
            loaded = (store.memories if is_present else store.archive).read(id)
        except NotFound:
            continue
        except BadData as problem:
            if not is_present:  # for memories in the store the index warns
                store.warn(skipped_message(problem.message))
            continue
        yield _seen(store, loaded, HERE if is_present else ARCHIVED, own, now)


def _seen(
    store: Store,
    loaded: LoadedRecord[Memory],
    place: str,
    entries: Sequence[JournalEntry],
    now: datetime,
) -> PastMemory:
    """A memory at `now`, reconstructed from its current file; with its current text if the
    reconstruction is not a valid file."""
    current = flat(loaded.document.data)
    then = state_then(current, place, entries, now)
    memory = loaded.value
    if then.keys != current:
        try:
            document = applied({}, {path_of(key): value for key, value in then.keys.items()})
            memory = store.memories.codec.value(loaded.id, document)
        except MementoError:
            then = then._replace(doubts=(*then.doubts, BY_HAND))
    log = tuple(it for it in memory.log if it.timestamp <= now or it.event == CREATED)
    is_as_now = place == then.place and then.keys == current
    return PastMemory(memory._replace(log=log), then, entries, loaded, is_as_now)


def _with_numbers(store: Store, past_memory: PastMemory, now: datetime) -> Memory:
    return with_strength(store, past_memory.memory, past_memory.entries, now)
