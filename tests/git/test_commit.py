"""git.autocommit: what a command has done is committed, and nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.git.setup import remove, setup
from memento_cli.store.store import Store
from tests.conftest import Ran
from tests.git.helpers import PROGRAM, commit, git
from tests.store.helpers import new_store

Run = Callable[..., Ran]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store in git that commits by itself, with one memory."""
    store = new_store(tmp_path / "s", git__autocommit=True)
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    git(store.root, "init", "-q", "-b", "main")
    setup(store, PROGRAM)
    commit(store, "made")
    return store


def log(store: Store) -> list[str]:
    """The subjects of the commits, the newest first, without the one that the store began with."""
    return git(store.root, "log", "--format=%s").splitlines()[:-1]


def is_clean(store: Store) -> bool:
    return not git(store.root, "status", "--porcelain")


def test_every_act_is_a_commit_with_its_name_and_ids(run: Run, store: Store) -> None:
    """Also those that the front door does; git status is clean after each."""
    acts = {
        ("record", "The kettle whistles", "--topic", "tea"): "recorded",
        ("reinforce", "tea", "--now", "+2d"): "reinforced",
        ("used", "tea"): "used",
        ("edit", "tea", "--detail", "a secret detail"): "edited",
        ("pin", "tea"): "pinned",
        ("unpin", "tea"): "unpinned",
        ("forget", "tea", "--yes"): "forgotten",
        ("undo",): "undone",
    }
    for act in acts:
        done = run(*act)
        assert (done.code, is_clean(store)) == (0, True), (act, done.stderr)
    id = store.memories.ids()[0]
    assert log(store) == [f"{word}: {id}" for word in reversed(acts.values())]
    run("prune", "--yes", "--now", "+9y")
    assert is_clean(store) and log(store)[0] == f"pruned: {id}"
    assert run("forget", id, "--erase", "--yes").code == 0
    assert is_clean(store) and log(store)[0] == f"erased: {id}"


def test_reading_commits_nothing(run: Run, store: Store) -> None:
    """Nor does an act that is skipped, or a dry run."""
    run("record", "The kettle whistles", "--topic", "tea")
    before = log(store)
    for act in (["recall", "tea"], ["list"], ["reinforce", "tea"], ["prune", "--dry-run"]):
        assert run(*act).code == 0
    assert log(store) == before


def test_many_are_counted_and_named_below(run: Run, store: Store) -> None:
    """The subject stays short; every id is in the body, and no word of a memory anywhere."""
    entries = "".join(json.dumps({"content": f"xylophone {nth}"}) + "\n" for nth in range(9))
    run("import", "-", input=entries)
    assert log(store) == ["recorded: 9 memories"] and is_clean(store)
    body = git(store.root, "log", "-1", "--format=%B")
    assert set(store.memories.ids()) <= set(body.split()) and "xylophone" not in body


def test_what_a_person_has_changed_stays_as_it_is(run: Run, store: Store) -> None:
    """Staged or not, in the store or beside it, it is in no commit of memento's."""
    run("record", "The kettle whistles", "--topic", "tea")
    run("record", "Another thing altogether", "--topic", "other")
    other = Path(next(store.memories.path(id) for id in store.memories.ids() if "other" in id))
    other.write_text(other.read_text() + "# mine\n")
    Path(store.root, "notes.txt").write_text("mine")
    git(store.root, "add", "notes.txt")
    before = git(store.root, "status", "--porcelain")
    assert run("pin", "tea").code == 0
    assert git(store.root, "status", "--porcelain") == before
    assert "notes.txt" not in git(store.root, "show", "--name-only", "--format=")


def test_nothing_is_committed_where_nobody_has_set_it_up(run: Run, store: Store) -> None:
    """The setting alone, which may have come with the store, makes memento run nothing."""
    remove(store)
    run("record", "The kettle whistles")
    assert log(store) == [] and not is_clean(store)


def test_no_hook_runs(run: Run, store: Store) -> None:
    """Neither memento's own nor a person's; what the configuration names is not run either."""
    hooks = Path(store.root, ".git", "hooks")
    mark = Path(store.root, ".git", "ran")
    for name in ("pre-commit", "commit-msg", "post-commit", "reference-transaction"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch '{mark}'\n")
        (hooks / name).chmod(0o755)
    git(store.root, "config", "core.fsmonitor", f"touch '{mark}'; false")
    git(store.root, "config", "commit.gpgSign", "true")
    git(store.root, "config", "gpg.program", "false")
    assert run("record", "The kettle whistles").code == 0
    assert len(log(store)) == 1 and not mark.exists()


@pytest.mark.parametrize("trouble", ["lock", "merge", "identity", "gone"])
def test_a_commit_that_fails_is_told_and_no_error(run: Run, store: Store, trouble: str) -> None:
    """The act is done, the code is 0, and one line on stderr says why there is no commit."""
    folder, env = Path(store.root, ".git"), dict[str, str]()
    if trouble == "lock":
        (folder / "index.lock").touch()
    elif trouble == "merge":
        (folder / "MERGE_HEAD").write_text(git(store.root, "rev-parse", "HEAD"))
    elif trouble == "identity":
        git(store.root, "config", "user.useConfigOnly", "true")
        env = {
            f"GIT_{who}_{what}": "" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
    else:
        env = {"PATH": os.path.dirname(os.path.realpath("/nowhere/git"))}
    done = run("record", "The kettle whistles", env=env)
    assert done.code == 0 and len(store.memories.ids()) == 1
    assert done.stderr.count("\n") == 1 and "not committed" in done.stderr
    assert log(store) == []
