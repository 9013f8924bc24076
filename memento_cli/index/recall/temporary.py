"""A temporary index of passages that are no files of memories, for one search in them."""

from __future__ import annotations

import os
from contextlib import contextmanager
from copy import copy
from itertools import islice
from math import log

from memento_cli.core.memory.memory import Memory
from memento_cli.index.database.database import connect_to, count_rows, create_orders, create_tables
from memento_cli.index.fading.strengths import Strengths
from memento_cli.index.recall.filters import EVERY
from memento_cli.index.recall.finding import has_word
from memento_cli.index.recall.search import quoted
from memento_cli.index.refresh.writing import Writer
from memento_cli.store.records.collection import Collection
from memento_cli.store.records.loaded import LoadedValue

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Collection as Some
    from datetime import datetime

    from memento_cli.core.recall.query import Hit
    from memento_cli.index.recall.filters import Where
    from memento_cli.store.directory.store import Store

TOGETHER = 5_000
TEMPORARY = ""  # the name of a database in memory, which SQLite moves to a file if it grows large
SHORT = 1.6
"""The factor that BM25 gives a word in a short text beside its rarity."""
RARE_AT_LEAST = 1e-6

COUNTED = 5_000
"""The most texts that are counted for a word: with more it is common, however many they are."""


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
    return factor * sum(SHORT * _rarity(term, all, seen) for term in query_terms if has(term))


def _words(hit: Hit) -> float:
    """The share of a hit's relevance that is from its words."""
    return dict(hit.gains).get("words", 0.0)


def _rarity(term: str, databases: Iterable[sqlite3.Connection], seen: Where) -> float:
    """BM25's inverse document frequency of a term in several indexes together."""
    texts = having = 0
    matching = (
        "text WHERE text MATCH ?"
        if seen == EVERY
        else f"text JOIN memory ON key = text.rowid WHERE text MATCH ? AND ({seen.sql})"
    )
    number = f"SELECT count(*) FROM (SELECT 1 FROM {matching} LIMIT ?)"
    for database in databases:
        query = f"SELECT count(*) FROM memory WHERE {seen.sql}"
        count = database.execute(query, seen.args).fetchone()[0]
        having += database.execute(number, (quoted(term), *seen.args, COUNTED)).fetchone()[0]
        texts += count
    return max(RARE_AT_LEAST, log((texts - having + 0.5) / (having + 0.5)))
