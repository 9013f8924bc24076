"""The memories that match a query: by its words in the full text, by its filters in columns."""

from __future__ import annotations

from memento_cli.core.memory.memory import searchable, stands_in
from memento_cli.core.recall.query import hit_of, in_order, sort_of
from memento_cli.core.text.words import terms
from memento_cli.errors import Failed
from memento_cli.index.recall.matches import (
    PART,
    best_of,
    by_words,
    most_ranked,
    side_by_side,
    wanted_of,
)
from memento_cli.index.recall.ranked import RankingInput, in_ranks
from memento_cli.index.recall.search import (
    NOTHING,
    TermCounts,
    Terms,
    any_of,
    best,
    cut,
    match_of,
    rows_of,
    seen_of,
    where_of,
)
from memento_cli.index.refresh.rows import SEPARATOR
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from memento_cli.core.recall.query import Hit, Partly, Query
    from memento_cli.core.recall.ranking import Ranked, Scheme
    from memento_cli.core.vectors.fusion import Fused
    from memento_cli.index.fading.numbers import Row
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.links import Gains
    from memento_cli.index.recall.matches import Matches
    from memento_cli.index.recall.meaning import Meaning
    from memento_cli.index.recall.ranked import Ranking, Step
    from memento_cli.index.recall.search import Where

    Phrases = tuple[tuple[str, ...], tuple[str, ...]] | None


GREETING = 'a greeting asks for nothing; in "quotes" its words are looked for'
SOME = 50
"""The number of best matches of a draft's words, among which its near-duplicates are."""


class Finding(NamedTuple):
    """The rows that match a query, in its order, as far as they were ranked.

    `hits_of` reads those that are shown as memories. `more` tells that others match. `missing`
    are words that no memory has, if others are found; `meant` the words that are most like
    missing ones. If no word is found, the rows are those for `meant`. `ranks` are the scores by
    key, if the query has words; `steps` the text scores after each step, `texts` the keys that
    the words found. `partly` are words that were found in part, or written otherwise. `coverage`
    is the factor of all scores (`core/recall/coverage.py`), None where nothing is scored; `unfit`
    says why nothing fits, if that is judged. `fused` are relevances by words and meaning, by key.
    """

    rows: Sequence[Row]
    more: bool = False
    meant: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    ranks: Mapping[int, Ranked] = {}
    steps: Sequence[Step] = ()
    texts: frozenset[int] = frozenset()
    partly: Partly = ()
    coverage: float | None = None
    unfit: str = ""
    fused: Mapping[int, Fused] = {}

    @property
    def best(self) -> float:
        """The highest text score, of which relevances are shares."""
        return max(self.steps[-1][1].values(), default=0.0) if self.steps else 0.0

    @property
    def otherwise(self) -> tuple[str, ...]:
        """The words by which typed ones were found in part, or written otherwise."""
        return tuple(dict.fromkeys(word for _, words in self.partly for word in words))

    def reaches(self, row: Row, least: float | None) -> bool:
        """Whether the score of a row is at least so much; what has none is not judged by it."""
        rank = self.ranks.get(row.key) if least is not None else None
        return rank is None or rank.score * (self.coverage or 0.0) >= (least or 0.0)

    @property
    def instead(self) -> tuple[str, ...]:
        """The words searched in place of the typed ones, if no memory has any of these."""
        return () if self.missing else self.meant


def matching(
    index: Strengths,
    query: Query,
    scheme: Scheme,
    *,
    deep: bool = False,
    gains: Gains | None = None,
    meaning: Meaning | None = None,
) -> Finding:
    """All that matches a query, whatever its page: by score, or in the order of the query.

    With `gains`, memories that the graph joins to the hits are added; with `meaning`, those whose
    vectors are near the question's.
    """
    where, phrases = where_of(query), side_by_side(query)
    if not query.sought:
        return Finding(in_order(_listed(index, where, phrases), query))
    if query.greets:
        return Finding((), unfit=GREETING)
    time = query.time
    if time and time.alone:
        from memento_cli.index.recall.by_time import of_time  # few questions name a time

        if rows := index.rows(*of_time(time, where)):
            return Finding(in_order(rows, query))
        query = query._replace(time=None)  # its words may be found as they are
    found = by_words(index, query, time)
    if phrases:
        fitting = _fitting(index, [key for key, _ in found.matches], phrases)
        found = found._replace(matches=[pair for pair in found.matches if pair[0] in fitting])
    return _ranked(index, query, found, where, scheme, deep=deep, gains=gains, meaning=meaning)


def _ranked(
    index: Strengths,
    query: Query,
    found: Matches,
    where: Where,
    scheme: Scheme,
    *,
    deep: bool,
    gains: Gains | None,
    meaning: Meaning | None,
) -> Finding:
    """The matches of words by their scores, or in the order of the query; none if none fits."""
    # memories without the words may be added for what they stand next to, unless text is required
    beside = None if query.required or query.phrases else where
    follow = None
    if gains:
        from memento_cli.index.recall.links import following  # few recalls ask for it

        follow = following(index.database, gains, beside)
    input = RankingInput(
        " ".join(query.sought), found.terms, index.now, scheme, deep, beside, index.numbers,
        follow, most_ranked(query, found.terms), seen_of(query), query.time, found.rarities,
    )  # fmt: skip
    ranking = in_ranks(index.database, found.matches, input)
    share, unfit = _covering(index.database, query, found, ranking)
    fused: Mapping[int, Fused] = {}
    if meaning:
        from memento_cli.index.recall.meaning import with_meaning  # few users have vectors

        try:
            ranking, fused, share, unfit = with_meaning(
                index.database, ranking, share, unfit, meaning, input
            )
        except Failed as problem:  # words serve without
            index.store.warn(problem.message)
    if unfit and not query.pooled:
        return Finding((), coverage=share, unfit=unfit)
    rows = [ranking.rows[rank.key] for rank in ranking.ranks]
    return Finding(
        rows if sort_of(query) == "score" else in_order(rows, query),
        found.more,
        found.meant,
        found.missing,
        {rank.key: rank for rank in ranking.ranks},
        ranking.steps,
        frozenset(key for key, _ in found.matches),
        found.partly,
        share,
        unfit,
        fused,
    )


def _covering(
    database: sqlite3.Connection,
    query: Query,
    found: Matches,
    ranking: Ranking,
) -> tuple[float, str]:
    """How much of what is asked for the best hit has, and why no hit fits."""
    if not ranking.ranks:
        return 0.0, ""
    if not found.rarities:  # a hit of one word has it
        return (PART if found.lost else 1.0), ""
    from memento_cli.index.recall.covering import covering  # a look-up has one word

    return covering(database, query, found, ranking)


def _listed(index: Strengths, where: Where, phrases: Phrases) -> list[Row]:
    """The rows that pass the filters of a query without words to look for."""
    rows = index.rows(*where)
    if not phrases:
        return rows
    fitting = _fitting(index, [row.key for row in rows], phrases)
    return [row for row in rows if row.key in fitting]


def hits_of(index: Strengths, finding: Finding, rows: Sequence[Row]) -> list[Hit]:
    """Some rows of a finding, read as memories, each with the parts of its score."""
    best = finding.best or 1.0
    factor = 1.0 if finding.coverage is None else finding.coverage
    hits = []
    for row, hit in zip(rows, hits_with(index, [row.key for row in rows]), strict=True):
        rank = finding.ranks.get(row.key)
        if rank:
            fused, gains = finding.fused.get(row.key), _gains(finding.steps, row.key, best)
            beside = row.key not in finding.texts and not (fused and fused.cosine is not None)
            hit = hit._replace(
                score=rank.score * factor, parts=rank.parts, beside=beside, gains=gains,
                coverage=factor, fused=fused,
            )  # fmt: skip
        hits.append(hit)
    return hits


def hits_with(index: Strengths, keys: Sequence[int]) -> list[Hit]:
    """The memories with these keys as hits that are not ranked, with their flags."""
    flags = rows_of(index.database, keys, "flags")
    return [
        hit_of(memory, index.moment)._replace(
            flags=tuple(filter(None, flags[key][0].split(SEPARATOR)))
        )
        for key, memory in zip(keys, index.by_keys(keys), strict=True)
    ]


def place_by_words(index: Strengths, query: Query, id: str) -> tuple[int, int]:
    """The place of a memory among all matches by its words alone, and how many are ranked.

    Among equal scores it is the last place; 0 if the memory does not match, or all are ranked.
    """
    typed, wanted = wanted_of(query, TermCounts(index.database, seen_of(query)), query.time)
    match, most = match_of(query, wanted), most_ranked(query, typed)
    if match is None or most is None:
        return 0, 0
    matches, _ = best_of(index, query, match, wanted, None)
    row = index.database.execute("SELECT key FROM name WHERE id = ?", (id,)).fetchone()
    own = next((score for key, score in matches if row and key == row[0]), None)
    return (0 if own is None else sum(score >= own for _, score in matches)), most


def sharing(database: sqlite3.Connection, summary: str, seen: Where | None = None) -> list[int]:
    """The keys of the `SOME` best matches for the words of a summary; equal scores are ordered by
    id. The scores do not depend on memories that are not `seen`."""
    words = terms(summary)
    match = any_of(words) or NOTHING
    if seen is None:
        found, _ = best(database, match, SOME)
    else:
        from memento_cli.index.recall.visible_scores import best_seen  # few readers are bounded

        found, _ = cut(best_seen(database, match, Terms((), words), seen, seen), SOME)
    ids = rows_of(database, [key for key, _ in found], "id") if len(found) > SOME else {}
    ordered = sorted(found, key=lambda pair: (-pair[1], ids.get(pair[0], ())))
    return [key for key, _ in ordered[:SOME]]


def _gains(
    steps: Sequence[tuple[str, Mapping[int, float]]], key: int, best: float
) -> tuple[tuple[str, float], ...]:
    """What each step added to the relevance of a memory: its share of the best text score."""
    before, gains = 0.0, []
    for name, scores in steps:
        gains.append((name, (scores.get(key, 0.0) - before) / best))
        before = scores.get(key, 0.0)
    return tuple(gains)


def _fitting(
    index: Strengths, keys: Sequence[int], phrases: tuple[Sequence[str], Sequence[str]]
) -> set[int]:
    """Those of these memories that have every phrase, and none of the excluded ones."""
    wanted, unwanted = phrases
    texts = zip(keys, map(searchable, index.by_keys(keys)), strict=True)
    return {
        key
        for key, text in texts
        if all(stands_in(phrase, text) for phrase in wanted)
        and not any(stands_in(phrase, text) for phrase in unwanted)
    }
