"""Hints that something changed, from the system: which files to look at, or that all need it.

A hint may come late, twice, for nothing, or, when a queue overflows, not at all. So nobody believes
one: a look decides, and where hints may be missing, it is at everything.
"""

from __future__ import annotations

import logging
import os
import stat
import time
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue

from watchdog import events
from watchdog.observers import Observer

from memento_cli.index.refresh.freshness import JOURNAL, MEMORIES, SETTINGS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from watchdog.observers.api import BaseObserver

LONGEST_SECONDS = 2.0  # a burst that goes on is looked at by then
MANY = 1_000  # a look at everything is as quick; and before a queue overflows, it is long
EVERYTHING, LOOK, WAKE = "*/", "./", "/"  # no names of files
KINDS: list[type[events.FileSystemEvent]] = [
    events.FileCreatedEvent,
    events.FileModifiedEvent,
    events.FileMovedEvent,
    events.FileDeletedEvent,
    events.FileClosedEvent,
    events.DirCreatedEvent,
    events.DirMovedEvent,
    events.DirDeletedEvent,
]
"""What writing does. Opening, reading and closing without a write are not asked for."""

Queue = SimpleQueue[str]
"""Names of files in memories/; LOOK (at journal and settings), EVERYTHING, WAKE (now)."""


class Hints(NamedTuple):
    """What was hinted at in one burst; `woken` if someone asked for a look at once."""

    names: frozenset[str] = frozenset()
    everything: bool = False
    woken: bool = False


def gathered(queue: Queue, patience: float, quiet: float) -> Hints:
    """The hints of the next burst: until none came for `quiet` seconds; a burst that goes on for
    more than two seconds, in parts. Without any within `patience` seconds, none."""
    names = list[str]()
    end, wait = 0.0, patience
    with suppress(Empty):
        while wait >= 0:
            name = queue.get(timeout=wait)
            if name == WAKE:
                return Hints(everything=True, woken=True)
            if not names:
                end = time.monotonic() + max(LONGEST_SECONDS, quiet)
            names.append(name)
            wait = min(quiet, end - time.monotonic())
    everything = EVERYTHING in names or len(names) > MANY
    return Hints(frozenset(names), everything)


class Notices:
    """Asks the system for hints about a store and puts them into a queue."""

    def __init__(self, root: str, queue: Queue) -> None:
        self.root = root
        self.queue = queue
        self._observer: BaseObserver | None = None
        self._folders: dict[str, tuple[int, int]] = {}

    def start(self) -> None:
        """Ask anew. OSError when the system has no more of what it takes."""
        self.stop()
        self._folders = self._there()
        observer = Observer()
        handler = Handler(self.root, self.queue)
        try:
            for path in self._folders:
                deep = os.path.basename(path) == JOURNAL and path != self.root
                observer.schedule(handler, path, recursive=deep, event_filter=KINDS)
            observer.start()
        except BaseException:
            observer.stop()
            raise
        self._observer = observer

    def stop(self) -> None:
        """Ask no more."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    @property
    def sound(self) -> bool:
        """Whether hints can be hoped for: of a folder that was replaced none ever come again."""
        return (
            self._observer is not None
            and self._folders == self._there()
            and all(emitter.is_alive() for emitter in self._observer.emitters)
        )

    def _there(self) -> dict[str, tuple[int, int]]:
        """The folders that matter, with what tells them from others of the same name."""
        found = {}
        for path in (self.root, *(os.path.join(self.root, name) for name in (MEMORIES, JOURNAL))):
            with suppress(OSError):
                status = os.lstat(path)
                if stat.S_ISDIR(status.st_mode):
                    found[path] = (status.st_dev, status.st_ino)
        return found


class Handler(events.FileSystemEventHandler):
    """Puts what an event is about into the queue."""

    def __init__(self, root: str, queue: Queue) -> None:
        self.root = root
        self.queue = queue

    def on_any_event(self, event: events.FileSystemEvent) -> None:
        """A file in memories/ by its name; the settings and the journal only say: look."""
        for place in (event.src_path, event.dest_path):
            if not place:
                continue
            path = os.path.relpath(os.fsdecode(place), self.root)
            folder, _, name = path.rpartition(os.sep)
            if folder == MEMORIES:
                self.queue.put(name)
            elif path == MEMORIES:
                self.queue.put(EVERYTHING)
            elif path == SETTINGS or path.partition(os.sep)[0] == JOURNAL:
                self.queue.put(LOOK)


class Overflow(logging.Handler):
    """Hears watchdog say that it lost something, which it tells nobody else."""

    def __init__(self, queue: Queue) -> None:
        super().__init__(logging.WARNING)
        self.queue = queue

    def emit(self, record: logging.LogRecord) -> None:
        self.queue.put(EVERYTHING)


@contextmanager
def noticing(root: str, queue: Queue) -> Iterator[Notices]:
    """Notices that stop at the end; nothing of them is asked for yet."""
    notices, overflow = Notices(root, queue), Overflow(queue)
    logger = logging.getLogger("watchdog")
    logger.addHandler(overflow)
    try:
        yield notices
    finally:
        logger.removeHandler(overflow)
        notices.stop()
