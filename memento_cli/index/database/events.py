"""The index of events, made from the event logs, beside the index of memories.

An event has a row as a memory has, so that one search serves both. Logs only grow, so rows are
added from where each log was left; if one was changed otherwise, by an erasure or a merge, the
index is made again.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, contextmanager

from memento_cli.core.events.events import event_passage
from memento_cli.errors import BadData
from memento_cli.index.database.database import (
    STUMBLES,
    connect_to,
    create_orders,
    create_tables,
    faults_told,
    is_damaged,
    meta,
    one_snapshot,
    one_transaction,
    open_database,
    problems_in,
    set_meta,
)
from memento_cli.index.database.making import make_index
from memento_cli.index.database.place import EVENTS as FILE
from memento_cli.index.database.place import index_folder
from memento_cli.index.database.temporary import write_memories
from memento_cli.index.fading.strengths import Strengths
from memento_cli.index.refresh.freshness import believable, known_logs
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.system import stamp_of
from memento_cli.store.journal.event_lines import event_in_line
from memento_cli.store.journal.logs import stats_of, tail_of
from memento_cli.store.records.loaded import LoadedValue

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.index.database.making import Fill
    from memento_cli.store.directory.store import Store
    from memento_cli.store.files.system import Stamp
    from memento_cli.store.journal.logs import Tail

IN_MEMORY = ":memory:"
ZONE, ERASED = "zone", "erased"
WHOLE = 0
"""The line number that stands for a log that cannot be read at all."""
KEEP = (
    "UPDATE log SET mtime = ?, ctime = ?, size = ?, inode = ?, read = ?, lines = ?, sum = ?"
    " WHERE key = ?"
)
NEW_LOG = "INSERT OR IGNORE INTO log (path, read, lines, sum) VALUES (?, 0, 0, 0)"
BROKEN = "INSERT OR REPLACE INTO bad_line VALUES (?, ?, ?)"


class _Changed(Exception):
    """A log was changed otherwise than by appending, or removed."""


class _Gained(NamedTuple):
    """A log of which the index has so many lines, and the lines that it has gained since."""

    key: int
    lines: int
    tail: Tail
    stamp: Stamp


@contextmanager
def event_index(
    store: Store, now: datetime, tick: Callable[[], None] = lambda: None
) -> Iterator[Strengths]:
    """The events of a store for a search, up to the last complete line of each log."""

    def drop() -> None:
        os.unlink(os.path.join(index_folder(store.root), FILE))

    database = _opened(store, tick)
    with closing(database), faults_told(database, "the index of events", drop):
        for problem in problems_in(database, store.root):
            store.warn(problem)
        with one_snapshot(database):
            yield Strengths(database, store, now)


def rebuilt_events(store: Store, tick: Callable[[], None] = lambda: None) -> int:
    """Make the index of events again, and return the number of events; OSError if that fails."""
    fill = _filling(store, tick)
    with closing(make_index(store.root, FILE, fill, always=True)) as database:
        return int(database.execute("SELECT count(*) FROM memory").fetchone()[0])


def _filling(store: Store, tick: Callable[[], None]) -> Fill:
    def fill(database: sqlite3.Connection) -> None:
        create_tables(database, store.root)
        for key, value in _made_for(store).items():
            set_meta(database, key, value)
        _refresh(database, store, tick, new=True)
        create_orders(database)

    return fill


def _opened(store: Store, tick: Callable[[], None]) -> sqlite3.Connection:
    """The index, brought up to date or made again; in memory if the cache cannot be written."""
    fill = _filling(store, tick)
    try:
        database = open_database(os.path.join(index_folder(store.root), FILE), store.root)
        if database is not None:
            try:
                made_for = _made_for(store).items()
                if all(meta(database, key) == made for key, made in made_for):
                    if _stamps(store) != known_logs(database):
                        _refresh(database, store, tick)
                    return database
            except (_Changed, *STUMBLES) as problem:
                if not (isinstance(problem, _Changed) or is_damaged(database, problem)):
                    raise
            database.close()
        return make_index(store.root, FILE, fill, always=database is not None)
    except (OSError, sqlite3.OperationalError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        store.warn(f"{index_folder(store.root)}: cannot keep an index there ({why})")
    database = connect_to(IN_MEMORY)
    fill(database)
    return database


def _made_for(store: Store) -> dict[str, str]:
    """What the rows depend on beside the logs: the time zone, and the events that were erased."""
    erased = " ".join(sorted(store.events.erased()))
    return {ZONE: store.settings["timezone"], ERASED: erased}


def _refresh(
    database: sqlite3.Connection, store: Store, tick: Callable[[], None], *, new: bool = False
) -> None:
    """Add the new lines of the logs, unless another process has done so meanwhile."""
    with one_transaction(database):
        indexed, stamps = known_logs(database), _stamps(store)
        if indexed.keys() - stamps.keys():
            raise _Changed
        logs = [path for path, stamp in stamps.items() if indexed.get(path) != stamp]
        gained = [log for path in logs if (log := _gained(database, path))]
        write_memories(database, store, _events(database, store, gained), tick, new=new)
        for log in gained:
            state = (*log.stamp, log.tail.end, log.lines + log.tail.complete, log.tail.sum)
            database.execute(KEEP, (*state, log.key))


def _stamps(store: Store) -> Mapping[str, Stamp]:
    return {path: stamp_of(stat) for path, stat in stats_of(store.events.files()).items()}


def _gained(database: sqlite3.Connection, path: str) -> _Gained | None:
    """The new lines of a log; None if it is unreadable or gone, _Changed if older ones differ."""
    looked, name = time.time_ns(), os.fsencode(path)
    try:
        stamp = stamp_of(os.stat(path))
    except FileNotFoundError:  # git may have swapped it away since it was listed
        return None
    database.execute(NEW_LOG, (name,))
    query = "SELECT key, read, lines, sum FROM log WHERE path = ?"
    key, start, lines, sum = database.execute(query, (name,)).fetchone()
    try:
        tail = tail_of(path, start, sum)
    except FileNotFoundError:
        return None
    except (OSError, BadData) as problem:
        why = problem.problems[0] if isinstance(problem, BadData) else problem.strerror
        database.execute(BROKEN, (key, WHOLE, os.fsencode(f"cannot be read: {why}")))
        return None
    database.execute("DELETE FROM bad_line WHERE log = ? AND place = ?", (key, WHOLE))
    if tail.start != start:
        raise _Changed
    return _Gained(key, lines, tail, believable(stamp, looked))


def _events(
    database: sqlite3.Connection, store: Store, logs: Iterable[_Gained]
) -> Iterator[LoadedValue[Memory]]:
    status = os.stat(store.root)  # an event has no file; this status is not used
    seen = set(store.events.erased())
    for log in logs:
        for number, raw in log.tail.lines:
            if number > log.tail.complete:
                break
            try:
                event = event_in_line(raw)
            except BadData as problem:
                why = os.fsencode(problem.problems[0])
                database.execute(BROKEN, (log.key, log.lines + number, why))
                continue
            if event.text and event.id not in seen:
                seen.add(event.id)
                passage = event_passage(event, store.zone)
                yield LoadedValue(event.ref, passage, b"", event.ref, status)
