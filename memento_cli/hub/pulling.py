"""Writing what came from a hub into the store: lines of logs, then files.

What this clone has not changed is replaced; what it has is merged (`merging.py`).
"""

from __future__ import annotations

import os
from hashlib import sha256
from itertools import groupby

from memento_cli.actions.git.checks import EVERY
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.errors import BadData, Refused
from memento_cli.hub.lines import ERASURES, id_in, is_sound
from memento_cli.hub.local import has_all, lines_since, place_of, settled_stamp, unchanged
from memento_cli.hub.merging import Merging
from memento_cli.hub.notes import FileNote
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import (
    append,
    os_errors,
    read_regular,
    refuse_link,
    sync_folder,
    write,
)
from memento_cli.store.files.names import FILE, SUFFIX, stem_of
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.settings.values import SCHEMA_VERSION

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from memento_cli.hub.lines import HubLine
    from memento_cli.hub.local import LocalFile
    from memento_cli.hub.notes import Notes
    from memento_cli.hub.remote import HubFile, Remote
    from memento_cli.store.directory.store import Store

TOGETHER = 100
"""So many files are written under one lock."""
MEMORIES = ("memories", "archive")


class TakenFiles(NamedTuple):
    """What became of the hub's files: how many were written, the ids or paths that were merged, the
    memories among all of them, and whether some changed on this disk meanwhile, so that another
    round is needed."""

    written: int
    merged: tuple[str, ...]
    memories: tuple[str, ...]
    again: bool


def is_rolled_back(store: Store, clone: str, lines: Iterable[HubLine]) -> bool:
    """Whether the hub has lines of this clone that it has lost itself: it was restored from a copy,
    and must not go on in its old logs."""
    own = (line for line in lines if line.log.endswith(f"-{clone}.jsonl"))
    by_log = groupby(sorted(own, key=lambda line: line.log), key=lambda line: line.log)
    return any(
        not {line.id for line in group} <= _ids_in(place_of(store, log)).keys()
        for log, group in by_log
    )


def take_lines(store: Store, notes: Notes, lines: Sequence[HubLine]) -> int:
    """Append the lines that the logs lack, those of erasures first; how many there were.

    What was erased is removed when the lock is taken next.
    """
    sound = [line for line in lines if is_sound(line)]
    if len(sound) < len(lines):
        store.warn(f"{len(lines) - len(sound)} lines of the hub cannot be read; passed over")
    ordered = sorted(sound, key=lambda line: (not line.log.startswith(ERASURES), line.log, line.id))
    known, added, fresh = notes.logs(), 0, {}
    with store.lock.held():
        for log, group in groupby(ordered, key=lambda line: line.log):
            place = place_of(store, log)
            refuse_link(os.path.dirname(os.path.dirname(place)))
            refuse_link(os.path.dirname(place))
            had_all, existing = has_all(place, known.get(log)), _ids_in(place)
            rows = [line.raw for line in group if line.id not in existing]
            if rows:
                append(place, b"".join(row + b"\n" for row in rows))
                store.changed.append(place)
                added += len(rows)
            after = lines_since(log, place, known.get(log)) if had_all else None
            if after:
                fresh[log] = after.note
    notes.note_logs(fresh)
    return added


def _ids_in(place: str) -> dict[str, bytes]:
    """The lines of a log by id; none if there is no log."""
    try:
        rows = read_regular(place).split(b"\n")
    except FileNotFoundError:
        return {}
    return {id: row for row in rows if row and (id := id_in(row))}


class Taking:
    """Files on their way from a hub into a store."""

    def __init__(
        self, store: Store, remote: Remote, notes: Notes, changed: Mapping[str, LocalFile]
    ) -> None:
        self.store, self.notes, self.changed = store, notes, changed
        self.known = notes.files()
        self.merging = Merging(store, remote, self.known)
        self.written, self.again = 0, False
        self.merged: list[str] = []
        self.fresh: list[tuple[str, FileNote | None]] = []

    def take(
        self, files: Sequence[HubFile], now: datetime, tick: Callable[[int], None]
    ) -> TakenFiles:
        """Write or merge files; the common version of each is noted."""
        units: dict[str, list[HubFile]] = {}
        for file in files:
            if is_shared(file.path):
                units.setdefault(unit_of(file.path), []).append(file)
            else:
                self.store.warn(f"{file.path}: not a path of a store; passed over")
        apart = {unit: own for unit in units if (own := self._changed_too(units[unit]))}
        outdated = self.merging.outdated(file for own in apart.values() for file in own)
        apart = {unit: own for unit, own in apart.items() if not outdated.issuperset(_paths(own))}
        plain = [units[name] for name in units if name not in apart]
        for start in range(0, len(plain), TOGETHER):
            with self.store.lock.held():
                for each in plain[start : start + TOGETHER]:
                    self._write(each)
            self._keep_notes()
            tick(min(start + TOGETHER, len(plain)))
        self._sync_folders()
        self.merging.fetch_bases([units[unit] for unit in apart], self.changed)
        for unit in sorted(apart):
            with self.store.lock.held():
                self._merge(unit, units[unit], now)
            self._keep_notes()
        memories = tuple(unit for unit in units if "/" not in unit and unit != FILE)
        return TakenFiles(self.written, tuple(self.merged), memories, self.again)

    def _changed_too(self, unit: Sequence[HubFile]) -> list[LocalFile]:
        """The files of the same memory or record that this clone has changed; none if it did what
        the others did."""
        remote = {file.path: file.content for file in unit}
        own = [self.changed[path] for path in partners(unit[0].path) if path in self.changed]
        is_same = all(f.path in remote and remote[f.path] == f.content for f in own)
        return [] if is_same else own

    def _write(self, unit: Sequence[HubFile]) -> None:
        """Write the files of one memory or record; the new place of a moved one first."""
        if not all(self._is_unchanged(file) for file in unit):
            self.again = True
            return
        for file in sorted(unit, key=lambda file: file.content is None):
            self._place(file)

    def _is_unchanged(self, file: HubFile) -> bool:
        note = self.known.get(file.path)
        return unchanged(self.store, self.changed, file.path, note and note.hash)

    def _place(self, file: HubFile) -> None:
        place = place_of(self.store, file.path)
        existing = os.path.lexists(place)
        if file.content is None:
            if existing:
                with os_errors(place):
                    os.unlink(place)
        elif not existing or read_regular(place) != file.content:
            if file.path == FILE:
                self._settings(file.content)
            write(place, file.content)
        else:
            self._note(file, place)
            return
        self.written += 1
        self.store.changed.append(place)
        self._note(file, place)

    def _note(self, file: HubFile, place: str) -> None:
        """Note the version of a file that both have now."""
        note = None
        if file.content is not None:
            note = FileNote(sha256(file.content).digest(), settled_stamp(os.lstat(place)))
        self.fresh.append((file.path, note))

    def _keep_notes(self) -> None:
        with self.notes.together():
            self.notes.note_files(self.fresh)
        self.fresh.clear()

    def _settings(self, raw: bytes) -> None:
        settings = settings_of(raw, FILE)
        if settings["schema_version"] > SCHEMA_VERSION:
            raise Refused(
                f"the hub's store is of format {settings['schema_version']}", "upgrade memento"
            )
        self.store.settings = settings

    def _sync_folders(self) -> None:
        for folder in {os.path.dirname(path) for path in self.store.changed}:
            if os.path.isdir(folder):
                with os_errors(folder):
                    sync_folder(folder)

    def _merge(self, unit: str, files: Sequence[HubFile], now: datetime) -> None:
        paths = {*partners(files[0].path), *(file.path for file in files)}
        if not all(unchanged(self.store, self.changed, p, self._hash(p)) for p in paths):
            self.again = True
            return
        try:
            self.merging.merge(files, self.changed, now)
        except BadData as problem:
            self.store.warn(f"{unit}: cannot be merged with the hub's: {problem.message}")
        self.merged.append(unit)
        self.fresh += [(file.path, FileNote(file.hash) if file.hash else None) for file in files]

    def _hash(self, path: str) -> bytes | None:
        note = self.known.get(path)
        return note.hash if note else None


def _paths(files: Iterable[LocalFile]) -> list[str]:
    return [file.path for file in files]


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
