"""The forgetting rows: how well laws say which memories are needed again, beside plainer orders.

The laws are measured with the parameters that a new memory has by default, and with the very
formulas of the product (`core/fading/`). Under `daily` a use makes a memory
whole again, so it orders as the last use alone does, whatever its percent.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING

from memento_cli.actions.replay.judging import (
    CONSTANT,
    SIMPLE_ORDERS,
    Contender,
    Figures,
    figures,
    judge,
    strength,
    stride,
)
from memento_cli.core.fading.laws import Law
from memento_cli.core.memory.creation import Defaults, law_for
from memento_cli.core.memory.memory import fade_of
from memento_cli.errors import MementoError
from tests.bench.goals import AGAIN, DISTANCE, DISTANCE_MOST, LEAST, REVIEWS, REVIEWS_LOSS
from tests.bench.histories import histories_in, repository
from tests.bench.machine import command_under_test, machine, private_place
from tests.bench.rows import SHARE, Row, skipped
from tests.bench.run import Run
from tests.bench.savings import SAVINGS, savings_rows
from tests.bench.sets import VARIABLE, data_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memento_cli.actions.replay.judging import Share
    from tests.bench.histories import History
    from tests.bench.machine import Machine
    from tests.bench.run import Progress

OURS = "base-level"
LAWS = ("half-life", "ebbinghaus", "daily", OURS)
HISTORIES, CURVES = "corpora", "forgetting"
NATS, PROBABILITY = "nats", "probability"
ALL, DAY = "all", "day"
SINCE = {ALL: "", DAY: " a day or more after the last"}
Reached = Mapping[str, Figures]
"""What each contender reached on one history."""


def law_contender(name: str, law: Law) -> Contender:
    """All memories by one law, with the default importance of a new one."""
    fade = fade_of(law, 0.0, 0.5)
    return Contender(name, lambda id: fade, strength)


def measured(
    private: str,
    repositories: Sequence[str],
    only: Sequence[str],
    progress: Progress,
    say: Callable[[str], None],
) -> tuple[Machine, list[Row]]:
    """The rows that were asked for; `private` is an empty folder, `say` is told the machine."""
    place = private_place(private)
    memento = command_under_test(place)
    here = machine(memento)
    say(here.line())
    run = Run(memento, place, progress, tuple(only))
    return here, list(forgetting_rows(run, data_folder(os.environ), repositories))


def contenders() -> list[Contender]:
    """The laws with their default parameters, and what is plainer."""
    laws = ((name, law_for(name, "medium", "episodic", {}, Defaults())) for name in LAWS)
    return [*(law_contender(name, law) for name, law in laws), *SIMPLE_ORDERS]


def forgetting_rows(run: Run, folder: str, repositories: Sequence[str] = ()) -> Iterator[Row]:
    """Every forgetting row that was asked for, of the data in a folder and of repositories."""
    own = [repository(path) for path in repositories]  # first, as one may be mistyped
    rows = {AGAIN: partial(_again, run, os.path.join(folder, HISTORIES), own)}
    for name, (file, measure) in MEASURED.items():
        rows[name] = partial(_of_file, name, os.path.join(folder, CURVES, file), measure)
    for name, found in rows.items():
        within = any(f"{only}.".startswith(f"{name}.") for only in run.only)
        if run.wants(name) or within:
            yield from (row for row in found() if run.wants(row.name) or row.figure is None)


def _again(run: Run, folder: str, own: Sequence[History]) -> Iterator[Row]:
    try:
        histories = [*histories_in(folder), *own]
    except (MementoError, OSError, ValueError, TypeError, KeyError) as problem:
        yield skipped(AGAIN, SHARE, f"{folder}: {problem}")._replace(failed=True)
        return
    if not histories:
        yield skipped(AGAIN, SHARE, f"{_absent(folder)}; --repo takes any repository")
        return
    found = [(history, reached(run, history)) for history in histories]
    for which in (ALL, DAY):
        yield again_row(f"{AGAIN}.{which}", which, found)
        if len(found) > 1:
            for one in found:
                yield again_row(f"{AGAIN}.{which}.{one[0].name}", which, [one])


def reached(run: Run, history: History) -> Reached:
    """The figures of all contenders on one history."""
    some = contenders()
    every = stride(history.past, CONSTANT)
    found = {}
    with run.progress(history.name, len(some)) as tick:
        for one in some:
            found[one.name] = figures(list(judge(history.past, one, step=every)))
            tick()
    return found


def again_row(name: str, which: str, found: Sequence[tuple[History, Reached]]) -> Row:
    """The share of `base-level`, as the mean over histories, beside those of the others."""
    shares = [(history, _shares(reached, which)) for history, reached in found]
    there = [(history, its) for history, its in shares if its[OURS].uses]
    if not there:
        return skipped(name, SHARE, f"no file was touched again{SINCE[which]}")
    means = {one: fmean(its[one].mean or 0.0 for _, its in there) for one in there[0][1]}
    uses = sum(its[OURS].uses for _, its in there)
    of = ", ".join(history.name for history, _ in there)
    note = f"{OURS}; {uses:,} re-accesses{SINCE[which]}, of {of}"
    size = sum(history.files for history, _ in there)
    return Row(name, means.pop(OURS), SHARE, LEAST.get(name), means, size, least=True, note=note)


def _shares(reached: Reached, which: str) -> dict[str, Share]:
    return {name: its.all if which == ALL else its.long for name, its in reached.items()}


def review_losses(path: str) -> Iterator[Row]:
    """How well FSRS predicts reviews, beside plain formulas; and whether it is FSRS."""
    from tests.bench.reviews import FSRS, distance, review_rows

    losses = {one.name: one for one in review_rows(path)}
    ours = losses.pop(FSRS)
    beside = {name: one.log_loss for name, one in losses.items()}
    note = f"{FSRS}; {ours.reviews:,} reviews"
    yield Row(REVIEWS, ours.log_loss, NATS, REVIEWS_LOSS, beside, note=note)
    yield Row(DISTANCE, distance(path), PROBABILITY, DISTANCE_MOST, note="from py-fsrs at most")


def _of_file(name: str, path: str, rows: Callable[[str], Iterator[Row]]) -> Iterator[Row]:
    """The rows of a file; or why there are none."""
    if not os.path.exists(path):
        yield skipped(name, SHARE, _absent(path))
        return
    try:
        found = list(rows(path))
    except (MementoError, OSError, ValueError, KeyError) as problem:
        found = [skipped(name, SHARE, f"{path}: {problem}")._replace(failed=True)]
    yield from found


MEASURED: Mapping[str, tuple[str, Callable[[str], Iterator[Row]]]] = {
    SAVINGS: ("ebbinghaus_1885_savings.csv", savings_rows),
    REVIEWS: ("pyfsrs_review_logs_josh.csv", review_losses),
}


def _absent(place: str) -> str:
    return f"no data at {place} (${VARIABLE} says where they are)"
