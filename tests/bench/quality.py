"""The quality rows: real questions, asked of the package's own recall and of plain search."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from memento_cli.core.fading.laws import NEVER, Law
from memento_cli.core.memory.record_kinds import EVENTS
from memento_cli.errors import MementoError
from tests.bench import sets, trials
from tests.bench.asking import a_day_later, newest, observed, rankings, store_of
from tests.bench.engines import baseline, baselines
from tests.bench.evidence import evidence_rows
from tests.bench.goals import DECAY, DECAY_LOSS, ENGLISH, ENGLISH_LOSS, LEAST, QUALITY, TIMES
from tests.bench.machine import moved_in
from tests.bench.pairs import pair_rows
from tests.bench.rows import SHARE, Row, skipped
from tests.bench.run import told
from tests.bench.scores import DEPTH, scores
from tests.bench.times import SAID, times
from tests.bench.trials import FIRST, Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.bench.run import Run
    from tests.bench.scores import Scores
    from tests.bench.sets import Set

NAMED = ("first", "r5")


def quality_rows(run: Run, folder: str) -> Iterator[Row]:
    """Every quality row that was asked for, of the data that are in a folder; pairs of texts and
    questions about a time need none."""
    yield from pair_rows(run)
    with moved_in(run.place):
        for name in SAID:
            yield from _tried(run, Trial(f"{TIMES}.{name}", partial(times, name), NAMED))
        for part, rows in PARTS.items():
            place = os.path.join(folder, part)
            if os.path.isdir(place):
                yield from rows(run, place)
            else:
                why = f"no data at {place} (${sets.VARIABLE} says where they are)"
                yield skipped(f"{QUALITY}.{part}", SHARE, why)


def _locomo(run: Run, folder: str) -> Iterator[Row]:
    yield from _each(run, folder, trials.locomo)
    turns = partial(sets.turns, folder)
    yield from evidence_rows(run, turns)
    if run.wants(DECAY):
        yield told(DECAY, SHARE, None, partial(_decay, run, turns()))


def _multilingual(run: Run, folder: str) -> Iterator[Row]:
    for trial in trials.multilingual(folder):
        loss = f"{trial.name}.loss"
        if trial.name == f"{QUALITY}.{ENGLISH}" and run.wants(loss):
            rows = list(_tried(run._replace(only=()), trial))
            yield from (row for row in rows if run.wants(row.name))
            yield _loss(loss, rows[0])
        else:
            yield from _tried(run, trial)


def _each(run: Run, folder: str, of: Callable[[str], Iterator[Trial]]) -> Iterator[Row]:
    for trial in of(folder):
        yield from _tried(run, trial)


PARTS: Mapping[str, Callable[[Run, str], Iterator[Row]]] = {
    "locomo": _locomo,
    "madial": partial(_each, of=trials.madial),
    "multilingual": _multilingual,
    "corpora": partial(_each, of=trials.corpora),
}


def _tried(run: Run, trial: Trial) -> Iterator[Row]:
    """The rows of one set, those that were asked for."""
    wanted = [name for name in trial.rows if run.wants(name)]
    if not wanted:
        return
    try:
        data = trial.load()
        ours = _reached(run, trial, data)
    except (MementoError, OSError) as problem:
        yield from (skipped(name, SHARE, str(problem))._replace(failed=True) for name in wanted)
        return
    golds = [question.gold for question in data.questions]
    plain = {
        name: scores(baseline(name, data, pooled=trial.pooled), golds)._asdict()
        for name in baselines(run.engines)
    }
    for name in wanted:
        measure = name.rpartition(".")[2]
        figure, size = ours._asdict()[measure], len(data.documents)
        beside = {baseline: found[measure] for baseline, found in plain.items()}
        yield Row(name, figure, SHARE, LEAST.get(name), beside, size, least=True)


def _reached(run: Run, trial: Trial, data: Set) -> Scores:
    """What the package's own recall reaches."""
    place = run.file(trial.name)
    if trial.source == EVENTS:
        store, keys = observed(place, data.documents)
    else:
        store, keys = store_of(place, data.documents, trial.law)
    now = data.now or newest(data.documents)
    now = a_day_later(now) if trial.later else now
    limit = DEPTH if "mrr" in trial.measures else 10
    with run.progress(trial.name, len(data.questions)) as tick:
        ask = partial(rankings, store, keys, data, now, limit, tick)
        found = ask(pooled=trial.pooled, source=trial.source)
    return scores(found, [question.gold for question in data.questions])


def _decay(run: Run, data: Set) -> Row:
    """What forgetting costs: R@5 a day after the newest turn, without it and with it."""
    with_ = Trial(f"{DECAY}.with", lambda: data, FIRST, pooled=False, later=True)
    without = with_._replace(name=f"{DECAY}.without", law=Law(NEVER).name)
    off, on = (_reached(run, trial, data).r5 for trial in (without, with_))
    beside = {"R@5 without": off, "R@5 with": on}
    return Row(DECAY, off - on, SHARE, DECAY_LOSS, beside, len(data.documents))


def _loss(name: str, row: Row) -> Row:
    """What English loses to the best of the plain searches, for the sake of other languages."""
    if row.figure is None:
        return row._replace(name=name)
    loss = max(row.baselines.values()) - row.figure
    return Row(name, loss, SHARE, ENGLISH_LOSS, row.baselines, row.size)
