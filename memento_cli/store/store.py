"""A store: its folders, settings, journal and lock; how it is found."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING, Any

from memento_cli.core.acts import CLI
from memento_cli.core.held import EVENTS, held
from memento_cli.core.history import Signature
from memento_cli.core.memory import Memory
from memento_cli.errors import BadData, MementoError, NotFound, Refused
from memento_cli.store.clone import actor, clone_id, door, known_id
from memento_cli.store.collection import Collection
from memento_cli.store.files import create, read_regular, replace, sync_folder
from memento_cli.store.journal import Journal
from memento_cli.store.lock import Lock
from memento_cli.store.memory_file import MemoryCodec
from memento_cli.store.pending import any_erased, nothing_pending
from memento_cli.store.place import FILE, here
from memento_cli.store.place import default_place as default_place
from memento_cli.store.place import found_store as found_store
from memento_cli.store.settings import (
    DEFAULTS,
    SCHEMA_VERSION,
    Settings,
    near_setting,
    settings_of,
)
from memento_cli.store.toml import SIZE_LIMIT

if TYPE_CHECKING:
    from memento_cli.store.event_log import EventLog

PRIVATE = ".memento"
UTC_NAMES = ("UTC", "Etc/UTC")  # known without the tables of all zones


def _once(warn: Callable[[str], None]) -> Callable[[str], None]:
    """Warn of one thing once, however often it is read."""
    told = set[str]()

    def tell(message: str) -> None:
        if message not in told:
            told.add(message)
            warn(message)

    return tell


def silent(message: str) -> None:
    """Nobody asked to hear of what was skipped."""


class Store:
    """An open store. `warn` hears once of each file or line that had to be skipped."""

    def __init__(
        self,
        root: str,
        warn: Callable[[str], None] = silent,
        settings: Settings | None = None,
    ) -> None:
        self.root = os.path.realpath(root)
        self.warn = _once(warn)
        self.problem: BadData | None = None
        self.settings = settings or self._settings()
        for key in self.settings.unknown:
            warn(f"{self.settings_file}: unknown setting {key}{near_setting(key)}")
        self.zone = zone_of(self.settings["timezone"], self.settings_file)
        timeout = self.settings["lock.timeout_seconds"]
        self.lock = Lock(os.path.join(self.root, PRIVATE, "lock"), timeout, self._refusal())
        self.lock.first = self._finish_erasures
        codec = MemoryCodec(self.zone)
        self.changed: list[str] = []  # the paths of all that was written through this store
        folders = (self._folder(name) for name in ("memories", "archive", "proposals"))
        self.memories, self.archive, self.proposals = (
            Collection[Memory](folder, codec, self.lock, self.changed) for folder in folders
        )
        self.journal = Journal(
            self._folder("journal"), self.lock, self.writer, self.changed, self.warn
        )
        self._held: dict[str, Collection[Any]] = {}

    @cached_property
    def events(self) -> EventLog:
        """What was observed."""
        from memento_cli.store.event_log import EventLog  # most commands ask for none

        return EventLog(
            self._folder(EVENTS), self.lock, self.writer, self.changed, self._erased_events
        )

    def _erased_events(self) -> list[str]:
        if not any_erased(self.root):
            return []
        from memento_cli.store.erased_events import event_ids  # most stores have none
        from memento_cli.store.erasing import erasures

        return event_ids(erasures(self))

    def held(self, folder: str) -> Collection[Any]:
        """One of the folders of what holds beside memories: states, blocks, kv, graph, sessions."""
        if folder not in self._held:
            from memento_cli.store.held_files import codec_of  # most commands ask for none

            codec = codec_of(folder, self.zone)
            self._held[folder] = Collection(self._folder(folder), codec, self.lock, self.changed)
        return self._held[folder]

    def _settings(self) -> Settings:
        """The settings; while they cannot be read, the defaults, for reading only."""
        try:
            settings = settings_in(self.root)
            zone_of(settings["timezone"], self.settings_file)
            return settings
        except BadData as problem:
            self.problem = problem
            self.warn(f"{problem.message}; reading with the default settings")
            return DEFAULTS

    @property
    def settings_file(self) -> str:
        """Where the settings are."""
        return os.path.join(self.root, FILE)

    @contextmanager
    def one_act(self, batch: str = "") -> Iterator[None]:
        """What is journalled inside is one batch, which one undo takes back: this one, or a new."""
        with self.journal.one_batch(batch):
            yield

    @contextmanager
    def all_or_nothing(self, ids: Iterable[str]) -> Iterator[None]:
        """Files that are as they were if what is done to them inside fails: of memories, by their
        ids, and of what else holds, by its reference.

        A kill leaves what was done so far, which needs no repair; an error leaves nothing.
        """
        with self.lock.held():
            self.writer()  # what can fail before anything is changed
            paths = [self._paths(name) for name in ids]
            folders = {os.path.dirname(path) for pair in paths for path in pair}
            before = {path: _bytes_of(path) for pair in paths for path in pair}
            try:
                yield
            except BaseException:
                for pair in paths:
                    _put_back(pair, before)
                for folder in folders:
                    if os.path.isdir(folder):
                        sync_folder(folder)
                raise

    def _paths(self, name: str) -> tuple[str, str]:
        """The two places of a memory; of anything else, its one, twice."""
        parts = held(name)
        if parts:
            path = self.held(parts[0]).path(parts[1])
            return path, path
        return self.memories.path(name), self.archive.path(name)

    def signed(self, now: datetime, via: str, reason: str = "") -> Signature:
        """The signature of what this writer does at `now`; Refused if the reason has a secret."""
        if reason:
            from memento_cli.core.secret_marks import refuse_secret

            refuse_secret({"reason": reason})
        return Signature(now, actor(), door() if via == CLI else via, reason)

    def writer(self) -> tuple[str, str]:
        """Who writes: the actor and this clone's id, which is made for who holds the lock only."""
        private = os.path.join(self.root, PRIVATE)
        return actor(), clone_id(private) if self.lock.is_held else known_id(private)

    def _finish_erasures(self) -> None:
        """Take out what others have erased, and what of it a merge has brought back."""
        if not nothing_pending(self.root):
            from memento_cli.store.erasing import finish_if_possible  # few acts come here

            finish_if_possible(self)

    def _folder(self, name: str) -> str:
        folder = os.path.join(self.root, name)
        if os.path.realpath(folder) != folder:
            raise BadData(folder, ["leads out of the store"], "make it a folder, not a link")
        return folder

    def _refusal(self) -> MementoError | None:
        if self.problem:
            return self.problem
        version = self.settings["schema_version"]
        if version > SCHEMA_VERSION:
            return Refused(
                f"{self.root} has format {version}; this memento writes {SCHEMA_VERSION}",
                "upgrade memento; reading works",
            )
        return None


def collection_of(store: Store, folder: str) -> Collection[Any]:
    """The files in a folder of the store: memories, those that are no longer or not yet any, or
    what else holds."""
    memories = (store.memories, store.archive, store.proposals)
    named = {os.path.basename(each.folder): each for each in memories}
    return named.get(folder) or store.held(folder)


def _bytes_of(path: str) -> bytes | None:
    try:
        return read_regular(path, SIZE_LIMIT)
    except (OSError, BadData):
        return None


def _put_back(pair: tuple[str, str], before: Mapping[str, bytes | None]) -> None:
    """Make the two places that a memory can be in what they were, by renaming where that does."""
    for path, other in (pair, pair[::-1]):
        was, now = before[path], _bytes_of(path)
        if was == now:
            continue
        with suppress(OSError, MementoError):
            if was is None:
                if before[other] == now and _bytes_of(other) is None:
                    os.rename(path, other)
                else:
                    os.unlink(path)
            elif now is None and _bytes_of(other) == was:
                os.rename(other, path)
            elif now is None:
                create(path, was)
            else:
                replace(path, was)


def settings_in(root: str) -> Settings:
    """The settings of the store in this folder; NotFound if it is none."""
    path = os.path.join(root, FILE)
    try:
        return settings_of(read_regular(path, SIZE_LIMIT), path)
    except (FileNotFoundError, NotADirectoryError):
        raise no_store(root) from None
    except OSError as problem:
        if problem.errno == errno.ENAMETOOLONG:
            raise no_store(root) from None
        raise BadData(path, [f"cannot be read: {problem.strerror}"]) from None


def no_store(place: str) -> NotFound:
    """The error of a place that is no store."""
    import shlex  # few commands come here

    command = "memento init" if place == here() else f"memento init {shlex.quote(place)}"
    return NotFound(f"no memento store at {place}", f"`{command}` makes one")


def zone_of(name: str, where: str) -> tzinfo:
    """The zone with this name."""
    if name in UTC_NAMES:
        return UTC
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise BadData(where, [f"timezone: no zone is called {name!r}"]) from None
