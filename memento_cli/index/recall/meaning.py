"""Ranking by meaning beside words: the texts whose vectors are nearest to that of the question.

Filters hold before a near text is looked at, and a vector counts only for the text that its memory
has now.
"""

from __future__ import annotations

from memento_cli.core.recall.ranking import EMBEDDING
from memento_cli.core.vectors.calibration import BESIDE_BEST, calibrated
from memento_cli.core.vectors.fusion import fused, fused_as_002
from memento_cli.core.vectors.texts import document_text, text_key
from memento_cli.index.database.database import rows_among
from memento_cli.index.recall.ranked import Texts, by_last_step
from memento_cli.index.recall.search import EVERY, rows_of
from memento_cli.index.vectors.scan import MOST_HITS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from memento_cli.core.vectors.calibration import Background
    from memento_cli.core.vectors.fusion import Fused
    from memento_cli.index.recall.ranked import Ranking, RankingInput
    from memento_cli.index.recall.search import Where
    from memento_cli.index.vectors.scan import Cosines

MOST_COMPARED, MOST_NEAR, MOST_FILTERED = 100, 100, 10_000
"""The number of best hits by words whose meaning is looked at, that of nearest texts beside them,
and from how many these are chosen where filters leave some out."""
TYPICAL = 10.0
"""About the text score of a hit with all words of a question; it stands for the best one where
words find nothing."""


class Meaning(NamedTuple):
    """What a question means to a store: the cosines of its vector, the background that they are
    compared with, the cosine from which a text without its words fits, and the weight of meaning
    beside words, 0 to 1. In `faults_told` a fault of the vectors' database is not taken for one of
    the index."""

    cosines: Cosines
    behind: Background
    alone: float
    weight: float
    faults_told: Callable[[], AbstractContextManager[None]]


class Meant(NamedTuple):
    """A ranking by words and meaning, the relevance of each text by its key, how much of the
    question the best of them has, and why nothing fits."""

    ranking: Ranking
    fused: Mapping[int, Fused]
    coverage: float
    unfit: str


def with_meaning(
    database: sqlite3.Connection,
    ranking: Ranking,
    coverage: float,
    unfit: str,
    meaning: Meaning,
    input: RankingInput,
) -> Meant:
    """The ranking by words and meaning, from the one by words and what that covers of the question.

    Texts that have none of its words are added where the query allows it (`input.beside`) and they
    are near enough. Where nothing fits by its words, what is near enough does. Failed for a fault
    of the vectors.
    """
    words = {} if unfit or not ranking.steps else ranking.steps[-1][1]
    rows = {key: row for key, row in ranking.rows.items() if key in words}
    compared = [rank.key for rank in ranking.ranks[:MOST_COMPARED] if rank.key in words]
    cosines = _cosines(database, compared, meaning)
    if input.beside:
        near = _nearest_alone(database, meaning, input.beside)
        cosines |= near
        rows |= input.rows(database, near.keys() - rows.keys())
    if not rows:
        return Meant(ranking, {}, coverage, unfit)
    best = max((words[key] for key in rows if key in words), default=0.0)
    shares = {key: coverage * words.get(key, 0.0) / (best or 1.0) for key in rows}
    relevances = {key: _fused(shares[key], cosines.get(key), meaning, input) for key in rows}
    for key in rows.keys() - cosines.keys() - set(compared):  # strange, as far as anybody looked
        strange = _fused(shares[key], 0.0, meaning, input)
        relevances[key] = strange._replace(meaning=None, cosine=None)
    unit = _unit(best, coverage, meaning, input)
    scores = {key: unit * one.relevance for key, one in relevances.items()}
    steps = [*ranking.steps, ("meaning", scores)]
    whole = unit if input.scheme.plain_cosine else None
    again = by_last_step(steps, rows, Texts(database), input, whole)
    closest = max((calibrated(one, meaning.behind) for one in cosines.values()), default=0.0)
    return Meant(again, relevances, max(coverage if words else 0.0, closest), "")


def _fused(share: float, cosine: float | None, meaning: Meaning, input: RankingInput) -> Fused:
    """The relevance of a text as the scheme of scoring has it."""
    if input.scheme.plain_cosine:
        return fused_as_002(share, cosine)
    return fused(share, cosine, meaning.behind, meaning.weight)


def _unit(best: float, coverage: float, meaning: Meaning, input: RankingInput) -> float:
    """The text score of a relevance of 1, such that what has no meaning in common keeps its own."""
    share = 1 - EMBEDDING if input.scheme.plain_cosine else 1 - meaning.weight
    return best / (coverage * share) if best and coverage and share else TYPICAL


def _nearest_alone(
    database: sqlite3.Connection, meaning: Meaning, where: Where
) -> dict[int, float]:
    """The nearest memories, without those that are much farther than the best of them."""
    near = nearest(database, meaning, where)
    meanings = {key: calibrated(cosine, meaning.behind) for key, cosine in near.items()}
    least = BESIDE_BEST * max(meanings.values(), default=0.0)
    return {key: cosine for key, cosine in near.items() if meanings[key] >= least}


def nearest(
    database: sqlite3.Connection, meaning: Meaning, where: Where = EVERY
) -> dict[int, float]:
    """The memories that meet a condition and are near enough without a word, at most 100, by key,
    with the cosines of their texts as they are now."""
    found = dict[int, float]()
    for ids in _ids_near(meaning, MOST_HITS if where == EVERY else MOST_FILTERED):
        keys = [key for _, key in rows_among(database, "SELECT id, key FROM name WHERE id IN", ids)]
        if where != EVERY:
            met = rows_of(database, keys, "1", where)
            keys = [key for key in keys if key in met]
        cosines = _cosines(database, keys, meaning)
        found |= {key: cosine for key, cosine in cosines.items() if cosine >= meaning.alone}
        if len(found) >= MOST_NEAR:
            break
    return dict([*found.items()][:MOST_NEAR])


def _ids_near(meaning: Meaning, most: int) -> Iterator[dict[str, None]]:
    """The ids of memories that have or had one of the `most` texts that are near enough, in
    batches, the nearest first."""
    with meaning.faults_told():
        for hits in meaning.cosines.above(meaning.alone, most):
            rows = [row for _, row in hits]
            texts = meaning.cosines.texts_of(rows)
            yield dict.fromkeys(id for row in rows if row in texts for id in texts[row][1])


def why_not_near(database: sqlite3.Connection, id: str, meaning: Meaning) -> list[str]:
    """Why a memory is not found by its meaning; nothing for one that is near enough."""
    key = database.execute("SELECT key FROM name WHERE id = ?", (id,)).fetchone()
    cosines = list(_cosines(database, key or (), meaning).values())
    if not cosines:
        return ["it has no vector (`memento store vectors fill`)"]
    if cosines[0] >= meaning.alone:
        return []
    return [f"its meaning is not near enough: cosine {cosines[0]:.3f}, from {meaning.alone:.3f} on"]


def _cosines(
    database: sqlite3.Connection, keys: Iterable[int], meaning: Meaning
) -> dict[int, float]:
    """The cosines of memories by their keys, as their texts are now."""
    texts = rows_of(database, keys, "summary, detail")
    by_key = {key: text_key(document_text(*text)) for key, text in texts.items()}
    with meaning.faults_told():
        cosines = meaning.cosines.of_texts(dict.fromkeys(by_key.values()))
    return {key: cosines[text] for key, text in by_key.items() if text in cosines}
