"""Events from a pipe that pauses, is broken off, or brings more than the disk has room for."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from memento_cli.store.directory.store import Store
from tests.conftest import ROOT, Ran

PATIENCE_SECONDS = 60.0
KEY = "AKIA" + "Q3EXAMPLEZ7YXW5V"
KEPT = re.compile(r"is kept in (\S+)")
ROW = b'{"user": "a", "assistant": "b", "client": "phone"}\n'


@pytest.fixture(autouse=True)
def place(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where texts are kept, of the store that every command finds."""
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def saved(done: Ran) -> bytes:
    """What is in the file that was named, which only its owner may read."""
    found = KEPT.search(done.stderr)
    assert found, done
    assert Path(found[1]).stat().st_mode & 0o77 == 0
    return Path(found[1]).read_bytes()


def kept(store: Store) -> int:
    return len(list(store.events.events()))


def until(enough: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not enough():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def observing(
    store: Store, path: str = "-", room: int = 0, more: Sequence[str] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """An observe that reads a pipe, and may write so many bytes into a file."""

    def limited() -> None:
        if room:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    with subprocess.Popen(
        [sys.executable, "-m", "memento_cli", "event", "add", "--jsonl", path, "--json", *more],
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


def rows(many: int) -> bytes:
    return b"".join(ROW.replace(b'"a"', b'"%d"' % place) for place in range(many))


def test_what_a_full_disk_did_not_take_is_kept(store: Store) -> None:
    """Neither what was read when it got full, nor what the pipe still had, is lost."""
    with observing(store, room=400_000) as process:
        brought(process, rows(3_000))
        done = ended(process)
    rest = saved(done)
    assert done.code == 1 and kept(store) + len(rest.splitlines()) == 3_000
    with observing(store) as process:
        brought(process, rest)
        assert ended(process).code == 0
    assert kept(store) == 3_000


@pytest.mark.parametrize("line", ["event add --jsonl -", "import -", "import - --from openai"])
@pytest.mark.parametrize("wrong", ["", "--nosuch", "--now nosuch"])
def test_a_store_that_takes_nothing_loses_nothing(
    store: Store, run: Callable[..., Ran], line: str, wrong: str
) -> None:
    """A newer store, or a wrong option: what the pipe had is kept."""
    if not wrong:
        path = Path(store.root, "memento.toml")
        path.write_text(re.sub(r"schema_version = \d+", "schema_version = 99", path.read_text()))
    done = run(*line.split(), *wrong.split(), input=rows(2_000).decode())
    assert done.code not in (0, 7) and saved(done) == rows(2_000)


def test_a_stream_is_not_waited_for(store: Store) -> None:
    """One that stays open and says nothing more: what is wrong is told soon."""
    with observing(store, "-", more=["--nosuch"]) as process:
        brought(process, ROW)
        assert process.wait(PATIENCE_SECONDS) == 2
        assert saved(ended(process)) == ROW


GOOD, BAD = '{"text": "Tea at noon", "summary": "Tea"}', '{"text": 7, "summary": 8}'
SECRET = f'{{"text": "The key is {KEY}", "summary": "A key"}}'
HIDDEN = SECRET.replace("A", "\\u0041")


@pytest.mark.parametrize("line", ["event add --jsonl -", "import -"])
@pytest.mark.parametrize("strict", [0, 1])
def test_rows_that_are_left_out_are_kept(
    store: Store, run: Callable[..., Ran], place: Path, line: str, strict: int
) -> None:
    """As they were read, in one file that is named; those with a secret nowhere, however hidden."""
    said = [GOOD, BAD, "{", SECRET, "no JSON", HIDDEN, f"no JSON with {KEY}", GOOD]
    options = ["--strict"] * strict
    done = run(*line.split(), *options, "--quiet", input="\n".join(said))
    assert done.code == 7 * strict
    assert saved(done).decode() == "\n".join([BAD, "{", "no JSON", ""])
    assert "(but 3 with a secret)" in done.stderr and len([*place.iterdir()]) == 1
    done = run(*line.split(), "--allow-secret", input="\n".join(said))
    assert KEY in saved(done).decode().splitlines()[-1] and "but" not in done.stderr


@pytest.mark.parametrize("line", ["event add --jsonl -", "import -"])
def test_rows_are_kept_only_where_they_would_be_lost(
    store: Store, run: Callable[..., Ran], place: Path, tmp_path: Path, line: str
) -> None:
    """Not of a trial, not of a file of the user's, and not where all is well."""
    assert run(*line.split(), "--dry-run", input=f"{BAD}\n{GOOD}").code == 0
    (tmp_path / "rows.jsonl").write_text(f"{BAD}\n{GOOD}\n")
    with (tmp_path / "rows.jsonl").open("rb") as file:
        command = [sys.executable, "-m", "memento_cli", *line.split()]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        assert subprocess.run(command, stdin=file, env=env, check=False).returncode == 0
    assert run(*line.split(), input=GOOD).code == 0
    assert [*place.iterdir()] == []


def test_a_conversation_that_is_left_out_is_kept_whole(
    store: Store, run: Callable[..., Ran]
) -> None:
    """Of an export of JSON a row is one part of it; what broke off is kept as it came."""
    parts = ['{"id": "c1", "mapping": 7}', '{"no": "conversation",\n "of": "theirs"}']
    done = run("import", "-", "--from", "openai", input=f"[{', '.join(parts)}]")
    assert saved(done).decode() == "\n".join([*parts, ""]), done
    done = run("import", "-", "--from", "openai", input=f"[{parts[1]}, {{")
    assert saved(done).decode() == f"[{parts[1]}, {{\n", done


def test_what_was_erased_is_not_kept_again(store: Store, run: Callable[..., Ran]) -> None:
    """A row that is refused because its memory was erased is in no file."""
    assert run("import", "-", input=GOOD).code == 0
    id = run("list", "--all", "--format", "ids").stdout.strip()
    assert run("forget", id, "--erase", "--yes").code == 0
    done = run("import", "-", input=f"{GOOD}\n{BAD}")
    assert "was erased" in done.stderr and saved(done).decode() == f"{BAD}\n"
