"""What vectors cost: the CPU of a recall beside that by words alone, memory, files, and a fill.

The vectors are synthetic, and the question's is kept, so no provider is asked: what it takes is its
own, and is measured with a user's own one (`--vectors`).
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from memento_cli.core.time.when import EPOCH
from memento_cli.errors import MementoError
from memento_cli.index.database.place import VECTORS, index_folder
from memento_cli.index.vectors.scan import engine
from memento_cli.index.vectors.tables import drop_vectors
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.store.directory.store import Store
from tests.bench.asking import query_of
from tests.bench.machine import moved_in
from tests.bench.measuring import Refusal, checked, cost_of, cpu, interleaved, peak_mb, wall
from tests.bench.plain import bare
from tests.bench.rows import Row, skipped
from tests.bench.run import told
from tests.bench.vectors.server import QuickServer
from tests.bench.vectors.settings import NOBODY, configured
from tests.bench.vectors.synthetic import DIMS, fill, keep_question, topical_row
from tests.vectors.stub_server import stub_server

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.bench.generated import Generated
    from tests.bench.measuring import Place, Turn
    from tests.bench.run import Run

COST = "vectors"
RECALLS = {"word": 1, "asked": 6}
"""How many words are asked for: one that is in 1 % of the memories, or some of one memory."""
IN_PYTHON = f"{COST}.recall.python"
MEMORY, SIZE, FILL = f"{COST}.memory", f"{COST}.bytes", f"{COST}.fill"
NAMES = (*(f"{COST}.recall.{name}" for name in RECALLS), IN_PYTHON, MEMORY, SIZE, FILL)
RATE, BEYOND = "texts per CPU second", "CPU ms beyond 1.1 × words"
GROWN = 1.1
GOALS_MS = ((10_000, 10.0), (100_000, 28.0))
MILLION_MS = 200.0
BARE_MS = 9.0
"""What bare Python takes on the machine that the goals are of; they grow with it."""
MOST_FILLED = 100_000


def cost_rows(run: Run, made: Generated) -> Iterator[Row]:
    """The rows of what vectors cost that were asked for, on a generated store."""
    wanted = [name for name in NAMES if run.wants(name)]
    if not wanted:
        return
    try:
        yield from _rows(run, made)
    except (Refusal, MementoError, OSError) as problem:
        rows = (skipped(name, BEYOND, str(problem), made.size) for name in wanted)
        yield from (row._replace(failed=True) for row in rows)


def _rows(run: Run, made: Generated) -> list[Row]:
    place = run.place.with_store(made.store)
    checked(cost_of(run.typed("recall", made.word), place))  # the index is warm from here on
    rows = [told(FILL, RATE, made.size, partial(_fill, run, place, made))] * run.wants(FILL)
    if not any(run.wants(name) for name in NAMES if name != FILL):
        return rows
    place = configured(place, run.file("nobody"), NOBODY)
    questions = {name: _question(made, words) for name, words in RECALLS.items()}
    with moved_in(place), _filled(run, made, questions) as size:
        return [*rows, *_measured(run, place, made, questions, size)]


@contextmanager
def _filled(run: Run, made: Generated, questions: Mapping[str, str]) -> Iterator[int]:
    """A generated store with synthetic vectors of its memories and of questions; yields the size of
    their files."""
    store = Store(made.store)
    folder = index_folder(store.root)
    drop_vectors(folder)
    with run.progress(f"making {made.size:,} vectors", made.size) as tick:
        _, space = fill(store, topical_row, tick)
    with open_vectors(store.root) as vectors:
        assert vectors
        for text in questions.values():
            keep_question(vectors, space, query_of(text, None, EPOCH, None), topical_row)
    try:
        yield sum(os.path.getsize(os.path.join(folder, name)) for name in (VECTORS, space.file))
    finally:
        drop_vectors(folder)


def _question(made: Generated, words: int) -> str:
    """One word of 1 % of the memories, or so many neighbouring ones of one memory."""
    if words == 1:
        return made.word
    with open(made.texts, encoding="utf-8") as texts:
        text = next(islice(texts, made.size // 2, None))
    return " ".join(text.split()[:words])


def _measured(
    run: Run, place: Place, made: Generated, questions: Mapping[str, str], size: int
) -> Iterator[Row]:
    for name, text in questions.items():
        row = f"{COST}.recall.{name}"
        if run.wants(row) and not engine():
            yield skipped(row, BEYOND, "simsimd is not installed", made.size)
        elif run.wants(row):
            yield told(row, BEYOND, made.size, partial(_recall, run, place, made, row, text))
    if run.wants(IN_PYTHON):
        without = _without_simsimd(run, place)
        measure = partial(_recall, run, without, made, IN_PYTHON, questions["word"])
        yield told(IN_PYTHON, BEYOND, made.size, measure)._replace(goal=None)
    if run.wants(MEMORY):
        yield told(MEMORY, "MB", made.size, partial(_memory, run, place, made))
    if run.wants(SIZE):
        beside = {"dimensions, bytes": float(DIMS)}
        yield Row(SIZE, size / made.size, "bytes a memory", None, beside, made.size)


def _recall(run: Run, place: Place, made: Generated, name: str, text: str) -> Row:
    """A recall with vectors in turn with one by words alone."""
    turns: dict[str, Turn] = {
        "vectors": lambda turn: run.typed("recall", text),
        "words": lambda turn: run.typed("recall", text, "--no-vectors"),
        "bare Python": lambda turn: bare(),
    }
    checked(cost_of(turns["vectors"](0), place))
    costs = interleaved(turns, place, rounds=run.rounds)
    ms = {name: cpu(its) * 1000 for name, its in costs.items()}
    beside = {f"{name}, ms": figure for name, figure in ms.items()}
    figure = ms["vectors"] - GROWN * ms["words"]
    goal = _goal_ms(made.size) * ms["bare Python"] / BARE_MS
    return Row(name, figure, BEYOND, goal, beside, made.size)


def _goal_ms(size: int) -> float:
    """The most milliseconds of CPU that meaning may add to a recall in a store of this size."""
    return next((goal for most, goal in GOALS_MS if size <= most), MILLION_MS)


def _without_simsimd(run: Run, place: Place) -> Place:
    """The same place for a Python that has no simsimd."""
    folder = run.file("without-simsimd")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "simsimd.py"), "w", encoding="utf-8") as file:
        file.write("raise ImportError('not here')\n")
    paths = [folder, place.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(filter(None, paths))
    return place._replace(environ={**place.environ, "PYTHONPATH": path})


def _memory(run: Run, place: Place, made: Generated) -> Row:
    """The most memory of a recall; the rows that are mapped count."""
    asked = run.typed("recall", made.word)
    beside = {"words": peak_mb([*asked, "--no-vectors"], place), "rows": made.size * DIMS / 1e6}
    return Row(MEMORY, peak_mb(asked, place), "MB", None, beside, made.size)


def _fill(run: Run, place: Place, made: Generated) -> Row:
    """memento's own part of a fill, by a server that answers the same few vectors at once."""
    if made.size > MOST_FILLED:
        return skipped(FILL, RATE, f"measured up to {MOST_FILLED:,}", made.size)
    with stub_server(DIMS, QuickServer) as server:
        place = configured(place, run.file("quick"), {"url": server.url, "model": "quick"})
        with moved_in(place):
            folder = index_folder(Store(made.store).root)
            drop_vectors(folder)
            done = checked(cost_of(run.typed("store", "vectors", "fill"), place))
            drop_vectors(folder)
    beside = {"CPU, s": done.cpu_seconds, "wall, s": wall([done])}
    figure = made.size / done.cpu_seconds
    return Row(FILL, figure, RATE, None, beside, made.size)
