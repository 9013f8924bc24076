"""The memories that match a query: by its words in the full text, by its filters in columns."""

from __future__ import annotations

from memento_cli.core.memory.memory import searchable, stands_in
from memento_cli.core.recall.query import hit_of, in_order, needs_word, sort_of
from memento_cli.core.text.words import split, terms
from memento_cli.index.recall.filters import Terms, match_of, seen_of, single, terms_of, where_of
from memento_cli.index.recall.ranked import RankingInput, in_ranks, most_of
from memento_cli.index.recall.search import all_of, any_of, best, cut, rows_of, unknown
from memento_cli.index.refresh.rest import PARTS as FLAGS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit, Query
    from memento_cli.core.recall.ranking import Ranked, Scheme
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.candidates import Row
    from memento_cli.index.recall.filters import Where
    from memento_cli.index.recall.following import Gains
    from memento_cli.index.recall.ranked import Follow, Ranking, Step


class Finding(NamedTuple):
    """The rows that match a query, in its order, as far as they were ranked.

    `hits_of` reads those that are shown as memories. `more` tells that others match. `missing`
    are words that no memory has, if others are found; `meant` the words that are most like
    missing ones. If no word is found, the rows are those for `meant`. `ranks` are the scores by
    key, if the query has words; `steps` the text scores after each step, `texts` the keys that
    the words found.
    """

    rows: Sequence[Row]
    more: bool = False
    meant: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    ranks: Mapping[int, Ranked] = {}
    steps: Sequence[Step] = ()
    texts: frozenset[int] = frozenset()

    @property
    def best(self) -> float:
        """The highest text score, of which relevances are shares."""
        return max(self.steps[-1][1].values(), default=0.0) if self.steps else 0.0

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
) -> Finding:
    """All that matches a query, whatever its page: by score, or in the order of the query.

    With `gains`, memories that the graph joins to the hits are added.
    """
    where, match = where_of(query), match_of(query)
    if match is None:
        return Finding(in_order(_fitting(index, index.rows(*where), query), query))
    query_terms = terms(" ".join(query.sought))
    most = _most(query, query_terms)
    matches, more = _best(index, query, match, terms_of(query), most)
    missing = unknown(index.database, query_terms, *seen_of(query)) if needs_word(query) else []
    alone = len(missing) == len(query_terms)
    meant = _meant(index, query, missing, alone=alone) if missing else ()
    if meant and alone:
        typed = split(" ".join(meant))
        matches, more = _best(index, query, any_of(typed), Terms((), typed), most)
    if _side_by_side(query):
        memories = index.by_keys(key for key, _ in matches)
        matches = [pair for pair, one in zip(matches, memories, strict=True) if _fits(one, query)]
    follow = None
    if gains:
        from memento_cli.index.recall.following import following  # few recalls ask for it

        follow = following(index, gains, where if _is_free(query) else None)
    ranking = _ranked(index, matches, query, query_terms, where, scheme, deep, follow)
    rows = [ranking.rows[rank.key] for rank in ranking.ranks]
    return Finding(
        rows if sort_of(query) == "score" else in_order(rows, query),
        more,
        meant,
        () if alone or not meant else tuple(missing),
        {rank.key: rank for rank in ranking.ranks},
        ranking.steps,
        frozenset(key for key, _ in matches),
    )


def hits_of(index: Strengths, finding: Finding, rows: Sequence[Row]) -> list[Hit]:
    """Some rows of a finding, read as memories, each with the parts of its score."""
    best = finding.best or 1.0
    hits = []
    for row, hit in zip(rows, hits_with(index, [row.key for row in rows]), strict=True):
        rank = finding.ranks.get(row.key)
        if rank:
            beside, gains = row.key not in finding.texts, _gains(finding.steps, row.key, best)
            hit = hit._replace(score=rank.score, parts=rank.parts, beside=beside, gains=gains)
        hits.append(hit)
    return hits


def hits_with(index: Strengths, keys: Sequence[int]) -> list[Hit]:
    """The memories with these keys as hits that are not ranked, with their flags."""
    flags = rows_of(index.database, keys, "flags")
    return [
        hit_of(memory, index.moment)._replace(flags=tuple(filter(None, flags[key][0].split(FLAGS))))
        for key, memory in zip(keys, index.by_keys(keys), strict=True)
    ]


def place_by_words(index: Strengths, query: Query, id: str) -> tuple[int, int]:
    """The place of a memory among all matches by its words alone, and how many are ranked.

    Among equal scores it is the last place; 0 if the memory does not match, or all are ranked.
    """
    query_terms, match = terms(" ".join(query.sought)), match_of(query)
    most = _most(query, query_terms)
    if match is None or most is None:
        return 0, 0
    matches, _ = _best(index, query, match, terms_of(query), None)
    row = index.database.execute("SELECT key FROM name WHERE id = ?", (id,)).fetchone()
    own = next((score for key, score in matches if row and key == row[0]), None)
    return (0 if own is None else sum(score >= own for _, score in matches)), most


def _best(
    index: Strengths, query: Query, match: str, wanted: Terms, most: int | None
) -> tuple[list[tuple[int, float]], bool]:
    """The best matches by their words. For a reader who may not see all memories, the scores do not
    depend on those that are not visible."""
    if query.within is None:
        return best(index.database, match, most, *where_of(query))
    from memento_cli.index.recall.visible_scores import best_seen  # few readers are bounded

    matches = best_seen(index.database, match, wanted, where_of(query), seen_of(query))
    return cut(matches, most)


def _meant(
    index: Strengths, query: Query, missing: Sequence[str], *, alone: bool
) -> tuple[str, ...]:
    """The words of the store that are most like the words of a query that no memory has."""

    def texts(keys: Sequence[int]) -> Iterator[str]:
        return map(searchable, index.by_keys(keys))

    from memento_cli.index.recall.spelling import nearly  # few recalls miss a word

    return tuple(
        nearly(
            index.database, " ".join(query.sought), missing, texts, alone=alone, seen=seen_of(query)
        )
    )


def _most(query: Query, query_terms: Sequence[str]) -> int | None:
    """How many matches are ranked; None for all, if all are shown or the order is not by score."""
    if query.limit is None or _side_by_side(query) or sort_of(query) != "score":
        return None
    return max(most_of(query_terms), query.offset + query.limit)


def _ranked(
    index: Strengths,
    matches: Sequence[tuple[int, float]],
    query: Query,
    query_terms: Sequence[str],
    where: Where,
    scheme: Scheme,
    deep: bool,
    follow: Follow | None,
) -> Ranking:
    """The ranking of the matches."""
    beside = where if _is_free(query) else None
    text = " ".join(query.sought)
    most, seen = _most(query, query_terms), seen_of(query)
    question = RankingInput(
        text, query_terms, index.now, scheme, deep, beside, index.numbers, follow, most, seen
    )
    return in_ranks(index.database, matches, question)


def _is_free(query: Query) -> bool:
    """Whether memories without the words may be added, for the memories that they stand next to."""
    return not (query.required or query.phrases)


def _gains(
    steps: Sequence[tuple[str, Mapping[int, float]]], key: int, best: float
) -> tuple[tuple[str, float], ...]:
    """What each step added to the relevance of a memory: its share of the best text score."""
    before, gains = 0.0, []
    for name, scores in steps:
        gains.append((name, (scores.get(key, 0.0) - before) / best))
        before = scores.get(key, 0.0)
    return tuple(gains)


def _side_by_side(query: Query) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The phrases that must be in a hit, and those that must not; None if there are none.

    The full text has words only, so memories are compared with phrases.
    """
    without = tuple(text for text in query.without if not single(text))
    return (query.phrases, without) if query.phrases or without else None


def _fitting(index: Strengths, rows: Sequence[Row], query: Query) -> Sequence[Row]:
    """The rows of the memories that have the phrases of a query, and none of the excluded ones."""
    if not _side_by_side(query):
        return rows
    memories = index.by_keys(row.key for row in rows)
    return [row for row, one in zip(rows, memories, strict=True) if _fits(one, query)]


def _fits(memory: Memory, query: Query) -> bool:
    """Whether a memory has every phrase of a query, and none of the excluded ones."""
    phrases = _side_by_side(query)
    if phrases is None:
        return True
    text = searchable(memory)
    wanted, unwanted = phrases
    return all(stands_in(phrase, text) for phrase in wanted) and not any(
        stands_in(phrase, text) for phrase in unwanted
    )


def has_word(database: sqlite3.Connection, id: str) -> Callable[[str], bool]:
    """A function that tells whether the memory with this id has a word, in any of its forms."""
    row = database.execute("SELECT key FROM name WHERE id = ?", (id,)).fetchone()
    query = "SELECT 1 FROM text WHERE text MATCH ? AND rowid = ?"

    def has(word: str) -> bool:
        match = all_of(terms(word))
        return bool(row and match and database.execute(query, (match, row[0])).fetchone())

    return has
