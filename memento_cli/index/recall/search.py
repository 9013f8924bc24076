"""Full-text search: the best matches by BM25, and columns of rows by their keys."""

from __future__ import annotations

from itertools import islice

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from typing import Any

SOME = 50  # best matches of a draft's words, among which its near-duplicates are
ANY = "1"
MOST_KEYS = 10_000  # of one statement; SQLite may be made to take no more than 32,766
NOTHING = '""'
"""Matches no text."""


def any_of(terms: Iterable[str]) -> str:
    """The MATCH expression for any of these terms."""
    return " OR ".join(map(quoted, terms))


def all_of(terms: Iterable[str]) -> str:
    """The MATCH expression for all of these terms."""
    return " AND ".join(map(quoted, terms))


def quoted(term: str) -> str:
    """A term in quotes for FTS5, whatever characters it has."""
    return '"' + term.replace('"', '""') + '"'


def best(
    database: sqlite3.Connection,
    match: str,
    most: int | None,
    where: str = ANY,
    args: Sequence[Any] = (),
) -> tuple[list[tuple[int, float]], bool]:
    """The keys of the best matches, each with its BM25 (above 0), the best first; and whether more
    than `most` match.

    All that are as good as the last one are included. Without `most` it is all. `where` is a
    condition on their rows in `memory`.
    """
    if where == ANY:
        query = "SELECT rowid, -rank FROM text WHERE text MATCH ? ORDER BY rank"
    else:
        query = (
            "SELECT text.rowid, -text.rank FROM text JOIN memory ON memory.key = text.rowid"
            f" WHERE text MATCH ? AND ({where}) ORDER BY text.rank"
        )
    return cut(
        database.execute(query, (match, *args)), most
    )  # FTS5 sorts them all, with LIMIT or without


def cut(
    ordered: Iterable[tuple[int, float]], most: int | None
) -> tuple[list[tuple[int, float]], bool]:
    """The first `most` matches, with all that are as good as the last of them; and whether there
    are more than `most`."""
    rows = iter(ordered)
    first = list(islice(rows, most))
    for key, score in rows:
        if score != first[-1][1]:
            return first, True
        first.append((key, score))
    return first, most is not None and len(first) > most


def sharing(database: sqlite3.Connection, summary: str) -> list[int]:
    """The keys of the best matches for the words of a summary."""
    from memento_cli.core.text.words import terms

    return some(database, best(database, any_of(terms(summary)) or NOTHING, SOME)[0])


def some(database: sqlite3.Connection, found: Sequence[tuple[int, float]]) -> list[int]:
    """The keys of the first `SOME` matches; equal scores are ordered by id."""
    ids = rows_of(database, [key for key, _ in found], "id") if len(found) > SOME else {}
    ordered = sorted(found, key=lambda pair: (-pair[1], ids.get(pair[0], ())))
    return [key for key, _ in ordered[:SOME]]


def unknown(
    database: sqlite3.Connection, terms: Iterable[str], where: str = ANY, args: Sequence[Any] = ()
) -> list[str]:
    """The terms that no memory which meets the condition has in any form."""
    query = "SELECT 1 FROM text WHERE text MATCH ? LIMIT 1"
    if where != ANY:
        query = (
            "SELECT 1 FROM text JOIN memory ON memory.key = text.rowid"
            f" WHERE text MATCH ? AND ({where}) LIMIT 1"
        )
    return [term for term in terms if not database.execute(query, (quoted(term), *args)).fetchone()]


def rows_of(
    database: sqlite3.Connection,
    keys: Sequence[int],
    columns: str,
    where: str = ANY,
    args: Sequence[Any] = (),
) -> dict[int, tuple[Any, ...]]:
    """Columns of the memories with these keys that meet the condition, by key."""
    rows: dict[int, tuple[Any, ...]] = {}
    for start in range(0, len(keys), MOST_KEYS):
        batch = keys[start : start + MOST_KEYS]
        places = ", ".join("?" * len(batch))
        query = f"SELECT key, {columns} FROM memory WHERE key IN ({places}) AND ({where})"
        rows |= {row[0]: row[1:] for row in database.execute(query, (*batch, *args))}
    return rows
