"""Every system call by which vectors are added and erased fails, or is the last one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from memento_cli.errors import Failed, MementoError
from memento_cli.index.vectors.dropping import erase_vectors
from memento_cli.index.vectors.vectors import open_vectors
from tests.faults.boxes import Box, quick_folder, tree
from tests.faults.calls import EIO, ENOSPC, KILL, Call, refusal, traced
from tests.faults.verbs import Verb
from tests.index.vectors.helpers import PROBE_ROW, SETTINGS, bytes_kept, kept, made_of, row_of

REFUSAL = refusal()
pytestmark = [pytest.mark.longer, pytest.mark.skipif(bool(REFUSAL), reason=REFUSAL)]

OLD = [f"old {number}" for number in range(20)]
NEW = [f"new {number}" for number in range(300)]
CHANGES = ("write", "pwrite64", "fsync", "fdatasync", "ftruncate", "unlink", "openat")
FAULTS = {EIO: f"error={EIO}", ENOSPC: f"error={ENOSPC}", KILL: "signal=SIGKILL"}


def add(root: str, texts: list[str]) -> None:
    """Add a vector of each text, of a memory of that name; Failed if there can be none."""
    with open_vectors(root, make=True) as vectors:
        if vectors is None:
            raise Failed("no vectors can be kept")
        space = vectors.make_space(SETTINGS, PROBE_ROW, "model")
        vectors.add(space, made_of((text, text) for text in texts))


def work(root: str) -> None:
    """Erase an old text and add new ones, as a command does, and leave."""
    code = 0
    try:
        erase_vectors(root, OLD[:1])
        add(root, NEW)
    except MementoError as problem:
        print(problem.message, flush=True)
        code = 1
    os._exit(code)


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """A store with the vectors of the old texts, and a process that does the work."""
    with quick_folder() as folder:
        root = str(folder / "store")
        box = Box(folder, Verb("work"), lambda: os._exit(0))
        box.work = lambda: work(root)
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        add(root, OLD)
        box.kept = dict(tree(folder))
        yield box


def changing(box: Box) -> list[Call]:
    """The calls of the work that change something in the cache."""
    ran, calls = traced(box)
    assert ran.code == 0, ran.said
    box.reset()
    cache = str(box.folder / "cache")
    return [
        call
        for call in calls
        if call.name in CHANGES
        and any(path.startswith(cache) for path in call.paths)
        and (call.name != "openat" or "O_CREAT" in call.args)
    ]


@pytest.mark.parametrize("fault", FAULTS)
def test_no_call_that_fails_leaves_a_wrong_row(box: Box, fault: str) -> None:
    """After it every row is of its text, what is told as done is done, and the same again does
    all of it."""
    calls = changing(box)
    assert len(calls) > 20
    for call in calls:
        rule = f"{call.name}:{FAULTS[fault]}:when={call.nth}"
        ran, _ = traced(box, rule, trace=call.name)
        told = f"{fault} at {call.name} {call.paths}: {ran}"
        assert "Traceback" not in ran.said, told
        with open_vectors(box.root) as vectors:
            space = vectors and vectors.space(SETTINGS)
            found = kept(vectors, space, [*OLD, *NEW]) if vectors and space else set()
        if ran.code == 0:
            assert {*NEW} <= found and OLD[0] not in found, told
        erase_vectors(box.root, OLD[:1])
        add(box.root, [*OLD, *NEW])
        with open_vectors(box.root) as vectors:
            assert vectors
            space = vectors.space(SETTINGS)
            assert space and {*OLD[1:], *NEW} <= kept(vectors, space, [*OLD, *NEW]), told
            was_dropped = not vectors.erased(OLD[:1])  # and what is erased is added again here
            assert was_dropped or row_of(OLD[0]) not in bytes_kept(vectors), told
        box.reset()
