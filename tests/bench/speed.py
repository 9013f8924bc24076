"""The speed rows: each command beside bare Python, in turn, on a generated store."""

from __future__ import annotations

import shutil
import time
from functools import partial
from typing import TYPE_CHECKING

from tests.bench.calling import CALLS, MILLISECONDS, call_row
from tests.bench.cases import READING, WRITES, recall_goal
from tests.bench.index import index_rows, raw_index
from tests.bench.measuring import checked, cost_of, cpu, interleaved, wall
from tests.bench.plain import MATCH, SCAN, SQLITE, bare, program
from tests.bench.restoring import restored
from tests.bench.rows import RATIO, Row, skipped
from tests.bench.run import told
from tests.bench.serving import INITIALIZE, SECONDS, initialize_row
from tests.bench.syncing import syncs_beside

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.bench.cases import Case
    from tests.bench.generated import Generated
    from tests.bench.measuring import Command, Turn
    from tests.bench.run import Run

FEW = 3
OURS = ("bare", "memento")
NAMES = (
    *(case.name for case in (*READING, *WRITES)),
    "recall.word", "recall.word.pause", "rebuild", "rebuild.memory", "refresh.none",
    "refresh.one", INITIALIZE, *CALLS,
)  # fmt: skip
UNSIZED = (*(case.name for case in READING if not case.sized), INITIALIZE)


def speed_rows(run: Run, made: Generated, *, first: bool) -> Iterator[Row]:
    """Every speed row that was asked for; those that no store's size matters to when `first`."""
    run = run._replace(place=run.place.with_store(made.store))
    with restored(made):
        yield from index_rows(run, made)
        if any(run.wants(name) for name in NAMES if name not in UNSIZED):
            cost_of(run.typed("recall", made.word), run.place)  # the index is warm from here on
        if run.wants("recall.word"):
            yield told("recall.word", RATIO, made.size, partial(_recall, run, made))
        for case in READING:
            if run.wants(case.name) and (first or case.sized):
                yield _told(run, made, case)
        if run.wants("recall.word.pause"):
            yield told("recall.word.pause", RATIO, made.size, partial(_paused, run, made))
        if first and run.wants(INITIALIZE):
            yield told(INITIALIZE, SECONDS, None, partial(initialize_row, run))
        for name in CALLS:
            if run.wants(name):
                yield told(name, MILLISECONDS, made.size, partial(call_row, run, made, name))
        for case in WRITES:
            if run.wants(case.name):
                yield _told(run, made, case)


def _told(run: Run, made: Generated, case: Case) -> Row:
    size = made.size if case.sized else None
    return told(case.name, RATIO, size, partial(_row, run, made, case))


def _row(run: Run, made: Generated, case: Case) -> Row:
    for words in case.once:
        checked(cost_of(run.typed(*words), run.place))
    turns: dict[str, Turn] = {
        "bare": lambda turn: bare(),
        "memento": partial(_turn_of, run, made, case),
    }
    costs = interleaved(turns, run.place, {"memento": case.code}, run.rounds)
    unit = cpu(costs["bare"])
    beside = {"bare Python, ms": unit * 1000}
    if case.writes:
        beside["wall, ms"] = wall(costs["memento"]) * 1000
        beside |= syncs_beside(run, made, case.args(made, run.rounds))
    size = made.size if case.sized else None
    figure = cpu(costs["memento"]) / unit
    return Row(case.name, figure, RATIO, case.goal(made.size), beside, size)


def _turn_of(run: Run, made: Generated, case: Case, turn: int) -> Command:
    """The command line of a case at a turn; what comes before it has been done."""
    if case.before:
        checked(cost_of(run.typed(*case.before(made, turn)), run.place))
    return run.typed(*case.args(made, turn))


def _recall(run: Run, made: Generated) -> Row:
    """One word, found in 1 % of the memories, beside all that can be had more simply."""
    base = raw_index(run, made)
    quick: dict[str, Command] = {
        "bare": bare(),
        "memento": run.typed("recall", made.word),
        "Python and sqlite3": program(SQLITE),
        "raw FTS5": program(MATCH, base, made.word),
    }
    slow = {"linear scan": program(SCAN, f"{made.store}/memories", made.word)}
    ripgrep = shutil.which("rg")
    if ripgrep:
        slow["ripgrep"] = [ripgrep, "--no-config", "-l", "-w", made.word, f"{made.store}/memories"]
    costs = interleaved(_same(quick), run.place, rounds=run.rounds)
    costs |= interleaved(_same(slow), run.place, rounds=min(FEW, run.rounds))
    unit = cpu(costs["bare"])
    beside = {"bare Python, ms": unit * 1000}
    beside |= {name: cpu(costs[name]) / unit for name in (*quick, *slow) if name not in OURS}
    note = "" if ripgrep else "ripgrep is not installed"
    figure = cpu(costs["memento"]) / unit
    return Row("recall.word", figure, RATIO, recall_goal(made.size), beside, made.size, note=note)


def _same(commands: Mapping[str, Command]) -> dict[str, Turn]:
    """Commands that are the same at every turn."""
    return {name: partial(_always, command) for name, command in commands.items()}


def _always(command: Command, turn: int) -> Command:
    return command


def _paused(run: Run, made: Generated) -> Row:
    """The first recall after the machine has done other things for a while."""
    name = "recall.word.pause"
    if not run.pause_seconds:
        return skipped(name, RATIO, "--pause waits two minutes for it", made.size)
    time.sleep(run.pause_seconds)
    first = interleaved(_same({"memento": run.typed("recall", made.word)}), run.place, rounds=1)
    unit = cpu(interleaved(_same({"bare": bare()}), run.place, rounds=run.rounds)["bare"])
    beside = {"bare Python, ms": unit * 1000, "paused, s": run.pause_seconds}
    figure = cpu(first["memento"]) / unit
    return Row(name, figure, RATIO, recall_goal(made.size), beside, made.size)
