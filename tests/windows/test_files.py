"""Files, locks and the index on a stand-in for Windows, and on a disk that ignores case."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memento_cli.store.files import files
from memento_cli.store.files.files import create
from tests.conftest import ROOT, Ran
from tests.windows.test_everyday import run_there, words

LIKES = "alex-likes-2026-11"
HOLDER = """
import sys
from tests.windows.stand_in import install
install()
from memento_cli.errors import Busy
from memento_cli.store.files.lock import Lock
try:
    with Lock(sys.argv[1], 0.1).held():
        print("held", flush=True)
        sys.stdin.read()
except Busy as problem:
    print(problem.message, problem.hint, flush=True)
"""
PATIENT = """
import os, sys, threading
from tests.windows.stand_in import install
install()
from memento_cli.store.files.files import create, replace
path = sys.argv[1]
create(path, b"old")
handle = os.open(path, os.O_RDONLY | os.O_BINARY)  # a virus scanner, for a moment
threading.Timer(0.2, os.close, [handle]).start()
replace(path, b"new")
print(open(path, encoding="utf-8").read())
"""


def python(text: str, *args: str) -> subprocess.Popen[str]:
    """A program under way, with pipes to it."""
    return subprocess.Popen(
        [sys.executable, "-c", text, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, cwd=ROOT,
    )  # fmt: skip


def lines_there(lines: list[str], folder: Path) -> list[Ran]:
    """The answers of command lines, all of which are done."""
    done = run_there([words(line) for line in lines], folder, str(folder / "home"))
    assert [ran.code for ran in done] == [0] * len(lines), done
    return done


def test_the_index_is_believed_and_sees_an_edit_in_place(tmp_path: Path) -> None:
    """It is not made anew by each command; and though a file has neither owner nor a ctime that
    changes, words of the same length that an editor writes into it are found."""
    lines_there(["init --person alex", "record 'I like pears' -t likes", "recall pears"], tmp_path)
    (index,) = (tmp_path / "home/memento").glob("*/index.db")
    made = index.stat().st_ino
    (memory,) = (tmp_path / "store/memories").glob("*.toml")
    lines_there(["recall pears"], tmp_path)
    memory.write_text(memory.read_text().replace("pears", "plums"))
    *_, found = lines_there(["recall pears", "recall plums --format ids"], tmp_path)
    assert found.stdout == f"{LIKES}\n" and not found.stderr
    assert index.stat().st_ino == made


def test_a_lock_of_bytes_excludes_and_names_its_holder(tmp_path: Path) -> None:
    """Who waits in vain can still read who has it; once it is let go, it is free."""
    path = str(tmp_path / "p/lock")
    holder = python(HOLDER, path)
    assert holder.stdout and holder.stdout.readline() == "held\n"
    told = python(HOLDER, path).communicate()[0]
    assert told.startswith(f"the store is locked by process {holder.pid} ")
    assert f'`tasklist /FI "PID eq {holder.pid}"`' in told
    holder.communicate()
    assert python(HOLDER, path).communicate()[0] == "held\n"


def test_a_file_that_another_has_open_is_replaced_once_it_is_closed(tmp_path: Path) -> None:
    """Nobody else may rename over it there until then."""
    assert python(PATIENT, str(tmp_path / "file")).communicate()[0] == "new\n"


def test_a_link_is_not_followed_where_to_open_one_is_no_error(tmp_path: Path) -> None:
    """It leads out of the store, so it is no memory."""
    lines_there(["init --person alex"], tmp_path)
    (tmp_path / "secret.toml").write_text('[memory.content]\nsummary = "Secret"\n')
    (tmp_path / "store/memories/x.toml").symlink_to(tmp_path / "secret.toml")
    (ran,) = run_there([(["list", "--all"], "")], tmp_path, str(tmp_path / "home"))
    assert "Secret" not in ran.stdout and "symbolic link" in ran.stderr


@pytest.mark.parametrize("code", files.NO_HARD_LINKS)
def test_a_file_is_created_without_hard_links(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whatever error a system says that a disk has none, the file is there, once."""

    def refused(*paths: str, **options: bool) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", refused)
    create(str(tmp_path / "a"), b"one")
    with pytest.raises(FileExistsError):
        create(str(tmp_path / "a"), b"two")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"one"]


def quiet(*command: str) -> subprocess.CompletedProcess[str]:
    """What a program of the system answers."""
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with exFAT, which ignores case and has neither hard links nor owners."""
    if os.geteuid() or not shutil.which("mkfs.exfat") or not shutil.which("mount.exfat-fuse"):
        pytest.skip("no exFAT for root: apt-get install exfat-fuse exfatprogs")
    image, place = tmp_path / "image", tmp_path / "disk"
    place.mkdir()
    with image.open("wb") as file:
        file.truncate(16 << 20)
    subprocess.run(["mkfs.exfat", image], check=True, capture_output=True)
    device = quiet("losetup", "-f", "--show", str(image)).stdout.strip()
    if not device or quiet("mount.exfat-fuse", device, str(place)).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        quiet("umount", str(place))
        quiet("losetup", "-d", device)


def test_a_disk_that_ignores_case_has_one_name_for_a_memory(
    disk: Path, run: Callable[..., Ran]
) -> None:
    """An id typed in capitals is none, though the disk has a file for it: else an act that is only
    journaled would be one of another memory. All else does as it does elsewhere."""
    env = {"MEMENTO_STORE": str(disk / "store"), "MEMENTO_NOW": "2026-11-21T12:00:00Z"}

    def memento(*args: str) -> Ran:
        return run(*args, env=env)

    assert memento("init", "--person", "alex").code == 0
    assert memento("config", "set", "strength.write", "settle").code == 0
    assert memento("record", "I like pears", "-t", "likes").stdout == f"{LIKES}\n"
    capitals = memento("reinforce", LIKES.upper(), "--now", "+2d")
    assert capitals.code == 3 and LIKES in capitals.stderr
    assert memento("show", LIKES.upper()).code == 3
    assert memento("recall", "pears", "--format", "ids").stdout == f"{LIKES}\n"
    assert memento("forget", LIKES, "--yes").code == memento("undo", "--yes").code == 0
    assert memento("doctor").code == 0
