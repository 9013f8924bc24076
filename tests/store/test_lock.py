"""The lock: one writer at a time, threads included; whoever waits too long hears who has it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memento_cli.errors import Busy, Failed
from memento_cli.store.files.lock import Lock

HOLDER = """
import sys
from memento_cli.store.files.lock import Lock
with Lock(sys.argv[1], 5).held():
    print("held", flush=True)
    sys.stdin.read()
"""
ROOT = str(Path(__file__).resolve().parents[2])


@contextmanager
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdout and process.stdin
    assert process.stdout.readline() == "held\n"
    try:
        yield process
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


def test_a_timeout_names_the_holder(tmp_path: Path) -> None:
    """Who waits its 0.2 s in vain hears which process has the lock, with how to look at it."""
    path = tmp_path / "p" / "lock"
    with holder(path) as process:
        start = time.monotonic()
        with pytest.raises(Busy, match=rf"process {process.pid} .*0\.2 s") as caught, \
                Lock(str(path), 0.2).held():  # fmt: skip
            pass
        assert 0.2 <= time.monotonic() - start < 2
        assert caught.value.code == 5
        assert f"ps -p {process.pid}" in caught.value.hint
    with Lock(str(path), 0).held():
        assert path.read_text().startswith(f"{os.getpid()} ")


def test_who_waits_may_give_up(tmp_path: Path) -> None:
    """What `waiting` raises ends the wait, and leaves the lock to its holder and to others."""
    path = tmp_path / "lock"
    lock = Lock(str(path), 60)
    lock.waiting = lambda: sys.exit("nobody wants it any more")
    with holder(path), pytest.raises(SystemExit), lock.held():
        pass
    with lock.held():
        assert lock.is_held


def test_the_holder_that_dies_leaves_it_free(tmp_path: Path) -> None:
    """The lock of a process that was killed can be taken, though its file is still there."""
    path = tmp_path / "lock"
    with holder(path) as process:
        process.kill()
        process.wait()
        with Lock(str(path), 2).held():
            pass


def test_the_same_thread_may_take_it_again(tmp_path: Path) -> None:
    """A thread takes its lock twice; for others it is taken until the outer one is left."""
    lock = Lock(str(tmp_path / "lock"), 0.2)
    with lock.held(), lock.held():
        other = Lock(lock.path, 0)
        with pytest.raises(Busy), other.held():
            pass
    with other.held():
        pass


def test_threads_exclude_each_other(tmp_path: Path) -> None:
    """Of eight threads that share a lock never two are inside at once."""
    lock, inside, most = Lock(str(tmp_path / "lock"), 5), [0], [0]

    def work() -> None:
        for _ in range(20):
            with lock.held():
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                time.sleep(0)
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] and inside == [0]


def test_a_thread_that_waits_too_long_is_told(tmp_path: Path) -> None:
    """A thread that waits for another of its process is Busy after the timeout, not stuck."""
    lock, problems = Lock(str(tmp_path / "lock"), 0.1), list[Exception]()

    def work() -> None:
        try:
            with lock.held():
                pass
        except Busy as problem:
            problems.append(problem)

    with lock.held():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert len(problems) == 1


def test_no_program_inherits_it(tmp_path: Path) -> None:
    """A program that is started under the lock gets no handle of it, even if it gets all others."""
    lock = Lock(str(tmp_path / "lock"), 0.2)
    look = "import os; print([os.readlink(f'/proc/self/fd/{n}') for n in os.listdir('/proc/self/fd') if os.path.islink(f'/proc/self/fd/{n}')])"  # noqa: E501
    with lock.held():
        said = subprocess.run([sys.executable, "-c", look], close_fds=False, capture_output=True)
    assert str(tmp_path).encode() not in said.stdout and said.returncode == 0


def test_a_link_in_its_place_is_refused(tmp_path: Path) -> None:
    """A lock file that is a link is an error, and the file that it leads to keeps its bytes."""
    (tmp_path / "other").write_text("mine")
    os.symlink(tmp_path / "other", tmp_path / "lock")
    with pytest.raises(Failed), Lock(str(tmp_path / "lock"), 0.2).held():
        pass
    assert (tmp_path / "other").read_text() == "mine"


def test_a_store_that_was_deleted_does_not_come_back(tmp_path: Path) -> None:
    """Taking the lock of a store whose folder is gone fails and makes no folder."""
    with pytest.raises(Failed), Lock(str(tmp_path / "gone" / ".memento" / "lock"), 0.2).held():
        pass
    assert not (tmp_path / "gone").exists()


def test_an_error_inside_frees_it(tmp_path: Path) -> None:
    """An exception under the lock goes on to the caller, and the lock is free."""
    lock = Lock(str(tmp_path / "lock"), 0.2)
    with pytest.raises(ZeroDivisionError), lock.held():
        raise ZeroDivisionError
    with Lock(lock.path, 0).held():
        pass
