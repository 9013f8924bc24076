"""What a clone notes about the hubs that it syncs with, in its private folder.

Of each file the version that is here, and the one that this clone and a hub had last; of each log
up to which byte a hub has it: hashes and numbers only, as words here would outlive an erasure.
Losing the notes loses nothing: the clone then compares all.
"""

from __future__ import annotations

import os

from memento_cli.core.text.strict_json import dumped, loaded
from memento_cli.errors import Failed
from memento_cli.index.database.sqlite import DatabaseError, connect
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager
from memento_cli.store.directory.folders import HUB_NOTES
from memento_cli.store.files.files import make_folders, os_errors, refuse_link
from memento_cli.store.files.system import BYTES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from sqlite3 import Connection

    from memento_cli.hub.version_vectors import Vector

FILE = HUB_NOTES
TABLES = """
    create table if not exists clone (id text primary key, replica text not null);
    create table if not exists hub (
        hub integer primary key, name text not null, tenant text not null,
        epoch text, token text, snapshot text, erasures integer, synced text,
        unique (name, tenant));
    create table if not exists here (
        path text primary key, hash blob, stamp text not null, vector text not null);
    create table if not exists file (
        hub integer, path text, hash blob, vector text, primary key (hub, path)) without rowid;
    create table if not exists log (
        hub integer, path text, size integer not null, sum integer not null, stamp text not null,
        primary key (hub, path)) without rowid;
"""


class Meeting(NamedTuple):
    """The last meeting with a hub: its history, the token that both know of it, its snapshot, how
    many erasures it had, and when that was. Empty before the first."""

    epoch: str = ""
    token: str = ""
    snapshot: str = ""
    erasures: int = 0
    synced: str = ""


class Here(NamedTuple):
    """The version of a file in this clone: its SHA-256 (None if it is gone), the stamp that the
    file had then (empty if it may have changed within the clock's tick), and its version vector."""

    hash: bytes | None = None
    stamp: str = ""
    vector: Vector = {}  # noqa: RUF012 (which nobody changes)


class LogNote(NamedTuple):
    """The hub has the first `size` bytes of a log, whose CRC-32 is `sum`; `stamp` as of a file."""

    size: int
    sum: int
    stamp: str = ""


class Notes:
    """The notes of this clone, as far as they are about one tenant of one hub."""

    def __init__(self, database: Connection, name: str, tenant: str) -> None:
        self._database = database
        key = (name, tenant)
        database.execute("insert or ignore into hub (name, tenant) values (?, ?)", key)
        text = "select hub from hub where name = ? and tenant = ?"
        self._hub: int = database.execute(text, key).fetchone()[0]

    def meeting(self) -> Meeting:
        """The last meeting with the hub."""
        text = "select epoch, token, snapshot, erasures, synced from hub where hub = ?"
        row = self._database.execute(text, (self._hub,)).fetchone()
        return Meeting(*row) if row[0] else Meeting()

    def note_meeting(self, meeting: Meeting) -> None:
        """Note a meeting that was brought to its end."""
        self._database.execute(
            "update hub set epoch = ?, token = ?, snapshot = ?, erasures = ?, synced = ?"
            " where hub = ?",
            (*meeting, self._hub),
        )

    def here(self) -> dict[str, Here]:
        """The versions of this clone's files, by path."""
        rows = self._database.execute("select path, hash, stamp, vector from here")
        vectors: dict[str, Vector] = {}  # most files have one of few
        return {
            path: Here(hash, stamp, vectors.get(text) or vectors.setdefault(text, loaded(text)))
            for path, hash, stamp, text in rows
        }

    def note_here(self, versions: Mapping[str, Here]) -> None:
        """Note versions of this clone's files."""
        self._database.executemany(
            "insert or replace into here values (?, ?, ?, ?)",
            ((path, v.hash, v.stamp, dumped(v.vector)) for path, v in versions.items()),
        )

    def common(self) -> dict[str, bytes | None]:
        """The hash of the version of each file that this clone and the hub had last, by path."""
        text = "select path, hash from file where hub = ?"
        return dict(self._database.execute(text, (self._hub,)))

    def note_common(self, versions: Iterable[tuple[str, bytes | None, Vector]]) -> None:
        """Note the versions that both have: of each path the hash and the version vector."""
        self._database.executemany(
            "insert or replace into file values (?, ?, ?, ?)",
            ((self._hub, path, hash, dumped(vector)) for path, hash, vector in versions),
        )

    def ancestors(self, path: str) -> list[Here]:
        """The versions of a file that this clone had together with any hub."""
        text = "select hash, vector from file where path = ? and hash is not null"
        rows = self._database.execute(text, (path,))
        return [Here(hash, "", loaded(vector)) for hash, vector in rows]

    def logs(self) -> dict[str, LogNote]:
        """How far the hub has each log, by path."""
        text = "select path, size, sum, stamp from log where hub = ?"
        rows = self._database.execute(text, (self._hub,))
        return {path: LogNote(size, sum, stamp) for path, size, sum, stamp in rows}

    def note_logs(self, notes: Mapping[str, LogNote]) -> None:
        """Note how far the hub has logs."""
        self._database.executemany(
            "insert or replace into log values (?, ?, ?, ?, ?)",
            ((self._hub, path, *note) for path, note in notes.items()),
        )

    @property
    def replica(self) -> str:
        """The name under which this clone counts its changes in version vectors. It counts anew
        under another wherever it may have lost count, as two changes would get one number."""
        row: tuple[str] = self._database.execute("select replica from clone").fetchone()
        return row[0]

    def forget(self) -> None:
        """Believe nothing of the hub any more: it, or this clone, is not the one that was met. That
        it was met, and when, stays: a sync that is broken off now knows its hub the next time."""
        with self.together():
            self._database.execute("update clone set replica = ?", (_new_replica(),))
            for table in ("file", "log"):
                self._database.execute(f"delete from {table} where hub = ?", (self._hub,))
            text = "select synced from hub where hub = ?"
            (synced,) = self._database.execute(text, (self._hub,)).fetchone()
            self.note_meeting(Meeting(synced=synced))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Note all that is noted inside, or nothing."""
        self._database.execute("begin immediate")
        try:
            yield
        except BaseException:
            if self._database.in_transaction:  # SQLite itself ends one that finds no room
                self._database.execute("rollback")
            raise
        self._database.execute("commit")


def _new_replica() -> str:
    return os.urandom(4).hex()


@contextmanager
def opened(root: str, name: str, tenant: str, clone: str) -> Iterator[Notes]:
    """The notes of this clone, for one tenant of a hub, made if there are none.

    Those of another clone, whose folder was copied, are thrown away.
    """
    path = os.path.join(root, FILE)
    refuse_link(os.path.dirname(path))
    refuse_link(path)
    make_folders(os.path.dirname(path))
    with os_errors(path):  # of this user alone, whatever the folder is: it names hubs, with tokens
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | BYTES, 0o600))
    try:
        database = connect(path, isolation_level=None, timeout=30)
        try:
            database.executescript(TABLES)
            if database.execute("select id from clone").fetchall() != [(clone,)]:
                for table in ("clone", "hub", "here", "file", "log"):
                    database.execute(f"delete from {table}")
                database.execute("insert into clone values (?, ?)", (clone, _new_replica()))
            yield Notes(database, name, tenant)
        finally:
            database.close()
    except DatabaseError as problem:
        raise Failed(f"{path}: {problem}", "delete it: the next sync compares everything") from None


def met(root: str, clone: str) -> list[tuple[str, str]]:
    """The hubs that this clone has synced with, each with the tenant, in the order of names."""
    return [(hub, tenant) for hub, tenant, _ in last_syncs(root, clone)]


def last_syncs(root: str, clone: str) -> list[tuple[str, str, str]]:
    """The same, each with the time of its last sync."""
    owner, rows = _noted(root)
    return [row for row in rows if row[2]] if owner == clone else []


def begun(root: str, clone: str) -> list[tuple[str, str]]:
    """The hubs that this clone was to sync with, and has not yet, in the same order."""
    owner, rows = _noted(root)
    return [(hub, tenant) for hub, tenant, synced in rows if not synced and owner == clone]


def met_elsewhere(root: str, clone: str) -> list[tuple[str, str]]:
    """The hubs that another clone has noted here, whose folder was copied; in the same order."""
    owner, rows = _noted(root)
    return [(hub, tenant) for hub, tenant, synced in rows if synced and owner != clone]


def _noted(root: str) -> tuple[str, list[tuple[str, str, str]]]:
    """The clone whose notes are in a folder, and its hubs: name, tenant, and the time of the last
    sync, or ""."""
    path = os.path.join(root, FILE)
    if not os.path.lexists(path):
        return "", []
    try:
        database = connect(path, isolation_level=None, timeout=30)
        try:
            owner = database.execute("select id from clone").fetchone()
            text = "select name, tenant, coalesce(synced, '') from hub order by name, tenant"
            return owner[0] if owner else "", database.execute(text).fetchall()
        finally:
            database.close()
    except DatabaseError:
        return "", []
