"""log ID --git: a memory's life, the commits of its file among its acts."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli.actions.fading.explain import log_of
from memento_cli.actions.git.history import commits_of, with_commits
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget, restore
from memento_cli.errors import NotFound
from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.git.helpers import commit, git
from tests.store.helpers import DAY, NOW, new_store, put, recorded, whole

TEA = "alex-tea-2025-02"


def committed(store: Store, message: str, at: datetime) -> None:
    git(store.root, "add", "-A")
    when = at.isoformat()
    git(store.root, "commit", "-qm", message, "--no-verify", GIT_AUTHOR_DATE=when)


@pytest.fixture
def lived(repository: Store) -> Store:
    """Edited, forgotten and restored, each of it committed."""
    edit(repository, TEA, {"memory.content.summary": "two"}, NOW + DAY)
    committed(repository, "edited\n\nbody", NOW + 2 * DAY)
    forget(repository, [TEA], NOW + 3 * DAY)
    committed(repository, "gone \N{ESC}[31m\tred", NOW + 4 * DAY)
    restore(repository, [TEA], NOW + 5 * DAY)
    git(repository.root, "add", "-A")
    git(repository.root, "commit", "-q", "--allow-empty-message", "-m", "", "--no-verify")
    return repository


def test_commits_say_where_the_file_was(lived: Store) -> None:
    """To the archive and back: each commit with its time, its author, its subject, its hash."""
    recorded(lived, "other", "rome")
    commit(lived)
    found = sorted(commits_of(lived, TEA))
    told = [(entry.reason, entry.more) for entry in found if entry.at < NOW + 9 * DAY]
    assert told == [
        ("edited", ("changed in memories",)),
        ("gone \N{ESC}[31m\tred", ("added to archive", "gone from memories")),
    ]
    assert found[0].at == datetime(2025, 2, 3, 14, 30, tzinfo=UTC) and found[0].by == "Test"
    assert {entry.more for entry in found if entry.reason in ("", "x")} == {
        ("added to memories",),
        ("gone from archive", "added to memories"),
    }
    heads = git(lived.root, "log", "--format=%H").split()
    assert all(any(head.startswith(entry.batch) for head in heads) for entry in found)


def test_the_log_has_both_in_the_order_of_time(
    call: Callable[..., Ran], lived: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest first, acts and commits among each other, limited together; other logs not."""
    monkeypatch.setenv("MEMENTO_STORE", lived.root)
    rows = json.loads(call("log", TEA, "--git", "--limit", "0", "--json").stdout)["log"]
    moments = [row["at"] for row in rows]
    assert moments == sorted(moments, reverse=True)
    acts = [row["act"] for row in rows if row["at"] < "2025-02-07"]
    assert acts == ["restored", "committed", "forgotten", "committed", "edited", "recorded"]
    assert len(json.loads(call("log", TEA, "--git", "-l", "2", "--json").stdout)["log"]) == 2
    assert "committed" not in call("log", TEA).stdout
    assert "\N{ESC}" not in call("log", TEA, "--git").stdout
    done = call("log", "--git")
    assert done.code == 2 and "one memory" in done.stderr


@pytest.mark.parametrize("id", ["it's a day", "Zürich", "日本"])
def test_names_that_git_quotes_are_told(repository: Store, id: str) -> None:
    """A file whose name git writes with backslashes is in memories, too."""
    put(repository, id, whole(id))
    commit(repository)
    assert [entry.more for entry in commits_of(repository, id)] == [("added to memories",)]


def test_in_a_subfolder_and_in_no_repository(tmp_path: Path, call: Callable[..., Ran]) -> None:
    """The paths are seen from the store; without git, and without a commit, it is an error."""
    store = new_store(tmp_path / "deep" / "s")
    recorded(store)
    done = call("--store", store.root, "log", TEA, "--git")
    assert done.code == 3 and "no history in git" in done.stderr
    git(tmp_path, "init", "-q", "-b", "main")
    with pytest.raises(NotFound):
        commits_of(store, TEA)
    commit(store)
    assert len(commits_of(store, TEA)) == 1


def test_of_one_second_the_commit_is_the_newer(repository: Store) -> None:
    """It has the acts in it, and stands above them; a commit before them stands below."""
    edit(repository, TEA, {"memory.content.summary": "two"}, NOW)
    committed(repository, "first", NOW - DAY)
    edit(repository, TEA, {"memory.content.summary": "three"}, NOW)
    committed(repository, "second", NOW)
    edit(repository, TEA, {"memory.content.summary": "four"}, NOW)
    committed(repository, "third", NOW)
    entries = with_commits(repository, TEA, log_of(repository, TEA))
    told = [entry.reason or entry.act for entry in entries if entry.at <= NOW]
    assert told == ["third", "second", "edited", "edited", "edited", "recorded", "first"]
