"""What meaning finds where words find nothing, by a server whose synonyms are known; and what real
questions lose by a model that knows nothing, and by a provider that does not answer."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from memento_cli.actions.recall.find import MEMORIES, find
from memento_cli.actions.vectors.calibrating import calibrate
from memento_cli.actions.vectors.fill import filling
from memento_cli.core.vectors.calibration import Calibration
from memento_cli.errors import Failed, MementoError
from memento_cli.index.vectors.vectors import open_vectors
from tests.bench.asking import asked_as, newest, store_of
from tests.bench.machine import moved_in
from tests.bench.rows import SHARE, Row, skipped
from tests.bench.run import told
from tests.bench.scores import scores
from tests.bench.sets import Document, Question, Set
from tests.bench.trials import TRIALS
from tests.bench.vectors.settings import NOBODY, configured, embedder_here
from tests.bench.vectors.synthetic import fill, keep_question, random_row
from tests.vectors.paraphrases import paraphrases
from tests.vectors.stub_server import stub_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from memento_cli.core.recall.query import Query
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store
    from tests.bench.run import Run
    from tests.bench.trials import Trial

PARAPHRASES, RANDOM, AWAY = "vectors.paraphrases", "vectors.random", "vectors.away"
LEAST_FOUND, MOST_LOST = 0.9, 0.01
ASKED = ("locomo.turns", "madial.en", "madial.zh", "ja.sent", "zh-Hans.sent")
"""The sets that are asked, as the quality rows name them."""
NAMES = (PARAPHRASES, *(f"{row}.{name}" for row in (RANDOM, AWAY) for name in ASKED))
MOST_QUESTIONS, LIMIT = 500, 10
OTHERWISE = "answers"

Page = list[tuple[str, float]]
"""The keys of the documents found, each with its score."""


def lost_rows(run: Run, folder: str) -> Iterator[Row]:
    """The rows that were asked for, of the data in a folder."""
    if run.wants(PARAPHRASES):
        yield told(PARAPHRASES, SHARE, None, partial(_paraphrases, run))
    for part, trials in TRIALS.items():
        place = os.path.join(folder, part)
        for trial in trials(place) if os.path.isdir(place) else ():
            name = trial.name.partition(".")[2]
            if name in ASKED and any(run.wants(f"{row}.{name}") for row in (RANDOM, AWAY)):
                yield from _lost(run, trial, name)


def _paraphrases(run: Run) -> Row:
    """The questions that have no word of the memory that answers them, in English and Japanese."""
    memories, asked = paraphrases()
    documents = tuple(Document(str(place), text) for place, text in enumerate(memories))
    questions = (Question(one.question, frozenset({str(one.answer)})) for one in asked)
    data = Set(documents, tuple(questions))
    with stub_server() as server:
        place = configured(run.place, run.file("stub"), {"url": server.url, "model": "stub"})
        with moved_in(place):
            store, keys = store_of(run.file(PARAPHRASES), documents)
            with filling(store, embedder_here()) as work:
                if problem := work.run().problem:
                    raise Failed(problem.message)
            with run.progress(PARAPHRASES, 2 * len(asked)) as tick:
                ask = partial(_pages, store, keys, data, tick, pooled=True)
                by_words, found = ask(words_only=True), ask()
    beside = {"by words": _r5(by_words, data)}
    figure = _r5(found, data)
    return Row(PARAPHRASES, figure, SHARE, LEAST_FOUND, beside, len(documents), least=True)


def _lost(run: Run, trial: Trial, name: str) -> list[Row]:
    """The rows of a set; or why there are none."""
    try:
        with moved_in(configured(run.place, run.file("nobody"), NOBODY)):
            rows = _measured(run, trial, name)
    except (MementoError, OSError) as problem:
        rows = [
            skipped(f"{row}.{name}", SHARE, str(problem))._replace(failed=True)
            for row in (RANDOM, AWAY)
        ]
    return [row for row in rows if run.wants(row.name)]


def _measured(run: Run, trial: Trial, name: str) -> list[Row]:
    """One store: asked by words, with nobody there to ask for vectors, with vectors that say
    nothing and are believed, and with these as the calibration judges them."""
    data = _fewer(trial.load())
    store, keys = store_of(run.file(f"vectors.{name}"), data.documents)
    settings, space = fill(store, random_row)
    with run.progress(f"{RANDOM}.{name}", 4 * len(data.questions)) as tick:
        ask = partial(_pages, store, keys, data, tick, pooled=trial.pooled)
        by_words, away = ask(words_only=True), ask()
        with open_vectors(store.root) as vectors:
            assert vectors
            before = partial(_keep, vectors, space)
            believed = ask(before=before)
            calibration = _calibrated(store, vectors, settings)
            random = ask(before=before)
    right = _r5(by_words, data)
    beside = {"by words": right, "lost if they were believed": right - _r5(believed, data)}
    if calibration.agreement is not None:
        beside["agreement, spreads"] = calibration.agreement
    other = sum(one != two for one, two in zip(by_words, away, strict=True))
    size, note = len(data.documents), f"of {len(data.questions)} differ from those by words"
    return [
        Row(f"{RANDOM}.{name}", right - _r5(random, data), SHARE, MOST_LOST, beside, size),
        Row(f"{AWAY}.{name}", other, OTHERWISE, 0, {}, size, note=note),
    ]


def _fewer(data: Set) -> Set:
    """The same with at most so many questions, evenly spaced."""
    step = -(-len(data.questions) // MOST_QUESTIONS)
    return data._replace(questions=data.questions[::step])


def _keep(vectors: VectorIndex, space: Space, query: Query) -> None:
    keep_question(vectors, space, query, random_row)


def _calibrated(store: Store, vectors: VectorIndex, settings: bytes) -> Calibration:
    """What a fill would have found out of the vectors."""
    space = vectors.space(settings)
    assert space
    return calibrate(store, vectors, space)


def _pages(
    store: Store,
    keys: Mapping[str, str],
    data: Set,
    tick: Callable[[], None],
    *,
    pooled: bool,
    words_only: bool = False,
    before: Callable[[Query], None] = lambda query: None,
) -> list[Page]:
    """What recall answers to each question; `before` is told of it first."""
    now, pages = data.now or newest(data.documents), list[Page]()
    for question in data.questions:
        query = asked_as(question, data, now, LIMIT, pooled=pooled)
        query = query._replace(words_only=words_only)
        before(query)
        page = find([store], (MEMORIES,), query, now).page
        pages.append([(keys[one.hit.memory.id], one.hit.score) for one in page])
        tick()
    return pages


def _r5(pages: Sequence[Page], data: Set) -> float:
    rankings = [[key for key, _ in page] for page in pages]
    return scores(rankings, [question.gold for question in data.questions]).r5
