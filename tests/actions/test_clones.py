"""Two clones of one store, merged by git: both come to the same strengths and lose nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import Draft, Store, init, memory_at, note_use, record, reinforce, settle, undo
from memento_cli.core.memory.memory import strength_at

T = datetime(2025, 2, 1, tzinfo=UTC)
DAY = timedelta(days=1)
NOW = T + 120 * DAY

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: str | Path, *args: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *identity, "-C", str(folder), *args], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def commit(store: Store) -> None:
    git(store.root, "add", "-A")
    git(store.root, "commit", "-qm", "x", "--allow-empty")


@pytest.fixture
def clones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Store, Store]:
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    one = init(str(tmp_path / "one"), person="alex").store
    git(one.root, "init", "-q", "-b", "main")
    record(one, Draft("Shared", "ctx://person/alex"), T)
    commit(one)
    git(tmp_path, "clone", "-q", one.root, "two")
    return one, Store(str(tmp_path / "two"))


def strengths(store: Store) -> dict[str, float]:
    return {id: strength_at(memory_at(store, id, NOW), NOW) for id in store.memories.ids()}


def merge(one: Store, two: Store, side: str) -> None:
    commit(one)
    commit(two)
    for store, other in ((one, two), (two, one)):
        git(store.root, "pull", "-q", "--no-rebase", "-X", side, other.root, "main")


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_merged_clones_agree(clones: tuple[Store, Store], side: str) -> None:
    """Acts of both clones count on both, whichever file wins, and no log line conflicts."""
    one, two = clones
    id = one.memories.ids()[0]
    reinforce(one, id, T + 40 * DAY)
    note_use(two, [id], T + 20 * DAY)
    reinforce(two, id, T + 90 * DAY)
    undo(one, None, T + 91 * DAY)
    record(two, Draft("Two's own", "ctx://person/alex"), T + 5 * DAY)
    merge(one, two, side)
    assert strengths(one) == strengths(two) and len(strengths(one)) == 2
    for store in clones:
        before = strengths(store)
        settle(store, T + 200 * DAY)
        assert strengths(store) == before
    merge(one, two, side)
    assert strengths(one) == strengths(two)


def test_a_file_without_its_line_is_adopted_alike(clones: tuple[Store, Store]) -> None:
    """A memory whose record was killed before its journal line counts the same on every clone."""
    one, two = clones
    memory = record(one, Draft("Half done", "ctx://person/alex"), T).memory
    for path in one.journal.files():
        kept = [line for line in Path(path).read_text().splitlines(True) if memory.id not in line]
        Path(path).write_text("".join(kept))
    merge(one, two, "ours")
    assert strengths(one) == strengths(two)
    note_use(one, [memory.id], T + 50 * DAY)
    reinforce(two, memory.id, T + 80 * DAY)
    merge(one, two, "theirs")
    assert strengths(one) == strengths(two)
    adopted = [line for line in one.journal.lines(memory.id).lines if line.via == "adoption"]
    assert len({line.id for line in adopted}) == 1


def test_a_copied_folder_writes_a_log_of_its_own(
    clones: tuple[Store, Store], tmp_path: Path
) -> None:
    """`cp -r` of a store, private folder included, is a clone of its own."""
    one, _ = clones
    shutil.copytree(one.root, tmp_path / "copy")
    copy = Store(str(tmp_path / "copy"))
    assert copy.writer() != one.writer()
    id = one.memories.ids()[0]
    note_use(one, [id], T + 30 * DAY)
    note_use(copy, [id], T + 60 * DAY)
    names = {os.path.basename(path) for path in [*one.journal.files(), *copy.journal.files()]}
    assert len(names) == 2


def test_git_stays_clean_after_reading(clones: tuple[Store, Store]) -> None:
    """Reading writes nothing that git sees."""
    one, _ = clones
    strengths(one)
    assert git(one.root, "status", "--porcelain") == ""
