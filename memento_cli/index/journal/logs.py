"""Reading the journal's logs into the index, each on from where the last reading ended."""

from __future__ import annotations

import os
import time
from itertools import islice

from memento_cli.core.journal.event_types import CODES, ERASED
from memento_cli.errors import BadData
from memento_cli.index.database.database import STUMBLES, open_database, rows_among
from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.journal.lines import rows_of
from memento_cli.index.refresh.freshness import UNBELIEVED, believable, known_logs, log_stamps
from memento_cli.store.journal.line_parts import InvalidLine
from memento_cli.store.journal.logs import KEPT, MISPLACED, Tail, tail_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from memento_cli.store.files.system import Stamp

    Row = tuple[Any, ...]

BATCH = 500
ERASURES = "journal/erased/"
INSERT = "INSERT {} INTO {} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
NARROW = "at, line.id, log, act, undoes, initial, last, count"
NEW_LINE = """
CREATE TEMP TABLE new_line (
    memory TEXT, at INTEGER, id BLOB, log INTEGER, act INTEGER,
    undoes BLOB, initial REAL, last INTEGER, count INTEGER
)
"""
IN_ORDER = (
    "INSERT OR IGNORE INTO name (id) SELECT DISTINCT memory FROM new_line ORDER BY memory",
    f"INSERT OR IGNORE INTO line SELECT name.key, {NARROW} FROM new_line AS line"
    " JOIN name ON name.id = line.memory ORDER BY name.key, at, line.id, log",
    "DROP TABLE new_line",
)
NO_SUM = -1
"""A checksum that no log has, for one whose last line is not complete and may change."""

LARGE = 1 << 18  # bytes: a smaller journal is searched in the time that the index takes
PATHS = """
SELECT DISTINCT path FROM line JOIN log ON log.key = line.log JOIN name ON name.key = line.memory
WHERE name.id = ?
"""


class Lines:
    """Writes journal lines into an index, inside a transaction of the caller.

    Those of a new index go to a temporary table, with the ids of their memories, until
    `put_in_order`.
    """

    def __init__(self, database: sqlite3.Connection, *, new: bool = False) -> None:
        self.database = database
        self.touched: set[int] = set()  # the keys of memories whose lines changed
        self.more = 0  # the number of lines added less those removed
        self._new = new
        self._rows_of = rows_of
        if new:
            from memento_cli.index.journal.plain_lines import plain_rows_of

            self._rows_of = plain_rows_of
            database.execute(NEW_LINE)

    def refresh(self, root: str, stamps: Mapping[str, Stamp]) -> tuple[str, ...]:
        """Read the new lines of the logs; the ids of the memories that they are about."""
        touched = frozenset(self.touched)
        query = "SELECT path, key, mtime, ctime, size, inode FROM log"
        rows = self.database.execute(query).fetchall()
        indexed = {os.fsdecode(path): (key, tuple(stamp)) for path, key, *stamp in rows}
        for path, (key, _) in indexed.items():
            if path not in stamps:
                self._forget(key)
                self.database.execute("DELETE FROM log WHERE key = ?", (key,))
        for path, stamp in stamps.items():
            key, before = indexed.get(path, (0, UNBELIEVED))
            if stamp != before:
                self._read(root, path, key, stamp)
        return ids_of(self.database, self.touched - touched)

    def put_in_order(self) -> None:
        """Insert the lines of the temporary table: sorted first, which is several times faster."""
        for statement in IN_ORDER:
            self.database.execute(statement)

    def _read(self, root: str, path: str, key: int, stamp: Stamp) -> None:
        """Read a log on from its last complete line, or from its start if older bytes changed."""
        looked = time.time_ns()
        query = "SELECT read, lines, sum FROM log WHERE key = ?"
        row = self.database.execute(query, (key,)).fetchone()
        start, lines, sum = row or (0, 0, 0)
        tail = _tail(os.path.join(root, path), start, sum)
        if tail is None:
            return
        if row and tail.start == start and start:
            gone = "DELETE FROM bad_line WHERE log = ? AND (place > ? OR place = 0)"
            self.database.execute(gone, (key, lines))
        elif row:
            lines = 0
            self._forget(key)
        else:
            insert = "INSERT INTO log (path) VALUES (?)"
            key = self.database.execute(insert, (os.fsencode(path),)).lastrowid or 0
        last = self._insert(tail, key, lines, erased=path.startswith(ERASURES) or path == KEPT)
        is_torn = last > tail.complete
        _, _, size, _ = stamp
        is_unread = tail.end == 0 < size  # it is read again at the next refresh
        state = (tail.end, lines + tail.complete, NO_SUM if is_torn else tail.sum)
        self.database.execute(
            "UPDATE log SET mtime = ?, ctime = ?, size = ?, inode = ?, read = ?, lines = ?, sum = ?"
            " WHERE key = ?",
            (*(UNBELIEVED if is_unread else believable(stamp, looked)), *state, key),
        )

    def _insert(self, tail: Tail, key: int, lines: int, *, erased: bool) -> int:
        """Insert the lines of a tail; the number of the last one in it."""
        bad: list[Row] = []
        number = 0

        def rows() -> Iterator[Row]:
            nonlocal number
            for number, raw in tail.lines:
                try:
                    if number:
                        line_rows = self._rows_of(raw, key)
                        _, _, _, _, act, *_ = line_rows[0]
                        if act == CODES[ERASED] and not erased:
                            raise InvalidLine(MISPLACED)
                        yield from line_rows
                    else:
                        bad.append((key, 0, raw))
                except InvalidLine as problem:
                    bad.append((key, lines + number, os.fsencode(str(problem))))

        self._insert_rows(rows())
        self.database.executemany("INSERT INTO bad_line VALUES (?, ?, ?)", bad)
        return number

    def _insert_rows(self, rows: Iterator[Row]) -> None:
        if self._new:  # its memories are folded when their files are read
            self.database.executemany(INSERT.format("", "new_line"), rows)
            return
        insert = INSERT.format("OR IGNORE", "line")
        while batch := list(islice(rows, BATCH)):
            keys = keys_of(self.database, (memory for memory, *_ in batch))
            with_keys = [(keys[memory], *row) for memory, *row in batch]
            self.more += self.database.executemany(insert, with_keys).rowcount
            self.touched.update(keys.values())

    def _forget(self, key: int) -> None:
        """Delete the lines of a log that is gone, or has been replaced."""
        query = "SELECT DISTINCT memory FROM line WHERE log = ?"
        self.touched.update(memory for (memory,) in self.database.execute(query, (key,)))
        self.more -= self.database.execute("DELETE FROM line WHERE log = ?", (key,)).rowcount
        self.database.execute("DELETE FROM bad_line WHERE log = ?", (key,))


def _tail(path: str, start: int, sum: int) -> Tail | None:
    """The new lines of a log; None if git has just removed it.

    One that cannot be read has a line 0 with the reason.
    """
    try:
        return tail_of(path, start, sum)
    except FileNotFoundError:
        return None
    except (OSError, BadData) as problem:
        why = problem.problems[0] if isinstance(problem, BadData) else problem.strerror
        return Tail([(0, os.fsencode(f"cannot be read: {why}"))], 0, 0, 0, 0)


def keys_of(database: sqlite3.Connection, ids: Iterable[str]) -> dict[str, int]:
    """The keys of ids from files or a log; new ids get new keys."""
    wanted = dict.fromkeys(ids)
    keys = dict(rows_among(database, "SELECT id, key FROM name WHERE id IN", wanted))
    for id in wanted:
        if id not in keys:
            insert = "INSERT INTO name (id) VALUES (?)"
            keys[id] = database.execute(insert, (id,)).lastrowid or 0
    return keys


def ids_of(database: sqlite3.Connection, keys: Iterable[int]) -> tuple[str, ...]:
    """The ids of these keys, sorted."""
    query = "SELECT id FROM name WHERE key = ?"
    return tuple(sorted(database.execute(query, (key,)).fetchone()[0] for key in keys))


def logs_about(root: str, id: str) -> list[str] | None:
    """The paths of the logs that may have lines about a memory; None if any may.

    Of a log that has not changed since the index read it, the index knows.
    """
    stamps = dict(log_stamps(root))
    if sum(size for _, _, size, _ in stamps.values()) < LARGE:
        return None
    database = open_database(os.path.join(index_folder(root), FILE), root)
    if database is None:
        return None
    try:
        indexed = known_logs(database)
        about = {os.fsdecode(path) for (path,) in database.execute(PATHS, (id,))}
    except STUMBLES:
        return None
    finally:
        database.close()
    return [
        os.path.join(root, path)
        for path, stamp in stamps.items()
        if path in about or indexed.get(path) != stamp
    ]
