"""A store's folder: the folders in it, settings, journal and lock."""

from __future__ import annotations

import errno
import os

from memento_cli.errors import BadData, NotFound, Refused
from memento_cli.standard import cached_property, contextmanager, suppress
from memento_cli.store.directory.location import default_place
from memento_cli.store.files.names import FILE
from memento_cli.store.files.system import stamp_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.core.memory.memory import Memory
    from memento_cli.errors import MementoError
    from memento_cli.store.files.lock import Lock
    from memento_cli.store.journal.event_log import EventLog
    from memento_cli.store.journal.journal import Journal
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.settings.values import Settings

FOLDERS = ("memories", "archive", "proposals", "journal")
"""Folders that are checked when a store is opened: none may be a link out of the store."""
SIZE_LIMIT = 1 << 20
PRIVATE = ".memento"
HUB_NOTES = f"{PRIVATE}/hub.db"
"""There only in a clone that has met a hub, which the commands that need none see by that."""
MOST_TOLD = 1000
UTC_NAMES = ("UTC", "Etc/UTC")  # known without the tables of all zones


def warning_once(warn: Callable[[str], None]) -> Callable[[str], None]:
    """A `warn` that drops a message that it has passed on before; of the last MOST_TOLD or so, for
    a server goes on for long."""
    told = set[str]()

    def warn_once(message: str) -> None:
        if message not in told:
            if len(told) >= MOST_TOLD:
                told.clear()
            told.add(message)
            warn(message)

    return warn_once


def ignore_warning(message: str) -> None:
    """Drop a warning: for callers that do not report what was skipped."""


class IndexedFolder:
    """A folder that the index knows, and what has become of it since: whether only this process has
    changed it, under the lock.

    `stamp` is the index's stamp of it, as text; empty if another program has changed it since.
    `now` is its stamp when this process last let go of the lock.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.stamp = self.now = ""

    def note(self, stamp: str) -> None:
        """Note that the folder is now as the index has it, with this stamp."""
        self.stamp = stamp
        self.keep()

    def check(self) -> None:
        """Forget the stamp if another program has changed the folder."""
        if self.now != self._current():
            self.stamp = ""

    def keep(self) -> None:
        """Keep the stamp that the folder has now."""
        self.now = self._current()

    def _current(self) -> str:
        try:
            return stamp_text(os.lstat(self.folder))
        except OSError:
            return ""


def stamp_text(status: os.stat_result) -> str:
    """The stamp of a file or folder as text: its device, times in nanoseconds, size and inode."""
    return " ".join(map(str, (status.st_dev, *stamp_of(status))))


class Folders:
    """What is in the folder of a store. `warn` is called once for each file or line skipped.

    Collections and logs are made at first use: a recall needs none of them, only the index.
    """

    def __init__(
        self,
        root: str,
        warn: Callable[[str], None] = ignore_warning,
        settings: Settings | None = None,
    ) -> None:
        self.root = os.path.realpath(root)
        self.warn = warning_once(warn)
        self.problem: BadData | None = None
        self.settings = settings or self._settings()
        if self.settings.unknown:
            from memento_cli.store.settings.settings import near_setting

            for key in self.settings.unknown:
                warn(f"{self.settings_file}: unknown setting {key}{near_setting(key)}")
        self.changed: list[str] = []  # the paths of all that was written through this store
        self._records: dict[str, Collection[Any]] = {}
        self._folders = {name: self._folder(name) for name in FOLDERS}
        self.indexed_folder = IndexedFolder(self._folders["memories"])

    @cached_property
    def zone(self) -> tzinfo:
        """The zone of times in files that name none."""
        return zone_of(self.settings["timezone"], self.settings_file)

    @cached_property
    def lock(self) -> Lock:
        """The lock that every writer to this clone holds."""
        from memento_cli.store.files.lock import Lock

        timeout = self.settings["lock.timeout_seconds"]
        lock = Lock(os.path.join(self.root, PRIVATE, "lock"), timeout, self._refusal())
        lock.first, lock.last = self._begin, self.indexed_folder.keep
        return lock

    @cached_property
    def memories(self) -> Collection[Memory]:
        """The memories in the store."""
        return self._memories("memories")

    @cached_property
    def archive(self) -> Collection[Memory]:
        """The memories that were forgotten or pruned."""
        return self._memories("archive")

    def has_memory(self, id: str) -> bool:
        """Whether there is a memory with this id, in the archive or not; BadId for what is none."""
        return id in self.memories or id in self.archive

    @cached_property
    def proposals(self) -> Collection[Memory]:
        """The memories that an agent proposes, which nothing recalls."""
        return self._memories("proposals")

    def _memories(self, name: str) -> Collection[Memory]:
        from memento_cli.store.records.collection import Collection
        from memento_cli.store.records.memories import memory_codec

        return Collection(self._folders[name], memory_codec(self.zone), self.lock, self.changed)

    @cached_property
    def journal(self) -> Journal:
        """The logs of what was done."""
        from memento_cli.store.journal.journal import Journal

        return Journal(self._folders["journal"], self.lock, self.writer, self.changed, self.warn)

    @cached_property
    def events(self) -> EventLog:
        """The logs of what was observed."""
        from memento_cli.core.memory.record_kinds import EVENTS  # most commands ask for none
        from memento_cli.store.journal.event_log import EventLog

        return EventLog(self._folder(EVENTS), self.writer, self.changed, self._erased_events)

    def _erased_events(self) -> list[str]:
        """The ids of erased events: none here; `Store` knows them."""
        return []

    def held(self, folder: str) -> Collection[Any]:
        """A collection of records: states, blocks, kv, graph or sessions."""
        if folder not in self._records:
            from memento_cli.store.records.collection import Collection
            from memento_cli.store.records.registry import codec_of  # most commands ask for none

            codec = codec_of(folder, self.zone)
            self._records[folder] = Collection(self._folder(folder), codec, self.lock, self.changed)
        return self._records[folder]

    def _settings(self) -> Settings:
        """The settings; if they cannot be read, the defaults, and the store is read-only."""
        try:
            settings = settings_in(self.root)
            zone_of(settings["timezone"], self.settings_file)
            return settings
        except BadData as problem:
            self.problem = problem
            self.warn(f"{problem.message}; reading with the default settings")
            from memento_cli.store.settings.settings import DEFAULTS

            return DEFAULTS

    @property
    def settings_file(self) -> str:
        """The path of the settings."""
        return os.path.join(self.root, FILE)

    @contextmanager
    def one_act(self, batch: str = "") -> Iterator[None]:
        """Journal all that is done inside as one batch, new unless named, which one undo undoes."""
        with self.journal.one_batch(batch):
            yield

    @contextmanager
    def all_or_nothing(
        self, ids: Iterable[str] = (), proposals: Iterable[str] = ()
    ) -> Iterator[None]:
        """Restore the files of these memories and records (`states/alex-facts`), and of these
        proposals, if an error occurs.

        A kill leaves what was done so far, which needs no repair.
        """
        with self.lock.held():
            self.writer()  # fails, if it does, before anything is changed
            from memento_cli.store.directory.put_back import put_back
            from memento_cli.store.files.files import bytes_or_none
            from memento_cli.store.files.system import sync_folder

            paths = [self._paths(name) for name in ids]
            paths += [(self.proposals.path(id), self.proposals.path(id)) for id in proposals]
            folders = {os.path.dirname(path) for pair in paths for path in pair}
            before = {path: bytes_or_none(path) for pair in paths for path in pair}
            try:
                yield
            except BaseException:
                for pair in paths:
                    put_back(pair, before)
                for folder in folders:
                    if os.path.isdir(folder):
                        with suppress(OSError):  # what failed first is what is told
                            sync_folder(folder)
                raise

    def _paths(self, name: str) -> tuple[str, str]:
        """The two paths that a memory may have; of a record, its only path, twice."""
        from memento_cli.core.memory.record_kinds import held

        parts = held(name)
        if parts:
            path = self.held(parts[0]).path(parts[1])
            return path, path
        return self.memories.path(name), self.archive.path(name)

    def signed(self, now: datetime, via: str, reason: str = "") -> EntrySignature:
        """The signature of this writer's acts at `now`; Refused if the reason contains a secret."""
        from memento_cli.core.journal.event_types import CLI
        from memento_cli.core.journal.history import EntrySignature
        from memento_cli.store.directory.clone import actor, command_line_door

        if reason:
            from memento_cli.core.security.secret_checks import refuse_secret

            refuse_secret({"reason": reason})
        return EntrySignature(now, actor(), command_line_door() if via == CLI else via, reason)

    def writer(self) -> tuple[str, str]:
        """The actor and this clone's id, which is made only while the lock is held."""
        from memento_cli.store.directory.clone import actor, clone_id, existing_clone_id

        private = os.path.join(self.root, PRIVATE)
        return actor(), clone_id(private) if self.lock.is_held else existing_clone_id(private)

    def _begin(self) -> None:
        """When the lock is taken: has another program changed the folder of memories?"""
        self.indexed_folder.check()

    def _folder(self, name: str) -> str:
        folder = os.path.join(self.root, name)
        if os.path.realpath(folder) != folder:
            raise BadData(folder, ["leads out of the store"], "make it a folder, not a link")
        return folder

    def _refusal(self) -> MementoError | None:
        if self.problem:
            return self.problem
        from memento_cli.store.settings.values import SCHEMA_VERSION

        version = self.settings["schema_version"]
        if version > SCHEMA_VERSION:
            return Refused(
                f"{self.root} has format {version}; this memento writes {SCHEMA_VERSION}",
                "upgrade memento; reading works",
            )
        return None


def collection_of(store: Folders, folder: str) -> Collection[Any]:
    """The files in a folder of the store, whether it has memories or records."""
    memories = (store.memories, store.archive, store.proposals)
    by_name = {os.path.basename(each.folder): each for each in memories}
    return by_name.get(folder) or store.held(folder)


def settings_in(root: str) -> Settings:
    """The settings of the store in this folder; NotFound if there is no store."""
    from memento_cli.store.files.files import read_regular
    from memento_cli.store.settings.settings import settings_of

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
    """The error for a folder that is no store."""
    import shlex  # few commands come here

    command = "memento init" if place == default_place() else f"memento init {shlex.quote(place)}"
    return NotFound(f"no memento store at {place}", f"`{command}` makes one")


def zone_of(name: str, where: str) -> tzinfo:
    """The time zone of this name; BadData, of the file `where`, if there is none."""
    if name in UTC_NAMES:
        from datetime import UTC

        return UTC
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise BadData(where, [f"timezone: no zone is called {name!r}"]) from None
