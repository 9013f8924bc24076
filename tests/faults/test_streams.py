"""Events from a pipe that pauses, is broken off, or brings more than the disk has room for."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memento_cli.store.store import Store
from tests.conftest import ROOT, Ran

PATIENCE_SECONDS = 60.0
ROW = b'{"user": "a", "assistant": "b", "client": "phone"}\n'


def kept(store: Store) -> int:
    return len(list(store.events.events()))


def until(enough: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not enough():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def observing(store: Store, path: str = "-", room: int = 0) -> Iterator[subprocess.Popen[bytes]]:
    """An observe that reads a pipe, and may write so many bytes into a file."""

    def limited() -> None:
        if room:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    with subprocess.Popen(
        [sys.executable, "-m", "memento_cli", "observe", "--jsonl", path, "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "MEMENTO_STORE": store.root, "PYTHONPATH": str(ROOT)},
        preexec_fn=limited,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def brought(process: subprocess.Popen[bytes], raw: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(raw)
    process.stdin.flush()


def ended(process: subprocess.Popen[bytes]) -> Ran:
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    return Ran(process.returncode, out.decode(), err.decode())


def test_what_a_slow_pipe_has_brought_is_on_disk(store: Store) -> None:
    """Though it stays open, and though half a line has come, too."""
    with observing(store) as process:
        brought(process, ROW * 5 + ROW[:20])
        until(lambda: kept(store) == 5)
        brought(process, ROW[20:])
        until(lambda: kept(store) == 6)
        done = ended(process)
    assert done.code == 0 and len(json.loads(done.stdout)["added"]) == 6


def test_a_pipe_with_a_name_is_one_too(store: Store, tmp_path: Path) -> None:
    """As a shell makes one of `<(tail -f …)`."""
    name = str(tmp_path / "pipe")
    os.mkfifo(name)
    with observing(store, name) as process, open(name, "wb", buffering=0) as pipe:
        pipe.write(ROW)
        until(lambda: kept(store) == 1)
        pipe.close()
        assert ended(process).code == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_who_breaks_off_is_told_what_was_kept(store: Store, number: int, code: int) -> None:
    """And where to go on."""
    with observing(store) as process:
        brought(process, ROW * 3 + b"{\n" + ROW)
        until(lambda: kept(store) == 4)
        process.send_signal(number)
        done = ended(process)
    assert done.code == code and "Traceback" not in done.stderr
    told = json.loads(done.stdout)
    assert len(told["added"]) == 4 and [bad["where"] for bad in told["skipped"]] == ["-:4"]
    assert "go on after -:5" in done.stderr


def test_a_disk_that_gets_full_on_the_way_keeps_whole_batches(store: Store) -> None:
    """It is told how many, and where to go on; what is sent again from there is all there once."""
    raw = b"".join(ROW.replace(b'"a"', b'"%d"' % place) for place in range(3_000))
    with observing(store, room=400_000) as process:
        brought(process, raw)
        done = ended(process)
    assert done.code == 1 and "File too large" in done.stderr
    added = len(json.loads(done.stdout)["added"])
    assert 0 < added < 3_000 and added == kept(store)
    assert f"go on after -:{added}\n" in done.stderr
    with observing(store) as process:
        brought(process, b"".join(raw.splitlines(keepends=True)[added:]))
        assert ended(process).code == 0
    assert kept(store) == 3_000
