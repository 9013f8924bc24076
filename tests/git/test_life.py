"""memento log ID --git: a memory's acts with the commits of its file between them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.store.store import Store
from tests.conftest import Ran
from tests.git.helpers import commit, git
from tests.store.helpers import new_store

Run = Callable[..., Ran]
DAYS = [f"2025-02-{day:02d}T12:00:00Z" for day in range(1, 9)]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store in a subfolder of a repository."""
    git(tmp_path, "init", "-q", "-b", "main")
    store = new_store(tmp_path / "my notes")
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    return store


def committed(store: Store, message: str, day: str) -> None:
    """A commit of that day."""
    git(store.root, "add", "-A")
    git(store.root, "commit", "-qm", message, GIT_AUTHOR_DATE=day, GIT_COMMITTER_DATE=day)


def test_acts_and_commits_stand_in_the_order_of_their_times(run: Run, store: Store) -> None:
    """Also those of when the file was in the archive; of other files there are none."""
    run("record", "The kettle whistles", "--topic", "tea", env={"MEMENTO_NOW": DAYS[0]})
    committed(store, "first", DAYS[1])
    run("record", "Something else", "--topic", "other", env={"MEMENTO_NOW": DAYS[1]})
    committed(store, "other", DAYS[2])
    run("forget", "tea", "--yes", env={"MEMENTO_NOW": DAYS[3]})
    committed(store, "\x1b[31maway", DAYS[4])
    run("restore", "tea", env={"MEMENTO_NOW": DAYS[5]})
    run("edit", "tea", "--detail", "x", env={"MEMENTO_NOW": DAYS[6]})
    committed(store, "back", DAYS[7])
    id = next(id for id in store.memories.ids() if "tea" in id)
    done = run("log", id, "--git", "--json", env={"MEMENTO_NOW": DAYS[7]})
    rows = json.loads(done.stdout)["log"]
    assert [row["act"] for row in rows] == [
        "committed", "edited", "restored", "committed", "forgotten", "committed", "recorded",
    ]  # fmt: skip
    assert [row["at"] for row in rows] == [DAYS[n] for n in (7, 6, 5, 4, 3, 1, 0)]
    assert "gone from memories, added to archive" in rows[3]["note"].replace(
        "added to archive, gone from memories", "gone from memories, added to archive"
    )
    shown = run("log", id, "--git", "--limit", "4")
    assert len(shown.stdout.splitlines()) == 4 and "\x1b" not in shown.stdout


def test_a_log_of_all_or_outside_of_git_is_an_error(run: Run, store: Store, tmp_path: Path) -> None:
    """It is about one memory's file, and about git."""
    commit(store, "made")
    assert run("log", "--git").code == 2
    bare = new_store(Path(str(tmp_path) + "-bare"))
    run("--store", bare.root, "record", "one", "--topic", "tea")
    done = run("--store", bare.root, "log", "tea", "--git")
    assert done.code == 3 and "git" in done.stderr and not done.stdout


def test_git_runs_nothing_that_the_repository_names(run: Run, store: Store) -> None:
    """No pager, no external diff, no signature program."""
    mark = Path(store.root, "ran")
    run("record", "The kettle whistles", "--topic", "tea")
    committed(store, "first", DAYS[1])
    for key in ("core.pager", "diff.external", "core.fsmonitor", "gpg.program"):
        git(store.root, "config", key, f"touch '{mark}'; false")
    git(store.root, "config", "log.showSignature", "true")
    assert run("log", "tea", "--git").code == 0 and not mark.exists()
