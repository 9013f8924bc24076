"""Watching a store: the index is kept fresh, and every change is told."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import contextmanager
from queue import SimpleQueue

from memento_cli.errors import Failed, MementoError
from memento_cli.index.database.index import index_of
from memento_cli.index.fading.strengths import Strengths
from memento_cli.index.refresh.freshness import SETTINGS
from memento_cli.store.directory.folders import ignore_warning
from memento_cli.store.directory.store import Store
from memento_cli.store.files.names import stem_of
from memento_cli.watch.alone import alone
from memento_cli.watch.changes import Batch, changes_of
from memento_cli.watch.hints import WAKE, gathered, noticing
from memento_cli.watch.seen import Difference, StoreState

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.watch.changes import Change
    from memento_cli.watch.hints import Hints, Notices, Queue

QUIET_SECONDS = 0.2
TICK_SECONDS = 1.0  # between two looks whether the store is still there
SWEEP_SECONDS = 60.0  # between two looks at everything, where hints come
POLL_SECONDS = 2.0  # where none come
GRACE_SECONDS = 0.5  # a checkout or an editor may replace memento.toml in two steps


class Watch:
    """A store that is being watched; `watching` makes one."""

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
        self._listen()  # before the first look: nothing happens in between unseen
        self._seen = StoreState(store.root)
        self._due = time.monotonic() + self._every
        with index_of(store, everything=True):
            pass

    @property
    def count(self) -> int:
        """How many files of memories there are."""
        return len(self._seen.files)

    def wake(self) -> None:
        """Ask for a look at everything, now; any thread may."""
        self._queue.put(WAKE)

    def batches(self, now: Callable[[], datetime]) -> Iterator[Batch]:
        """The changes, burst by burst; without any, an empty batch each second as a sign of life.

        Failed when the store is gone.
        """
        while True:
            left = max(0.0, self._due - time.monotonic())
            hints = gathered(self._queue, min(TICK_SECONDS, left), self._quiet)
            self._check_there()
            if self._notices and not self._notices.sound:
                self._listen()
                hints = hints._replace(everything=True)
            difference = self._look(hints)
            self._check_there()  # of a store that goes, nothing is told as removed
            yield Batch(self._changes(difference, now()), hints.woken)

    def _check_there(self) -> None:
        if not is_there(self._store.root):
            raise Failed(f"the store at {self._store.root} is gone")

    def _look(self, hints: Hints) -> Difference:
        everything = hints.everything or time.monotonic() >= self._due
        try:
            return self._seen.look(None if everything else hints.names)
        except (MementoError, OSError) as problem:
            self._tell(problem)
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
            self._tell(problem)
        return changes_of(difference, memories, at)

    def _memories(self, difference: Difference, at: datetime) -> dict[str, Memory]:
        """Bring the index up to date; the memories that changed, as they are in it now."""
        written = (*difference.added, *difference.changed)
        ids = {*map(stem_of, written), *(line.memory for line in difference.lines)}
        with index_of(self._store, names=(*written, *difference.removed)) as index:
            strengths = Strengths(index.database, self._store, at)
            where = "key = (SELECT key FROM name WHERE name.id = ?)"
            found = (strengths.memories(where, (id,)) for id in sorted(ids))
            return {memory.id: memory for memories in found for memory in memories}

    def _listen(self) -> None:
        """Ask the system for hints; where it has none to give, look often instead."""
        if self._notices is None:
            return
        try:
            self._notices.start()
        except (FileNotFoundError, NotADirectoryError):
            return  # a folder has just gone: the next round asks anew
        except OSError as problem:
            self._notices, self._every = None, POLL_SECONDS
            self._store.warn(f"no events ({problem.strerror}); looking every {POLL_SECONDS:g} s")

    def _tell(self, problem: Exception) -> None:
        if is_there(self._store.root):
            self._store.warn(f"{problem}; looking again")


def is_there(root: str) -> bool:
    """Whether there is a store at `root`: not deleted, moved away or unmounted."""
    settings = os.path.join(root, SETTINGS)
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
    """Watch a store, as its only watcher; Busy if there is one. `warn` hears what goes wrong.

    A burst is over when nothing happened for `quiet` seconds. With `every`, the system is asked
    for no events, and all is looked at each so many seconds.
    """
    queue: Queue = SimpleQueue()
    with alone(store.root, warn), noticing(store.root, queue) as notices:
        yield Watch(store, notices, quiet, every, warn)
