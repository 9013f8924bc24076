"""FAULTS, the watcher: rows 70 and 71, and what the system may refuse it."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest

from memento_cli.store.directory.store import Store
from tests.faults.helpers import linux, needs_strace, strace
from tests.store.helpers import new_store, put, recorded, whole
from tests.watch.watcher import watcher

QUEUE = Path("/proc/sys/fs/inotify/max_queued_events")


def test_fault_70_its_own_doing_is_no_change(store: Store) -> None:
    """What the watcher itself does, reading files and writing the index, never comes back."""
    recorded(store)
    before = sorted((path, path.stat().st_mtime_ns) for path in Path(store.root).rglob("*"))
    with watcher(store, "--poll", "--every", "0.02") as polling:
        polling.until_said("Watching")
    with watcher(store, "--debounce", "0") as found:
        after = sorted((path, path.stat().st_mtime_ns) for path in Path(store.root).rglob("*"))
        assert after == before
        for number in range(5):
            put(store, f"m-{number}", whole(f"m-{number}"))
            found.until_told(f"m-{number}")
        ids = [id for event, id in found.take() if event == "added"]
        assert ids == [f"m-{number}" for number in range(5)]


@pytest.mark.parametrize("options", [(), ("--poll",)], ids=["events", "poll"])
@pytest.mark.parametrize("how", ["deleted", "moved", "emptied"])
def test_fault_71_a_store_that_goes_ends_the_watcher(
    store: Store, how: str, options: tuple[str, ...]
) -> None:
    """It says that the store is gone, and its exit code is 1; no memory is told as removed."""
    recorded(store)
    with watcher(store, *options) as found:
        if how == "moved":
            os.rename(store.root, store.root + "-moved")
        elif how == "deleted":
            os.rename(store.root, store.root + "-moved")
            shutil.rmtree(store.root + "-moved")
        else:  # as the mount point of a volume that is gone
            os.rename(store.root, store.root + "-moved")
            os.mkdir(store.root)
        found.until_said("is gone")
        assert found.process.wait(60) == 1 and found.told == []


def test_a_store_deleted_file_by_file_ends_the_watcher(store: Store) -> None:
    """rm -r takes a while, and what it removes before the settings may be told; then it ends."""
    for number in range(50):
        put(store, f"m-{number}", whole(f"m-{number}"))
    with watcher(store) as found:
        shutil.rmtree(store.root)
        found.until_said("is gone")
        assert found.process.wait(60) == 1
        assert {event for event, _ in found.events} <= {"removed", "journal"}


@linux
def test_a_queue_that_overflows_loses_nothing(tmp_path: Path) -> None:
    """More events than the system keeps, while the watcher sleeps: every file is told, once."""
    limit = int(QUEUE.read_text())
    if limit > 50_000:
        pytest.skip("this system's queue is too long to be filled in a test")
    store = new_store(tmp_path / "s")
    with watcher(store) as found:
        found.process.send_signal(signal.SIGSTOP)
        names = [f"m-{number}" for number in range(limit // 3 + 200)]  # each makes three at least
        for name in names:
            put(store, name, whole(name))
        found.process.send_signal(signal.SIGCONT)
        found.until(lambda: len(found.told) >= len(names))
        assert sorted(found.events) == sorted(("added", name) for name in names)


@needs_strace
@pytest.mark.parametrize(
    "rule", ["inotify_add_watch:error=ENOSPC", "inotify_init,inotify_init1:error=EMFILE"]
)
def test_a_system_without_watches_is_polled(store: Store, rule: str) -> None:
    """Where the system has no more watches, it looks by itself, and says so."""
    if "init," in rule and os.uname().machine in ("aarch64", "riscv64"):
        rule = rule.replace("inotify_init,", "")  # they have only the newer call
    with watcher(store, tool=strace("-e", f"inject={rule}")) as found:
        assert any("looking every 2 s" in line for line in found.said)
        put(store, "a", whole())
        found.until_told("a")
