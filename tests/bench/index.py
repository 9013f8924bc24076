"""The rows of the index: to build it anew, what memory that takes, and to bring it up to date."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from tests.bench.measuring import (
    checked,
    cost_of,
    cpu,
    interleaved,
    peak_mb,
    wall,
)
from tests.bench.plain import FILL, INSERT, READ, bare, program
from tests.bench.restoring import path_of
from tests.bench.rows import RATIO, Row
from tests.bench.run import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.generated import Generated
    from tests.bench.measuring import (
        Command,
        Turn,
    )
    from tests.bench.run import Run

REBUILD = "× raw read and insert"
REBUILD_GOAL, MEMORY_GOAL_MB, REFRESH_GOAL = 3.0, 300.0, 1.3
BIG = 100_000


def index_rows(run: Run, made: Generated) -> Iterator[Row]:
    """rebuild and refresh, those that were asked for. The index is there when they are done."""
    if run.wants("rebuild"):
        yield told("rebuild", REBUILD, made.size, partial(_rebuild, run, made))
    if run.wants("rebuild.memory"):
        yield told("rebuild.memory", "MB", made.size, partial(_memory, run, made))
    if run.wants("refresh.none") or run.wants("refresh.one"):
        yield from _refresh_rows(run, made)


def raw_index(run: Run, made: Generated) -> str:
    """A plain FTS5 index of the same texts; made at the first asking."""
    path = run.file(f"raw-{made.size}.db")
    if not os.path.exists(path):
        checked(cost_of(_insert(run, made), run.place))
    return path


def _insert(run: Run, made: Generated) -> Command:
    return program(INSERT, made.texts, run.file(f"raw-{made.size}.db"))


def _rebuild(run: Run, made: Generated) -> Row:
    turns: dict[str, Turn] = {
        "memento": lambda turn: run.typed("store", "rebuild"),
        "raw": lambda turn: program(
            FILL, os.path.join(made.store, "memories"), run.file("filled.db")
        ),
    }
    checked(
        cost_of(program(READ, made.store), run.place)
    )  # what is read is in the page cache, for all
    rounds = min(run.rounds, 3 if made.size <= BIG else 1)
    costs = interleaved(turns, run.place, rounds=rounds)
    ours, raw = (cpu(costs[name]) for name in turns)
    beside = {"rebuild, s": ours, "raw, s": raw, "wall, s": wall(costs["memento"])}
    return Row("rebuild", ours / raw, REBUILD, REBUILD_GOAL, beside, made.size)


def _memory(run: Run, made: Generated) -> Row:
    peak = peak_mb(run.typed("store", "rebuild"), run.place)
    beside = {"bare Python": peak_mb(bare(), run.place)}
    return Row("rebuild.memory", peak, "MB", MEMORY_GOAL_MB, beside, made.size)


def _refresh_rows(run: Run, made: Generated) -> Iterator[Row]:
    """A recall that compares all stamps, with nothing changed and with one file saved in place."""
    fresh = run.typed("recall", made.word, "--fresh")

    def changed(turn: int) -> Command:
        with open(path_of(made, made.id(turn)), "a", encoding="utf-8") as file:
            file.write(f"# turn {turn}\n")
        return fresh

    def unchanged(turn: int) -> Command:
        return fresh

    turns: dict[str, Turn] = {"bare": lambda turn: bare(), "none": unchanged, "one": changed}
    measured: dict[str, float] = {}

    def none() -> Row:
        checked(cost_of(fresh, run.place))
        costs = interleaved(turns, run.place, rounds=run.rounds)
        measured.update({name: cpu(its) for name, its in costs.items()})
        beside = {"bare Python, ms": measured["bare"] * 1000}
        figure = measured["none"] / measured["bare"]
        return Row("refresh.none", figure, RATIO, None, beside, made.size)

    row = told("refresh.none", RATIO, made.size, none)
    if run.wants("refresh.none"):
        yield row
    if run.wants("refresh.one"):
        yield _one(row, measured)


def _one(none: Row, measured: dict[str, float]) -> Row:
    unit = "× none changed"
    if not measured:
        return none._replace(name="refresh.one", unit=unit)
    beside = {name: measured[name] * 1000 for name in ("none", "one")}
    beside = {f"{name}, ms": figure for name, figure in beside.items()}
    figure = measured["one"] / measured["none"]
    return Row("refresh.one", figure, unit, REFRESH_GOAL, beside, none.size)
