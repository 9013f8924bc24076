"""Hints from the system that files have changed.

A hint may come late, twice, without a change, or, when a queue overflows, not at all. So a hint
only says when to look: a comparison of files decides, of all files if hints may be missing.
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

LONGEST_SECONDS = 2.0  # of a burst until files are compared
MANY = 1_000  # names: comparing all files is as quick, and before an overflow a queue is long
EVERYTHING, LOOK, WAKE = "*/", "./", "/"  # cannot be names of files
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
"""The events of writing. Those of opening, reading and closing are not asked for."""

Queue = SimpleQueue[str]
"""Names of files in memories/, or LOOK (at journal and settings), EVERYTHING, WAKE (at once)."""


class Hints(NamedTuple):
    """The hints of one burst; `woken` if a caller asked for a look at once."""

    names: frozenset[str] = frozenset()
    everything: bool = False
    woken: bool = False


def gathered(queue: Queue, patience: float, quiet: float) -> Hints:
    """The hints of the next burst, which ends when none came for `quiet` seconds.

    A burst of more than LONGEST_SECONDS comes in parts. No hints if none came within `patience`
    seconds.
    """
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
    """Puts the system's hints about a store into a queue."""

    def __init__(self, root: str, queue: Queue) -> None:
        self.root = root
        self.queue = queue
        self._observer: BaseObserver | None = None
        self._folders: dict[str, tuple[int, int]] = {}

    def start(self) -> None:
        """Subscribe to events, again if need be; OSError if the system's resources are used up."""
        self.stop()
        self._folders = self._existing_folders()
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
        """Unsubscribe from events."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    @property
    def sound(self) -> bool:
        """Whether hints can still come: none come about a folder that was replaced."""
        return (
            self._observer is not None
            and self._folders == self._existing_folders()
            and all(emitter.is_alive() for emitter in self._observer.emitters)
        )

    def _existing_folders(self) -> dict[str, tuple[int, int]]:
        folders = {}
        for path in (self.root, *(os.path.join(self.root, name) for name in (MEMORIES, JOURNAL))):
            with suppress(OSError):
                status = os.lstat(path)
                if stat.S_ISDIR(status.st_mode):
                    folders[path] = (status.st_dev, status.st_ino)
        return folders


class Handler(events.FileSystemEventHandler):
    """Puts the hint of each event into the queue."""

    def __init__(self, root: str, queue: Queue) -> None:
        self.root = root
        self.queue = queue

    def on_any_event(self, event: events.FileSystemEvent) -> None:
        """Queue the name of a file in memories/; of the settings and the journal, LOOK."""
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
    """Queues EVERYTHING when watchdog logs that it lost events, which it reports nowhere else."""

    def __init__(self, queue: Queue) -> None:
        super().__init__(logging.WARNING)
        self.queue = queue

    def emit(self, record: logging.LogRecord) -> None:
        self.queue.put(EVERYTHING)


@contextmanager
def noticing(root: str, queue: Queue) -> Iterator[Notices]:
    """Notices that are not started yet, and are stopped at the end."""
    notices, overflow = Notices(root, queue), Overflow(queue)
    logger = logging.getLogger("watchdog")
    logger.addHandler(overflow)
    try:
        yield notices
    finally:
        logger.removeHandler(overflow)
        notices.stop()
