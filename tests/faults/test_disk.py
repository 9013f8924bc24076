"""A disk that is full, too small a file, a disk that is read-only: FAULTS 31, 33, 34."""

from __future__ import annotations

import os
import re
import resource
from contextlib import suppress
from pathlib import Path

import pytest

from memento_cli.cli.commands.checkup.doctor import FOUND
from tests.faults.boxes import Box, Ran, quick_folder
from tests.faults.calls import ENOSPC, Call, Trial, afterwards, judged
from tests.faults.disks import disk, mount
from tests.faults.helpers import sampled
from tests.faults.verbs import READING, WRITING, Verb, said

SIZE, BLOCK = "size=400k", 4096
MOST = 12  # free blocks that no command needs more of
REFUSED = Trial(Call("write", 0, "", ""), ENOSPC, ())
THEN = ("--now", "2030-01-01")  # when strengths do not change from one second to the next


def fill(box: Box, free: int) -> Path:
    """Fill a store's disk but for some blocks, by a file that is none of the store's."""
    filler = Path(box.root, "aside", "filler")
    filler.parent.mkdir(exist_ok=True)
    with suppress(OSError), open(filler, "wb", buffering=0) as file:
        while True:
            file.write(b"x" * BLOCK)
    os.truncate(filler, max(0, filler.stat().st_size - free * BLOCK))
    return filler


def refusals(box: Box, ran: Ran, word: str) -> list[str]:
    """What is wrong with how a command took that the system refused something."""
    problems = [*judged(box, REFUSED, ran)]
    refused = FOUND if box.verb.command == "doctor" else 1
    if ran.code not in (0, refused) or (ran.code and word not in ran.said):
        problems.append(f"{ran.code}: {ran.said}")
    return problems


@pytest.mark.longer
@pytest.mark.parametrize("verb", WRITING, ids=lambda verb: verb.line)
def test_fault_33_a_full_disk_keeps_the_old_and_leaves_no_litter(verb: Verb) -> None:
    """With 0, 1, 2 … free blocks: exit 1 with path and reason, or all is done; then it works."""
    with disk("-t", "tmpfs", "-o", SIZE, "memento") as folder:
        box, problems, codes = Box(folder, verb), list[str](), list[int]()
        for free in range(MOST):
            filler = fill(box, free)
            ran = box.does()
            problems += refusals(box, ran, "No space left")
            filler.unlink()
            codes.append(ran.code)
            if ran.code == 0 and said(box.root) == box.after:
                break  # with more blocks it does the same
            problems += afterwards(box) if ran.code else ()
            box.reset()
        assert problems == []
        assert codes[-1] == 0


@pytest.mark.longer
@pytest.mark.parametrize("limit", [1024])
@pytest.mark.parametrize("verb", WRITING, ids=lambda verb: verb.line)
def test_fault_34_a_limit_on_file_sizes_keeps_the_old(verb: Verb, limit: int) -> None:
    """Under `ulimit -f` a command exits 1 with path and reason, or has done all."""
    with quick_folder() as folder:
        box = Box(folder, verb)

        def limited() -> None:
            verb.within()
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

        box.verb = verb._replace(within=limited)
        ran = box.does()
        box.verb = verb
        assert refusals(box, ran, "File too large") == []
        assert [*(afterwards(box) if ran.code else ())] == []


def test_fault_31_on_a_read_only_disk_reading_works() -> None:
    """Every reading command says what it said before."""
    with disk("-t", "tmpfs", "-o", SIZE, "memento") as folder:
        box = Box(folder, Verb('record "Oat milk"'))
        lines = [
            (*verb.args, *THEN)
            for verb in READING
            if verb.within is int and "rebuild" not in verb.args  # which says how long it took
        ]  # but one that waits
        before = [_unnumbered(box.run(*line)) for line in lines]
        mount(Path(box.root), "-o", "remount,ro")
        assert [_unnumbered(box.run(*line)) for line in lines] == before
        assert said(box.root) == box.before


def _unnumbered(ran: Ran) -> Ran:
    """What was said, without the numbers of fences, which are new each time."""
    return ran._replace(said=re.sub(r"(marks|memory-data) \w{16}", r"\1", ran.said))


@pytest.mark.parametrize(
    "verb",
    sampled(verb for verb in WRITING if not verb.env),
    ids=lambda verb: verb.line,
)
def test_fault_31_on_a_read_only_disk_writing_says_so(verb: Verb) -> None:
    """Every writing command exits 1 with the path; what recall only would count is no failure, and
    what doctor cannot repair is something that it has found."""
    with disk("-t", "tmpfs", "-o", SIZE, "memento") as folder:
        box = Box(folder, verb)
        mount(Path(box.root), "-o", "remount,ro")
        ran = box.does()
        code = {"recall": 0, "doctor": FOUND}.get(verb.command, 1)
        assert ran.code == code and "Read-only file system" in ran.said
        assert box.root in ran.said and "Traceback" not in ran.said
        assert said(box.root) == box.before
