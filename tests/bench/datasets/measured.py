"""The rows of a benchmark's own files: ours, and plain engines beside it."""

from __future__ import annotations

import os
from collections import defaultdict
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from memento_cli.errors import NotFound
from tests.bench.asking import newest, rankings, store_of
from tests.bench.datasets import beam, locomo, longmemeval, madial
from tests.bench.engines import baseline, baselines
from tests.bench.goals import QUALITY
from tests.bench.machine import moved_in
from tests.bench.rows import SHARE, Row
from tests.bench.scores import DEPTH, Scores, scores

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from tests.bench.measuring import Place
    from tests.bench.run import Run
    from tests.bench.scores import Ranking
    from tests.bench.sets import Set

DATASETS: Mapping[str, Mapping[str, Callable[[Sequence[str]], Iterator[Set]]]] = {
    "longmemeval": {
        "sessions": longmemeval.sessions,
        "user": longmemeval.user,
        "turns": longmemeval.turns,
    },
    "locomo": {"turns": locomo.locomo_turns, "sessions": locomo.locomo_sessions},
    "realtalk": {"turns": locomo.realtalk_turns, "sessions": locomo.realtalk_sessions},
    "beam": {"messages": beam.messages},
    "madial": {"memories": madial.memories},
}
"""How each is read, by what is a document; the first is asked where none is named."""


def dataset_rows(run: Run, name: str, paths: Sequence[str]) -> list[Row]:
    """The rows of a benchmark, of its first kind of documents or of those that were asked for."""
    kinds = DATASETS[name]
    names = {kind: f"{QUALITY}.{name}.{kind}" for kind in kinds}
    wanted = [kind for kind in kinds if run.only and any(map(run.wants, _rows_of(names[kind])))]
    rows: list[Row] = []
    for kind in wanted if run.only else [next(iter(kinds))]:
        found = _asked(run, names[kind], kinds[kind](paths))
        rows += (row for row in found if run.wants(row.name))
    return rows


def _rows_of(name: str) -> list[str]:
    return [f"{name}.{measure}" for measure in Scores._fields]


def _asked(run: Run, name: str, sets: Iterator[Set]) -> Iterator[Row]:
    """Each set has a store of its own. NotFound, if none has a question with an answer in it."""
    found: dict[str, list[Ranking]] = defaultdict(list)
    golds: list[Collection[str]] = []
    size = 0
    with run.progress(name, None) as tick:
        for data in (one for one in sets if one.questions):
            size += len(data.documents)
            golds += (question.gold for question in data.questions)
            found[""] += _ours(run.place, data, tick)
            for engine in baselines(run.engines):
                found[engine] += baseline(engine, data, pooled=False)
    if not golds:
        raise NotFound("no question has an answer in these files")
    reached = {engine: scores(rankings, golds) for engine, rankings in found.items()}
    ours = reached.pop("")
    note = f"{len(golds):,} questions"
    for row, (measure, figure) in zip(_rows_of(name), ours._asdict().items(), strict=True):
        beside = {engine: getattr(one, measure) for engine, one in reached.items()}
        yield Row(row, figure, SHARE, None, beside, size, least=True, note=note)


def _ours(place: Place, data: Set, tick: Callable[[], None]) -> list[Ranking]:
    """What recall answers. Store and index go at once: some benchmarks have hundreds of them."""
    with TemporaryDirectory(dir=place.folder) as folder:
        environ = {**place.environ, "XDG_CACHE_HOME": folder}
        with moved_in(place._replace(environ=environ)):
            store, keys = store_of(os.path.join(folder, "store"), data.documents)
            now = data.now or newest(data.documents)
            return rankings(store, keys, data, now, DEPTH, tick)
