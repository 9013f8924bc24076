"""What was typed in an editor or read from a pipe is never lost: FAULTS U2."""

from __future__ import annotations

import fcntl
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store, init, set_settings
from tests.conftest import Ran
from tests.faults.disks import disk
from tests.store.helpers import recorded

pexpect = pytest.importorskip("pexpect")

Run = Callable[..., Ran]
MEMENTO = [sys.executable, "-m", "memento_cli"]
WORDS = "Met Ana by the river; she leaves for Porto"
KEY = "AKIA" + "Q3EXAMPLEZ7YXW5V"
KEPT = re.compile(r"your text(?:, with the secret in it,)? is kept in (\S+)")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that every command finds."""
    made = init(str(tmp_path / "store"), person="alex").store
    monkeypatch.setenv("MEMENTO_STORE", made.root)
    return made


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where texts are kept, and how they are written."""
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setenv("TMPDIR", str(kept))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")  # what is told of them stays on one line
    return kept


def editor(tmp_path: Path, *more: str, words: str = WORDS) -> str:
    """An editor that notes that it was open, writes the words and does what else is said."""
    path = tmp_path / "editor"
    script = [f"touch {tmp_path / 'opened'}", f"echo '{words}' > \"$1\"", *more]
    path.write_text("\n".join(["#!/bin/sh", *script, ""]))
    path.chmod(0o755)
    return str(path)


def is_kept(said: str, words: str = WORDS) -> bool:
    """Whether the words are in the file that was named, which only its owner may read."""
    found = KEPT.search(" ".join(said.split()))  # a terminal breaks lines between words
    path = Path(found[1]) if found else None
    return path is not None and words in path.read_text() and path.stat().st_mode & 0o77 == 0


BAD = (
    "--importance 7", "--importance much", "--fade foo", "--at blah", "--link x:y",
    "--link cause_of:x",
    "--link supersedes:nosuch", "--fade half-life=0", "--fade half-life=-1", "--fade floor=2",
    "--set strength.initial=nan", "--set about.confidence=7",
    "--kind habit", "--outcome maybe", "--privacy none", "--significance huge", "--set x",
    "--about 2018", "--if-duplicate maybe", "--with ctx://x/y",
    "--fade ttl=48h,half-life=3", "--person ctx://person/",
)  # fmt: skip


@pytest.mark.parametrize("options", BAD)
def test_fault_u2_options_are_checked_before_the_editor_opens(
    store: Store, run: Run, tmp_path: Path, options: str
) -> None:
    """A bad option is told before anybody has written a word; from a pipe the words are kept."""
    ran = run("record", "-e", *options.split(), env={"EDITOR": editor(tmp_path)})
    assert ran.code in (2, 3) and not (tmp_path / "opened").exists()
    ran = run("record", "-", *options.split(), input=WORDS)
    assert ran.code in (2, 3) and is_kept(ran.stderr)
    assert store.memories.ids() == []


def test_fault_u2_a_busy_store_is_told_before_the_editor_opens(
    store: Store, run: Run, tmp_path: Path
) -> None:
    """While another process holds the lock no editor opens: for record, edit and prune alike."""
    id = run("record", WORDS).stdout.strip()
    set_settings(store, {"lock.timeout_seconds": 0.2})
    env = {"EDITOR": editor(tmp_path)}
    with Path(store.root, ".memento", "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for command in (["record", "-e"], ["edit", id]):
            assert run(*command, env=env).code == 5
        ran = run("record", "-", "--topic", "ana", input=WORDS)
        assert ran.code == 5 and is_kept(ran.stderr)
    assert not (tmp_path / "opened").exists()


HARMS = {
    "the lock is taken": (
        "flock -x {store}/.memento/lock sleep 20 >/dev/null 2>&1 &\nsleep 0.5",
        5,
    ),
    "the folder is gone": ("rm -r {store}/memories && touch {store}/memories", 1),
    "the editor fails": ("exit 3", 1),
}


@pytest.mark.parametrize("harm", HARMS)
def test_fault_u2_what_fails_after_the_editor_keeps_the_text(
    store: Store, run: Run, tmp_path: Path, harm: str
) -> None:
    """Whatever becomes of the store while somebody writes, the text is in a file."""
    run("list")
    set_settings(store, {"lock.timeout_seconds": 0.2})
    command, code = HARMS[harm]
    env = {"EDITOR": editor(tmp_path, command.format(store=store.root))}
    ran = run("record", "-e", "--topic", "ana", env=env)
    assert ran.code == code and is_kept(ran.stderr), ran


def test_fault_u2_what_is_no_text_is_kept_too(store: Store, run: Run, tmp_path: Path) -> None:
    """An editor that leaves bytes which are no UTF-8: they are kept as they are."""
    env = {"EDITOR": editor(tmp_path, "printf '\\377' >> \"$1\"")}
    ran = run("record", "-e", env=env)
    found = KEPT.search(ran.stderr)
    assert ran.code == 1 and found and Path(found[1]).read_bytes() == WORDS.encode() + b"\n\xff"
    ran = run("record", "-", input="caf\udce9 " + WORDS)
    found = KEPT.search(ran.stderr)
    assert ran.code == 2 and found and Path(found[1]).read_bytes() == b"caf\xe9 " + WORDS.encode()


@pytest.mark.parametrize("how", ["full", "read-only"])
def test_fault_u2_on_a_disk_that_takes_nothing_the_text_is_kept_elsewhere(
    run: Run, tmp_path: Path, how: str
) -> None:
    """A disk that is full, or read-only, when the editor ends; the text is on another one."""
    with disk("-t", "tmpfs", "-o", "size=256k", "tmpfs") as folder:
        place = folder / "store"
        store = init(str(place), person="alex").store
        run("--store", store.root, "list")
        fill = f"dd if=/dev/zero of={place}/filler bs=4k >/dev/null 2>&1"
        harm = fill if how == "full" else f"mount -o remount,ro {place}"
        env = {"EDITOR": editor(tmp_path, f"{harm} || true")}
        ran = run("--store", store.root, "record", "-e", "--topic", "ana", env=env)
        assert ran.code == 1 and is_kept(ran.stderr), ran
        assert store.memories.ids() == []
        piped = run("--store", store.root, "record", "-", "--topic", "ana", input=WORDS)
        assert piped.code == 1 and is_kept(piped.stderr), piped


def test_fault_u2_a_full_place_for_texts_is_not_the_only_one(run: Run, tmp_path: Path) -> None:
    """Where the usual place takes no file, another does."""
    with disk("-t", "tmpfs", "-o", "size=64k", "tmpfs") as folder:
        full = folder / "store"
        with (full / "filler").open("wb", buffering=0) as file, pytest.raises(OSError):
            while True:
                file.write(b"x" * 4096)
        env = {"TMPDIR": str(full), "HOME": str(tmp_path)}
        ran = run("--store", str(tmp_path / "none"), "record", "-", input=WORDS * 99, env=env)
        found = KEPT.search(ran.stderr)
        assert ran.code == 3 and found and not found[1].startswith(str(full))
        assert Path(found[1]).read_text() == WORDS * 99
        assert os.listdir(full) == ["filler"]
        os.unlink(found[1])


def spawned(*args: str, **env: str) -> pexpect.spawn:
    return pexpect.spawn(
        MEMENTO[0], [*MEMENTO[1:], *args], encoding="utf-8", timeout=30, env=os.environ | env,
        dimensions=(24, 200),
    )  # fmt: skip


def ended(child: pexpect.spawn) -> tuple[int | None, str]:
    child.expect(pexpect.EOF)
    return _ended(child)


def interrupted(child: pexpect.spawn) -> tuple[int | None, str]:
    """Ctrl-C, and again: one that comes just before a program waits is seen with the next."""
    child.sendintr()
    if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5):
        child.sendintr()
        child.expect(pexpect.EOF)
    return _ended(child)


def _ended(child: pexpect.spawn) -> tuple[int | None, str]:
    said = child.before
    child.close()
    return child.exitstatus, re.sub(r"\r\n", "\n", said)


@pytest.mark.parametrize("answer", ["no", "Ctrl-C", "Ctrl-D", "SIGTERM", "SIGHUP"])
def test_fault_u2_a_question_that_is_refused_keeps_the_text(
    store: Store, tmp_path: Path, answer: str
) -> None:
    """A no, Ctrl-C, Ctrl-D or a signal at the question whether to keep a secret: the text stays."""
    words = f"The key of the bucket is {KEY}"
    child = spawned("record", "-e", EDITOR=editor(tmp_path, words=words))
    child.expect_exact("Keep it anyway?")
    {
        "no": lambda: child.sendline("n"),
        "Ctrl-C": int,
        "Ctrl-D": child.sendeof,
        "SIGTERM": lambda: child.kill(signal.SIGTERM),
        "SIGHUP": lambda: child.kill(signal.SIGHUP),
    }[answer]()
    code, said = interrupted(child) if answer == "Ctrl-C" else ended(child)
    assert code == {"Ctrl-C": 130, "SIGTERM": 143, "SIGHUP": 129}.get(answer, 6) and is_kept(
        said, words
    )
    assert store.memories.ids() == []


def test_fault_u2_ctrl_c_at_a_near_duplicate_keeps_the_text(
    store: Store, run: Run, tmp_path: Path
) -> None:
    """The question what to do with a near-duplicate, too, may be left by Ctrl-C."""
    run("record", WORDS)
    child = spawned("record", "-e", EDITOR=editor(tmp_path))
    child.expect_exact("What now?")
    code, said = interrupted(child)
    assert code == 130 and is_kept(said) and len(store.memories.ids()) == 1
    assert "\nWarning" in said, "it begins a line"


def test_fault_u2_ctrl_c_in_the_editor_is_the_editors(store: Store, tmp_path: Path) -> None:
    """Ctrl-C while the editor is open does not end memento, and loses nothing."""
    path = tmp_path / "patient"
    lines = ["import signal, sys, time", "seen = []", "signal.signal(2, lambda *_: seen.append(1))",
             "print('open', flush=True)", "while not seen: time.sleep(0.05)",
             f"open(sys.argv[1], 'w').write({WORDS!r})"]  # fmt: skip
    path.write_text("\n".join([f"#!{sys.executable}", *lines, ""]))
    path.chmod(0o755)
    child = spawned("record", "-e", EDITOR=str(path))
    child.expect_exact("open")
    child.sendintr()
    assert ended(child)[0] == 0
    assert [store.memories.read(id).value.content.summary for id in store.memories.ids()] == [WORDS]


WAITS = "sh -c 'echo open; exec sleep 20'"
"""It tells that it is open when a signal can no longer come before the last of its processes."""


@pytest.mark.parametrize("saved", [True, False])
@pytest.mark.parametrize("dies", [f"exec {WAITS}", WAITS, f"trap 'exit 130' INT; {WAITS}"])
def test_fault_u2_ctrl_c_that_ends_the_editor_is_told(
    store: Store, tmp_path: Path, dies: str, saved: bool
) -> None:
    """It is 130, as everywhere; the error says so, and where the text is if some was saved."""
    path = tmp_path / "interrupted"
    saves = f"echo '{WORDS}' >> \"$1\"" if saved else ":"
    path.write_text(f"#!/bin/sh\n{saves}\n{dies}\n")
    path.chmod(0o755)
    for command in (["record", "-e"], ["edit", recorded(store).id]):
        child = spawned(*command, EDITOR=str(path))
        child.expect_exact("open")
        child.sendintr()
        code, said = ended(child)
        assert code == 130 and "was interrupted" in said and is_kept(said) is saved, said


@pytest.mark.parametrize("name", ["TERM", "KILL"])
def test_fault_u2_a_signal_that_ends_the_editor_is_named(
    store: Store, run: Run, tmp_path: Path, name: str
) -> None:
    """Not by a number that is less than nothing."""
    ran = run("record", "-e", env={"EDITOR": editor(tmp_path, f"kill -{name} $$")})
    assert ran.code == 1 and f"was ended by SIG{name}" in ran.stderr and is_kept(ran.stderr)


def test_fault_u2_what_ends_memento_in_the_editor_keeps_what_was_saved(
    store: Store, tmp_path: Path
) -> None:
    """SIGTERM while the editor is open: what it has saved so far is in a file."""
    with subprocess.Popen(
        [*MEMENTO, "record", "-e"],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"EDITOR": editor(tmp_path, "touch $1.saved", "exec sleep 20")},
    ) as process:
        while not (tmp_path / "opened").exists():
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=30)[1]
    assert process.returncode == 143 and is_kept(said)


PIPED = (
    "record -", "record Tea -d -", "edit nosuch -d -", "block set persona -", "state add fact -",
    "state add task -", "event add -", "event add -u -", "session add nosuch -",
    "session add nosuch --jsonl -",
    "fact set city -", "kv set door -", "state mood --say -", "event extract -",
)  # fmt: skip


@pytest.mark.parametrize("line", PIPED)
def test_fault_u2_what_a_pipe_said_is_kept(store: Store, run: Run, line: str) -> None:
    """Every command that reads a text from a pipe keeps it where the store takes nothing."""
    path = Path(store.root, "memento.toml")
    path.write_text(re.sub(r"schema_version = \d+", "schema_version = 99", path.read_text()))
    ran = run(*line.split(), input=WORDS)
    assert ran.code not in (0, 130) and is_kept(ran.stderr), ran


@pytest.mark.parametrize("line", PIPED)
@pytest.mark.parametrize("wrong", ["--nosuch", "--format nosuch", "--now"])
def test_fault_u2_a_wrong_option_keeps_what_nobody_has_read(
    store: Store, run: Run, line: str, wrong: str
) -> None:
    """What is wrong with the command line is known before the pipe is read; it is read then."""
    ran = run(*line.split(), *wrong.split(), input=WORDS)
    assert ran.code == 2 and is_kept(ran.stderr), ran


def test_fault_u2_a_stream_is_not_waited_for(store: Store) -> None:
    """One that has no end yet: what is wrong is told at once, and of nothing that was not read."""
    command = [*MEMENTO, "event", "add", "--jsonl", "-", "--nosuch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.wait(30) == 2


@pytest.mark.parametrize("line", PIPED)
def test_fault_u2_ctrl_c_keeps_what_was_typed(store: Store, line: str) -> None:
    """Also the line that was not at its end; and the terminal is as it was."""
    script = f"trap : INT; {shlex.join(MEMENTO)} {line}; echo ended with $?; stty -a"
    child = pexpect.spawn("sh", ["-c", script], encoding="utf-8", timeout=30, dimensions=(24, 200))
    child.expect_exact("end with Ctrl-D.")
    child.sendline(WORDS)
    child.send("and then home")
    child.expect_exact("and then home")
    child.sendintr()
    _, said = ended(child)
    assert "ended with 130" in said and is_kept(said, f"{WORDS}\nand then home"), said
    assert " -noflsh" in said and " icanon" in said


def test_fault_u2_what_was_kept_in_the_store_leaves_no_file(
    store: Store, run: Run, tmp_path: Path, places: Path
) -> None:
    """Where all is well nothing else is kept, and neither is what nobody wrote."""
    run("record", "-e", env={"EDITOR": editor(tmp_path)})
    run("block", "set", "persona", "-", input=WORDS)
    assert run("record", "-e", env={"EDITOR": "true"}).code == 6
    assert run("reinforce", "-", input="nosuch").code == 3
    assert list(places.iterdir()) == [] and len(store.memories.ids()) == 1
