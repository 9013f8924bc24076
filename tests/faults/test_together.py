"""FAULTS, concurrency: rows 60 to 66."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.reading import memories_at, memory_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.sessions.sessions import NewItem, add_item, end_session, start_session
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft
from memento_cli.errors import Busy
from memento_cli.store.directory.store import Store
from tests.faults.helpers import ROOT
from tests.store.helpers import ALEX, DAY, NOW, litter, new_store, recorded


def at_once(works: list[Callable[[], None]]) -> None:
    """Do all works at the same time, each in a process of its own."""
    reader, writer = os.pipe()
    children = []
    for work in works:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.close(writer)
                os.read(reader, 1)  # until everyone is there
                work()
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    os.close(reader)
    os.close(writer)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert codes == [0] * len(works)


def test_fault_60_many_processes_reinforce_one_memory(tmp_path: Path) -> None:
    """Every use counts, exactly once (the rest of 24 hours is switched off)."""
    store = new_store(tmp_path / "s", reinforce__rest_hours=0.0, reinforce__max_strength=100.0)
    id = recorded(store).id

    def work() -> None:
        for _ in range(10):
            assert reinforce(Store(store.root), id, NOW + DAY).result.applied

    at_once([work] * 8)
    assert memory_at(store, id, NOW + DAY).strength.reinforcement_count == 80
    assert store.memories.read(id).value.strength.reinforcement_count == 80
    ids = [line.id for line in store.journal.lines().lines]
    assert len(ids) == 81 and ids == sorted(set(ids))
    assert doctor(store, NOW + DAY).findings == () and not litter(store.root)


def test_many_processes_add_to_one_session(tmp_path: Path) -> None:
    """Sixteen add at once; every item is there once, in the buffer or in a memory of it."""
    store = new_store(tmp_path / "s")
    act = Provenance(store.signed(NOW, "test"))
    id = start_session(store, act, token_budget=60).id

    def work(nth: int) -> None:
        for turn in range(6):
            add_item(Store(store.root), id, NewItem(f"item {nth}-{turn}!"), act)

    at_once([partial(work, nth) for nth in range(16)])
    end_session(store, id, act)
    said = "".join(memory.content.detail.rpartition("(word for word)")[2]
                   for memory in memories_at(store, NOW))  # fmt: skip
    told = [said.count(f"item {nth}-{turn}!") for nth in range(16) for turn in range(6)]
    assert told == [1] * 96
    assert doctor(store, NOW).findings == () and not litter(store.root)


def test_fault_61_one_id_recorded_eight_times_at_once(store: Store) -> None:
    """Eight files, eight ids, no word lost."""
    works = [
        lambda nth=nth: record(Store(store.root), Draft(f"s{nth}", ALEX), NOW)  # type: ignore[misc]
        for nth in range(8)
    ]
    at_once(works)
    found = memories_at(store, NOW)
    assert sorted(memory.content.summary for memory in found) == [f"s{n}" for n in range(8)]
    assert doctor(store, NOW).findings == ()


@pytest.mark.parametrize("side", ["one", "other"])
def test_fault_62_two_copies_merged_file_by_file_lose_no_event(
    store: Store, tmp_path: Path, side: str
) -> None:
    """Whichever side wins each file: doctor is content, and every act counts."""
    id = recorded(store).id
    both = recorded(store, "two", "coffee").id
    shutil.copytree(store.root, tmp_path / "other")
    other = Store(str(tmp_path / "other"))
    for copy, day in ((store, 30), (other, 60), (store, 90)):
        reinforce(copy, id, NOW + day * DAY)
    edit(other, both, {"memory.pinned": True}, NOW + DAY)
    third = recorded(other, "three", "milk").id
    assert len({os.path.basename(path) for path in (*_logs(store), *_logs(other))}) == 2
    _merge(Path(other.root), Path(store.root), overwrite=side == "other")
    merged = Store(store.root)
    assert doctor(merged, NOW + 99 * DAY).findings == ()
    assert {memory.id for memory in memories_at(merged, NOW)} == {id, both, third}
    assert memory_at(merged, id, NOW + 99 * DAY).strength.reinforcement_count == 3


def _logs(store: Store) -> list[str]:
    return [path for path in store.journal.files() if os.path.getsize(path)]


def _merge(source: Path, target: Path, *, overwrite: bool) -> None:
    """Copy every file that is missing, and those that differ too if the source wins."""
    for path in source.rglob("*"):
        copy = target / path.relative_to(source)
        if path.is_file() and ".memento" not in path.parts and (overwrite or not copy.exists()):
            shared_log = path.suffix == ".jsonl" and copy.exists()
            if not shared_log:  # git merges a log's lines
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)


HOLDER = """
import os, signal, sys
from memento_cli.store.directory.store import Store
with Store(sys.argv[1]).lock.held():
    print("held", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
"""


def test_fault_64_a_holder_that_is_stopped_is_named(tmp_path: Path) -> None:
    """The others time out with its number, exit 5; when it goes on, so do they."""
    store = new_store(tmp_path / "s", lock__timeout_seconds=0.2)
    id = recorded(store).id
    command = [sys.executable, "-c", HOLDER, store.root]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as holder:
        assert holder.stdout and holder.stdout.readline() == b"held\n"
        with pytest.raises(Busy, match=f"process {holder.pid}") as caught:
            reinforce(store, id, NOW + 9 * DAY)
        assert caught.value.code == 5
        assert memories_at(store, NOW)  # reading waits for nobody
        holder.send_signal(signal.SIGCONT)
        holder.wait()
    assert reinforce(store, id, NOW + 9 * DAY).result.applied


def test_fault_65_what_is_started_under_the_lock_does_not_inherit_it(store: Store) -> None:
    """An editor or a hook that outlives us does not keep the store locked."""
    with store.lock.held():
        child = subprocess.Popen(["sleep", "30"], close_fds=False)
    try:
        with Store(store.root).lock.held():
            pass
    finally:
        child.kill()
        child.wait()


def test_fault_66_threads_exclude_each_other(tmp_path: Path) -> None:
    """Also those that share one open store."""
    store = new_store(tmp_path / "s", reinforce__rest_hours=0.0, reinforce__max_strength=100.0)
    id = recorded(store).id

    def work() -> None:
        for _ in range(5):
            reinforce(store, id, NOW + DAY)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert memory_at(store, id, NOW + DAY).strength.reinforcement_count == 30
    assert doctor(store, NOW + DAY).findings == ()
