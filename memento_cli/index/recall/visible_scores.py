"""How well words match for a reader who may not see everything: as if the rest did not exist.

FTS5's own BM25 weighs a word by how many texts of the whole index have it, so its scores would tell
which words stand in the texts that a reader may not see. This is the same sum (Robertson and
Zaragoza, "The Probabilistic Relevance Framework", 2009, with the constants of FTS5), over what the
reader sees.
"""

from __future__ import annotations

from collections import Counter
from math import log

from memento_cli.core.text.words import COLUMN_WEIGHTS, terms
from memento_cli.index.recall.filters import Terms
from memento_cli.index.recall.search import NOTHING, SOME, any_of, cut, some
from memento_cli.index.recall.spelling import stems

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping

    from memento_cli.index.recall.filters import Where

SATURATION, LENGTH = 1.2, 0.75  # k1 and b
RARE_AT_LEAST = 1e-6


def best_seen(
    database: sqlite3.Connection, match: str, asked: Terms, where: Where, seen: Where
) -> list[tuple[int, float]]:
    """What `search.best` answers to somebody who sees only what is `seen`: keys with BM25, the best
    first. `asked` are the terms of `match`."""
    query = (
        "SELECT text.rowid FROM text JOIN memory ON memory.key = text.rowid"
        f" WHERE text MATCH ? AND ({where.sql})"
    )
    found = [key for (key,) in database.execute(query, (match, *where.args))]
    lengths = _lengths(database, seen)
    must, words = (_sums(database, terms, lengths, seen) for terms in asked)
    scores = {key: must.get(key, 0.0) for key in found}
    for key in scores.keys() & words.keys():  # `match` names again what must be there
        scores[key] += scores[key] + words[key]
    return sorted(scores.items(), key=lambda pair: -pair[1])


def sharing_seen(database: sqlite3.Connection, summary: str, seen: Where) -> list[int]:
    """What `search.sharing` answers to somebody who sees only what is `seen`."""
    words = terms(summary)
    asked = Terms((), words)
    found = best_seen(database, any_of(words) or NOTHING, asked, seen, seen)
    return some(database, cut(found, SOME)[0])


def _sums(
    database: sqlite3.Connection, terms: Iterable[str], lengths: Mapping[int, int], seen: Where
) -> dict[int, float]:
    """The BM25 of some terms together, of all texts that have one and are seen."""
    usual = sum(lengths.values()) / len(lengths) if any(lengths.values()) else 1.0
    sums: dict[int, float] = {}
    for stem, times in Counter(stem for stem, _ in stems(database, terms)).items():
        weights = _weights(database, stem, seen)
        rarity = log((len(lengths) - len(weights) + 0.5) / (len(weights) + 0.5))
        for key, weight in weights.items():
            longer = 1 - LENGTH + LENGTH * lengths[key] / usual
            share = (SATURATION + 1) * weight / (weight + SATURATION * longer)
            sums[key] = sums.get(key, 0.0) + times * max(RARE_AT_LEAST, rarity) * share
    return sums


def _lengths(database: sqlite3.Connection, seen: Where) -> dict[int, int]:
    """How many words each text has that is seen. What is no memory's is seen by everybody."""
    query = (
        f"SELECT id, sz FROM text_docsize WHERE id IN (SELECT key FROM memory WHERE {seen.sql})"
        " OR id NOT IN (SELECT key FROM memory)"
    )
    return {key: sum(_numbers(sizes)) for key, sizes in database.execute(query, seen.args)}


def _numbers(sizes: bytes) -> Iterator[int]:
    """The numbers of a row of FTS5's docsize, a column each: seven bits a byte, the last without
    the eighth."""
    number = 0
    for byte in sizes:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            yield number
            number = 0


def _weights(database: sqlite3.Connection, stem: str, seen: Where) -> dict[int, float]:
    """What a word counts in each text that has it and is seen."""
    query = (
        "SELECT doc, col, count(*) FROM places CROSS JOIN memory ON memory.key = doc"
        f" WHERE term = ? AND ({seen.sql}) GROUP BY doc, col"
    )
    weights: dict[int, float] = {}
    for key, column, times in database.execute(query, (stem, *seen.args)):
        weights[key] = weights.get(key, 0.0) + COLUMN_WEIGHTS[column] * times
    return weights
