"""Ranking the matches of a query: the core's score over the rows of the candidates."""

from __future__ import annotations

from time import gmtime

from memento_cli.core.fading.strength import days_since
from memento_cli.core.recall.ranking import MOST_COMPARED, Candidate, ranked, spread_out
from memento_cli.core.recall.rereading import evened
from memento_cli.core.text.words import split, word_count
from memento_cli.core.time.when import SECOND_MICROS
from memento_cli.index.fading.numbers import COLUMNS, rows_at
from memento_cli.index.recall.search import EVERY, keyed_rows, rows_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.recall.ranking import Ranked, Scheme
    from memento_cli.core.time.named_times import AskedTime
    from memento_cli.index.fading.numbers import Row
    from memento_cli.index.journal.refolded import Refolded
    from memento_cli.index.recall.links import Follow
    from memento_cli.index.recall.search import Where

    Step = tuple[str, Mapping[int, float]]

TEXT = "summary || ' ' || detail"
MOST_READ = 50
"""The number of best matches whose text is read for proximity and answers."""
STARTS = 30
"""The number of best matches whose neighbours (session, links) gain by them."""
FEW_TERMS = 4
"""The number of terms up to which signs in words decide; in a longer one the other words do."""
QUESTION = 3
"""The number of words from which on neighbours without any of them may be added."""
LONGEST = 1_000  # memories of a session; in a longer one they have too little in common


def most_of(terms: Sequence[str]) -> int:
    """The number of best matches by text that are ranked by the whole score."""
    return 500 if len(terms) > 1 else 200


class RankingInput(NamedTuple):
    """The input of a ranking: the query's text and terms, the time, and the scheme of scoring.

    `beside` is the condition on neighbours that may be added, if there are at least QUESTION terms.
    `now` is in microseconds; `others` has the states of memories whose indexed numbers do not hold
    then. `follow` adds the gains of the graph to text scores, and new memories. At most `most`
    matches are ranked. Only memories that are `seen` count as neighbours. `time` is what the text
    names of a time. `rarities` has the terms of a text of several, each with its rarity.
    """

    text: str
    terms: Sequence[str]
    now: int
    scheme: Scheme
    deep: bool = False
    beside: Where | None = None
    others: Refolded | None = None
    follow: Follow | None = None
    most: int | None = None
    seen: Where = EVERY
    time: AskedTime | None = None
    rarities: Mapping[str, float] = {}

    def rows(
        self, database: sqlite3.Connection, keys: Iterable[int], where: Where = EVERY
    ) -> dict[int, Row]:
        """The rows of the memories with these keys that meet the condition, by key."""
        state_of = self.others.get if self.others else None
        rows = rows_at(keyed_rows(database, keys, COLUMNS, where), self.now, state_of)
        return {row.key: row for row in rows}


class Texts:
    """The texts of memories by their keys, each read once for all steps of a ranking."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._read: dict[int, str] = {}

    def of(self, keys: Sequence[int]) -> dict[int, str]:
        """The texts of the memories with these keys."""
        new = [key for key in keys if key not in self._read]
        if new:
            self._read |= {key: row[0] for key, row in rows_of(self._database, new, TEXT).items()}
        return {key: self._read[key] for key in keys if key in self._read}


class Ranking(NamedTuple):
    """Memories by falling score, their text scores step by step, and their rows by key; and the
    texts of the best."""

    ranks: list[Ranked]
    steps: list[Step]
    rows: Mapping[int, Row]
    texts: Mapping[int, str] = {}


def in_ranks(
    database: sqlite3.Connection, matches: Sequence[tuple[int, float]], input: RankingInput
) -> Ranking:
    """The ranking of matches (key, BM25).

    Equal scores are ordered by strength, then the newer first; the order of keys means nothing.
    """
    rows = input.rows(database, [key for key, _ in matches])
    matches = list(evened(dict(matches), {key: row.words for key, row in rows.items()}).items())
    ordered = _in_full_order(matches, rows, input)
    for key, _ in ordered[len(matches) if input.most is None else input.most :]:
        del rows[key]
    texts = Texts(database)
    steps = _steps(database, ordered[: input.most], rows, texts, input)
    return by_last_step(steps, rows, texts, input)


def by_last_step(
    steps: list[Step],
    rows: Mapping[int, Row],
    texts: Texts,
    input: RankingInput,
    whole: float | None = None,
) -> Ranking:
    """The ranking by the text scores after the last step, of which `whole` is a relevance of 1; the
    best score, unless it is given."""
    candidates = [
        _candidate(key, score, rows[key], input)
        for key, score in steps[-1][1].items()
        if key in rows
    ]
    hits = _by_score(candidates, input, whole)
    compared = texts.of([hit.key for hit in hits[:MOST_COMPARED]])
    return Ranking(spread_out(hits, compared, input.scheme, input.deep), steps, rows, compared)


def _in_full_order(
    matches: Sequence[tuple[int, float]], rows: Mapping[int, Row], input: RankingInput
) -> list[tuple[int, float]]:
    """The matches by text score, of equal ones the newer first; equal ones at a cut, where only
    the first go on, by the rest of the score."""

    def place(pair: tuple[int, float]) -> tuple[float, int, bytes, str]:
        key, score = pair
        row = rows[key]
        return -score, -row.created, row.opened, row.id

    ordered = sorted(matches, key=place)
    cuts = [cut for cut in (STARTS, MOST_READ, input.most or 0) if 0 < cut < len(ordered)]
    for text in {ordered[cut][1] for cut in cuts if ordered[cut - 1][1] == ordered[cut][1]}:
        places = [place for place, pair in enumerate(ordered) if pair[1] == text]
        equal = [_candidate(*ordered[place], rows[ordered[place][0]], input) for place in places]
        best = [(rank.key, text) for rank in _by_score(equal, input)]
        ordered[places[0] : places[-1] + 1] = best
    return ordered


def _by_score(
    candidates: list[Candidate], input: RankingInput, whole: float | None = None
) -> list[Ranked]:
    """Candidates by falling score; equal ones by falling strength, or as they came."""
    candidates.sort(key=lambda one: -one.strength)
    return ranked(candidates, input.scheme, input.deep, whole)


def _steps(
    database: sqlite3.Connection,
    matches: Sequence[tuple[int, float]],
    rows: dict[int, Row],
    texts: Texts,
    input: RankingInput,
) -> list[Step]:
    """The text scores after each step that applies; rows of added memories go into `rows`."""
    steps: list[Step] = [("words", dict(matches))]
    if len(input.terms) > 1:
        steps += _reread(database, matches, rows, texts, input)
    if 0 < len(input.terms) <= FEW_TERMS and not input.text.replace(" ", "").isalnum():
        steps += _written(steps[-1][1], texts, input)
    steps += _timed(database, steps[-1][1], rows, texts, input)
    if input.follow:
        scores = dict(input.follow(steps[-1][1]))
        rows |= input.rows(database, [key for key in scores if key not in rows])
        steps.append(("graph", scores))
    return steps


def _reread(
    database: sqlite3.Connection,
    matches: Sequence[tuple[int, float]],
    rows: dict[int, Row],
    texts: Texts,
    input: RankingInput,
) -> Iterator[Step]:
    """The steps that read the texts of the best matches, and of what stands beside them."""
    from memento_cli.core.recall.rereading import reading, with_proximity
    from memento_cli.core.recall.rescoring import with_speaker_and_question

    scores = words = dict(matches)
    best = [key for key, _ in matches[:MOST_READ]]
    starts = best[:STARTS]
    sessions = _sessions(database, [rows[key] for key in starts], input.seen)
    links = _links(database, starts, input.seen)
    beside: Sequence[int] = ()
    if sessions:
        from memento_cli.core.recall.neighbours import within_reach

        beside = within_reach(starts, sessions)
    near = texts.of([*best, *beside])
    read = reading({term: input.rarities[term] for term in input.terms}, near)
    scores = with_proximity(scores, best, read)
    yield "closeness", scores
    if sessions or links:
        from memento_cli.core.recall.neighbours import with_neighbours

        scores = with_neighbours(scores, words, sessions, read, links)
        if input.beside and word_count(input.text) >= QUESTION:
            rows |= input.rows(database, [key for key in scores if key not in rows], input.beside)
        scores = {key: score for key, score in scores.items() if key in rows}
        yield "beside", scores
    yield "answer", with_speaker_and_question(scores, input.text, input.terms, near)


def _written(scores: Mapping[int, float], texts: Texts, input: RankingInput) -> list[Step]:
    """The step of the words that were typed with signs, if there are any."""
    from memento_cli.core.recall.writing import typed_with_signs, with_writing  # few words have any

    written = typed_with_signs(input.text)
    if not written:
        return []
    best = sorted(scores, key=lambda key: -scores[key])[:MOST_READ]
    return [("writing", with_writing(scores, written, len(input.terms), texts.of(best)))]


def _timed(
    database: sqlite3.Connection,
    scores: Mapping[int, float],
    rows: dict[int, Row],
    texts: Texts,
    input: RankingInput,
) -> list[Step]:
    """The step of the time that the question names, if it does; its memories go into `rows`."""
    time = input.time
    if time is None:
        return []
    from memento_cli.core.recall.time_match import with_time  # few questions name a time
    from memento_cli.index.recall.by_time import keys_within

    within = frozenset(keys_within(database, time, input.beside or EVERY))
    if input.beside:
        rows |= input.rows(database, within - rows.keys())
    within &= rows.keys()
    best = sorted(scores, key=lambda key: -scores[key])[:MOST_READ]
    words = frozenset(split(time.words))
    saying = [key for key, text in texts.of(best).items() if _says(text.lower(), words)]
    days = {key: _day_of(rows[key].created) for key in scores}
    return [("date", with_time(scores, time, days, within, saying))]


def _says(text: str, words: frozenset[str]) -> bool:
    """Whether a text in lower case has all of these words; few texts have their signs at all."""
    if text.isascii() and not all(word in text for word in words):
        return False
    return words.issubset(split(text))


def _day_of(moment: int) -> str:
    """The day in UTC of a time in microseconds since 1970, without importing `datetime`."""
    year, month, day, *_ = gmtime(moment // SECOND_MICROS)
    return f"{year:04}-{month:02}-{day:02}"


def _candidate(key: int, score: float, row: Row, input: RankingInput) -> Candidate:
    age = days_since(row.created, input.now)
    return Candidate(key, score, row.strength, row.importance, row.usage, age, row.kind, row.pinned)


def _sessions(
    database: sqlite3.Connection, starts: Sequence[Row], where: Where
) -> list[tuple[str, list[int]]]:
    """The sessions of the best matches, each with its memories by time, then by recording."""
    names = dict.fromkeys(row.session for row in starts if row.session is not None)
    query = (
        f"SELECT key FROM memory WHERE session = ? AND ({where.sql})"
        " ORDER BY created, opened, id LIMIT ?"
    )
    rows_of_session = (database.execute(query, (name, *where.args, LONGEST + 1)) for name in names)
    whole = zip(names, map(list, rows_of_session), strict=True)
    return [(name, [key for (key,) in rows]) for name, rows in whole if len(rows) <= LONGEST]


def _links(
    database: sqlite3.Connection, keys: Sequence[int], where: Where
) -> list[tuple[int, int]]:
    """The pairs of memories that a link joins, of which one is in `keys`.

    Their order is that of `keys`, then of ids, because sums of floats depend on it.
    """
    if database.execute("SELECT 1 FROM link LIMIT 1").fetchone() is None:
        return []
    query = (
        "SELECT name.key, name.id FROM link JOIN name ON name.id = link.target"
        " WHERE link.key = ? UNION SELECT link.key, other.id FROM name"
        " JOIN link ON link.target = name.id JOIN name AS other ON other.key = link.key"
        " WHERE name.key = ? ORDER BY 2"
    )
    if where != EVERY:
        query = f"SELECT * FROM ({query}) WHERE key IN (SELECT key FROM memory WHERE {where.sql})"
    pairs = (
        (min(key, other), max(key, other))
        for key in keys
        for other, _ in database.execute(query, (key, key, *where.args))
        if other != key
    )
    return list(dict.fromkeys(pairs))
