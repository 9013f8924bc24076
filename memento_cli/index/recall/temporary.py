"""An index of what is told and nowhere filed: for a search in it, and gone when that is done."""

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
TEMPORARY = ""  # SQLite gives a database without a name a file of its own where it is large
SHORT = 1.6
"""What BM25 gives a word in a short text beside its rarity."""
RARE_AT_LEAST = 1e-6
FILLERS, FILLER = 200, "\ue000 " * 12
"""Texts that no query means: among very few texts BM25 takes every word for a common one."""
COUNTED = 5_000
"""A word that so many memories have is common, however many more have it."""


class _TemporaryFolder(Collection[Memory]):
    """A folder of memories with what is told in place of what is filed, for who writes an index."""

    told: Mapping[str, LoadedValue[Memory]]

    def read_values(self, names: Iterable[str]) -> Iterator[LoadedValue[Memory]]:
        return (self.told[name] for name in names)


def write_memories(
    database: sqlite3.Connection,
    store: Store,
    told: Iterable[LoadedValue[Memory]],
    tick: Callable[[], None] = lambda: None,
    *,
    new: bool = False,
) -> None:
    """Write memories into an index, as if the store's folder had them; the names are the ids.

    Into a `new` one, that has no orders yet, several times as quick.
    """
    then, rest = copy(store), iter(told)
    then.memories = folder = _TemporaryFolder(
        store.memories.folder, store.memories.codec, store.lock, changed=[]
    )
    writer = Writer(database, then, new=new)
    if new:
        writer.lines.put_in_order()  # of which there are none
    while some := {found.name: found for found in islice(rest, TOGETHER)}:
        folder.told = some
        if new:
            writer.number(some)
        writer.read(list(some), tick)
    count_rows(database)


@contextmanager
def temporary_index(store: Store, told: Sequence[Memory], now: datetime) -> Iterator[Strengths]:
    """These memories, as a search finds them."""
    database = connect_to(TEMPORARY)
    try:
        create_tables(database, store.root)
        create_orders(database)
        status = os.stat(store.root)  # of no file, which nobody looks at
        named = [LoadedValue(one.id, one, b"", one.id, status) for one in told]
        database.execute("BEGIN")
        write_memories(database, store, named)
        database.executemany("INSERT INTO text (summary) VALUES (?)", [(FILLER,)] * FILLERS)
        database.execute("COMMIT")
        yield Strengths(database, store, now)
    finally:
        database.close()


def score_among(
    database: sqlite3.Connection,
    all: Sequence[sqlite3.Connection],
    hits: Sequence[Hit],
    asked: Some[str],
    seen: Where = EVERY,
) -> float:
    """The text score that the best of these hits in a collection would have in `all` together: the
    one of which words say most.

    A rare word weighs more among many texts than among few, so BM25 of two collections cannot be
    compared. This weighs the words that the best has by how rare they are in all that is `seen`.
    """
    if not hits:
        return 0.0
    best = max(hits, key=_words)
    grown = 1.0 / _words(best) if _words(best) > 0 else 1.0
    has = has_word(database, best.memory.id)
    return grown * sum(SHORT * _rarity(term, all, seen) for term in asked if has(term))


def _words(hit: Hit) -> float:
    """What of a hit's relevance is from its words."""
    return dict(hit.gains).get("words", 0.0)


def _rarity(term: str, databases: Iterable[sqlite3.Connection], seen: Where) -> float:
    """BM25's inverse document frequency of a term in several collections together."""
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
