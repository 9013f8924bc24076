"""A store that came with a repository is read, and written only when its user trusts it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Draft, init, record
from memento_cli.store.directory.location import store_location
from tests.conftest import Ran
from tests.store.helpers import NOW

Run = Callable[..., Ran]
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *args: str) -> None:
    """Run git in a folder."""
    subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with a store at its root, committed."""
    place = tmp_path / "project"
    store = init(str(place), person="alex").store
    record(store, Draft("Tea at noon", "alex"), NOW)
    git(place, "init", "-q", "-b", "main")
    git(place, "add", "-A")
    git(place, "commit", "-qm", "a store")
    return place


WRITES = [
    ("record", "Coffee at four"),
    ("reinforce", "alex-memory-2025-02"),
    ("reinforce", "alex-memory-2025-02"),
    ("edit", "alex-memory-2025-02", "--set", "content.summary=Water"),
    ("doctor", "--fix"),
]


@pytest.mark.parametrize("line", WRITES, ids=lambda line: line[0])
def test_what_came_with_a_clone_is_only_read(
    line: tuple[str, ...], project: Path, tmp_path: Path, run: Run
) -> None:
    """Recall answers from it; every act is refused with code 6, and git sees no change."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(project), str(clone))
    inside = clone / "memories"
    assert "Tea at noon" in run("recall", "tea", cwd=inside).stdout
    done = run(*line, cwd=inside)
    assert done.code == 6 and "memento store trust" in done.stderr
    assert not (clone / ".memento" / "clone").exists()
    status = subprocess.run(
        ["git", "-C", str(clone), "status", "--porcelain"], capture_output=True, check=True
    )
    assert status.stdout == b""


def test_a_trusted_clone_is_written(project: Path, tmp_path: Path, run: Run) -> None:
    """`memento store trust` is said once a clone; a clone of the clone needs its own."""
    clone, other = tmp_path / "clone", tmp_path / "other"
    git(tmp_path, "clone", "-q", str(project), str(clone))
    assert run("store", "trust", cwd=clone).code == 0
    assert run("record", "Coffee at four", cwd=clone).code == 0
    assert "already" in run("store", "trust", cwd=clone).stdout
    git(tmp_path, "clone", "-q", str(clone), str(other))
    assert run("record", "Coffee at four", cwd=other).code == 6


def test_who_names_a_store_or_made_it_needs_no_trust(
    project: Path, tmp_path: Path, run: Run
) -> None:
    """A store that was named, and one that `init` made before its repository, are the user's."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(project), str(clone))
    assert run("record", "Coffee at four", cwd=project).code == 0
    assert run("--store", str(clone), "record", "Coffee at four").code == 0


def test_ids_that_come_with_a_clone_are_no_trust(project: Path, tmp_path: Path, run: Run) -> None:
    """A clone's id is valid in the folder alone that it was made in, though git brings it."""
    clone = tmp_path / "clone"
    git(project, "add", "-f", ".memento/clone")
    git(project, "commit", "-qm", "a stranger's id")
    git(tmp_path, "clone", "-q", str(project), str(clone))
    assert (clone / ".memento" / "clone").exists()
    assert run("record", "Coffee at four", cwd=clone).code == 6


def test_a_store_is_found_from_any_worktree(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the linked work tree has no store of its own, that of the main one is found."""
    git(project, "rm", "-q", "--cached", "memento.toml")
    git(project, "commit", "-qm", "the store is this clone's own")
    tree = tmp_path / "tree"
    git(project, "worktree", "add", "-q", str(tree))
    (tree / "sub" / "folder").mkdir(parents=True)
    monkeypatch.chdir(tree / "sub" / "folder")
    assert store_location(None, {}) == str(project)


def test_a_folder_that_only_claims_to_be_a_worktree_leads_nowhere(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file `.git` is believed only if the repository names it, too."""
    liar = tmp_path / "liar"
    liar.mkdir()
    (project / ".git" / "worktrees" / "liar").mkdir(parents=True)
    (project / ".git" / "worktrees" / "liar" / "commondir").write_text("../..\n")
    (liar / ".git").write_text(f"gitdir: {project}/.git/worktrees/liar\n")
    monkeypatch.chdir(liar)
    assert store_location(None, {}) != str(project)


@pytest.mark.parametrize("doubt", ["[Remote 'x']", '[ remote "x"]', "[include]\n path = /x"])
def test_in_doubt_a_repository_was_cloned(doubt: str, project: Path, run: Run) -> None:
    """However a configuration of git says so, and where another file may say it."""
    shutil.rmtree(project / ".memento")
    assert run("record", "Coffee at four", cwd=project).code == 0, "nothing tells of a clone"
    shutil.rmtree(project / ".memento")
    with (project / ".git" / "config").open("a") as config:
        config.write(f"{doubt}\n")
    assert run("record", "Coffee at six", cwd=project).code == 6
