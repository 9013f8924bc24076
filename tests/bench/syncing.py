"""What an act must wait for: how often it syncs, and what that costs by itself on this disk."""

from __future__ import annotations

import os
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.measuring import checked, cost_of
from tests.bench.plain import COUNT, FSYNC, program

if TYPE_CHECKING:
    from tests.bench.generated import Generated
    from tests.bench.run import Run

TIMES = 5


def syncs_beside(run: Run, made: Generated, words: list[str]) -> dict[str, float]:
    """How often a command calls fsync, and the milliseconds that as many take alone."""
    told = run.file("told")
    checked(cost_of(program(COUNT, told, *words), run.place))
    count = int(_read(told))
    probe = os.path.join(os.path.dirname(made.store), "probe")
    took = []
    for _ in range(TIMES):
        checked(cost_of(program(FSYNC, probe, str(count), told), run.place))
        took.append(float(_read(told)))
    return {"fsyncs, calls": count, "those alone, ms": median(took) * 1000}


def _read(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()
