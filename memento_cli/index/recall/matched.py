"""The words of a query that a hit has, and the texts that have them, as the full text matched."""

from __future__ import annotations

from memento_cli.core.memory.memory import places
from memento_cli.core.text.words import COLUMN_WEIGHTS, terms
from memento_cli.index.recall.search import all_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from memento_cli.core.recall.query import Hit, Query

Found = tuple[str, tuple[str, ...]]
"""A word, and the texts of a memory that have it."""


def with_places(
    database: sqlite3.Connection, hits: Iterable[Hit], query: Query, meant: tuple[str, ...] = ()
) -> tuple[Hit, ...]:
    """The hits, each with the words that it has; `meant` are words searched in place of the typed
    ones."""
    words = meant or (*query.words, *query.required)
    query_terms = terms(" ".join(meant or query.sought))
    parts = {word: [term for term in terms(word) if term in query_terms] for word in words}

    def with_words(hit: Hit) -> Hit:
        row = database.execute("SELECT key FROM name WHERE id = ?", (hit.memory.id,)).fetchone()
        pairs = [*_matched(database, row[0], parts)] if row else []
        pairs += [(phrase, tuple(places(hit.memory, phrase))) for phrase in query.phrases]
        return hit._replace(places=tuple((word, texts) for word, texts in pairs if texts))

    return tuple(map(with_words, hits))


def _matched(
    database: sqlite3.Connection, key: int, parts: dict[str, list[str]]
) -> Iterator[Found]:
    """The words, or else their parts, each with the texts of a memory that have it."""
    for word, word_terms in parts.items():
        whole = _places(database, key, word_terms)
        if whole or len(word_terms) < 2:
            yield word, whole
        else:
            yield from ((part, _places(database, key, [part])) for part in word_terms)


def _places(database: sqlite3.Connection, key: int, parts: list[str]) -> tuple[str, ...]:
    """The texts of a memory that have all of these terms."""
    query = "SELECT 1 FROM text WHERE text MATCH ? AND rowid = ?"
    matches = {name: f"{name} : ({all_of(parts)})" for name in COLUMN_WEIGHTS if parts}
    return tuple(
        name for name, match in matches.items() if database.execute(query, (match, key)).fetchone()
    )
