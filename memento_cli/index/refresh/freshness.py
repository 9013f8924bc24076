"""A quick look at a store: what in it is not as the index has it. Reads no memory's file.

The folder's stamp shows what was created, deleted or replaced, but no save in place, and stamps of
100,000 files take half a second to compare. So a look compares the folder's, those of the logs, and
a slice of the files', which goes round: what was not checked for longest comes next.
"""

from __future__ import annotations

import os
import time

from memento_cli.index.database.place import CHECKED, WRITTEN
from memento_cli.index.refresh.stamps import UNBELIEVED, believable, stamp_of
from memento_cli.store.journal import logs
from memento_cli.store.journal.logs import KEPT

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from memento_cli.index.refresh.stamps import Stamp

SLICE = 2_000
"""A store of so many files is compared whole, at every look."""
PART = 1_000
"""Of a larger one so many are: to compare a stamp takes 2 µs, and every command looks."""
MEMORIES, JOURNAL, SETTINGS = "memories", "journal", "memento.toml"
STORE = os.path.dirname(os.path.dirname(logs.__file__))
DECLARED = ("settings/fields.py", "settings/profiles.py")
"""The modules that say which settings there are, and what they are where a file does not say."""
FOREVER = 1 << 63  # nanoseconds: a stamp is old enough then, however young it is
KIND, FOLDER, REGULAR = 0o170000, 0o040000, 0o100000
PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # no link, and no pipe
READING = os.O_RDONLY | PLAIN
WRITING = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | PLAIN


class IndexStatus:
    """What a look found: the stamps that it saw, and what differs from the index."""

    def __init__(self) -> None:
        self.looked = time.time_ns()
        self.folder = ""
        self.settings = b""
        self.logs: dict[str, Stamp] = {}
        self.names: list[str] = []
        self.folder_changed = self.logs_changed = self.settings_changed = False
        self.is_noted = False  # memento itself changed the folder: `own_writes.py`

    @property
    def fresh(self) -> bool:
        """Whether the index is as the store is."""
        return not (self.names or self.folder_changed or self.logs_changed or self.settings_changed)


def check_freshness(
    database: sqlite3.Connection, root: str, folder: str, *, files: bool = True
) -> IndexStatus:
    """IndexStatus at the store at `root`; `folder` is where the index is.

    Without `files` the slice is left out, for who asks only which memories there are.
    """
    known = dict(database.execute("SELECT key, value FROM meta"))
    seen = IndexStatus()
    seen.folder = folder_stamp(os.path.join(root, MEMORIES), seen.looked)
    seen.folder_changed = not seen.folder or seen.folder != known.get("folder")
    seen.settings = plain_bytes(os.path.join(root, SETTINGS))
    was_declared = known.get("declared") == declared()
    seen.settings_changed = seen.settings != known.get("settings") or not was_declared
    seen.logs = dict(log_stamps(root))
    seen.logs_changed = seen.logs != known_logs(database)
    if seen.folder_changed:
        now = folder_stamp(os.path.join(root, MEMORIES), FOREVER)
        seen.is_noted = is_noted(folder, str(known.get("folder") or ""), now)
    if files and (seen.is_noted or not seen.folder_changed):
        count = int(known.get("count.file") or 0)
        most = SLICE if count <= SLICE else min(PART, SLICE)
        seen.names = changed_names(database, root, folder, most)
    return seen


def is_noted(folder: str, base: str, now: str) -> bool:
    """Whether a note in the index's folder tells that memento alone has changed the stamp of the
    memories' folder from one to another."""
    return bool(base) and plain_bytes(os.path.join(folder, WRITTEN)) == noted_text(base, now)


def noted_text(base: str, now: str) -> bytes:
    """What such a note says."""
    return f"{base}\n{now}".encode()


def declared() -> str:
    """What changes when memento's own declaration of its settings does: the stamps of its files."""
    try:
        stamps = [os.stat(os.path.join(STORE, name)) for name in DECLARED]
    except OSError:  # in an archive, which is not changed
        return ""
    return " ".join(f"{stamp.st_mtime_ns} {stamp.st_size}" for stamp in stamps)


def known_logs(database: sqlite3.Connection) -> dict[str, Stamp]:
    """The log files that the index has read, with their stamps then."""
    rows = database.execute("SELECT path, mtime, ctime, size, inode FROM log")
    return {os.fsdecode(path): (a, b, c, d) for path, a, b, c, d in rows}


def folder_stamp(path: str, looked: int) -> str:
    """The stamp of a folder as one word; empty if it is too young to be believed, or no folder."""
    try:
        status = os.lstat(path)
    except OSError:
        return "none"
    stamp = believable(stamp_of(status), looked)
    if stamp == UNBELIEVED or status.st_mode & KIND != FOLDER:
        return ""
    return " ".join(map(str, (status.st_dev, *stamp)))


def plain_bytes(path: str) -> bytes:
    """What a regular file says; nothing if it is none, or cannot be read: who needs it says why."""
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
    """The journal's files by their paths in the store, with their stamps.

    And what this clone has kept of its erasures, where the branch that is checked out has not all.
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


def changed_names(
    database: sqlite3.Connection, root: str, folder: str, most: int = SLICE
) -> list[str]:
    """The files of the slice that is due whose stamps differ, and those never believed."""
    names = [name for (name,) in database.execute("SELECT name FROM file WHERE size < 0")]
    rows = _slice(database, folder, most)
    handle = os.open(os.path.join(root, MEMORIES), os.O_RDONLY) if rows else -1
    try:
        names += _differing(rows, handle)
    finally:
        if rows:
            os.close(handle)
    return list(dict.fromkeys(names)) if names else names


def _differing(rows: list[tuple[str, int, int, int, int]], folder: int) -> list[str]:
    """The files whose stamps differ from these; a handle of the folder spares half of the way."""
    names, stat = [], os.stat
    for name, ctime, size, inode, _ in rows:
        try:
            now = stat(name, dir_fd=folder, follow_symlinks=False)
        except OSError:
            names.append(name)
            continue
        # Two thousand times: cheaper than a stamp. Whatever changes a file's time changes this one.
        if now.st_ctime_ns != ctime or now.st_size != size or now.st_ino != inode:
            names.append(name)
    return names


def _slice(
    database: sqlite3.Connection, folder: str, most: int
) -> list[tuple[str, int, int, int, int]]:
    """The next files to check; the place where they end is kept beside the index."""
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
    """Note something beside the index. It may be lost, or overtaken by another process."""
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
    """Those of the named files that are not as the index has them."""
    query = "SELECT mtime, ctime, size, inode FROM file WHERE name = ?"
    for name in names:
        known = database.execute(query, (name,)).fetchone()
        try:
            stamp = stamp_of(os.lstat(os.path.join(root, MEMORIES, name)))
        except OSError:
            stamp = None
        if known != stamp:
            yield name
