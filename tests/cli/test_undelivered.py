"""What is done although its answer cannot be written: the error says so, that nobody repeats it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store
from tests.conftest import ROOT, Ran

FULL = ">/dev/full"
ACTS = {
    "record": "record 'Tea with milk'",
    "record, Typer's way": "record 'Tea with milk' --json",
    "event add": "event add 'We had tea'",
    "fact set": "fact set city Rome",
    "state add task": "state add task 'Make tea'",
    "kv set": "kv set port 80",
    "block set": "block set persona 'I like tea'",
    "reinforce": "reinforce {id}",
    "pin": "pin {id}",
    "edit": "edit {id} --summary 'Green tea'",
    "forget": "forget {id} --yes",
    "undo": "undo --yes",
    "session": "session start Tea",
}
READS = ["list", "recall milk", "show {id}", "show {id} --json", "log", "record x --dry-run"]
Shell = Callable[..., Ran]


@pytest.fixture
def shell(store: Store) -> Shell:
    """Runs a line of a shell with stdout as it says."""

    def shell(line: str, sink: str, input: str = "") -> Ran:
        if "full" in sink and not os.path.exists("/dev/full"):
            pytest.skip("this system has no /dev/full")
        program = f"{shlex.quote(sys.executable)} -m memento_cli"
        done = subprocess.run(
            ["sh", "-c", f"exec {program} {line} {sink}"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            input=input,
            capture_output=True,
            text=True,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return shell


def lines(store: Store) -> int:
    """How many lines of the journal and of events there are."""
    logs = (os.path.join(at, name) for at, _, names in os.walk(store.root) for name in names)
    return sum(len(open(log, "rb").readlines()) for log in logs if log.endswith(".jsonl"))


@pytest.mark.parametrize("sink", [FULL, ">&-"])
@pytest.mark.parametrize("name", ACTS)
def test_an_act_whose_answer_is_lost_is_told_as_done(
    store: Store, call: Callable[..., Ran], shell: Shell, name: str, sink: str
) -> None:
    """It is code 1, as the answer is missing, and the error says that the act is done."""
    id = call("record", "Coffee", "--now", "2026-01-01").stdout.strip()
    before = lines(store)
    ran = shell(ACTS[name].format(id=id), sink)
    assert lines(store) > before
    assert ran.code == 1 and "cannot write the output" in ran.stderr, ran
    assert "what was asked is done" in ran.stderr and "kept in" not in ran.stderr, ran


@pytest.mark.parametrize("sink", [FULL, ">&-"])
@pytest.mark.parametrize("line", ["record Tea", "record Tea --importance 0.9", "record - --json"])
def test_the_lost_answer_is_told(store: Store, shell: Shell, line: str, sink: str) -> None:
    """The error names what was made, by either way to read a command line."""
    ran = shell(line, sink, input="Tea\n")
    (id,) = store.memories.ids()
    assert ran.stderr.rstrip().endswith(f"only its answer could not be written: {id}"), ran


def test_an_act_of_rows_is_told_as_done_wherever_the_store_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Callable[..., Ran], shell: Shell
) -> None:
    """Also below a folder that is called as that of the logs is."""
    monkeypatch.setenv("MEMENTO_STORE", str(tmp_path / "journal" / "store"))
    call("init")
    for day in ("2026-01-01", "2026-01-02"):
        call("record", "Tea", "--kind", "semantic", "--now", day, "--if-duplicate", "keep")
    ran = shell("tidy propose --all", FULL)
    assert ran.code == 1 and "what was asked is done" in ran.stderr, ran


@pytest.mark.parametrize("line", READS)
def test_what_only_reads_says_nothing_of_being_done(
    store: Store, call: Callable[..., Ran], shell: Shell, line: str
) -> None:
    """Who reads has nothing but the answer, also where a recall is counted."""
    id = call("record", "Tea with milk").stdout.strip()
    call("config", "set", "recall.counts=used")
    ran = shell(line.format(id=id), FULL)
    assert ran.code == 1 and "is done" not in ran.stderr, ran


def test_what_is_done_is_committed_all_the_same(store: Store, shell: Shell) -> None:
    """A store that commits by itself does so, whether its answer is read or not."""
    for line in ("git -C {0} init -q", "{1} store git", "{1} config set git.autocommit=true"):
        program = f"{shlex.quote(sys.executable)} -m memento_cli"
        subprocess.run(line.format(store.root, program), shell=True, check=True)
    for sink in (FULL, ">&-"):
        shell("record Tea --if-duplicate keep", sink)
        status = ["git", "-C", store.root, "status", "--porcelain"]
        left = subprocess.run(status, capture_output=True, check=True).stdout
        assert b"memories/alex" not in left and b"journal" not in left
