"""A sync that is killed at any of its calls, or of which one fails: the next makes all good.

A sample, in the longer run another for each seed; with MEMENTO_FAULTS=writes all that change or
send something, some 300, and with MEMENTO_FAULTS=all every call, some 1,400.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reinforce import note_use
from memento_cli.errors import MementoError
from memento_cli.hub.connection import connected
from memento_cli.hub.sync import sync
from memento_cli.store.directory.store import Store
from tests.faults.calls import Call, calls_in, greeting_of, refusal, strace
from tests.faults.helpers import in_turn
from tests.hub.meeting import TENANT, files_of, lines_of, meet, pair
from tests.hub.tenants import Database
from tests.store.helpers import NOW, recorded

SUMMARY, DETAIL = "memory.content.summary", "memory.content.detail"
TRACED = "%file,%desc,%network"
HOUR = timedelta(hours=1)
FAILED, BUG = 5, 99
FAULTS = os.environ.get("MEMENTO_FAULTS", "")
FEW, MORE = 4, 12
"""So many calls of a sync are tried: in the usual run, and in the longer one."""
WRITES = ("pwrite64", "fdatasync", "sendto")
"""What a database and a connection write by, beside what changes files."""


class Ran(NamedTuple):
    """How a sync ended (below 0: killed), what it said, and its calls."""

    code: int
    said: str
    calls: list[Call]


def traced_sync(store: Store, hub: Database, folder: Path, *rules: str) -> Ran:
    """A sync in a process of its own, under strace."""
    log, said = folder / "calls", folder / "said"
    child = os.fork()
    if child == 0:
        _sync(store, hub, str(said))
    os.waitpid(child, os.WUNTRACED)
    with strace(child, log, TRACED, rules) as tracer:
        assert "attached" in (greeting := greeting_of(tracer)), greeting
        os.kill(child, signal.SIGCONT)
        tracer.wait()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return Ran(code, said.read_text(), list(calls_in(log.read_text(errors="replace"))))


def _sync(store: Store, hub: Database, said: str) -> None:
    """In the child: never returns."""
    code = BUG
    with open(said, "w") as file:
        os.kill(os.getpid(), signal.SIGSTOP)
        try:
            with connected(hub.url()) as connection:
                sync(Store(store.root), hub.name, TENANT, connection, NOW + 1000 * HOUR)
            code = 0
        except MementoError as problem:
            print(problem.message, file=file)
            code = FAILED
        except OSError as problem:
            traceback.print_exc(file=file)
            code = FAILED if problem.filename else BUG  # with a name the command line tells of it
        except BaseException:
            traceback.print_exc(file=file)
        file.flush()
        os._exit(code)


class Lives:
    """Two clones that go on for as many trials as one likes; each must leave both alike."""

    def __init__(self, hub: Database, folder: Path) -> None:
        self.hub, self.folder = hub, folder
        self.one, self.two = pair(hub, folder)
        self.nth = 0
        self.said: set[str] = set()
        self.shared = recorded(self.one, "shared").id
        self.settle()

    def act(self) -> None:
        """Things to pull, to merge and to push; the other clone's are on the hub already."""
        self.nth += 1
        now, one, two = NOW + self.nth * HOUR, Store(self.one.root), Store(self.two.root)
        gone = recorded(two, f"gone {self.nth}").id
        mine, theirs = recorded(one, f"mine {self.nth}").id, recorded(two, f"theirs {self.nth}").id
        self.said |= {f"mine {self.nth}", f"theirs {self.nth}", f"gone {self.nth}"}
        edit(two, self.shared, {SUMMARY: f"summary {self.nth}"}, now)
        note_use(two, [theirs], now)
        forget(two, [gone], now)
        meet(two, self.hub)
        edit(one, self.shared, {DETAIL: f"detail {self.nth}"}, now)
        note_use(one, [mine, self.shared], now)

    def sync(self, *rules: str) -> Ran:
        """A sync of the first clone."""
        return traced_sync(self.one, self.hub, self.folder, *rules)

    def settle(self) -> None:
        """Both meet, until nothing is new."""
        for store in (self.one, self.two, self.one, self.two):
            meet(store, self.hub, NOW + 1000 * HOUR)

    def problems(self) -> Iterator[str]:
        """What is wrong once both have met."""
        for path in Path(self.one.root).rglob(".tmp-*"):
            path.unlink()  # a write that was killed leaves it; doctor names it
        self.settle()
        if files_of(self.one) != files_of(self.two) or lines_of(self.one) != lines_of(self.two):
            yield "the clones differ"
        for store in (Store(self.one.root), Store(self.two.root)):
            yield from map(str, doctor(store, NOW + 1000 * HOUR).findings)
            rows = [
                row
                for path in Path(store.root).rglob("*.jsonl")
                for row in path.read_bytes().splitlines()
            ]
            if len(rows) != len(set(rows)):
                yield "a line is there twice"
            homes = (store.memories, store.archive)
            said = [home.read(id).value.content.summary for home in homes for id in home.ids()]
            if sorted(said) != sorted({*self.said, self._shared()}):
                yield f"lost or doubled: {sorted(said)}"
        shared = store.memories.read(self.shared).value.content
        if self.nth and (shared.summary, shared.detail) != (
            f"summary {self.nth}",
            f"detail {self.nth}",
        ):
            yield f"an edit is lost: {shared}"

    def _shared(self) -> str:
        return f"summary {self.nth}" if self.nth else "shared"


@pytest.fixture
def lives(new_hub: Database, tmp_path: Path) -> Lives:
    """Two clones at one hub. Skipped where no call can be made to fail."""
    if problem := refusal():
        pytest.skip(problem)
    return Lives(new_hub, tmp_path)


def calls_of(lives: Lives) -> list[Call]:
    """The calls of a sync that nothing disturbs."""
    lives.act()
    ran = lives.sync()
    assert ran.code == 0, ran.said
    assert not list(lives.problems())
    return ran.calls


def chosen(calls: list[Call], many: int) -> list[Call]:
    """Which of the calls are tried."""
    if FAULTS == "writes":
        return [call for call in calls if call.changes or call.name in WRITES]
    return calls if FAULTS else in_turn(calls, max(1, len(calls) // many))


@pytest.mark.parametrize("many", [FEW, pytest.param(MORE, marks=pytest.mark.longer)])
def test_a_sync_that_is_killed_is_made_good_by_the_next(lives: Lives, many: int) -> None:
    """At whatever call: both clones have the same then, nothing is lost and nothing is there
    twice."""
    calls = calls_of(lives)
    for call in chosen(calls, many):
        lives.act()
        ran = lives.sync(f"{call.name}:signal=SIGKILL:when={call.nth}")
        assert ran.code in (-signal.SIGKILL, 0), f"{call}: {ran.said}"
        assert not list(lives.problems()), call


@pytest.mark.longer
@pytest.mark.parametrize("fault", ["ENOSPC", "EIO"])
def test_a_call_that_fails_is_told_of_and_loses_nothing(lives: Lives, fault: str) -> None:
    """A sync whose disk fails says so in a sentence; the next one makes all good."""
    calls = [call for call in calls_of(lives) if any(lives.one.root in p for p in call.paths)]
    for call in chosen(calls, MORE):
        lives.act()
        ran = lives.sync(f"{call.name}:error={fault}:when={call.nth}")
        assert ran.code in (0, FAILED), f"{call}: {ran.said}"
        assert not list(lives.problems()), (call, ran.said)
