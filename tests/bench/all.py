"""The whole bench: the rows that were asked for, in their order."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from memento_cli.core.time.when import iso
from memento_cli.named_tuple import NamedTuple
from tests.bench.alike import CLUSTERS, SLEEP, UNIT, clusters_row, sleep_row
from tests.bench.datasets.measured import dataset_rows
from tests.bench.generated import generated
from tests.bench.goals import QUALITY
from tests.bench.growth import NAMES as GROWTHS
from tests.bench.growth import SMALLEST, TENTH, growth_rows
from tests.bench.machine import command_under_test, machine, private_place
from tests.bench.quality import quality_rows
from tests.bench.questions import NAMES as QUESTIONS
from tests.bench.questions import asked_rows
from tests.bench.run import Run, told
from tests.bench.sets import data_folder
from tests.bench.speed import NAMES, speed_rows
from tests.bench.vectors import cost, lost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from tests.bench.machine import Machine
    from tests.bench.rows import Row
    from tests.bench.run import Progress


class Wanted(NamedTuple):
    """What was asked for: sizes of stores, rows by name, and where stores are kept.

    The stores end with the month of `now`; with `fixed` it is the clock of all that is measured.
    With `engines` quality is told beside that of all plain engines that are installed; with a
    `dataset` it is that of the benchmark's own files, `paths`, and of nothing else.
    """

    sizes: tuple[int, ...]
    only: tuple[str, ...]
    quality: bool
    pause_seconds: float
    keep: str
    rounds: int
    now: datetime
    fixed: bool
    engines: bool = False
    dataset: str = ""
    paths: tuple[str, ...] = ()


def known_names() -> list[str]:
    """What rows may be asked for by: their names, and the beginnings of them."""
    names = {*NAMES, *QUESTIONS, *GROWTHS, CLUSTERS, SLEEP, QUALITY, *cost.NAMES, *lost.NAMES}
    parts = (name.split(".") for name in names)
    return sorted({".".join(its[:count]) for its in parts for count in range(1, len(its) + 1)})


def bench_rows(
    wanted: Wanted, private: str, progress: Progress, say: Callable[[str], None]
) -> tuple[Machine, list[Row]]:
    """Measure; `private` is an empty folder for it, `say` is told what the machine is."""
    place = private_place(private, iso(wanted.now) if wanted.fixed else "")
    memento = command_under_test(place)
    here = machine(memento)
    say(here.line())
    run = Run(memento, place, progress, (), wanted.rounds, wanted.pause_seconds, wanted.engines)
    return here, list(_rows(run, wanted))


def _rows(run: Run, wanted: Wanted) -> Iterator[Row]:
    if wanted.dataset:
        run = run._replace(only=wanted.only)
        yield from dataset_rows(run, wanted.dataset, wanted.paths)
        return
    asked = [name for name in wanted.only if name.partition(".")[0] == QUALITY]
    speed = [name for name in wanted.only if name not in asked]
    if (speed or not wanted.only) and not wanted.engines:
        run = run._replace(only=tuple(speed))
        for size in wanted.sizes:
            yield from _of_size(run, size, wanted)
        yield from asked_rows(run, data_folder(os.environ), wanted.now)
        yield from lost.lost_rows(run, data_folder(os.environ))
    if asked or wanted.quality:
        yield from quality_rows(run._replace(only=tuple(asked)), data_folder(os.environ))


def _of_size(run: Run, size: int, wanted: Wanted) -> Iterator[Row]:
    if any(run.wants(name) for name in NAMES):
        with run.progress(f"writing {size:,} memories", size) as tick:
            made = generated(size, wanted.now, wanted.keep, tick)
        with run.progress(f"measuring with {size:,} memories", None) as tick:
            for row in speed_rows(run, made, first=size == wanted.sizes[0]):
                tick()
                yield row
    if any(run.wants(name) for name in GROWTHS) and size >= SMALLEST:
        small, large = (generated(each, wanted.now, wanted.keep) for each in (size // TENTH, size))
        yield from growth_rows(run, small, large)
    if run.wants(CLUSTERS):
        yield told(CLUSTERS, UNIT, size, partial(clusters_row, run, size, wanted.now))
    if run.wants(SLEEP):
        made = generated(size, wanted.now, wanted.keep)
        yield told(SLEEP, UNIT, size, partial(sleep_row, run, made, wanted.now))
    if any(run.wants(name) for name in cost.NAMES):
        made = generated(size, wanted.now, wanted.keep)
        yield from cost.cost_rows(run, made)
