"""Writing rows of the index: the content of files, with the numbers that their lines fold to."""

from __future__ import annotations

import os
import stat
import time
from binascii import crc32
from datetime import UTC, datetime
from functools import partial
from itertools import islice

from memento_cli.core.journal.event_types import CODES, ERASED, FOLD_COLUMNS
from memento_cli.core.text.words import COLUMN_WEIGHTS
from memento_cli.core.time.when import micros
from memento_cli.errors import BadData
from memento_cli.index.database.database import rows_among
from memento_cli.index.fading.levels import COLUMNS as FADING
from memento_cli.index.fading.levels import fading_key, fading_of
from memento_cli.index.journal.folding import FOLDED, folded_columns, refold, state_of
from memento_cli.index.journal.logs import BATCH, Lines, keys_of
from memento_cli.index.refresh.freshness import UNBELIEVED, believable
from memento_cli.index.refresh.rows import (
    CONTENT,
    SEPARATOR,
    UNTOLD,
    content_row,
    indexed_texts,
    tags_of,
    words_in,
)
from memento_cli.store.files.names import stem_of
from memento_cli.store.files.system import stamp_of
from memento_cli.store.records.loaded import Broken, LoadedValue

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

    Row = tuple[Any, ...]


TEXTS = 5_000
INSERT_MEMORY = "INSERT INTO memory ({}) VALUES ({})".format(
    ", ".join(CONTENT + FOLDED), ", ".join("?" * len(CONTENT + FOLDED))
)
TABLES = (("memory", "key"), ("text", "rowid"), ("link", "key"), ("file", "key"))
ERASURES = f"SELECT count(*) FROM line WHERE act = {CODES[ERASED]}"
DELETE_TAG = "DELETE FROM tag WHERE field = ? AND value = ? AND key = ?"


class Writer:
    """Writes into an index, inside a transaction of the caller."""

    def __init__(self, database: sqlite3.Connection, store: Store, *, new: bool = False) -> None:
        self.database = database
        self.store = store
        self.lines = Lines(database, new=new)
        self.touched = self.lines.touched
        self.now = micros(datetime.now(UTC))
        self._fadings: dict[tuple[Any, ...], int] = {
            tuple(row): key for key, *row in database.execute(f"SELECT key, {FADING} FROM fading")
        }
        self._texts: list[tuple[Any, ...]] = []
        self._new = new
        self._last = 0  # the last key given in a new index
        self._has_lines = True

    def number(self, names: Iterable[str]) -> None:
        """Give the ids of files their keys in the order in which they will be read."""
        rows = ((stem_of(name),) for name in names)
        self.database.executemany("INSERT OR IGNORE INTO name (id) VALUES (?)", rows)

    def read(self, names: Sequence[str], tick: Callable[[], None]) -> list[str]:
        """Read files by their names, and write their content; the names of those that differed."""
        changed: list[str] = []
        loaded = self.store.memories.read_values(names)
        first = self.database.execute("SELECT 1 FROM line LIMIT 1")
        self._has_lines = first.fetchone() is not None
        while True:
            looked = time.time_ns()
            batch = list(islice(loaded, BATCH))
            if not batch:
                break
            other = batch if self._new else [one for one in batch if not self._same(one, looked)]
            self._write(other, looked)
            if not self._new:
                changed += [file.name for file in other]
            if len(self._texts) >= TEXTS:
                self._write_texts()
            for _ in batch:
                tick()
        self._write_texts()
        return changed

    def _same(self, file: LoadedValue[Memory] | Broken, looked: int) -> bool:
        """Whether a file has the content that was indexed; then only its stamp is updated."""
        if isinstance(file, Broken):
            return False
        query = (
            "UPDATE file SET mtime = ?, ctime = ?, size = ?, inode = ? WHERE name = ? AND sum = ?"
        )
        stamp = believable(stamp_of(file.status), looked)
        there = self.database.execute(query, (*stamp, file.name, crc32(file.raw)))
        return there.rowcount == 1

    def remove(self, names: Iterable[str]) -> None:
        """Delete the rows of files that are gone."""
        query = "SELECT topics, people, rest FROM memory WHERE key = ?"
        for name in names:
            row = self.database.execute("SELECT key FROM file WHERE name = ?", (name,)).fetchone()
            key = row[0] if row else 0
            for *texts, rest in self.database.execute(query, (key,)).fetchall():
                for field, text in zip(("topic", "with"), texts, strict=True):
                    rows = [(field, value, key) for value in text.split(SEPARATOR)]
                    self.database.executemany(DELETE_TAG, rows)
                if rest == UNTOLD:  # a tag may have the separator in it
                    self.database.execute("DELETE FROM tag WHERE key = ?", (key,))
            for table, column in TABLES:
                self.database.execute(f"DELETE FROM {table} WHERE {column} = ?", (key,))

    def touch_all(self) -> None:
        """Mark every memory to be folded again, because the rules of the fold have changed."""
        self.touched.update(key for (key,) in self.database.execute("SELECT key FROM memory"))

    def erasures(self) -> int:
        """The number of lines that record erasures."""
        return int(self.database.execute(ERASURES).fetchone()[0])

    def fold(self) -> None:
        """Fold the memories whose lines have changed."""
        refold(self.database, self.touched, partial(state_of, self.store, now=self.now))

    def _write(self, batch: Sequence[LoadedValue[Memory] | Broken], looked: int) -> None:
        files, memories, tags, links = [], [], [], []
        keys = self._keys([_known_by(file) for file in batch])
        lines = self._lines_of(keys)
        for file in batch:
            key = keys[_known_by(file)]
            entries = lines.get(key, ())
            is_erased = any(act == CODES[ERASED] for _, _, act, *_ in entries)
            if isinstance(file, LoadedValue) and is_erased:
                file = self._came_back(file)
            files.append(self._file_row(key, file, looked))
            if isinstance(file, Broken):
                continue
            memory = file.value
            self.touched.discard(key)
            texts = indexed_texts(memory)
            memories.append(self._memory_row(key, memory, words_in(texts), entries))
            self._texts.append((key, *texts))
            tags += tags_of(key, memory)
            links += [(key, link.rel, link.target) for link in memory.links]
        if not self._new:
            self.remove(file.name for file in batch)
        many = self.database.executemany
        many("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?)", files)
        many(INSERT_MEMORY, memories)
        many("INSERT INTO tag VALUES (?, ?, ?)", tags)
        many("INSERT OR IGNORE INTO link VALUES (?, ?, ?)", links)

    def _came_back(self, file: LoadedValue[Memory]) -> Broken:
        """An erased memory whose file is there again, which is reported as broken."""
        path = os.path.join(self.store.memories.folder, file.name)
        problem = BadData(path, ["was erased, and came back"], "the next act removes it")
        return Broken(file.id, problem, file.name, file.status)

    def _write_texts(self) -> None:
        """Write texts in the order of keys: FTS5 begins a new segment wherever keys fall."""
        places = ", ?" * len(COLUMN_WEIGHTS)
        insert = f"INSERT INTO text (rowid, {', '.join(COLUMN_WEIGHTS)}) VALUES (?{places})"
        self.database.executemany(insert, sorted(self._texts))
        self._texts.clear()

    def _file_row(
        self, key: int, file: LoadedValue[Memory] | Broken, looked: int
    ) -> tuple[Any, ...]:
        status = file.status or self._status(file.name)
        stamp = believable(stamp_of(status), looked) if status else UNBELIEVED
        if isinstance(file, Broken):
            return (key, file.name, *stamp, None, os.fsencode(file.problem.message))
        return (key, file.name, *stamp, crc32(file.raw), None)

    def _status(self, name: str) -> os.stat_result | None:
        """The status of what is no regular file; None for a file that could not be read."""
        try:
            status = os.lstat(os.path.join(self.store.memories.folder, name))
        except OSError:
            return None
        return None if stat.S_ISREG(status.st_mode) else status

    def _memory_row(
        self, key: int, memory: Memory, words: int, lines: Sequence[Sequence[Any]]
    ) -> Row:
        state = state_of(self.store, memory.id, lines, memory.strength, memory.fade, self.now)
        fading = self._fading(fading_of(state.strength, memory.fade, memory.pinned))
        return (*content_row(key, memory, words), *folded_columns(state, memory.fade, fading))

    def _keys(self, ids: Sequence[str]) -> dict[str, int]:
        """The keys of these ids; in a new index mostly the next ones."""
        if self._new:
            query = "SELECT id, key FROM name WHERE key > ? ORDER BY key LIMIT ?"
            keys = dict(self.database.execute(query, (self._last, len(ids))))
            if keys.keys() == set(ids):
                self._last = keys[ids[-1]]
                return keys
        return keys_of(self.database, ids)

    def _lines_of(self, keys: Mapping[str, int]) -> dict[int, list[list[Any]]]:
        entries: dict[int, list[list[Any]]] = {}
        if not (self._has_lines and keys):
            return entries
        query = f"SELECT memory, {FOLD_COLUMNS} FROM line WHERE memory"
        first, last = min(keys.values()), max(keys.values())
        rows: Iterable[Row]
        if last - first < len(keys):
            rows = self.database.execute(f"{query} BETWEEN ? AND ?", (first, last))
        else:
            rows = rows_among(self.database, f"{query} IN", keys.values())
        for memory, *row in rows:
            entries.setdefault(memory, []).append(row)
        return entries

    def _fading(self, fading: tuple[Any, ...]) -> int:
        """The key of a fading; nearly all memories share theirs with others."""
        key = self._fadings.get(fading)
        if key is None:
            key = self._fadings[fading] = fading_key(self.database, fading)
        return key


def _known_by(file: LoadedValue[Memory] | Broken) -> str:
    """The id of a file in `name`; of a broken one its name with a slash, which no id has."""
    return file.name + "/" if isinstance(file, Broken) else file.id
