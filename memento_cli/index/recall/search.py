"""Searching the index: filters as SQL conditions, and the best matches of the full text by BM25.

`misses` of the core decides the same as the filters for one memory.
"""

from __future__ import annotations

from itertools import islice

from memento_cli.core.fading.strength import BOUNDS
from memento_cli.core.recall.query import NAMED
from memento_cli.core.security.trust import privacies_from, trusts_from
from memento_cli.core.text.words import terms
from memento_cli.core.time.when import micros
from memento_cli.index.database.database import rows_among
from memento_cli.index.fading.numbers import STRENGTH as NUMBERS_AND_FADING
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from memento_cli.core.recall.query import Query

ANY = "1"
NOTHING = '""'
"""Matches no text."""

TAGGED = ("topic", "with")
"""The filters on the table `tag`; the others are on columns of `memory`."""
STRENGTH = f"strength_of(memory.key, pinned, {NUMBERS_AND_FADING})"
NUMBERS = {
    "min_strength": f"{STRENGTH} >= ?",
    "max_strength": f"{STRENGTH} <= ?",
    "min_importance": "importance >= ?",
}
TIMES = {
    "since": "created >= ?",
    "until": "created <= ?",
    "about_since": "about_end >= ?",
    "about_until": "about_start <= ?",
}
"""The bounds of a query by the names of its fields, each with its condition."""


class Where(NamedTuple):
    """A condition on rows of `memory`, and its values."""

    sql: str
    args: tuple[Any, ...]


class Terms(NamedTuple):
    """The terms that must be in a hit, and those that may be."""

    must: Sequence[str]
    words: Sequence[str]


EVERY = Where(ANY, ())
"""The condition that every memory meets."""


def any_of(terms: Iterable[str]) -> str:
    """The MATCH expression for any of these terms."""
    return " OR ".join(map(quoted, terms))


def all_of(terms: Iterable[str]) -> str:
    """The MATCH expression for all of these terms."""
    return " AND ".join(map(quoted, terms))


def quoted(term: str) -> str:
    """A term in quotes for FTS5, whatever characters it has."""
    return '"' + term.replace('"', '""') + '"'


def matching_texts(where: Where) -> str:
    """The FROM and WHERE of the texts that match, of memories that meet a condition."""
    if where == EVERY:
        return "text WHERE text MATCH ?"
    return f"text JOIN memory ON memory.key = text.rowid WHERE text MATCH ? AND ({where.sql})"


def best(
    database: sqlite3.Connection, match: str, most: int | None, where: Where = EVERY
) -> tuple[list[tuple[int, float]], bool]:
    """The keys of the best matches, each with its BM25 (above 0), the best first; and whether more
    than `most` match.

    All that are as good as the last one are included. Without `most` it is all. `where` is a
    condition on their rows in `memory`.
    """
    # ordered by the value, not by the column `rank`: FTS5 itself would sort whole matches by that,
    # and score what `where` leaves out
    query = f"SELECT text.rowid, -text.rank AS bm25 FROM {matching_texts(where)} ORDER BY bm25 DESC"
    return cut(database.execute(query, (match, *where.args)), most)


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


def unknown(database: sqlite3.Connection, terms: Iterable[str], where: Where = EVERY) -> list[str]:
    """The terms that no memory which meets the condition has in any form."""
    query = f"SELECT 1 FROM {matching_texts(where)} LIMIT 1"

    def is_known(term: str) -> bool:
        return database.execute(query, (quoted(term), *where.args)).fetchone() is not None

    return [term for term in terms if not is_known(term)]


def rows_of(
    database: sqlite3.Connection, keys: Iterable[int], columns: str, where: Where = EVERY
) -> dict[int, tuple[Any, ...]]:
    """Columns of the memories with these keys that meet the condition, by key."""
    query = f"SELECT key, {columns} FROM memory WHERE ({where.sql}) AND key IN"
    return {row[0]: row[1:] for row in rows_among(database, query, keys, where.args)}


def where_of(query: Query) -> Where:
    """The condition of all filters of a query; true if there are none."""
    parts = list(_conditions(query))
    sql = " AND ".join(part.sql for part in parts) or ANY
    return Where(sql, tuple(arg for part in parts for arg in part.args))


def match_of(query: Query) -> str | None:
    """The expression of a query's text for FTS5's MATCH; None if the query has no text.

    Required terms are joined with AND; then the other words only decide the order.
    """
    must = [all_of(terms(text)) for text in (*query.required, *query.phrases)]
    must = [f"({part})" for part in must if part]
    words = any_of(terms(" ".join(query.words)))
    if must and words:
        required = " AND ".join(must)
        return f"({required} AND ({words})) OR ({required})"
    if must or words:
        return " AND ".join(must) or words
    return NOTHING if query.sought else None


def terms_of(query: Query) -> Terms:
    """The terms in the expression of `match_of`."""
    must = [term for text in (*query.required, *query.phrases) for term in terms(text)]
    return Terms(must, terms(" ".join(query.words)))


def seen_of(query: Query) -> Where:
    """The condition on the memories that the reader may see, whatever the query."""
    return where_of(query.within) if query.within else EVERY


def single(text: str) -> str:
    """The single term of a text; empty if it has several, which must stand side by side."""
    parts = terms(text)
    return parts[0] if len(parts) == 1 and len(text.split()) == 1 else ""


def _conditions(query: Query) -> Iterator[Where]:
    if query.person is not None:
        yield _is("person", (query.person, *query.spellings))
    for name, field in NAMED.items():
        if values := getattr(query, field):
            yield _is(name, values)
    for name, value in query.unless:
        sql, args = _is(name, (value,))
        yield Where(f"({sql}) IS NOT TRUE", args)
    for field, sql in NUMBERS.items():
        if (bound := getattr(query, field)) is not None:
            yield Where(sql, (bound,))
    if query.min_trust is not None:
        yield _is("trust", trusts_from(query.min_trust))
    if query.min_privacy is not None:
        yield _is("privacy", privacies_from(query.min_privacy))
    for field, sql in TIMES.items():
        if (moment := getattr(query, field)) is not None:
            yield Where(sql, (micros(moment),))
    if query.about_stages:
        yield _is("stage", query.about_stages)
    if unwanted := any_of(term for term in map(single, query.without) if term):
        yield Where("memory.key NOT IN (SELECT rowid FROM text WHERE text MATCH ?)", (unwanted,))


def _is(name: str, values: Sequence[str]) -> Where:
    places = ", ".join("?" * len(values))
    if name in TAGGED:
        inner = f"SELECT key FROM tag WHERE field = ? AND value IN ({places})"
        return Where(f"memory.key IN ({inner})", (name, *values))
    if name == "tier":
        bounds = [BOUNDS[value] for value in values]
        sql = " OR ".join(f"({STRENGTH} >= ? AND {STRENGTH} < ?)" for _ in bounds)
        return Where(f"({sql})", tuple(bound for pair in bounds for bound in pair))
    return Where(f"memory.{name} IN ({places})", tuple(values))
