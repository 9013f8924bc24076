"""Watching a store: keeping its index fresh, and reporting every change."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import ExitStack, contextmanager, suppress
from queue import SimpleQueue

from memento_cli.errors import BadData, Busy, Failed, MementoError
from memento_cli.index.database.index import index_of
from memento_cli.index.database.making import private_folder
from memento_cli.index.database.place import index_folder
from memento_cli.index.fading.strengths import Strengths
from memento_cli.index.refresh.freshness import SETTINGS as SETTINGS_FILE
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import ignore_warning
from memento_cli.store.directory.store import Store
from memento_cli.store.files.files import os_errors, read_regular
from memento_cli.store.files.lock import Lock
from memento_cli.store.files.names import stem_of
from memento_cli.watch.hints import WAKE, gathered, noticing
from memento_cli.watch.seen import Difference, StoreState

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.watch.hints import Hints, Notices, Queue

QUIET_SECONDS = 0.2
TICK_SECONDS = 1.0  # between two checks that the store still exists
SWEEP_SECONDS = 60.0  # between two comparisons of all files, where the system gives hints
POLL_SECONDS = 2.0  # where it gives none
GRACE_SECONDS = 0.5  # a checkout or an editor may replace memento.toml in two steps

LOCK_FILE = "watch.lock"
LIMIT = 1_000  # bytes of it that are read

ADDED, CHANGED, REMOVED, ACTED = "added", "changed", "removed", "acted"
JOURNAL, SETTINGS = "journal", "settings"


class Watch:
    """A store that is being watched; made by `watching`."""

    def __init__(
        self,
        store: Store,
        notices: Notices,
        quiet: float,
        every: float | None,
        warn: Callable[[str], None],
    ) -> None:
        self._store = store
        self._warn = warn
        self._queue = notices.queue
        self._quiet = quiet
        self._every = every or SWEEP_SECONDS
        self._notices = notices if every is None else None
        self._listen()  # before the first look, so that no change in between is missed
        self._seen = StoreState(store.root)
        self._due = time.monotonic() + self._every
        with index_of(store, everything=True):
            pass

    @property
    def count(self) -> int:
        """The number of memories' files."""
        return len(self._seen.files)

    def wake(self) -> None:
        """Ask for a look at everything, at once; callable from any thread."""
        self._queue.put(WAKE)

    def batches(self, now: Callable[[], datetime]) -> Iterator[Batch]:
        """The changes by bursts, or an empty batch each second; Failed if the store is gone."""
        while True:
            left = max(0.0, self._due - time.monotonic())
            hints = gathered(self._queue, min(TICK_SECONDS, left), self._quiet)
            self._check_there()
            if self._notices and not self._notices.sound:
                self._listen()
                hints = hints._replace(everything=True)
            difference = self._look(hints)
            self._check_there()  # if the store is gone, its files are not reported as removed
            yield Batch(self._changes(difference, now()), hints.woken)

    def _check_there(self) -> None:
        if not is_there(self._store.root):
            raise Failed(f"the store at {self._store.root} is gone")

    def _look(self, hints: Hints) -> Difference:
        everything = hints.everything or time.monotonic() >= self._due
        try:
            return self._seen.look(None if everything else hints.names)
        except (MementoError, OSError) as problem:
            self._warn_of(problem)
            return Difference()
        finally:
            if everything:
                self._due = time.monotonic() + self._every

    def _changes(self, difference: Difference, at: datetime) -> tuple[Change, ...]:
        if difference == Difference():
            return ()
        memories: dict[str, Memory] = {}
        try:
            if difference.settings:
                self._store = Store(self._store.root, self._warn)
            memories = self._memories(difference, at)
        except (MementoError, OSError, sqlite3.Error) as problem:
            self._warn_of(problem)
        return changes_of(difference, memories, at)

    def _memories(self, difference: Difference, at: datetime) -> dict[str, Memory]:
        """Bring the index up to date; the memories that changed, as they are now, by id."""
        written = (*difference.added, *difference.changed)
        ids = {*map(stem_of, written), *(entry.memory for entry in difference.entries)}
        with index_of(self._store, names=(*written, *difference.removed)) as opened:
            index = Strengths(opened.database, self._store, at)
            return {memory.id: memory for memory in index.by_ids(sorted(ids))}

    def _listen(self) -> None:
        """Subscribe to the system's hints; if it gives none, compare all files often instead."""
        if self._notices is None:
            return
        try:
            self._notices.start()
        except (FileNotFoundError, NotADirectoryError):
            return  # a folder has just been removed: the next round tries again
        except OSError as problem:
            self._notices, self._every = None, POLL_SECONDS
            self._store.warn(f"no events ({problem.strerror}); looking every {POLL_SECONDS:g} s")

    def _warn_of(self, problem: Exception) -> None:
        if is_there(self._store.root):
            self._store.warn(f"{problem}; looking again")


def is_there(root: str) -> bool:
    """Whether there is a store at `root`: not deleted, moved away or unmounted."""
    settings = os.path.join(root, SETTINGS_FILE)
    if os.path.lexists(settings):
        return True
    time.sleep(GRACE_SECONDS)
    return os.path.lexists(settings)


@contextmanager
def watching(
    store: Store,
    *,
    quiet: float = QUIET_SECONDS,
    every: float | None = None,
    warn: Callable[[str], None] = ignore_warning,
) -> Iterator[Watch]:
    """Watch a store, as its only watcher; Busy if there is one. `warn` is called with problems.

    A burst ends when nothing happened for `quiet` seconds. With `every`, the system's hints are not
    used, and all files are compared every so many seconds.
    """
    queue: Queue = SimpleQueue()
    with _alone(store.root, warn), noticing(store.root, queue) as notices:
        yield Watch(store, notices, quiet, every, warn)


@contextmanager
def _alone(root: str, warn: Callable[[str], None]) -> Iterator[None]:
    """Exclude this user's other watchers of the store; Busy, with the process, if there is one.

    If the lock cannot be made, `warn` is called instead.
    """
    folder = index_folder(root)
    path = os.path.join(folder, LOCK_FILE)
    with ExitStack() as stack:
        try:
            with os_errors(folder):
                private_folder(root)
            stack.enter_context(Lock(path, 0.0).held())
        except Busy:
            process = "unknown"
            with suppress(OSError, BadData):
                process = read_regular(path, LIMIT).decode(errors="replace").split(" ")[0]
            raise Busy(
                f"{root} is being watched already, by process {process}",
                f"end that one, or see what it is: `ps -p {process}`",
            ) from None
        except MementoError as problem:
            warn(f"{problem.message}; another watcher of this store would not be noticed")
        yield


class Change(NamedTuple):
    """A change of a memory's file (`added`, `changed`, `removed`), a new journal entry about a
    memory (`acted`), a log that changed otherwise than at its end (`journal`), or `settings`.

    `acts` are the event types of the new journal entries, the oldest first; `memory` is the memory
    as it is now, if it can be read.
    """

    at: datetime
    event: str
    id: str = ""
    acts: tuple[str, ...] = ()
    memory: Memory | None = None


class Batch(NamedTuple):
    """The changes of one burst, or none; `woken` if a caller asked for the look by `wake`."""

    changes: tuple[Change, ...] = ()
    woken: bool = False


def changes_of(
    difference: Difference, memories: Mapping[str, Memory], at: datetime
) -> tuple[Change, ...]:
    """The changes of a difference, at the time `at`; `memories` are the present ones, by id."""
    acts: dict[str, tuple[str, ...]] = {}
    for entry in difference.entries:
        acts[entry.memory] = (*acts.get(entry.memory, ()), entry.act)
    files = (
        (ADDED, difference.added),
        (CHANGED, difference.changed),
        (REMOVED, difference.removed),
    )
    changes = [
        Change(at, event, id, acts.pop(id, ()), memories.get(id))
        for event, names in files
        for id in map(stem_of, names)
    ]
    changes += [Change(at, ACTED, id, done, memories.get(id)) for id, done in acts.items()]
    changes += [Change(at, JOURNAL)] if difference.logs else []
    changes += [Change(at, SETTINGS)] if difference.settings else []
    return tuple(changes)
