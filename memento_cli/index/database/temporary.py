"""Temporary indexes: of passages that are no files, and of the store as it was at a time."""

from __future__ import annotations

import os
from contextlib import contextmanager
from copy import copy
from itertools import islice

from memento_cli.core.fading.laws import NEVER, Law
from memento_cli.core.fading.strength import Fade, Strength
from memento_cli.core.journal.event_types import (
    CODES,
    CONTENT,
    LEAVES,
    RECORDED,
    RESTORED,
    TAKEN_BACK,
    UNDONE,
)
from memento_cli.core.journal.history import adoption
from memento_cli.core.memory.memory import Content, Memory
from memento_cli.core.time.when import EPOCH
from memento_cli.index.database.database import connect_to, count_rows, create_orders, create_tables
from memento_cli.index.fading.strengths import Strengths
from memento_cli.index.journal.lines import unpacked
from memento_cli.index.recall.places import has_word
from memento_cli.index.recall.search import EVERY, TermCounts, rarities
from memento_cli.index.refresh.writing import Writer
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.collection import Collection
from memento_cli.store.records.loaded import LoadedValue

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Collection as Some
    from datetime import datetime

    from memento_cli.core.recall.query import Hit
    from memento_cli.index.recall.search import Where
    from memento_cli.store.directory.store import Store

TOGETHER = 5_000
TEMPORARY = ""  # the name of a database in memory, which SQLite moves to a file if it grows large
SHORT = 1.6
"""The factor that BM25 gives a word in a short text beside its rarity."""
CHANGING = ", ".join(map(str, (*(CODES[act] for act in (*CONTENT, UNDONE)), TAKEN_BACK)))
MOVING = ", ".join(str(CODES[act]) for act in (*LEAVES, RESTORED))
LINES = "FROM line JOIN name ON name.key = line.memory"
TOUCHED = (
    f"SELECT DISTINCT name.id {LINES} WHERE act IN ({CHANGING}) OR act IN ({MOVING}) AND at > ?"
)
AFTER = f"SELECT 1 FROM line WHERE at > ? AND act IN ({CHANGING}, {MOVING}) LIMIT 1"
SUSPECT = (
    f"SELECT line.id, name.id, initial, last, count {LINES} WHERE act = {CODES[RECORDED]}"
    " AND initial IS NOT NULL AND hex(substr(line.id, 1, 6)) = printf('%012X', at / 1000)"
)
"""Lines that may be adoptions: their ids have the time of the line, others that of the clock."""
STRANGERS = f"""
SELECT memory.id, created, min(CASE WHEN act = {CODES[RECORDED]} THEN at END) AS told,
    min(at) AS known
FROM memory LEFT JOIN line ON line.memory = memory.key AND line.id NOT IN (SELECT id FROM adopted)
GROUP BY memory.key
HAVING created > ?1 OR told > ?1 OR known > ?1 OR known IS NULL
"""
WITHOUT_FILE = (
    f"SELECT DISTINCT name.id {LINES} LEFT JOIN file ON file.key = name.key"
    f" WHERE act = {CODES[RECORDED]} AND at <= ? AND file.key IS NULL"
)
TABLES = (("memory", "key"), ("text", "rowid"), ("tag", "key"), ("link", "key"), ("file", "key"))
ANYBODY = Memory("", "", EPOCH, Content(""), Strength(1.0, 0), Fade(Law(NEVER)))


class _TemporaryFolder(Collection[Memory]):
    """A folder whose memories are values in place of files, for the writer of an index."""

    memories: Mapping[str, LoadedValue[Memory]]

    def read_values(self, names: Iterable[str]) -> Iterator[LoadedValue[Memory]]:
        return (self.memories[name] for name in names)


def write_memories(
    database: sqlite3.Connection,
    store: Store,
    memories: Iterable[LoadedValue[Memory]],
    tick: Callable[[], None] = lambda: None,
    *,
    new: bool = False,
) -> None:
    """Write memories into an index, as if the store's folder had them; their names are their ids.

    For a `new` index, which has no orders yet, this is several times faster.
    """
    then, rest = copy(store), iter(memories)
    then.memories = folder = _TemporaryFolder(
        store.memories.folder, store.memories.codec, store.lock, changed=[]
    )
    writer = Writer(database, then, new=new)
    if new:
        writer.lines.put_in_order()  # there are none, but this drops their temporary table
    while batch := {memory.name: memory for memory in islice(rest, TOGETHER)}:
        folder.memories = batch
        if new:
            writer.number(batch)
        writer.read(list(batch), tick)
    count_rows(database)


@contextmanager
def temporary_index(store: Store, memories: Sequence[Memory], now: datetime) -> Iterator[Strengths]:
    """An index of these memories alone."""
    database = connect_to(TEMPORARY)
    try:
        create_tables(database, store.root)
        create_orders(database)
        status = os.stat(store.root)  # the memories have no files; this status is not used
        values = [LoadedValue(one.id, one, b"", one.id, status) for one in memories]
        database.execute("BEGIN")
        write_memories(database, store, values)

        database.execute("COMMIT")
        yield Strengths(database, store, now)
    finally:
        database.close()


def score_among(
    database: sqlite3.Connection,
    all: Sequence[sqlite3.Connection],
    hits: Sequence[Hit],
    query_terms: Some[str],
    seen: Where = EVERY,
) -> float:
    """The text score that the best of these hits in one index would have in all of them together.

    A rare word weighs more among many texts than among few, so BM25 scores of two indexes cannot be
    compared. This weighs the words of the best hit by their rarity in all that is `seen`.
    """
    if not hits:
        return 0.0
    best = max(hits, key=_words)
    factor = 1.0 / _words(best) if _words(best) > 0 else 1.0
    has = has_word(database, best.memory.id)
    counts = [TermCounts(one, seen) for one in all]
    return factor * SHORT * sum(rarities(counts, filter(has, query_terms)).values())


def _words(hit: Hit) -> float:
    """The share of a hit's relevance that is from its words."""
    return dict(hit.gains).get("words", 0.0)


class UndatedMemory(NamedTuple):
    """A memory that is dated after a time, or of which the journal has nothing by then.

    `created` is its own date, `recorded` that of its `recorded` line, if there is one, and `known`
    that of its first line, in microseconds since 1970.
    """

    id: str
    created: int
    recorded: int | None
    known: int | None


def copy_of(database: sqlite3.Connection) -> sqlite3.Connection:
    """A private copy of an index, which is deleted when it is closed."""
    copy = connect_to(TEMPORARY)
    database.backup(copy)
    return copy


def touched_since(database: sqlite3.Connection, moment: int) -> set[str]:
    """The memories, with or without files, that were ever changed, or moved since a time.

    All others were then as the index has them. The time is in microseconds since 1970.
    """
    return {id for (id,) in database.execute(TOUCHED, (moment,))}


def is_touched_after(database: sqlite3.Connection, moment: int) -> bool:
    """Whether an act that changes or moves a memory is dated after a time."""
    return database.execute(AFTER, (moment,)).fetchone() is not None


def undated_memories(database: sqlite3.Connection, moment: int) -> list[UndatedMemory]:
    """The memories of which the journal does not tell that they existed at a time."""
    database.execute("CREATE TEMP TABLE adopted (id BLOB PRIMARY KEY)")
    suspects = database.execute(SUSPECT).fetchall()
    adopted = [(line,) for line, *numbers in suspects if _adopted(*numbers) == unpacked(line)]
    database.executemany("INSERT OR IGNORE INTO adopted VALUES (?)", adopted)
    return [UndatedMemory(*row) for row in database.execute(STRANGERS, (moment,))]


def _adopted(id: str, initial: float, last: int, count: int) -> str:
    """The id of the line by which a memory with these numbers would be adopted."""
    strength = Strength(initial, last, count)
    return adoption(ANYBODY._replace(id=id, strength=strength)).id


def without_file(database: sqlite3.Connection, moment: int) -> set[str]:
    """The memories that were recorded by a time, and have no file now."""
    return {id for (id,) in database.execute(WITHOUT_FILE, (moment,))}


def write_past(
    database: sqlite3.Connection,
    store: Store,
    absent: Iterable[str],
    memories: Iterable[LoadedValue[Memory]],
    tick: Callable[[], None],
) -> None:
    """Delete the memories that are `absent` from an index, and write others as they were."""
    database.execute("BEGIN")
    database.execute("CREATE TEMP TABLE absent (key INTEGER PRIMARY KEY)")
    find = "INSERT OR IGNORE INTO absent SELECT key FROM name WHERE id = ?"
    database.executemany(find, [(id,) for id in absent])
    for table, column in TABLES:
        database.execute(f"DELETE FROM {table} WHERE {column} IN (SELECT key FROM absent)")
    write_memories(database, store, memories, tick)
    database.execute("COMMIT")
