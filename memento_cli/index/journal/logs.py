"""The journal in the index: tails are read from where the last reading ended."""

from __future__ import annotations

import os
import time
from itertools import islice

from memento_cli.core.journal.event_types import CODES, ERASED
from memento_cli.errors import BadData
from memento_cli.index.journal.lines import rows_of
from memento_cli.index.refresh.stamps import UNBELIEVED, believable
from memento_cli.store.journal.line_parts import InvalidLine
from memento_cli.store.journal.log_tail import Tail, tail_of
from memento_cli.store.journal.logs import KEPT, MISPLACED

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from memento_cli.index.refresh.stamps import Stamp

    Row = tuple[Any, ...]

BATCH = 500
ERASURES, ERASING = "journal/erased/", CODES[ERASED]
SIGNS = "?, ?, ?, ?, ?, ?, ?, ?, ?"
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
"""No log has this checksum: one whose last line has no end may say something else next time."""


class Lines:
    """Writes journal lines into an index, inside a transaction that someone else holds.

    Those of a new index are laid aside, under the ids of their memories, until they are put in
    order.
    """

    def __init__(self, database: sqlite3.Connection, *, new: bool = False) -> None:
        self.database = database
        self.touched: set[int] = set()  # the memories whose lines changed: they are folded anew
        self.more = 0  # so many lines are there that were not, those that are gone taken off
        self._new = new
        self._rows_of = rows_of
        if new:
            from memento_cli.index.journal.plain_lines import plain_rows_of

            self._rows_of = plain_rows_of
            database.execute(NEW_LINE)

    def refresh(self, root: str, stamps: Mapping[str, Stamp]) -> tuple[str, ...]:
        """Read what is new in the log files; answers the ids of the memories that it is about."""
        touched = frozenset(self.touched)
        query = "SELECT path, mtime, ctime, size, inode, key FROM log"
        rows = self.database.execute(query).fetchall()
        known = {os.fsdecode(row[0]): (row[5], tuple(row[1:5])) for row in rows}
        for path, (key, _) in known.items():
            if path not in stamps:
                self._forget(key)
                self.database.execute("DELETE FROM log WHERE key = ?", (key,))
        for path, stamp in stamps.items():
            key, before = known.get(path, (0, UNBELIEVED))
            if stamp != before:
                self._read(root, path, key, stamp)
        return ids_of(self.database, self.touched - touched)

    def put_in_order(self) -> None:
        """Take in the lines that were laid aside: sorted first, they are several times as quick."""
        for statement in IN_ORDER:
            self.database.execute(statement)

    def _read(self, root: str, path: str, key: int, stamp: Stamp) -> None:
        """Read a log file on from its last complete line, or anew if it was not only added to."""
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
        last = self._keep(tail, key, lines, erased=path.startswith(ERASURES) or path == KEPT)
        unended = last > tail.complete
        unread = tail.end == 0 < stamp[2]  # it is looked at again each time
        state = (tail.end, lines + tail.complete, NO_SUM if unended else tail.sum)
        self.database.execute(
            "UPDATE log SET mtime = ?, ctime = ?, size = ?, inode = ?, read = ?, lines = ?, sum = ?"
            " WHERE key = ?",
            (*(UNBELIEVED if unread else believable(stamp, looked)), *state, key),
        )

    def _keep(self, tail: Tail, key: int, lines: int, *, erased: bool) -> int:
        """Take in the lines of a tail; answers the number of the last one in it."""
        bad: list[Row] = []
        place = 0

        def rows() -> Iterator[Row]:
            nonlocal place
            for place, raw in tail.lines:
                try:
                    if place:
                        its = self._rows_of(raw, key)
                        if its[0][4] == ERASING and not erased:
                            raise InvalidLine(MISPLACED)
                        yield from its
                    else:
                        bad.append((key, 0, raw))
                except InvalidLine as problem:
                    bad.append((key, lines + place, os.fsencode(str(problem))))

        self._keep_rows(rows())
        self.database.executemany("INSERT INTO bad_line VALUES (?, ?, ?)", bad)
        return place

    def _keep_rows(self, rows: Iterator[Row]) -> None:
        if self._new:  # whose memories are all folded as they come
            self.database.executemany(f"INSERT INTO new_line VALUES ({SIGNS})", rows)
            return
        while some := list(islice(rows, BATCH)):
            keys = keys_of(self.database, (memory for memory, *_ in some))
            self.more += self.database.executemany(
                f"INSERT OR IGNORE INTO line VALUES ({SIGNS})",
                [(keys[memory], *row) for memory, *row in some],
            ).rowcount
            self.touched.update(keys.values())

    def _forget(self, key: int) -> None:
        """The lines of a log file that is gone, or is another one now."""
        query = "SELECT DISTINCT memory FROM line WHERE log = ?"
        self.touched.update(memory for (memory,) in self.database.execute(query, (key,)))
        self.more -= self.database.execute("DELETE FROM line WHERE log = ?", (key,)).rowcount
        self.database.execute("DELETE FROM bad_line WHERE log = ?", (key,))


def _tail(path: str, start: int, sum: int) -> Tail | None:
    """What is new in a log; None if git has swapped it away just now.

    One that cannot be read has a line 0 that says why.
    """
    try:
        return tail_of(path, start, sum)
    except FileNotFoundError:
        return None
    except (OSError, BadData) as problem:
        why = problem.problems[0] if isinstance(problem, BadData) else problem.strerror
        return Tail([(0, os.fsencode(f"cannot be read: {why}"))], 0, 0, 0, 0)


def keys_of(database: sqlite3.Connection, ids: Iterable[str]) -> dict[str, int]:
    """The numbers by which the index knows ids, from files or a log; new ones get theirs."""
    wanted = dict.fromkeys(ids)
    found = dict(among(database, "SELECT id, key FROM name WHERE id IN", wanted))
    for id in wanted:
        if id not in found:
            insert = "INSERT INTO name (id) VALUES (?)"
            found[id] = database.execute(insert, (id,)).lastrowid or 0
    return found


def ids_of(database: sqlite3.Connection, keys: Iterable[int]) -> tuple[str, ...]:
    """The ids that these numbers stand for, in order."""
    query = "SELECT id FROM name WHERE key = ?"
    return tuple(sorted(database.execute(query, (key,)).fetchone()[0] for key in keys))


def among(database: sqlite3.Connection, query: str, values: Iterable[Any]) -> Iterator[Row]:
    """The rows of a query that ends in IN, for many values."""
    rest = iter(values)
    while some := list(islice(rest, BATCH)):
        yield from database.execute(f"{query} ({', '.join('?' * len(some))})", some)
