"""A quick check of what in a store differs from its index. It reads no memory's file.

The folder's stamp shows that files were created, deleted or replaced, but not that one was saved in
place, and comparing the stamps of 100,000 files takes half a second. So a check compares the stamps
of the folder, of the logs, and of a slice of the files: those that were unchecked for longest.

What memento itself writes changes the folder's stamp, too, and then every file would have to be
compared. So it leaves a note beside the index: where the folder was as the index has it until
memento wrote, the note names the files that it wrote under the lock. If the folder then has as many
entries as these make it have, no other file came or went. A file that another program replaced in
that moment is found in its slice, like one that was saved in place.
"""

from __future__ import annotations

import os
import time

from memento_cli.index.database.database import rows_among
from memento_cli.index.database.place import CHECKED, WRITTEN, index_folder
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import stamp_text
from memento_cli.store.files.system import IN_FOLDERS, PLAIN, stamp_of
from memento_cli.store.journal import logs
from memento_cli.store.journal.logs import KEPT

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from memento_cli.store.directory.store import Store
    from memento_cli.store.files.system import Stamp

SLICE = 2_000
"""The most files of a store of which every check compares all."""
PART = 1_000
"""The files that a check of a larger store compares: each takes 2 µs, and every command checks."""
NOTED = 500
"""The most files that a note names; beyond, a look at all files costs no more."""
MEMORIES, JOURNAL, SETTINGS = "memories", "journal", "memento.toml"
STORE = os.path.dirname(os.path.dirname(logs.__file__))
DECLARED = ("settings/fields.py",)
"""The modules that declare the settings and their defaults."""
FOREVER = 1 << 63  # nanoseconds, after which every stamp is old enough to be believed
KIND, FOLDER, REGULAR = 0o170000, 0o040000, 0o100000
READING = os.O_RDONLY | PLAIN
WRITING = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | PLAIN

Stamped = tuple[str, int, int, int, int]
"""A file's name, followed by its stamp."""

UNBELIEVED: Stamp = (0, 0, -1, 0)
"""A stamp that no file has, stored in place of one that could hide a later change."""

SECOND = 1_000_000_000
TICK = SECOND // 25  # of the clock by which a kernel stamps files; the slowest takes 10 ms
COARSE_TICK = 2 * SECOND  # of file systems that keep whole seconds (FAT: two)


class IndexStatus:
    """The result of a check: the stamps of the store, and what differs from the index.

    `names` are files with other stamps, if a slice was `compared`; `written` are the files by which
    memento itself has changed the folder, None if another program may have changed it, too.
    """

    def __init__(self) -> None:
        self.looked = time.time_ns()
        self.folder = ""
        self.settings = b""
        self.logs: dict[str, Stamp] = {}
        self.names: list[str] = []
        self.folder_changed = self.logs_changed = self.settings_changed = False
        self.written: list[str] | None = None
        self.compared = False

    @property
    def fresh(self) -> bool:
        """Whether the index is as the store is."""
        return not (self.names or self.folder_changed or self.logs_changed or self.settings_changed)


def check_freshness(
    database: sqlite3.Connection, root: str, folder: str, *, files: bool = True
) -> IndexStatus:
    """Compare the store at `root` with its index, which is in `folder`.

    Without `files`, for callers that only need the list of memories, no slice is compared.
    """
    indexed = dict(database.execute("SELECT key, value FROM meta"))
    status = IndexStatus()
    status.folder = folder_stamp(os.path.join(root, MEMORIES), status.looked)
    status.folder_changed = not status.folder or status.folder != indexed.get("folder")
    status.settings = plain_bytes(os.path.join(root, SETTINGS))
    was_declared = indexed.get("declared") == declared()
    status.settings_changed = status.settings != indexed.get("settings") or not was_declared
    status.logs = dict(log_stamps(root))
    status.logs_changed = status.logs != known_logs(database)
    if status.folder_changed:
        now = folder_stamp(os.path.join(root, MEMORIES), FOREVER)
        status.written = written_between(folder, str(indexed.get("folder") or ""), now)
    if files and (status.written is not None or not status.folder_changed):
        count = int(indexed.get("count.file") or 0)
        most = SLICE if count <= SLICE else min(PART, SLICE)
        status.names = _changed_names(database, root, folder, most)
        status.compared = True
    return status


def written_between(folder: str, base: str, now: str) -> list[str] | None:
    """The files by which memento, and nobody else, has changed the folder of memories between these
    two stamps, by the note in the index's folder; None if there is no such note."""
    noted_base, noted_now, names = _note_in(folder)
    return names if base and (noted_base, noted_now) == (base, now) else None


def keep_note(folder: str, base: str, now: str, names: Iterable[str]) -> None:
    """Write such a note into the index's folder."""
    keep_bytes(os.path.join(folder, WRITTEN), os.fsencode("\n".join((base, now, *names))))


def _note_in(folder: str) -> tuple[str, str, list[str]]:
    base, _, rest = os.fsdecode(plain_bytes(os.path.join(folder, WRITTEN))).partition("\n")
    now, *names = rest.split("\n")
    return base, now, names


def declared() -> str:
    """The stamps of memento's own modules of settings, which change when these are edited or
    installed: some installers give every file one mtime, and no program can set the ctime."""
    try:
        stamps = [os.stat(os.path.join(STORE, name)) for name in DECLARED]
    except OSError:  # in a zip archive, which is not edited
        return ""
    return " ".join(f"{stamp_of(stamp)[1]} {stamp.st_size}" for stamp in stamps)


def known_logs(database: sqlite3.Connection) -> dict[str, Stamp]:
    """The logs that the index has read, with their stamps then."""
    rows = database.execute("SELECT path, mtime, ctime, size, inode FROM log")
    return {os.fsdecode(path): (a, b, c, d) for path, a, b, c, d in rows}


def folder_stamp(path: str, looked: int) -> str:
    """The stamp of a folder as text; empty if it is too young to be believed, or no folder."""
    try:
        status = os.lstat(path)
    except OSError:
        return "none"
    if believable(stamp_of(status), looked) == UNBELIEVED or status.st_mode & KIND != FOLDER:
        return ""
    return stamp_text(status)


def plain_bytes(path: str) -> bytes:
    """The bytes of a regular file; none if there is no such file or it cannot be read."""
    try:
        handle = os.open(path, READING)
        try:
            status = os.fstat(handle)
            return os.read(handle, status.st_size) if status.st_mode & KIND == REGULAR else b""
        finally:
            os.close(handle)
    except OSError:
        return b""


def log_stamps(root: str) -> Iterable[tuple[str, Stamp]]:
    """The paths of the journal's logs in the store, with their stamps.

    The copy of this clone's erasures is one if the branch that is checked out does not have all.
    """
    from memento_cli.store.journal.logs import ERASED, folders_in, logs_in

    erased = 0
    for folder in folders_in(os.path.join(root, JOURNAL)):
        for entry in logs_in(os.path.join(root, JOURNAL, folder)):
            status = entry.stat(follow_symlinks=False)
            yield f"{JOURNAL}/{folder}/{entry.name}", stamp_of(status)
            erased += status.st_size if folder == ERASED else 0
    try:
        kept = os.lstat(os.path.join(root, KEPT))
    except OSError:
        return
    if kept.st_size > erased:
        yield KEPT, stamp_of(kept)


def _changed_names(
    database: sqlite3.Connection, root: str, folder: str, most: int = SLICE
) -> list[str]:
    """The files of the next slice whose stamps differ, and those whose stamps were not believed."""
    names = [name for (name,) in database.execute("SELECT name FROM file WHERE size < 0")]
    rows = _slice(database, folder, most)
    memories = os.path.join(root, MEMORIES)
    if not IN_FOLDERS:
        names += [row[0] for row in rows if _stamp_at(memories, row[0])[1:] != row[1:4]]
        rows = []
    handle = os.open(memories, os.O_RDONLY) if rows else -1
    try:
        names += _differing(rows, handle)
    finally:
        if rows:
            os.close(handle)
    return list(dict.fromkeys(names)) if names else names


def _differing(rows: list[tuple[str, int, int, int, int]], folder: int) -> list[str]:
    """The files whose stamps differ from these; the folder's handle makes `stat` cheaper."""
    names, stat = [], os.stat
    for name, ctime, size, inode, _ in rows:
        try:
            now = stat(name, dir_fd=folder, follow_symlinks=False)
        except OSError:
            names.append(name)
            continue
        # Two thousand times, so no whole stamp: whatever changes a file's mtime changes its ctime.
        if now.st_ctime_ns != ctime or now.st_size != size or now.st_ino != inode:
            names.append(name)
    return names


def _slice(
    database: sqlite3.Connection, folder: str, most: int
) -> list[tuple[str, int, int, int, int]]:
    """The next files to be checked; the key of the last one is noted beside the index."""
    query = "SELECT name, ctime, size, inode, key FROM file WHERE key > ? ORDER BY key LIMIT ?"
    place = os.path.join(folder, CHECKED)
    text = plain_bytes(place)
    start = int(text) if text.isdigit() and len(text) < 19 else 0
    rows = database.execute(query, (start, most)).fetchall()
    if start and len(rows) < most:
        again = database.execute(query, (0, most - len(rows))).fetchall()
        rows += [row for row in again if row[4] <= start]
    if rows and len(rows) == most:
        keep_bytes(place, b"%018d" % rows[-1][4])
    return rows


def keep_bytes(place: str, data: bytes) -> None:
    """Write a note beside the index. It may get lost, or be overwritten by another process."""
    try:
        handle = os.open(place, WRITING, 0o600)
    except OSError:
        return
    try:
        os.write(handle, data)
    except OSError:
        pass
    finally:
        os.close(handle)


def differing(database: sqlite3.Connection, root: str, names: Iterable[str]) -> Iterator[str]:
    """The files of these names whose stamps differ from the index."""
    wanted = list(names)
    query = "SELECT name, mtime, ctime, size, inode FROM file WHERE name IN"
    indexed = {name: tuple(stamp) for name, *stamp in rows_among(database, query, wanted)}
    for name in wanted:
        if indexed.get(name) != (_stamp_at(os.path.join(root, MEMORIES), name) or None):
            yield name


def _stamp_at(folder: str, name: str) -> Stamp | tuple[()]:
    """The stamp of a file now; empty if it has none."""
    try:
        return stamp_of(os.lstat(os.path.join(folder, name)))
    except OSError:
        return ()


def believable(stamp: Stamp, looked: int) -> Stamp:
    """The stamp, or UNBELIEVED if it was too young at the time `looked`, in nanoseconds.

    A file may change again within the clock's tick and keep its stamp (git's racy rule). A stamp
    from a clock that is ahead counts as young. The ctime is compared, which no program can set.
    """
    changed = stamp[1]
    tick = COARSE_TICK if changed % SECOND == 0 else TICK
    return stamp if changed + tick < looked else UNBELIEVED


def difference(there: Iterable[Stamped], known: Iterable[Stamped]) -> Iterator[tuple[str, str]]:
    """What changed, as (`added`, `changed` or `removed`, name); both inputs are sorted by name."""
    disk, index = iter(there), iter(known)
    new, old = next(disk, None), next(index, None)
    while new or old:
        if new == old:
            new, old = next(disk, None), next(index, None)
        elif old is None or (new is not None and new[0] < old[0]):
            assert new is not None
            yield "added", new[0]
            new = next(disk, None)
        elif new is None or old[0] < new[0]:
            yield "removed", old[0]
            old = next(index, None)
        else:
            yield "changed", new[0]
            new, old = next(disk, None), next(index, None)


def seen_stamp(database: sqlite3.Connection, root: str, folder: str) -> str:
    """The stamp that the index has of the folder of memories; empty if another program has written
    there since. `folder` is that of the index."""
    row = database.execute("SELECT value FROM meta WHERE key = 'folder'").fetchone()
    indexed = str(row[0]) if row and row[0] else ""
    now = folder_stamp(os.path.join(root, MEMORIES), FOREVER)
    is_seen = indexed == now or written_between(folder, indexed, now) is not None
    return indexed if indexed and is_seen else ""


def note_written(store: Store) -> None:
    """Note by which files memento alone has changed the folder of memories since it was indexed."""
    memories, known = os.path.join(store.root, MEMORIES, ""), store.indexed_folder
    names = {path[len(memories) :] for path in store.changed if path.startswith(memories)}
    if not (names and known.stamp):
        return
    folder = index_folder(store.root)
    base, _, earlier = _note_in(folder)
    if base == known.stamp:
        names.update(earlier)
    if len(names) <= NOTED and not any("\n" in name for name in names):
        keep_note(folder, known.stamp, known.now, sorted(names))


class Changes(NamedTuple):
    """The ids of memories whose files were added, changed or removed since the last refresh.

    `acted` are those whose lines in the journal have changed.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()


class Erased(Exception):
    """Something was erased that the index may have: deleted rows leave text in its file."""
