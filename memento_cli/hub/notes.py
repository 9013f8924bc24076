"""What a clone notes about a hub that it syncs with, in its private folder.

For each file the hash of the version that both had last, and of each log up to which byte the hub
has it: hashes and numbers only, as words here would outlive an erasure. Losing the notes loses
nothing: the clone then compares all.
"""

from __future__ import annotations

import os
from hashlib import blake2s

from memento_cli.errors import Failed
from memento_cli.index.database.sqlite import DatabaseError, connect
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.files import make_folders, refuse_link

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from sqlite3 import Connection

FOLDER = f"{PRIVATE}/hub"
SUFFIX = ".db"
TABLES = """
    create table if not exists fact (key text primary key, value text not null);
    create table if not exists file (
        path text primary key, hash blob not null, stamp text not null);
    create table if not exists log (
        path text primary key, size integer not null, sum integer not null, stamp text not null);
"""
HUB, TENANT, CLONE = "hub", "tenant", "clone"
EPOCH, TOKEN, SNAPSHOT, ERASED, SYNCED = "epoch", "token", "snapshot", "erased", "synced"
BELIEFS = (EPOCH, TOKEN, SNAPSHOT, ERASED)
"""The facts that hold only as long as the hub and the clone are the ones that met last."""


class FileNote(NamedTuple):
    """The hash (SHA-256) of the version of a file that the hub and the clone both had, and the
    stamp of the clone's file while it was that; empty if it may have changed within the clock's
    tick."""

    hash: bytes
    stamp: str = ""


class LogNote(NamedTuple):
    """The hub has the first `size` bytes of a log, whose CRC-32 is `sum`; `stamp` as of a file."""

    size: int
    sum: int
    stamp: str = ""


class Notes:
    """The notes about one tenant of one hub."""

    def __init__(self, connection: Connection) -> None:
        self._database = connection

    def fact(self, key: str) -> str:
        """What is noted under one of the keys above; empty if nothing is."""
        row = self._database.execute("select value from fact where key = ?", (key,)).fetchone()
        return row[0] if row else ""

    def set(self, facts: Mapping[str, str]) -> None:
        """Note facts."""
        self._database.executemany("insert or replace into fact values (?, ?)", facts.items())

    def files(self) -> dict[str, FileNote]:
        """The notes about files, by path."""
        rows = self._database.execute("select path, hash, stamp from file")
        return {path: FileNote(hash, stamp) for path, hash, stamp in rows}

    def note_files(self, notes: Iterable[tuple[str, FileNote | None]]) -> None:
        """Note files; None for one that neither side has."""
        for path, note in notes:
            if note is None:
                self._database.execute("delete from file where path = ?", (path,))
            else:
                self._database.execute(
                    "insert or replace into file values (?, ?, ?)", (path, *note)
                )

    def logs(self) -> dict[str, LogNote]:
        """The notes about logs, by path."""
        rows = self._database.execute("select path, size, sum, stamp from log")
        return {path: LogNote(size, sum, stamp) for path, size, sum, stamp in rows}

    def note_logs(self, notes: Mapping[str, LogNote]) -> None:
        """Note logs."""
        rows = ((path, *note) for path, note in notes.items())
        self._database.executemany("insert or replace into log values (?, ?, ?, ?)", rows)

    def forget(self) -> None:
        """Believe nothing any more: the hub or this clone is not the one that was noted."""
        with self.together():
            for table in ("file", "log"):
                self._database.execute(f"delete from {table}")
            self._database.executemany("delete from fact where key = ?", ((k,) for k in BELIEFS))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Note all that is noted inside, or nothing."""
        self._database.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._database.execute("rollback")
            raise
        self._database.execute("commit")


@contextmanager
def opened(root: str, hub: str, tenant: str, clone: str) -> Iterator[Notes]:
    """The notes of this clone about a tenant of a hub, made if there are none.

    Those of another clone, whose folder was copied, are not believed.
    """
    folder = os.path.join(root, FOLDER)
    refuse_link(folder)
    make_folders(folder)
    name = blake2s(f"{hub}\n{tenant}".encode(), digest_size=8).hexdigest()
    path = os.path.join(folder, name + SUFFIX)
    try:
        database = connect(path, isolation_level=None, timeout=30)
        try:
            database.executescript(TABLES)
            notes = Notes(database)
            if notes.fact(CLONE) != clone:
                notes.forget()
                notes.set({HUB: hub, TENANT: tenant, CLONE: clone})
            yield notes
        finally:
            database.close()
    except DatabaseError as problem:
        raise Failed(f"{path}: {problem}", "delete it: the next sync compares everything") from None


def remembered(root: str, clone: str) -> list[tuple[str, str]]:
    """The hubs, each with the tenant, that this clone has synced with, in the order of names.

    What was copied from another clone is not read.
    """
    folder, pairs = os.path.join(root, FOLDER), []
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        if not name.endswith(SUFFIX):
            continue
        database = connect(os.path.join(folder, name), isolation_level=None, timeout=30)
        try:
            notes = Notes(database)
            if notes.fact(CLONE) == clone and notes.fact(SYNCED):
                pairs.append((notes.fact(HUB), notes.fact(TENANT)))
        except DatabaseError:
            continue
        finally:
            database.close()
    return sorted(pairs)
