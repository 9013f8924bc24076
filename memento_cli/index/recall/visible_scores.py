"""BM25 scores for a reader who may not see all memories, computed as if the others did not exist.

FTS5's BM25 weighs a word by the number of texts of the whole index that have it, so its scores
would tell which words are in texts that a reader may not see. This is the same sum (Robertson and
Zaragoza, "The Probabilistic Relevance Framework", 2009, with the constants of FTS5), over the texts
that the reader sees.
"""

from __future__ import annotations

from collections import Counter

from memento_cli.core.recall.rereading import FTS5_B, K1, rarity
from memento_cli.core.text.words import COLUMN_WEIGHTS, PARTS
from memento_cli.index.recall.search import matching_texts
from memento_cli.index.recall.spelling import stems

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping

    from memento_cli.index.recall.search import Terms, Where

    Stems = tuple[str, ...]

LAST = "\U0010ffff"
_CASES = " ".join(f"WHEN '{name}' THEN {weight}" for name, weight in COLUMN_WEIGHTS.items())
WEIGHED = f"doc, sum(CASE col {_CASES} END)"
"""A text, and how often a word is in it, as weights."""


def best_seen(
    database: sqlite3.Connection, match: str, wanted: Terms, where: Where, seen: Where
) -> list[tuple[int, float]]:
    """The keys with BM25, the best first, as by `search.best`, for a reader of what is `seen`.

    `wanted` are the terms of `match`.
    """
    query = f"SELECT text.rowid FROM {matching_texts(where)}"
    keys = [key for (key,) in database.execute(query, (match, *where.args))]
    lengths = _lengths(database, seen)
    must, words = (_sums(database, terms, lengths, seen) for terms in wanted)
    scores = {key: must.get(key, 0.0) for key in keys}
    for key in scores.keys() & words.keys():  # `match` has the required terms twice
        scores[key] += scores[key] + words[key]
    return sorted(scores.items(), key=lambda pair: -pair[1])


def _sums(
    database: sqlite3.Connection, terms: Iterable[str], lengths: Mapping[int, int], visible: Where
) -> dict[int, float]:
    """The BM25 of some terms together, for all visible texts that have one."""
    usual = sum(lengths.values()) / len(lengths) if any(lengths.values()) else 1.0
    sums: dict[int, float] = {}
    for stem, times in Counter(_stems(database, terms)).items():
        weights = _weights(database, stem, visible)
        rare = rarity(len(weights), len(lengths))
        for key, weight in weights.items():
            longer = 1 - FTS5_B + FTS5_B * lengths[key] / usual
            share = (K1 + 1) * weight / (weight + K1 * longer)
            sums[key] = sums.get(key, 0.0) + times * rare * share
    return sums


def _stems(database: sqlite3.Connection, terms: Iterable[str]) -> Iterator[Stems]:
    """The stems of each term: one of a word, several of a phrase; the last with its star."""
    terms = list(terms)
    plain = [term for term in terms if term.isalnum()]
    yield from ((stem,) for stem, _ in stems(database, plain))
    for term in terms:
        if not term.isalnum():
            found = [stem for stem, _ in stems(database, [term])]
            if found and term.endswith("*"):
                found[-1] += "*"
            yield tuple(found)


def _lengths(database: sqlite3.Connection, visible: Where) -> dict[int, int]:
    query = (
        f"SELECT id, sz FROM text_docsize WHERE id IN (SELECT key FROM memory WHERE {visible.sql})"
    )
    return {
        key: sum(sizes) if sizes.isascii() else sum(_numbers(sizes))
        for key, sizes in database.execute(query, visible.args)
    }


def _numbers(sizes: bytes) -> Iterator[int]:
    """The numbers of words by column in FTS5's docsize: varints of seven bits a byte, of which the
    last has no eighth bit."""
    number = 0
    for byte in sizes:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            yield number
            number = 0


def _weights(database: sqlite3.Connection, stems: Stems, visible: Where) -> dict[int, float]:
    """By the key of each visible text that has these stems side by side: how often, as weights."""
    if len(stems) == 1 and not stems[0].endswith("*"):
        query = f"{_places_query(WEIGHED, '=', visible)} GROUP BY doc"
        return dict(database.execute(query, (*stems, *visible.args)))
    found: set[tuple[int, str, int]] = set()
    for offset, stem in enumerate(stems):
        having = ((doc, col, at - offset) for doc, col, at in _places(database, stem, visible))
        found = found.intersection(having) if offset else set(having)
    weights: dict[int, float] = {}
    for key, column, _ in found:
        if len(stems) > 1 and column == PARTS:
            continue
        weights[key] = weights.get(key, 0.0) + COLUMN_WEIGHTS[column]
    return weights


def _places(
    database: sqlite3.Connection, stem: str, visible: Where
) -> Iterable[tuple[int, str, int]]:
    """Where a stem is, or stems that begin so: text, column, and place among its words."""
    begins = stem.endswith("*")
    bounds = (stem[:-1], stem[:-1] + LAST) if begins else (stem,)
    query = _places_query("doc, col, offset", ">= ? AND term <" if begins else "=", visible)
    return database.execute(query, (*bounds, *visible.args))


def _places_query(columns: str, bound: str, visible: Where) -> str:
    return (
        f"SELECT {columns} FROM places CROSS JOIN memory ON memory.key = doc"
        f" WHERE term {bound} ? AND ({visible.sql})"
    )
