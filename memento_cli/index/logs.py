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
from memento_cli.index.look import READING
from memento_cli.index.stamps import UNBELIEVED, Stamp, believable
from memento_cli.index.writing import Writer
from memento_cli.store.journal import Tail, tail_of
from memento_cli.store.store import Store

TAIL_BYTES = 64


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
    """Read a log file on from its last complete line, or anew if it is not what it was."""
    looked = time.time_ns()
    whole = os.path.join(store.root, path)
    row = database.execute("SELECT read, lines, tail FROM log WHERE key = ?", (key,)).fetchone()
    start, lines = 0, 0
    if row and row[0] <= stamp[2] and _bytes_before(whole, row[0]) == row[2]:
        start, lines = row[:2]
        database.execute("DELETE FROM bad_line WHERE log = ? AND place > ?", (key, lines))
    elif row:
        _forget(database, key, writer)
    if not key:
        key = (
            database.execute("INSERT INTO log (path) VALUES (?)", (os.fsencode(path),)).lastrowid
            or 0
        )
    try:
        tail = tail_of(whole, start)
    except FileNotFoundError:  # git may have swapped it away: the next look sees
        return
    except (OSError, BadData) as problem:
        why = problem.problems[0] if isinstance(problem, BadData) else problem.strerror
        tail = Tail([(0, f"cannot be read: {why}")], 0, start)
    _keep(database, tail, key, lines, writer)
    state = (*believable(stamp, looked), tail.end, lines + tail.complete)
    database.execute(
        "UPDATE log SET mtime = ?, ctime = ?, size = ?, inode = ?, read = ?, lines = ?, tail = ?"
        " WHERE key = ?",
        (*state, _bytes_before(whole, tail.end), key),
    )


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


def _bytes_before(path: str, end: int) -> bytes:
    """The last bytes before a place in a file: what tells that it was only added to."""
    try:
        handle = os.open(path, READING)
    except OSError:
        return b""
    try:
        return os.pread(handle, min(end, TAIL_BYTES), max(0, end - TAIL_BYTES))
    except OSError:
        return b""
    finally:
        os.close(handle)
