"""How what reads a whole store grows with it: a command in a store, and in a tenth of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tests.bench.cases import PERSON
from tests.bench.measuring import checked, cost_of, cpu, interleaved
from tests.bench.restoring import restored
from tests.bench.rows import Row
from tests.bench.run import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.generated import Generated
    from tests.bench.run import Run

GROWTH, UNIT, GOAL = "growth", "× a tenth of the size", 12.0
TENTH, FEW = 10, 3
SMALLEST = 100
"""Of a smaller store nothing can be told."""
READING = {
    "doctor": ("doctor",),
    "stats": ("status", "--full"),
    "status": ("status",),
    "undo": ("undo", "--dry-run"),
    "export": ("export",),
    "settle": ("store", "settle"),
    "maintain": ("tidy", "run", "--dry-run"),
    "forecast": ("fade", "forecast"),
    "secrets": ("store", "secrets"),
    "log": ("log",),
}
NAMES = tuple(f"{GROWTH}.{name}" for name in READING)
ACT = ("record", "What an undo takes back", "--person", PERSON)


def growth_rows(run: Run, small: Generated, large: Generated) -> Iterator[Row]:
    """The CPU of each command in a store, by that in one of a tenth of its size."""
    with restored(small), restored(large):
        for made in (small, large):  # there is something to undo, and the index is warm
            checked(cost_of(run.typed(*ACT), run.place.with_store(made.store)))
            cost_of(run.typed("store", "settle"), run.place.with_store(made.store))
        for name in READING:
            if run.wants(f"{GROWTH}.{name}"):
                measure = partial(_row, run, small, large, name)
                yield told(f"{GROWTH}.{name}", UNIT, large.size, measure)


def _row(run: Run, small: Generated, large: Generated, name: str) -> Row:
    seconds = {}
    for made in (small, large):
        turns = {name: lambda turn: run.typed(*READING[name])}
        place = run.place.with_store(made.store)
        costs = interleaved(turns, place, rounds=min(FEW, run.rounds))
        seconds[made.size] = cpu(costs[name])
    beside = {f"{size:,} memories, CPU s": taken for size, taken in seconds.items()}
    figure = seconds[large.size] / seconds[small.size]
    return Row(f"{GROWTH}.{name}", figure, UNIT, GOAL, beside, large.size)
