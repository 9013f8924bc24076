"""The journal in the index: tails are read from where the last reading ended."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping
from typing import Any

from memento_cli.core.history import Line
from memento_cli.errors import BadData
from memento_cli.index.lines import line_row
from memento_cli.index.stamps import UNBELIEVED, Stamp, believable
from memento_cli.index.writing import Writer
from memento_cli.store.journal import Tail, tail_of
from memento_cli.store.store import Store

UNKNOWN = -1
"""No log has this checksum: one whose last line has no end may say something else next time."""


def refresh_logs(
    database: sqlite3.Connection, store: Store, stamps: Mapping[str, Stamp], writer: Writer
) -> tuple[str, ...]:
    """Read what is new in the log files; the memories that it is about are to be folded anew.

    Answers their ids.
    """
    touched = frozenset(writer.touched)
    rows = database.execute("SELECT path, mtime, ctime, size, inode, key FROM log").fetchall()
    known = {os.fsdecode(row[0]): (row[5], tuple(row[1:5])) for row in rows}
    for path, (key, _) in known.items():
        if path not in stamps:
            _forget(database, key, writer)
            database.execute("DELETE FROM log WHERE key = ?", (key,))
    for path, stamp in stamps.items():
        key, before = known.get(path, (0, UNBELIEVED))
        if stamp != before:
            _read(database, store, path, key, stamp, writer)
    return writer.ids_of(writer.touched - touched)


def _read(
    database: sqlite3.Connection, store: Store, path: str, key: int, stamp: Stamp, writer: Writer
) -> None:
    """Read a log file on from its last complete line, or anew if it was not only added to."""
    looked = time.time_ns()
    row = database.execute("SELECT read, lines, sum FROM log WHERE key = ?", (key,)).fetchone()
    start, lines, sum = row or (0, 0, 0)
    tail = _tail(os.path.join(store.root, path), start, sum)
    if tail is None:
        return
    if row and tail.start == start and start:
        gone = "DELETE FROM bad_line WHERE log = ? AND (place > ? OR place = 0)"
        database.execute(gone, (key, lines))
    elif row:
        lines = 0
        _forget(database, key, writer)
    else:
        insert = "INSERT INTO log (path) VALUES (?)"
        key = database.execute(insert, (os.fsencode(path),)).lastrowid or 0
    _keep(database, tail, key, lines, writer)
    unended = bool(tail.lines) and tail.lines[-1][0] > tail.complete
    state = (tail.end, lines + tail.complete, UNKNOWN if unended else tail.sum)
    database.execute(
        "UPDATE log SET mtime = ?, ctime = ?, size = ?, inode = ?, read = ?, lines = ?, sum = ?"
        " WHERE key = ?",
        (*believable(stamp, looked), *state, key),
    )


def _tail(path: str, start: int, sum: int) -> Tail | None:
    """What is new in a log, or why it cannot be read; None if git has swapped it away just now."""
    try:
        return tail_of(path, start, sum)
    except FileNotFoundError:
        return None
    except (OSError, BadData) as problem:
        why = problem.problems[0] if isinstance(problem, BadData) else problem.strerror
        return Tail([(0, f"cannot be read: {why}")])


def _keep(database: sqlite3.Connection, tail: Tail, key: int, lines: int, writer: Writer) -> None:
    rows: list[tuple[Any, ...]] = []
    keys = writer.keys_of(line.memory for _, line in tail.lines if isinstance(line, Line))
    for place, line in tail.lines:
        if isinstance(line, Line):
            memory = keys[line.memory]
            writer.touch(memory)
            rows.append((memory, *line_row(line, key)))
        else:
            number = lines + place if place else 0
            database.execute(
                "INSERT INTO bad_line VALUES (?, ?, ?)", (key, number, os.fsencode(line))
            )
    writer.keep_lines(rows)


def _forget(database: sqlite3.Connection, key: int, writer: Writer) -> None:
    """The lines of a log file that is gone, or is another one now."""
    found = database.execute("SELECT DISTINCT memory FROM line WHERE log = ?", (key,))
    writer.touched.update(memory for (memory,) in found)
    database.execute("DELETE FROM line WHERE log = ?", (key,))
    database.execute("DELETE FROM bad_line WHERE log = ?", (key,))
