"""What the user's own provider reaches on a set: the scores of words, of vectors, and of both."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from statistics import median
from typing import TYPE_CHECKING

from memento_cli.actions.recall.find import MEMORIES, find
from memento_cli.actions.vectors.fill import filling
from memento_cli.core.vectors.calibration import LEAST_AGREEMENT
from memento_cli.core.vectors.texts import text_key
from memento_cli.errors import MementoError
from memento_cli.index.database.index import index_of
from memento_cli.index.vectors.memory_texts import all_texts
from memento_cli.index.vectors.vectors import open_vectors
from tests.bench.rows import SHARE, Row, skipped
from tests.bench.scores import DEPTH, scores
from tests.bench.trials import WHOLE
from tests.bench.vectors.asked import milliseconds_a_question, text_of
from tests.bench.vectors.prepared import MEANING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.actions.vectors.fill import Filled
    from memento_cli.core.recall.query import Query
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from tests.bench.run import Run
    from tests.bench.scores import Ranking
    from tests.bench.vectors.prepared import Prepared

WORDS, ALONE = "words", "vectors alone"
COLUMNS = (WORDS, ALONE)
PROVIDER = f"{MEANING}.provider"
SPREADS, RATE, EACH = "spreads", "texts/s", "ms a question"


def rows_of(run: Run, one: Prepared, embedder: Embedder) -> list[Row]:
    """The rows of a set; or why there are none."""
    try:
        with (
            filling(one.store, embedder) as work,
            run.progress(f"{one.name}: memories", len(work.pending.missing)) as tick,
        ):
            done = work.run(tick=tick)
        if done.problem:
            raise done.problem
        return list(_measured(run, one, embedder, done))
    except (MementoError, OSError) as problem:
        return [skipped(one.name, SHARE, str(problem))._replace(failed=True)]


def provider_row(sets: Sequence[Prepared], embedder: Embedder) -> Row:
    """What the provider takes for a question, asked one by one."""
    texts = [
        text
        for one in sets
        for query in one.queries(0)
        if text_key(text := text_of(query)) in one.questions.rows  # so it may leave
    ]
    if not texts:
        return skipped(PROVIDER, EACH, "no question has a vector")
    try:
        taken = milliseconds_a_question(embedder, texts)
    except MementoError as problem:
        return skipped(PROVIDER, EACH, str(problem))._replace(failed=True)
    return Row(PROVIDER, median(taken), EACH, None, {"at most": taken[0]})


def _measured(run: Run, one: Prepared, embedder: Embedder, done: Filled) -> Iterator[Row]:
    queries, size = one.queries(DEPTH), len(one.data.documents)
    with open_vectors(one.store.root, make=True) as vectors:
        space = vectors.space(embedder.settings_key) if vectors else None
        assert vectors and space
        with run.progress(f"{one.name}: questions", len(queries)) as tick:
            one.questions.ask(queries, space, tick)
        with run.progress(one.name, 2 * len(queries)) as tick:
            rankings = {
                WORDS: _found(one, [query._replace(words_only=True) for query in queries], tick),
                "": _found(one, queries, tick, lambda query: _keep(vectors, space, one, query)),
                ALONE: _nearest(vectors, space, one, queries),
            }
        golds = [question.gold for question in one.data.questions]
        reached = {name: scores(its, golds)._asdict() for name, its in rankings.items()}
        for measure in WHOLE:
            beside = {name: reached[name][measure] for name in COLUMNS}
            name = f"{one.name}.{measure}"
            yield Row(name, reached[""][measure], SHARE, None, beside, size, least=True)
        yield _agreement(one, space)
        yield _fill(one, space, done)


def _agreement(one: Prepared, space: Space) -> Row:
    """How much nearer memories that share words are than any; below the goal recall does without
    the vectors."""
    name, agreement = f"{one.name}.agreement", space.calibration.agreement
    if agreement is None:
        return skipped(name, SPREADS, "too few memories share words", len(one.data.documents))
    size = len(one.data.documents)
    return Row(name, agreement, SPREADS, LEAST_AGREEMENT, size=size, least=True)


def _fill(one: Prepared, space: Space, done: Filled) -> Row:
    name, note = f"{one.name}.fill", f"{space.dims} dimensions"
    if done.held:
        note += f"; {sum(done.held.values()):,} held back"
    if not done.filled:
        return skipped(name, RATE, f"all vectors were there; {note}", done.memories)
    return Row(name, done.filled / done.seconds, RATE, None, {}, done.memories, note=note)


def _keep(vectors: VectorIndex, space: Space, one: Prepared, query: Query) -> None:
    """Put the vector of a question where a recall looks for it: its own cache has a thousand."""
    key = text_key(text_of(query))
    if row := one.questions.rows.get(key):
        vectors.keep_question(space, key, row)


def _found(
    one: Prepared,
    queries: Sequence[Query],
    tick: Callable[[], None],
    before: Callable[[Query], None] = lambda query: None,
) -> list[Ranking]:
    """What recall answers to each question; `before` is told of it first."""
    rankings: list[Ranking] = []
    for query in queries:
        before(query)
        page = find([one.store], (MEMORIES,), query, one.now).page
        rankings.append([one.key_of(sighting.hit.id) for sighting in page])
        tick()
    return rankings


def _nearest(
    vectors: VectorIndex, space: Space, one: Prepared, queries: Sequence[Query]
) -> list[Ranking]:
    """The documents by their cosines alone; of the question's project, unless all are pooled."""
    projects = {document.key: document.project for document in one.data.documents}
    said = _documents_by_row(vectors, space, one)
    rankings: list[Ranking] = []
    for query, question in zip(queries, one.data.questions, strict=True):
        row = one.questions.rows.get(text_key(text_of(query)))
        cosines = vectors.cosines(space, row) if row else None
        batches = cosines.above(-1.0, len(cosines)) if cosines else ()
        hits = chain.from_iterable(batches)
        keys = [key for _, place in hits for key in said.get(place, ())]
        if not one.pooled:
            keys = [key for key in keys if projects[key] == question.project]
        rankings.append(keys[:DEPTH])
    return rankings


def _documents_by_row(vectors: VectorIndex, space: Space, one: Prepared) -> dict[int, list[str]]:
    """The keys of the documents whose text each row is of."""
    texts = defaultdict[bytes, list[str]](list)
    with index_of(one.store) as index:
        for memory in (memory for page in all_texts(index.database) for memory in page):
            texts[text_key(memory.text)].append(one.key_of(memory.id))
    return {place: texts[key] for key, place in vectors.known(space, list(texts)).items()}
