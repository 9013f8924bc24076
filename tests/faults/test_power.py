"""The power goes from a real ext4: FAULTS 69. Needs root, loop devices and mkfs.ext4."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memento_cli.store.files.files import replace
from tests.faults.boxes import Box
from tests.faults.calls import KILL, afterwards, is_between, on_store, refusal, traced, trials
from tests.faults.disks import disk, image, power_cut
from tests.faults.helpers import in_turn
from tests.faults.verbs import GUEST, WRITING, Said, Verb, said

pytestmark = pytest.mark.longer
EVERY = 37  # of the calls at which a command is killed before the cut
VERBS = in_turn(WRITING, 2)
"""Each seed tries the half of them."""


@contextmanager
def plugged(
    verb: Verb, work: Callable[[], None] | None = None
) -> Iterator[tuple[Box, Callable[[], Said]]]:
    """A box on a disk of its own, and a cut of its power; that answers what is there then."""
    with image() as device, disk(device) as folder:
        box = Box(folder, verb, work)
        os.sync()

        def cut() -> Said:
            power_cut(Path(box.root), device)
            return said(box.root)

        yield box, cut


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.line)
def test_fault_69_what_was_acknowledged_survives(verb: Verb) -> None:
    """When a command has exited 0 and the power goes at once, its whole result is there."""
    with plugged(verb) as (box, cut):
        assert box.does().code == 0
        assert cut() == box.after
        assert box.found() <= box.faults and not box.litter()


@pytest.mark.skipif(bool(refusal()), reason=refusal())
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.line)
def test_fault_69_what_was_not_leaves_the_old_or_the_new(verb: Verb) -> None:
    """When the power goes in the middle, no file is empty or mixed, and the next command works."""
    with plugged(verb) as (box, cut):
        _, calls = traced(box)
        box.reset()
        every = [trial for trial in trials(on_store(box, calls)) if trial.fault == KILL]
        for trial in [trial for trial in every if trial.call.changes][::EVERY]:
            os.sync()
            traced(box, *trial.rules, trace=trial.call.name)
            now = cut()
            assert set(now.problems) <= set(box.before.problems), trial
            assert is_between(box, now, in_parts=True), trial
            assert [*afterwards(box)] == [], trial
            box.reset()


@pytest.mark.parametrize("synced", [True, False])
def test_the_cut_takes_what_was_not_synced(synced: bool) -> None:
    """The same cut loses what a writer without fsync has written; so the test can fail."""

    def work() -> None:
        path = Path("store", "memories", f"{GUEST}.toml").resolve()
        data = path.read_bytes().replace(b'"one"', b'"two"')
        if synced:
            replace(str(path), data)
        else:
            path.with_name("aside").write_bytes(data)
            path.with_name("aside").replace(path)
        os._exit(0)

    with plugged(Verb("write"), work) as (box, cut):
        assert box.does().code == 0
        assert said(box.root) == box.after
        assert (cut() == box.after) is synced
