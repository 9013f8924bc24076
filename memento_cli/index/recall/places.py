"""Which words of a query a memory has, and in which of its texts, as the full text matched."""

from __future__ import annotations

from memento_cli.core.memory.memory import places
from memento_cli.core.recall.wanted_terms import must_groups
from memento_cli.core.text.words import COLUMN_WEIGHTS, PARTS, all_terms
from memento_cli.index.database.database import TEXT, connect_to, one_transaction, rows_among
from memento_cli.index.recall.search import any_of, required_match
from memento_cli.standard import closing

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from memento_cli.core.recall.query import Hit, Query
    from memento_cli.index.recall.finding import Finding

    Found = tuple[str, tuple[str, ...]]
    """A word, and the texts of a memory that have it."""


def has_word(database: sqlite3.Connection, id: str) -> Callable[[str], bool]:
    """A function that tells whether the memory with this id has a word, in any of its forms."""
    row = database.execute("SELECT key FROM name WHERE id = ?", (id,)).fetchone()
    query = "SELECT 1 FROM text WHERE text MATCH ? AND rowid = ?"

    def has(word: str) -> bool:
        match = required_match(word)
        return bool(row and match and database.execute(query, (match, row[0])).fetchone())

    return has


def with_places(
    database: sqlite3.Connection, hits: Iterable[Hit], query: Query, finding: Finding
) -> tuple[Hit, ...]:
    """The hits of a finding, each with the words that it has, among them those by which it was
    found otherwise."""
    hits, meant = tuple(hits), finding.instead
    words = [*(meant or (*query.words, *query.prefixes, *query.required)), *finding.otherwise]
    query_terms = frozenset(all_terms(" ".join((*(meant or query.sought), *finding.otherwise))))
    parts = {
        word: [group for group in must_groups(word) if group[0].rstrip("*") in query_terms]
        for word in words
    }
    name = "SELECT id, key FROM name WHERE id IN"
    keys = dict(rows_among(database, name, [hit.memory.id for hit in hits]))
    matched = _matched(database, list(keys.values()), parts) if any(parts.values()) else {}

    def with_words(hit: Hit) -> Hit:
        found = matched.get(keys.get(hit.memory.id, 0), [])
        phrases = [(phrase, tuple(places(hit.memory, phrase))) for phrase in query.phrases]
        return hit._replace(places=(*found, *(pair for pair in phrases if pair[1])))

    return tuple(map(with_words, hits))


def _matched(
    database: sqlite3.Connection, keys: Sequence[int], parts: Mapping[str, Sequence[Sequence[str]]]
) -> dict[int, list[Found]]:
    """The words, or else their parts, that these memories have, each with its texts; by key."""
    found: dict[int, list[Found]] = {key: [] for key in keys}
    with closing(connect_to(":memory:")) as few:
        _copy_texts(database, few, keys)
        for word, word_terms in parts.items():
            whole = _places(few, word_terms)
            for key, texts in whole.items():
                found[key].append((word, texts))
            for part in word_terms if len(word_terms) > 1 else ():
                for key, texts in _places(few, [part]).items():
                    if key not in whole:
                        found[key].append((part[0], texts))
    return found


def _copy_texts(database: sqlite3.Connection, few: sqlite3.Connection, keys: Sequence[int]) -> None:
    """Copy the texts of these memories: to look for a common word among all takes ten times as
    long as to index a page of hits."""
    few.execute(TEXT)
    columns = ", ".join(COLUMN_WEIGHTS)
    rows = rows_among(database, f"SELECT rowid, {columns} FROM text WHERE rowid IN", keys)
    with one_transaction(few):
        into = f"INSERT INTO text (rowid, {columns}) VALUES (?{', ?' * len(COLUMN_WEIGHTS)})"
        few.executemany(into, rows)


def _places(
    database: sqlite3.Connection, parts: Sequence[Sequence[str]]
) -> dict[int, tuple[str, ...]]:
    """The texts of each memory that have one of each of these terms."""
    found: dict[int, tuple[str, ...]] = {}
    for name in COLUMN_WEIGHTS if parts else ():
        match = f"{name} : ({' AND '.join(f'({any_of(forms)})' for forms in parts)})"
        for (key,) in database.execute("SELECT rowid FROM text WHERE text MATCH ?", (match,)):
            if name != PARTS or key not in found:  # those are of words in the others
                found[key] = (*found.get(key, ()), name)
    return found
