"""What this clone has that a hub may lack: files that differ from the last common version, and new
lines of logs."""

from __future__ import annotations

import os
import time
from binascii import crc32
from hashlib import sha256

from memento_cli.actions.git.checks import EVERY
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.errors import BadData
from memento_cli.hub.notes import Here, LogNote
from memento_cli.hub.version_vectors import after_change
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import collection_of, stamp_text
from memento_cli.store.files.files import read_with_status
from memento_cli.store.files.names import FILE, SUFFIX, names_in, stem_of
from memento_cli.store.journal.logs import nonblank_lines
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.hub.notes import Notes
    from memento_cli.store.directory.store import Store

TICK = 2.0
"""Seconds for which the stamp of a file does not tell whether it has changed since (git's racy
entries): clocks of file systems may be that coarse."""


MEMORIES = ("memories", "archive")
"""The folders that a memory may be in: it is one thing, wherever its file is."""


class Changed(Exception):
    """A file has changed since it was looked at."""


class NewLines(NamedTuple):
    """The lines of a log that the hub may lack, without their ends; `note` is of the whole log.

    `is_tail`: they were only added, and the hub has all before them.
    """

    path: str
    rows: list[bytes]
    note: LogNote
    is_tail: bool


def place_of(store: Store, path: str) -> str:
    """The place on this disk of a file of the hub, or of a log."""
    folder, _, name = path.rpartition("/")
    if not folder or not path.endswith(SUFFIX):
        return os.path.join(store.root, *path.split("/"))
    return collection_of(store, folder).path(stem_of(name))


def local_files(store: Store) -> Iterator[tuple[str, str]]:
    """Each file that is shared, as (its path in the hub, its place on this disk). There is a
    warning about each that no other clone could find by its name."""
    yield FILE, store.settings_file
    for folder in EVERY:
        collection = collection_of(store, folder)
        for name in names_in(collection.folder):
            id, place = stem_of(name), f"{collection.folder}{os.sep}{name}"
            if not is_safe_id(id):
                store.warn(f"{place}: the name can be no id; not shared")
            elif not name.isascii() and place != collection.path(id):
                store.warn(f"{place}: another file is {id} already; not shared")
            else:
                yield f"{folder}/{id}{SUFFIX}", place


def local_logs(store: Store) -> Iterator[tuple[str, str]]:
    """Each log, as (its path in the hub, its place on this disk)."""
    for place in (*store.journal.files(), *store.events.files()):
        yield os.path.relpath(place, store.root).replace(os.sep, "/"), place


def scanned(store: Store, notes: Notes) -> dict[str, Here]:
    """The versions of all files by path, those that are gone included; changes since the last scan
    are counted as this clone's, and noted.

    A file that cannot be read counts as unchanged, with a warning.
    """
    known, replica = notes.here(), notes.replica
    fresh = dict[str, Here]()
    gone = {path for path in known if known[path].hash is not None}
    for path, place in local_files(store):
        gone.discard(path)
        before = known.get(path, Here())
        try:
            if before.stamp and before.stamp == stamp_text(os.lstat(place)):
                continue
            raw, status = read_with_status(place, SIZE_LIMIT)
        except FileNotFoundError:
            gone.add(path)
            continue
        except (OSError, BadData) as problem:
            what = f"{place}: {problem.strerror}" if isinstance(problem, OSError) else problem
            store.warn(f"{what}; not shared")
            continue
        hash, stamp = sha256(raw).digest(), settled_stamp(status)
        is_same = hash == before.hash
        vector = before.vector if is_same else after_change(before.vector, replica)
        fresh[path] = Here(hash, stamp, vector)
    for path in gone & known.keys():
        fresh[path] = Here(None, "", after_change(known[path].vector, replica))
    if fresh:
        with notes.together():
            notes.note_here(fresh)
    return known | fresh


def content_of(store: Store, path: str, version: Here) -> bytes | None:
    """The content of a file; Changed if it is not this version any more."""
    try:
        raw = read_with_status(place_of(store, path), SIZE_LIMIT)[0]
    except FileNotFoundError:
        raw = None
    except (OSError, BadData):
        raise Changed(path) from None
    if hash_of(raw) != version.hash:
        raise Changed(path)
    return raw


def hash_of(content: bytes | None) -> bytes | None:
    """The SHA-256 of a file's content; None if there is no file."""
    return None if content is None else sha256(content).digest()


def settled_stamp(status: os.stat_result) -> str:
    """The stamp of a file; empty if it was changed within the clock's tick."""
    return stamp_text(status) if status.st_mtime < time.time() - TICK else ""


def new_lines(store: Store, notes: Notes) -> list[NewLines]:
    """The lines of all logs that the hub may lack."""
    known, found = notes.logs(), list[NewLines]()
    for path, place in local_logs(store):
        note = known.get(path)
        status = os.lstat(place)
        if note and note.stamp == stamp_text(status) and note.size == status.st_size:
            continue
        lines = lines_since(path, place, note)
        if lines is not None:
            found.append(lines)
    return found


def lines_since(path: str, place: str, note: LogNote | None) -> NewLines | None:
    """The complete lines of a log after those that were noted; all if these have changed.

    None if there is no log.
    """
    try:
        raw, status = read_with_status(place)
    except (FileNotFoundError, BadData):
        return None
    view = memoryview(raw)
    is_tail = note is None or crc32(view[: note.size]) == note.sum
    start = note.size if note and is_tail else 0
    end = raw.rfind(b"\n") + 1
    rows = [row for _, row in nonblank_lines(raw[start:end])]
    sum = crc32(view[start:end], note.sum if note and is_tail else 0)
    stamp = settled_stamp(status) if end == len(raw) else ""
    return NewLines(path, rows, LogNote(end, sum, stamp), is_tail and note is not None)


def has_all(place: str, note: LogNote | None) -> bool:
    """Whether the hub has the whole log at this place, as far as it was noted."""
    try:
        raw, _ = read_with_status(place)
    except FileNotFoundError:
        return True
    except BadData:
        return False
    return note is not None and (len(raw), crc32(raw)) == (note.size, note.sum)
