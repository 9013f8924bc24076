"""How much of what is asked for the hits of a query have, and whether any fits."""

from __future__ import annotations

from itertools import pairwise

from memento_cli.core.recall.coverage import (
    AskedWord,
    coverage,
    having,
    weight_of,
)
from memento_cli.core.recall.wanted_terms import begun, is_dialogue, with_forms, writings
from memento_cli.core.text.words import split
from memento_cli.index.recall.matches import PART
from memento_cli.index.recall.search import any_of, last_terms

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from memento_cli.core.recall.query import Query
    from memento_cli.index.recall.matches import Matches
    from memento_cli.index.recall.ranked import Ranking, Step

LOOKED_UP = 2
"""The number of texts with most words of which the full text is asked for the others."""


def covering(
    database: sqlite3.Connection,
    query: Query,
    found: Matches,
    ranking: Ranking,
) -> tuple[float, str]:
    """The largest coverage among the best hits of a query of several words, and why none of them
    fits, "" if some do."""
    words = _asked(query, found)
    found_words = _having(database, words, ranking)
    like = _similar(found) if found.missing else {}
    unknown = [word.term for word in words if not word.forms and word.term.lower() not in like]
    if len(unknown) > 1 and not query.time:
        most = max(map(len, found_words.values()), default=0)
        from memento_cli.core.recall.unknown_words import asks_for  # few questions miss so much

        if nothing := asks_for([word.term for word in words], unknown, most):
            return 0.0, f"no memory has most of these words: {', '.join(nothing)}"
    if query.time:  # as one more word, as rare as the rarest
        time = AskedWord(query.time.words, (), max((word.weight for word in words), default=1.0))
        words.append(time)
        for key in _in_time(ranking.steps) & found_words.keys():
            found_words[key].append(time)
    return max((coverage(words, has) for has in found_words.values()), default=0.0), ""


def _asked(query: Query, found: Matches) -> list[AskedWord]:
    """The words that are asked for, without those of a time."""
    needless = {term.lower() for term in split(query.time.words)} if query.time else set[str]()
    starts = last_terms(query.prefixes)
    others = dict(_others(found))

    def asked(term: str) -> AskedWord:
        weight, also = weight_of(found.rarities[term]), others.get(term.lower(), ())
        if term in found.lost:
            # a number is found by another writing of all of it
            return AskedWord(term, also or _numbers(query, term), weight, PART if also else 1.0)
        own = [begun(term)] if term in starts else [*with_forms(term), *writings(term)]
        return AskedWord(term, [*own, *also], weight)

    return [asked(term) for term in found.typed if term.lower() not in needless]


def _numbers(query: Query, term: str) -> Sequence[str]:
    """Other writings of the text of a query, for a part of a number in it."""
    return writings(" ".join(query.words)) if any(map(str.isdigit, term)) else ()


def _others(found: Matches) -> Iterator[tuple[str, Sequence[str]]]:
    """The words by which terms were found in part, or written otherwise, or by similar ones."""
    for word, others in found.partly:
        yield from ((term.lower(), others) for term in split(word))
    if not found.partly and found.meant and not found.missing:
        yield from _similar(found).items()


def _similar(found: Matches) -> dict[str, Sequence[str]]:
    """The similar words that were found for misspelt ones."""
    from memento_cli.index.recall.spelling import FORM_LIKE, ratio  # few words are misspelt

    likely = (
        (term, [w for w in found.meant if ratio(term, w) >= FORM_LIKE])
        for term in map(str.lower, found.lost)
    )
    return {term: words for term, words in likely if words}


def _having(
    database: sqlite3.Connection, words: Sequence[AskedWord], ranking: Ranking
) -> dict[int, list[AskedWord]]:
    """The words that each of the best hits has: by a quick look at its text, and of the first and
    the likeliest as the full text knows them."""
    found = having(words, ranking.texts)
    if not is_dialogue([word.term for word in words]):
        likely = sorted(found, key=lambda key: -len(found[key]))[:LOOKED_UP]
        for key in {*likely, *(rank.key for rank in ranking.ranks[:1])}:
            rest = [word for word in words if word.forms and word not in found[key]]
            found[key] += [word for word in rest if _is_in(database, word, key)]
    return found


def _is_in(database: sqlite3.Connection, word: AskedWord, key: int) -> bool:
    query = "SELECT 1 FROM text WHERE text MATCH ? AND rowid = ?"
    return database.execute(query, (any_of(word.forms), key)).fetchone() is not None


def _in_time(steps: Sequence[Step]) -> frozenset[int]:
    """The memories that gained by the time of the question."""
    for (_, before), (name, after) in pairwise(steps):
        if name == "date":
            return frozenset(key for key in after if after[key] > before.get(key, 0.0))
    return frozenset()
