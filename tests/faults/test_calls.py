"""Every system call of every writing verb on its store fails, in every way: FAULTS 33 to 36, 67.

A sample in the longer run, another for each seed; with MEMENTO_FAULTS=kills, too, SIGKILL at each
call that changes something, some 2,000, and with MEMENTO_FAULTS=all everything, which takes hours.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from memento_cli.store.files import files, system
from tests.conftest import LONGER
from tests.faults.boxes import Box, quick_folder, tree
from tests.faults.calls import (
    EIO,
    KILL,
    Trial,
    failing,
    not_durable,
    on_store,
    one_failing,
    refusal,
    sample,
    traced,
    trials,
    tried,
)
from tests.faults.verbs import GUEST, TEA, WRITING, Verb

FAULTS = os.environ.get("MEMENTO_FAULTS", "")
ROUNDS = 4  # what is imported and indexed first may change which calls there are
# On a busy machine the index looks at more, and calls are counted anew.
MET = 0.8 if FAULTS else 0.98
COUNTS = "status --full --json --fields acts,strength,people,topics,outcomes"
"""What is counted; what it says of the index beside them is how far that was behind."""
REFUSAL = refusal()
pytestmark = [pytest.mark.longer, pytest.mark.skipif(bool(REFUSAL), reason=REFUSAL)]


@pytest.fixture(scope="module", params=WRITING, ids=lambda verb: verb.line)
def box(request: pytest.FixtureRequest) -> Iterator[Box]:
    with quick_folder() as folder:
        yield Box(folder, request.param)


@pytest.fixture(scope="module")
def tally(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    """What was tried, told at the end when all was."""
    counts = Counter[str]()
    yield counts
    teller = request.config.pluginmanager.get_plugin("terminalreporter")
    if FAULTS and teller:
        teller.write_line("\n" + ", ".join(f"{count} {what}" for what, count in counts.items()))


def calls_of(box: Box) -> list[Trial]:
    """Every trial of an undisturbed run's calls."""
    _, calls = traced(box)
    box.reset()
    return list(trials(on_store(box, calls)))


def chosen_of(every: list[Trial], nth: int) -> list[Trial]:
    """Which of a verb's trials are made."""
    if FAULTS == "kills":
        return [trial for trial in every if trial.fault == KILL and trial.call.changes]
    return every if FAULTS == "all" else sample(every, nth)


def test_promise_1_what_exits_0_is_on_disk(box: Box) -> None:
    """Bytes are synced before they get their name, and names before the command exits 0."""
    ran, calls = traced(box)
    box.reset()
    assert ran.code == 0 and not_durable(box, calls) == []


def test_fault_67_no_call_that_fails_breaks_a_promise(box: Box, tally: Counter[str]) -> None:
    """After EIO, ENOSPC, EINTR, a short write or SIGKILL at any call the promises 1 to 4 hold."""
    for _ in range(ROUNDS):
        every = calls_of(box)
        chosen = chosen_of(every, WRITING.index(box.verb) + int(LONGER))
        answers = {trial: tried(box, trial) for trial in chosen}
        missed = [str(trial) for trial, answer in answers.items() if answer is None]
        if len(missed) <= len(chosen) // 50:
            break
    problems = [problem for answer in answers.values() for problem in answer or ()]
    tally.update({"verbs": 1, "calls": len({trial.call for trial in every}), "faults": len(chosen)})
    tally.update({"missed": len(missed), "violations": len(problems)})
    tally.update(trial.fault for trial in chosen)
    assert problems == []
    assert len(missed) <= max(1, len(chosen) * (1 - MET))


@pytest.mark.parametrize("part", [f"{TEA}.toml", "a log"])
@pytest.mark.parametrize("line", ["list", "recall noon OR ten", COUNTS, "prune --dry-run"])
def test_fault_36_a_failing_read_costs_one_file_once(line: str, part: str) -> None:
    """EIO when one file is opened or read, without an index: the rest is told, next time all is."""
    with quick_folder() as folder:
        box = Box(folder, Verb(line))
        shutil.rmtree(folder / "cache")
        box.kept = dict(tree(folder))
        _, calls = traced(box)
        box.reset()
        whole = box.does()
        box.reset()
        mine = [call for call in calls if call.where in (f"openat {part}", f"read {part}")]
        assert len(mine) > 1
        for call in mine:
            ran = failing(box, one_failing(call, EIO))
            assert ran and ran.code == 0 and ran.said.count("Warning") <= 1, call
            assert box.does() == whole, call
            box.reset()


CARELESS = {
    "writes in place": "a file or a line is broken",
    "takes a short write for a whole one": "its result is not there",
    "forgets the bytes": "before its bytes are on disk",
    "forgets the folder": "not on disk at the end",
    "leaves its temporary file": "leaves",
    "tries fsync again": "although its bytes may not be on disk",
    "says that all is well": "its result is not there",
}
"""What a broken writer does, and what the harness has to say of it."""


def careless(path: str, how: str) -> None:
    """Change the summary in a memory's file, and leave, as a command does that is broken so."""
    data = Path(path).read_bytes().replace(b'"one"', b'"two"')
    temporary = os.path.join(os.path.dirname(path), f"{files.TEMPORARY}x")
    target = path if how == "writes in place" else temporary
    code = 0
    try:
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.fstat(handle)
        while data:
            done = os.write(handle, data)
            data = b"" if how == "takes a short write for a whole one" else data[done:]
        if how != "forgets the bytes":
            _synced(handle, again=how == "tries fsync again")
        if target != path:
            os.replace(target, path)
        if how != "forgets the folder":
            system.sync_folder(os.path.dirname(path))
    except OSError as problem:
        if how != "leaves its temporary file" and os.path.exists(temporary):
            os.unlink(temporary)
        print(f"{path}: {problem.strerror}", flush=True)
        code = 0 if how == "says that all is well" else 1
    os._exit(code)


def _synced(handle: int, *, again: bool) -> None:
    try:
        os.fsync(handle)
    except OSError:
        if not again:
            raise
        os.fsync(handle)  # which tells nothing of what was lost


@pytest.mark.parametrize("how", CARELESS)
def test_a_careless_writer_is_caught(how: str) -> None:
    """The harness that finds nothing wrong with memento finds what a broken writer does wrong."""
    with quick_folder() as folder:
        path = str(folder / "store" / "memories" / f"{GUEST}.toml")
        box = Box(folder, Verb(how), lambda: careless(path, how))
        _, calls = traced(box)
        box.reset()
        every = sorted(trials(on_store(box, calls)), key=lambda trial: not trial.call.changes)
        answers = (tried(box, trial) or () for trial in every)  # as many as it takes
        problems = chain(not_durable(box, calls), chain.from_iterable(answers))
        assert any(CARELESS[how] in problem for problem in problems)
