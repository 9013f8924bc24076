"""Which words of a query a hit has, and where: as the full text matched them."""

from __future__ import annotations

from memento_cli.core.memory.text import places
from memento_cli.core.text.words import COLUMN_WEIGHTS, terms
from memento_cli.index.recall.search import all_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from memento_cli.core.recall.query import Hit, Query

Found = tuple[str, tuple[str, ...]]
"""A word, and in which texts of a memory it stands."""


def with_places(
    database: sqlite3.Connection, hits: Iterable[Hit], query: Query, meant: tuple[str, ...] = ()
) -> tuple[Hit, ...]:
    """The hits, each with the words by which it is one; with those that were `meant` instead, if
    nothing has what was typed."""
    words = meant or (*query.words, *query.required)
    asked = terms(" ".join(meant or query.sought))
    parts = {word: [term for term in terms(word) if term in asked] for word in words}

    def told(hit: Hit) -> Hit:
        row = database.execute("SELECT key FROM name WHERE id = ?", (hit.memory.id,)).fetchone()
        found = [*_matched(database, row[0], parts)] if row else []
        found += [(phrase, tuple(places(hit.memory, phrase))) for phrase in query.phrases]
        return hit._replace(places=tuple(one for one in found if one[1]))

    return tuple(map(told, hits))


def _matched(
    database: sqlite3.Connection, key: int, parts: dict[str, list[str]]
) -> Iterator[Found]:
    """The words, or else the parts of them, that a memory has."""
    for word, asked in parts.items():
        whole = _places(database, key, asked)
        if whole or len(asked) < 2:
            yield word, whole
        else:
            yield from ((part, _places(database, key, [part])) for part in asked)


def _places(database: sqlite3.Connection, key: int, asked: list[str]) -> tuple[str, ...]:
    """The texts of a memory that have all of these terms."""
    query = "SELECT 1 FROM text WHERE text MATCH ? AND rowid = ?"
    matches = {name: f"{name} : ({all_of(asked)})" for name in COLUMN_WEIGHTS if asked}
    return tuple(
        name for name, match in matches.items() if database.execute(query, (match, key)).fetchone()
    )
