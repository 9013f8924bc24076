"""Files that came from a hub: written where this clone has changed nothing, else merged."""

from __future__ import annotations

import os
from functools import reduce

from memento_cli.actions.git.checks import EVERY
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.errors import BadData
from memento_cli.hub.local import MEMORIES, Changed, content_of, hash_of, place_of
from memento_cli.hub.notes import Here
from memento_cli.hub.version_vectors import after_change, includes, joined
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import cached_property
from memento_cli.store.files.files import bytes_or_none, create, os_errors, replace
from memento_cli.store.files.names import FILE, SUFFIX, stem_of
from memento_cli.store.files.system import sync_folder
from memento_cli.store.settings.settings import settings_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from memento_cli.hub.answers import HubFile
    from memento_cli.hub.merging import Merging
    from memento_cli.hub.notes import Notes
    from memento_cli.hub.remote import Remote
    from memento_cli.hub.version_vectors import Vector
    from memento_cli.store.directory.store import Store

TOGETHER = 100
"""So many files are written under one lock."""


class TakenFiles(NamedTuple):
    """What became of the hub's files: how many were written, the ids or paths that were merged, the
    memories among all of them, and whether some changed on this disk meanwhile, so that another
    round is needed."""

    written: int
    merged: tuple[str, ...]
    memories: tuple[str, ...]
    again: bool


class Taking:
    """Files on their way from a hub into a store, whose own are at the versions `here`."""

    def __init__(self, store: Store, remote: Remote, notes: Notes, here: dict[str, Here]) -> None:
        self.store, self.remote, self.notes, self.here = store, remote, notes, here
        self.common = notes.common()
        self.written, self.again = 0, False
        self.merged: list[str] = []
        self.fresh: dict[str, HubFile] = {}
        self.made: dict[str, Here] = {}  # by merges, or kept as they are
        self.refused: list[list[HubFile]] = []

    def take(self, files: Sequence[HubFile], now: datetime, tick: Callable[[], None]) -> TakenFiles:
        """Write or merge files; the version that both have of each is noted."""
        units, apart = self.sorted_out(files)
        self._keep_own()
        plain = [units[name] for name in units if name not in apart]
        for start in range(0, len(plain), TOGETHER):
            with self.store.lock.held():
                for unit in plain[start : start + TOGETHER]:
                    self._write(unit)
            self._keep_notes()
            tick()
        self._sync_folders()
        if apart:
            self.merging.fetch_bases(
                {f.path: self._ancestors(f) for name in apart for f in units[name]}
            )
        for name in sorted(apart):
            with self.store.lock.held():
                self._merge(name, units[name], now)
            self._keep_notes()
        memories = tuple(name for name in units if "/" not in name and name != FILE)
        return TakenFiles(self.written, tuple(self.merged), memories, self.again)

    @cached_property
    def merging(self) -> Merging:
        """The merges of this sync; most have none."""
        from memento_cli.hub.merging import Merging

        return Merging(self.store, self.remote)

    def sorted_out(self, files: Sequence[HubFile]) -> tuple[dict[str, list[HubFile]], set[str]]:
        """The files of each memory or record that can be taken, by its name, and the names of those
        that this clone has changed, too."""
        units: dict[str, list[HubFile]] = {}
        for file in files:
            if is_shared(file.path):
                units.setdefault(unit_of(file.path), []).append(file)
            else:
                self.store.warn(f"{file.path}: not a path of a store; passed over")
        units = {name: unit for name, unit in units.items() if self._is_taken(unit)}
        apart = {name for name, unit in units.items() if self._is_apart(unit)}
        return units, apart - self._outdated({name: units[name] for name in apart})

    def _is_taken(self, unit: list[HubFile]) -> bool:
        """Whether the files of a memory or record may stand in the place of this clone's."""
        paths = partners(unit[0].path)
        if not any(self._version(path).hash for path in paths) or all(map(self.is_known, unit)):
            return True
        from memento_cli.hub.refused_files import why_refused

        reason = why_refused(self.store, unit, paths, self.here)
        if reason:
            self.store.warn(f"{reason}; this clone's stays, and goes there")
            self.refused.append(unit)
        return not reason

    def _keep_own(self) -> None:
        """Note that the hub has what is not taken, and count what is here as a change of it: so it
        is pushed over that."""
        for file in (file for unit in self.refused for file in unit):
            own = self._version(file.path)
            vector = after_change(joined(own.vector, file.vector), self.notes.replica)
            self.made[file.path] = own._replace(vector=vector)
            self.fresh[file.path] = file
        self._keep_notes()

    def _is_apart(self, unit: Sequence[HubFile]) -> bool:
        """Whether both this clone and others have changed a memory or record, each otherwise."""
        remote = {file.path: file for file in unit}
        own = [
            path
            for path in partners(unit[0].path)
            if self._version(path).hash != self.common.get(path)
        ]
        news = [file for file in unit if not self.is_known(file)]
        is_taken = all(includes(f.vector, self._version(f.path).vector) for f in news)
        return bool(news) and not (is_taken and all(path in remote for path in own))

    def _version(self, path: str) -> Here:
        return self.here.get(path, Here())

    def is_known(self, file: HubFile) -> bool:
        """Whether a file says what this clone's does, or is older. Of two versions with the same
        changes, which two merges have made, that with the greater hash counts everywhere."""
        own = self._version(file.path)
        if file.hash == own.hash or not includes(own.vector, file.vector):
            return file.hash == own.hash
        is_equal = includes(file.vector, own.vector)
        return not is_equal or (own.hash or b"") > (file.hash or b"")

    def _outdated(self, units: Mapping[str, Sequence[HubFile]]) -> set[str]:
        """The units whose files here are as the hub had them before, and have no history: those of
        a folder that was copied, or whose notes were lost."""
        if not units:
            return set()
        paths = {name: partners(unit[0].path) for name, unit in units.items()}
        own = {path: self._version(path) for each in paths.values() for path in each}
        young = {p: v.hash for p, v in own.items() if v.hash and sum(v.vector.values()) == 1}
        former = self.merging.former(young)
        return {
            name
            for name, each in paths.items()
            if all(path in former or own[path].hash is None for path in each)
        }

    def _write(self, unit: Sequence[HubFile]) -> None:
        """Write the files of one memory or record; the new place of a moved one first."""
        try:
            for file in unit:
                if self._version(file.path).hash is not None:
                    content_of(self.store, file.path, self._version(file.path))
            for file in sorted(unit, key=lambda file: file.content is None):
                if not self.is_known(file):
                    self._place(file)
                self.fresh[file.path] = file
        except (Changed, FileExistsError):
            self.again = True

    def _place(self, file: HubFile) -> None:
        place = place_of(self.store, file.path)
        if file.content is not None:
            if file.path == FILE:
                self.store.settings = settings_of(file.content, FILE)
            if self._version(file.path).hash is None:
                create(place, file.content, sync=False)  # their folders are synced at the end
            else:
                replace(place, file.content)
        elif os.path.lexists(place):
            with os_errors(place):
                os.unlink(place)
        self.written += 1
        self.store.changed.append(place)

    def _keep_notes(self) -> None:
        """Note the versions that both have now.

        A merge is no change of its own: it has those of both sides. So clones that meet at several
        hubs, and merge the same changes in several ways, end with one of them.
        """
        versions = {path: self._version_after(file) for path, file in self.fresh.items()}
        with self.notes.together():
            self.notes.note_here(versions)
            self.notes.note_common((f.path, f.hash, f.vector) for f in self.fresh.values())
        self.here |= versions
        self.common |= {path: file.hash for path, file in self.fresh.items()}
        self.fresh.clear()

    def _version_after(self, file: HubFile) -> Here:
        if file.path in self.made:
            return self.made[file.path]
        own = self._version(file.path)
        vector = joined(own.vector, file.vector)
        is_older = file.hash != own.hash and self.is_known(file)
        return own._replace(vector=vector) if is_older else Here(file.hash, "", vector)

    def _vector_of(self, unit: Sequence[HubFile]) -> Vector:
        """The vector of a version with all changes of both sides, whichever file they are in."""
        vectors = [self._version(path).vector for path in partners(unit[0].path)]
        return reduce(joined, [*vectors, *(file.vector for file in unit)])

    def _ancestors(self, file: HubFile) -> list[bytes]:
        """The hashes of the versions that both sides of a merge go back to, the latest first."""
        own = self._version(file.path)
        shared = [
            each
            for each in self.notes.ancestors(file.path)
            if includes(own.vector, each.vector) and includes(file.vector, each.vector)
        ]
        shared.sort(key=lambda each: sum(each.vector.values()), reverse=True)
        return [each.hash for each in shared if each.hash]

    def _sync_folders(self) -> None:
        for folder in {os.path.dirname(path) for path in self.store.changed}:
            if os.path.isdir(folder):
                with os_errors(folder):
                    sync_folder(folder)

    def _merge(self, name: str, unit: Sequence[HubFile], now: datetime) -> None:
        try:
            for path in partners(unit[0].path):
                content_of(self.store, path, self._version(path))
        except Changed:
            self.again = True
            return
        news = [file for file in unit if not self.is_known(file)]
        try:
            self.merging.merge(news, now)
        except BadData as problem:
            self.store.warn(f"{name}: cannot be merged with the hub's: {problem.message}")
        self.merged.append(name)
        vector = self._vector_of(unit)  # of the whole: an edit of the file may have been moved
        for file in unit:
            made = bytes_or_none(place_of(self.store, file.path))
            self.made[file.path] = Here(hash_of(made), "", vector)
        self.fresh |= {file.path: file for file in unit}


def is_shared(path: str) -> bool:
    """Whether a path of a hub is that of a file of a store: nothing else is ever written."""
    folder, _, name = path.rpartition("/")
    if not folder:
        return path == FILE
    id = stem_of(name)
    return folder in EVERY and name == id + SUFFIX and is_safe_id(id)


def unit_of(path: str) -> str:
    """What is merged as one: a memory, wherever its file is, by its id; a record, by its path."""
    folder, _, name = path.rpartition("/")
    return stem_of(name) if folder in MEMORIES else path


def partners(path: str) -> list[str]:
    """The paths that the same memory may have; of a record, its only one."""
    folder, _, name = path.rpartition("/")
    return [f"{each}/{name}" for each in MEMORIES] if folder in MEMORIES else [path]
