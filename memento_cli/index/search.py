"""Searching the index: the memories whose words fit best, and what their ranking needs to know."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from typing import Any

SOME = 50  # memories that share the most telling words with a draft: its near-duplicates are there
ANY = "1"
MOST_KEYS = 10_000  # of one statement; SQLite may be made to take no more than 32,766
NOTHING = '""'
"""Matches no text."""


def any_of(terms: Iterable[str]) -> str:
    """For FTS5's MATCH: any of these terms, whatever signs they have."""
    return " OR ".join(map(quoted, terms))


def all_of(terms: Iterable[str]) -> str:
    """For MATCH: all of these terms."""
    return " AND ".join(map(quoted, terms))


def quoted(term: str) -> str:
    """A term as FTS5 takes it, whatever it holds."""
    return '"' + term.replace('"', '""') + '"'


def best(
    database: sqlite3.Connection,
    match: str,
    most: int,
    where: str = ANY,
    args: Sequence[Any] = (),
) -> list[tuple[int, float]]:
    """The keys of the memories that match best, each with its BM25 (above 0), the best first.

    `where` is a condition on their rows in `memory`.
    """
    if where == ANY:
        query = "SELECT rowid, -rank FROM text WHERE text MATCH ? ORDER BY rank LIMIT ?"
    else:
        query = (
            "SELECT text.rowid, -text.rank FROM text JOIN memory ON memory.key = text.rowid"
            f" WHERE text MATCH ? AND ({where}) ORDER BY text.rank LIMIT ?"
        )
    return database.execute(query, (match, *args, most)).fetchall()


def sharing(database: sqlite3.Connection, summary: str) -> list[int]:
    """The keys of some memories that share the most telling words with a summary."""
    from memento_cli.core.words import terms

    return [key for key, _ in best(database, any_of(terms(summary)) or NOTHING, SOME)]


def unknown(database: sqlite3.Connection, terms: Iterable[str]) -> list[str]:
    """The terms that no memory has in any form."""
    query = "SELECT 1 FROM text WHERE text MATCH ? LIMIT 1"
    return [term for term in terms if not database.execute(query, (quoted(term),)).fetchone()]


def rows_of(
    database: sqlite3.Connection,
    keys: Sequence[int],
    columns: str,
    where: str = ANY,
    args: Sequence[Any] = (),
) -> dict[int, tuple[Any, ...]]:
    """Columns of the memories with these keys that fit the condition, by key."""
    found: dict[int, tuple[Any, ...]] = {}
    for start in range(0, len(keys), MOST_KEYS):
        some = keys[start : start + MOST_KEYS]
        places = ", ".join("?" * len(some))
        query = f"SELECT key, {columns} FROM memory WHERE key IN ({places}) AND ({where})"
        found |= {row[0]: row[1:] for row in database.execute(query, (*some, *args))}
    return found
