"""Searching the index: filters as SQL conditions, and the best matches of the full text by BM25.

`misses` of the core decides the same as the filters for one memory.
"""

from __future__ import annotations

from itertools import islice

from memento_cli.core.fading.strength import BOUNDS
from memento_cli.core.recall.query import NAMED
from memento_cli.core.recall.rereading import rarity
from memento_cli.core.recall.wanted_terms import (
    begun,
    must_groups,
    with_forms,
    writings,
)
from memento_cli.core.security.trust import privacies_from, trusts_from
from memento_cli.core.text.words import MOST_TERMS, PARTS, all_terms
from memento_cli.core.time.when import micros
from memento_cli.index.database.database import meta, rows_among
from memento_cli.index.fading.numbers import STRENGTH as NUMBERS_AND_FADING
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from memento_cli.core.recall.query import Query

ANY = "1"
WITHIN = f"- {PARTS} : "
"""The condition on a phrase that it is not in the parts."""
MOST_WEIGHED = 1_024
"""The number of terms of a long text whose rarity is asked for."""
COMMON = 1_000
"""With so many memories a term is common, however many they are."""
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
    """The terms that must be in a hit, and those that may be: words, phrases (`road trip`), and
    beginnings (`kube*`)."""

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
    """A term in quotes for FTS5, whatever characters it has; a beginning has its star outside.

    A phrase is looked for in the texts alone: what is in the parts is in them as a word, too.
    """
    within = WITHIN if " " in term else ""
    star = "*" if term.endswith("*") else ""
    return within + '"' + term.removesuffix("*").replace('"', '""') + '"' + star


def matching_texts(where: Where) -> str:
    """The FROM and WHERE of the texts that match, of memories that meet a condition.

    The texts are asked for first: SQLite would take the memories of an indexed condition, and match
    each of them by itself, which takes ten times as long where thousands meet it.
    """
    if where == EVERY:
        return "text WHERE text MATCH ?"
    return f"text CROSS JOIN memory ON memory.key = text.rowid WHERE text MATCH ? AND ({where.sql})"


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


def is_known(database: sqlite3.Connection, terms: Iterable[str], where: Where = EVERY) -> bool:
    """Whether a memory which meets the condition has one of these terms."""
    return _matches_any(database, any_of(terms), where)


def stand_together(
    database: sqlite3.Connection, terms: Iterable[str], where: Where = EVERY
) -> bool:
    """Whether a memory which meets the condition has all of these terms."""
    return _matches_any(database, all_of(terms), where)


def _matches_any(database: sqlite3.Connection, match: str, where: Where) -> bool:
    query = f"SELECT 1 FROM {matching_texts(where)} LIMIT 1"
    return database.execute(query, (match, *where.args)).fetchone() is not None


class TermCounts:
    """How many memories of an index that are `seen` have a term, each asked for once."""

    def __init__(self, database: sqlite3.Connection, seen: Where = EVERY) -> None:
        self.database = database
        self.seen = seen
        self._counts: dict[str, int] = {}

    def of(self, term: str) -> int:
        """The number of memories with this term; COMMON, if it is that many or more."""
        if term not in self._counts:
            query = f"SELECT count(*) FROM (SELECT 1 FROM {matching_texts(self.seen)} LIMIT ?)"
            row = self.database.execute(query, (quoted(term), *self.seen.args, COMMON)).fetchone()
            self._counts[term] = int(row[0])
        return self._counts[term]

    def memories(self) -> int:
        """The number of memories that are seen; of all it is kept."""
        if self.seen == EVERY and (count := meta(self.database, "count.memory")):
            return int(str(count))
        query = f"SELECT count(*) FROM memory WHERE {self.seen.sql}"
        return int(self.database.execute(query, self.seen.args).fetchone()[0])


def rarest(terms: Sequence[str], counts: TermCounts) -> list[str]:
    """Of many terms the 128 that the fewest memories have, in the order of the text.

    Of equal ones the last are kept, and of thousands the last are weighed: what a text asks for
    mostly stands at its end.
    """
    if len(terms) <= MOST_TERMS:
        return list(terms)
    terms = terms[-MOST_WEIGHED:]
    known = [term for term in terms if counts.of(term)] or terms
    places = range(len(known))
    rare = sorted(places, key=lambda place: (counts.of(known[place]), -place))
    return [known[place] for place in sorted(rare[:MOST_TERMS])]


def rarities(counts: Sequence[TermCounts], terms: Iterable[str]) -> dict[str, float]:
    """The rarity of each term among the memories of some indexes together."""
    many = sum(one.memories() for one in counts)
    return {term: rarity(sum(one.of(term) for one in counts), many) for term in terms}


def keyed_rows(
    database: sqlite3.Connection, keys: Iterable[int], columns: str, where: Where = EVERY
) -> list[tuple[Any, ...]]:
    """The memories with these keys that meet the condition: of each its key and these columns."""
    query = f"SELECT key, {columns} FROM memory WHERE ({where.sql}) AND key IN"
    return list(rows_among(database, query, keys, where.args))


def rows_of(
    database: sqlite3.Connection, keys: Iterable[int], columns: str, where: Where = EVERY
) -> dict[int, tuple[Any, ...]]:
    """Columns of the memories with these keys that meet the condition, by key."""
    return {row[0]: row[1:] for row in keyed_rows(database, keys, columns, where)}


def where_of(query: Query) -> Where:
    """The condition of all filters of a query; true if there are none."""
    parts = list(_conditions(query))
    sql = " AND ".join(part.sql for part in parts) or ANY
    return Where(sql, tuple(arg for part in parts for arg in part.args))


def match_of(query: Query, wanted: Terms | None = None) -> str | None:
    """The expression of a query's text for FTS5's MATCH; None if the query has no text.

    Required terms are joined with AND; then the other words only decide the order. `wanted` are the
    query's terms, if not all of them count.
    """
    must = [f"({part})" for text in query.required if (part := required_match(text))]
    must += [
        f"({part})" for text in query.phrases if (part := all_of(all_terms(text)[:MOST_TERMS]))
    ]
    words = any_of((wanted or terms_of(query)).words)
    if must and words:
        required = " AND ".join(must)
        return f"({required} AND ({words})) OR ({required})"
    if must or words:
        return " AND ".join(must) or words
    return NOTHING if query.sought else None


def required_match(text: str) -> str:
    """The expression for a required text: all its words in any form, or another writing of it."""
    groups, others = must_groups(text), writings(text)
    words = " AND ".join(f"({any_of(group)})" for group in groups)
    return " OR ".join(filter(None, (f"({words})" if words else "", any_of(others))))


def terms_of(query: Query, typed: Sequence[str] | None = None) -> Terms:
    """The terms in the expression of `match_of`; of its free words those in `typed`."""
    must = [
        term
        for text in query.required
        for term in (*(term for group in must_groups(text) for term in group), *writings(text))
    ]
    must += [term for text in query.phrases for term in all_terms(text)[:MOST_TERMS]]
    words = " ".join(query.words)
    if typed is None:
        typed = [form for term in all_terms(words)[:MOST_TERMS] for form in with_forms(term)]
    starts = map(begun, last_terms(query.prefixes))
    return Terms(must, list(dict.fromkeys([*typed, *writings(words), *starts])))


def last_terms(words: Iterable[str]) -> list[str]:
    """The last term of each of these words, without repeats."""
    return list(dict.fromkeys(term for word in words for term in all_terms(word)[-1:]))


def seen_of(query: Query) -> Where:
    """The condition on the memories that the reader may see, whatever the query."""
    return where_of(query.within) if query.within else EVERY


def single(text: str) -> str:
    """The single term of a text; empty if it has several, which must stand side by side."""
    parts = all_terms(text)
    if len(parts) != 1 or len(text.split()) != 1:
        return ""
    return begun(parts[0]) if text.endswith("*") else parts[0]


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
