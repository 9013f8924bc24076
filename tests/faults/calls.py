"""System calls of a command on its store: listed, checked for their order, and made to fail."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from memento_cli.core.journal.event_types import ADOPTION
from memento_cli.store.files.files import TEMPORARY
from tests.faults.boxes import CUT, GO, Box, Ran
from tests.faults.verbs import Said, said

LINE = re.compile(r"(\w+)\((.*)\) += (.+)")
SIZE = re.compile(r"st_size=(\d+)")
PLACE = re.compile(r'(?<=["<])/[^">]*(?=[">])')
EIO, ENOSPC, EINTR, SHORT, KILL = FAULTS = ("EIO", "ENOSPC", "EINTR", "short write", "SIGKILL")
ERRORS = (EIO, ENOSPC, EINTR)
RETRIED = ("open", "openat", "read", "pread64", "write", "fsync", "ftruncate", "flock", "fchmod")
RANDOM = {TEMPORARY: "a temporary file", ".jsonl": "a log", "proposals/": "a proposal"}
"""Names that are others each time, by what their paths have in them."""
TOLD = (
    "not shown in the file",
    "cannot be read",
    "not counted",
    "not trusted yet",
    "not remembered",
    "for the next sleep",
)
"""Warnings after which a file may show other numbers than it should; nobody reads them there.

And that nobody counted what was only read, trusts what was only made, or remembers a sleep; and
that a sleep leaves to the next one what it could not read."""
COUNTED = re.compile(r"(\d+) of its memories are kept")
ATTEMPTS = 6
CHANGING, OTHERS = 31, 251  # how many trials one of a sample stands for
CHANGES = ("write", "fsync", "ftruncate", "rename", "link", "unlink", "mkdir", "fchmod")
SYNCS = ("fsync", "fdatasync")
LOSABLE = (TEMPORARY, "/.memento")
"""What may be gone after a power cut."""
LEFT = "left by a write that was killed"
KNOWN = (
    LEFT,
    "is in the archive, but no act put it there",
    "was erased, and came back",
    "of what was erased",
    "has what was erased, which came back",
)
"""What doctor may find after a command was killed."""


class Call(NamedTuple):
    """A system call as strace tells it; `nth` of its name since the command began."""

    name: str
    nth: int
    args: str
    result: str

    @property
    def paths(self) -> list[str]:
        """The paths that it names, or that its handles have."""
        return PLACE.findall(self.args.replace("AT_FDCWD<", "AT_FDCWD"))

    @property
    def worked(self) -> bool:
        return not self.result.startswith("-1")

    @property
    def changes(self) -> bool:
        """Whether it changes what is in the store."""
        return self.name in CHANGES or "O_CREAT" in self.args

    @property
    def lists(self) -> bool:
        """Whether it opens a folder to list what is in it, by opendir(3)."""
        return "O_NONBLOCK|O_CLOEXEC|O_DIRECTORY" in self.args

    @property
    def is_retried(self) -> bool:
        """Whether Python makes it again, unseen, when a signal interrupts it (PEP 475)."""
        return self.name in RETRIED and not self.lists

    @property
    def where(self) -> str:
        """What it does to what, without what is random."""
        words = ("list" if self.lists else self.name, *map(_name_of, self.paths))
        return " ".join(words)


def _name_of(path: str) -> str:
    """The last part of a path; of those with a random one, its kind."""
    return next((kind for mark, kind in RANDOM.items() if mark in path), os.path.basename(path))


def refusal() -> str:
    """Why no system call can be made to fail here; empty if it can."""
    if not shutil.which("strace"):
        return "strace is not installed"
    with (
        subprocess.Popen(["sleep", "60"]) as sleeper,
        strace(sleeper.pid, os.devnull) as tracer,
    ):
        try:
            said = greeting_of(tracer)
        finally:
            sleeper.kill()  # or strace waits for its end
    return "" if "attached" in said else f"strace may not attach here: {said}"


def traced(
    box: Box, *rules: str, trace: str = "%file,%desc", cut: int = 0
) -> tuple[Ran, list[Call]]:
    """Run the verb of a box under strace; how it ended, and its calls."""
    log = box.folder / "calls"  # which a reset removes
    with box.waiting(cut=cut) as (pid, ended), strace(pid, log, trace, rules) as tracer:
        assert "attached" in (said := greeting_of(tracer)), said
        box.settle()  # or the calls are others each time
        os.kill(pid, GO)
        tracer.wait()
    return ended(), list(calls_in(log.read_text(errors="replace")))


def strace(
    pid: int, log: str | Path, trace: str = "none", rules: Iterable[str] = ()
) -> subprocess.Popen[str]:
    more = [word for rule in rules for word in ("-e", f"inject={rule}")]
    command = ["strace", "-y", "-s", "0", "-o", str(log), "-e", f"trace={trace}", *more]
    return subprocess.Popen([*command, "-p", str(pid)], stderr=subprocess.PIPE, text=True)


def greeting_of(tracer: subprocess.Popen[str]) -> str:
    """What strace says first: that it is attached, or why it is not."""
    assert tracer.stderr
    return tracer.stderr.readline().strip()


def calls_in(log: str) -> Iterator[Call]:
    seen = Counter[str]()
    for name, args, result in LINE.findall(log):
        seen[name] += 1
        yield Call(name, seen[name], args, result)


def on_store(box: Box, calls: Iterable[Call]) -> list[Call]:
    """Those of the calls that are on the box's store."""
    inside = box.root + os.sep
    return [call for call in calls if any(f"{path}/".startswith(inside) for path in call.paths)]


def not_durable(box: Box, calls: Iterable[Call]) -> list[str]:
    """What the calls leave to chance when the power goes, in the order in which they do it.

    Bytes have to be on disk before their file is renamed or linked; at the end so has every name.
    Names of temporary files, and what is in `.memento`, may be lost.
    """
    problems, bytes_, names = [], set[str](), set[str]()
    for call in (call for call in calls if call.worked and call.paths):
        path = call.paths[-1]
        if call.name in SYNCS:
            bytes_.discard(path)
            names = {name for name in names if os.path.dirname(name) != path}
        elif call.name in ("write", "pwrite64", "ftruncate"):
            bytes_.add(path)
        elif call.name.startswith(("rename", "link")):
            if call.paths[0] in bytes_:
                problems.append(f"{call.where}: before its bytes are on disk")
            names |= {call.paths[0], path}
        elif call.name.startswith(("mkdir", "unlink")) or "O_CREAT" in call.args:
            names.add(call.paths[0])
    left = {f"the bytes of {path}" for path in bytes_} | {f"the name {path}" for path in names}
    kept = (what for what in left if box.root in what and not any(part in what for part in LOSABLE))
    return [*problems, *(f"{what} not on disk at the end" for what in sorted(kept))]


class Trial(NamedTuple):
    """One call that fails in one way."""

    call: Call
    fault: str
    rules: tuple[str, ...]
    cut: int = 0

    def happened(self, call: Call) -> bool:
        """Whether the call failed so; of a short write it is not sure that the limit was met."""
        return self.fault != SHORT or 0 < int(call.result.split()[0]) < int(self.call.result)

    def moved(self, calls: Sequence[Call]) -> Trial:
        """The same for the call as it came this time, where it was another one by its number."""
        same = [c for c in calls if (c.name, c.where) == (self.call.name, self.call.where)]
        near = min(same, key=lambda call: abs(call.nth - self.call.nth), default=self.call)
        if len(self.rules) > 1:
            return self
        rule = self.rules[0].rpartition("=")[0]
        return self._replace(call=near, rules=(f"{rule}={near.nth}",))

    def __str__(self) -> str:
        return f"{self.fault} at {self.call.where} ({self.call.nth})"


def one_failing(call: Call, fault: str) -> Trial:
    """A call that fails with an error."""
    return Trial(call, fault, (f"{call.name}:error={fault}:when={call.nth}",))


def trials(calls: list[Call]) -> Iterator[Trial]:
    """Every call with every fault that it can have."""
    for place, call in enumerate(calls):
        for fault in ERRORS if call.where != "close lock" else ():  # which is not then let go
            yield one_failing(call, fault)
        yield Trial(call, KILL, (f"{call.name}:signal=SIGKILL:when={call.nth}",))
        if call.name == "write":
            yield _shortened(call, calls[:place])


def sample(some: list[Trial], nth: int) -> list[Trial]:
    """A few trials, others for each `nth`: every short write, and more of what changes a store.

    As `nth` grows by one, as it does from seed to seed, all of them have their turn.
    """
    short = [trial for trial in some if trial.fault == SHORT]
    changing = [trial for trial in some if trial.call.changes and trial.fault != SHORT]
    others = [trial for trial in some if not trial.call.changes]
    return [*short, *changing[nth % CHANGING :: CHANGING], *others[nth % OTHERS :: OTHERS]]


def _shortened(call: Call, before: list[Call]) -> Trial:
    """A write of which a limit on the size of files lets half pass, and which can then go on.

    A signal during the call before it sets the limit, and one during it lifts it again.
    """
    last = next(one for one in reversed(before) if one.name != call.name)
    rule = f"{{}}:signal={CUT.name}:when={{}}".format
    rules = (rule(last.name, last.nth), rule(call.name, call.nth))
    return Trial(call, SHORT, rules, _size(call.paths[0], before) + int(call.result) // 2)


def _size(path: str, before: list[Call]) -> int:
    """How many bytes a file has, as the calls tell; of a new one, none."""
    told = (SIZE.search(call.args) for call in reversed(before) if call.paths[:1] == [path])
    return next((int(size[1]) for size in told if size), 0)


def failing(box: Box, trial: Trial) -> Ran | None:
    """How the verb ended when the call failed; None if the call was not made this time.

    How many calls come before it differs from run to run, so what failed is looked at: the number
    may have been that of another call.
    """
    names = sorted({rule.partition(":")[0] for rule in trial.rules})
    for _ in range(ATTEMPTS):
        ran, calls = traced(box, *trial.rules, trace=",".join(names), cut=trial.cut)
        same = [c for c in calls if (c.name, c.nth) == (trial.call.name, trial.call.nth)]
        if same and same[0].where == trial.call.where and trial.happened(same[0]):
            return ran
        box.reset()
        trial = trial.moved(calls)
    return None


def tried(box: Box, trial: Trial) -> list[str] | None:
    """What a failing call does wrong; None if the call was not made this time."""
    ran = failing(box, trial)
    if ran is None:
        return None
    try:
        problems = [*judged(box, trial, ran), *(afterwards(box) if ran.code else ())]
        return [f"{trial}: {problem}" for problem in problems]
    finally:
        box.reset()


def judged(box: Box, trial: Trial, ran: Ran) -> Iterator[str]:
    """Which promises a command has broken of which a call has failed."""
    now, killed = said(box.root), ran.code == -signal.SIGKILL
    if not set(now.problems) <= set(box.before.problems):
        yield f"a file or a line is broken: {now.problems}"
    if killed != (trial.fault == KILL) or "Traceback" in ran.said:
        yield f"ended with {ran.code}: {ran.said}"
    if box.litter() and not killed:
        yield f"leaves {box.litter()} ({ran.code}: {ran.said})"
    if ran.code == 0:
        yield from _of_success(box, trial, ran, now)
        return
    if not killed:
        yield from _of_failure(box, trial, ran)
        yield from _of_parts(box, ran, now)
    if not is_between(box, now, in_parts=killed or box.verb.in_parts):
        yield f"is neither as before nor as after ({ran.code}: {ran.said}): {differences(box, now)}"


def _of_success(box: Box, trial: Trial, ran: Ran, now: Said) -> Iterator[str]:
    """Exit 0 means: all is there. What could not be read or shown was told."""
    is_told = any(word in ran.said for word in TOLD)
    if is_told and box.verb.skips:
        fine = is_between(box, now, in_parts=True)
    else:
        fine = now == box.after or (is_told and _said_alone(now) == _said_alone(box.after))
    if not fine:
        yield f"exits 0, but its result is not there ({ran.said}): {differences(box, now)}"
    if trial.call.name in SYNCS and trial.fault in (EIO, ENOSPC) and not is_told:
        yield "exits 0 although its bytes may not be on disk"


def _of_failure(box: Box, trial: Trial, ran: Ran) -> Iterator[str]:
    if trial.fault == EINTR and trial.call.is_retried:
        yield f"was ended by a signal that should be unseen: {ran.said}"
    if not any(name in ran.said for name in (box.root, *ids_of(box.before))):
        yield f"names neither path nor memory: {ran.said}"


def _of_parts(box: Box, ran: Ran, now: Said) -> Iterator[str]:
    """An import that fails has kept as many memories as it says, each with its line."""
    if box.verb.command != "import":
        return
    kept = now.files.keys() - box.before.files.keys()
    told = COUNTED.search(ran.said)
    if len(kept) != (int(told[1]) if told else 0):
        yield f"has kept {sorted(kept)}, and says: {ran.said}"
    lines = {about for about, _, _ in now.acts}
    if any(os.path.basename(name) not in lines for name in kept):
        yield f"has kept {sorted(kept)} without their lines: {now.acts}"


def _said_alone(one: Said) -> Said:
    """Without what only shows the journal, and without adoptions, which say what files say."""
    return one._replace(shown={}, acts=tuple(act for act in one.acts if act[2] != ADOPTION))


def is_between(box: Box, now: Said, *, in_parts: bool) -> bool:
    """Whether nothing was done; or, in parts, of each memory all or nothing, files before lines."""
    was, done = box.before, box.after
    if not in_parts:
        return now == was
    each = (about(now, id) in (about(was, id), about(done, id)) for id in ids_of(now, was, done))
    in_order = now.acts == was.acts or now.files == done.files
    return all(each) and (in_order or box.verb.in_parts or box.verb.skips)


def ids_of(*those: Said) -> set[str]:
    """The ids of their memories, and the names of their other files."""
    return {os.path.basename(name) for one in those for name in one.files}


def about(one: Said, id: str) -> dict[str, object]:
    """Where the memory is, and what it says."""
    return {name: words for name, words in one.files.items() if os.path.basename(name) == id}


def differences(box: Box, now: Said) -> str:
    """In what a store differs from what it said before, and from what it should say after."""
    lines = []
    for label, other in (("before", box.before), ("after", box.after)):
        for name, ours, theirs in zip(Said._fields, now, other, strict=True):
            if ours != theirs:
                lines.append(f"{name}: {_less(ours, theirs)}, {label}: {_less(theirs, ours)}")
    return "; ".join(lines)


def _less(one: object, other: object) -> object:
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: value for key, value in one.items() if other.get(key, 0) != value}
    if isinstance(one, tuple) and isinstance(other, tuple):
        return sorted((Counter(one) - Counter(other)).elements())
    return one


def afterwards(box: Box) -> Iterator[str]:
    """What does not work after a command that failed or was killed."""
    now = said(box.root)
    yield from _of_doctor(box)
    if now == box.before or box.verb.in_parts:
        again = box.does()
        if again.code or not said(box.root).files.items() >= box.after.files.items():
            yield f"done again: {again} {differences(box, said(box.root))}"
    elif (after := box.run("record", "Next", "--topic", "next")).code:
        yield f"the next command: {after}"


def _of_doctor(box: Box) -> Iterator[str]:
    """Doctor has to name every temporary file that is left, and to find nothing unheard of."""
    left = box.litter() if box.is_store else []
    for path in left:
        os.utime(path, (0, 0))  # old enough to be nobody's
    found = box.found()
    named = [line for line in found if LEFT in line]
    strange = [line for line in found - box.faults if not any(word in line for word in KNOWN)]
    if strange or len(named) != len(left):
        yield f"doctor finds {strange}, and names {named} of {left}"
