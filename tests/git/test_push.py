"""The pre-push hook: words of what was erased do not go to a remote."""

from __future__ import annotations

from pathlib import Path

import pytest

from memento_cli.actions.git.setup import setup
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.record import record
from memento_cli.actions.redaction.erase import erase
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.store.directory.store import Store
from tests.git.helpers import PROGRAM, cloned, commit, git, tried
from tests.store.helpers import ALEX, DAY, NOW, new_store, recorded

DETAIL = "memory.content.detail"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with a remote that has its first commit."""
    store = new_store(tmp_path / "s")
    git(store.root, "init", "-q", "-b", "main")
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "hub.git")
    git(store.root, "remote", "add", "origin", str(tmp_path / "hub.git"))
    setup(store, PROGRAM)
    recorded(store)
    commit(store)
    git(store.root, "push", "-q", "-u", "origin", "main")
    return store


def told(store: Store) -> str:
    return record(Store(store.root), Draft("Xylophone", ALEX), NOW).memory.id


def pushed(store: Store) -> str:
    """What a push says that is refused; nothing of one that is not."""
    done = tried(store.root, "push", "-q", "origin", "main")
    return done.err if done.code else ""


def test_promise_11_words_that_are_not_pushed_yet_stay_here(store: Store) -> None:
    """A file and a line of a log; the way that the hook names takes them out, and it passes."""
    id = told(store)
    commit(store)
    edit(store, id, {DETAIL: "Xylophone too"}, NOW)
    commit(store)
    erase(Store(store.root), [id], NOW)
    commit(store)
    said = pushed(store)
    assert f"memories/{id}.toml: has words of {id}" in said and "jsonl: has words" in said
    assert "Xylophone" not in said and "git reset --soft" in said
    git(store.root, "reset", "-q", "--soft", "@{upstream}")
    git(store.root, "add", "--all")
    git(store.root, "commit", "-qm", "without")
    assert pushed(store) == ""
    assert "Xylophone" not in git(store.root, "log", "-p", "--all")


def test_an_erasure_of_what_the_remote_has_is_pushed(store: Store) -> None:
    """Its words are there already: the commit that takes them out brings none."""
    id = told(store)
    commit(store)
    assert pushed(store) == ""
    erase(Store(store.root), [id], NOW)
    commit(store)
    assert pushed(store) == ""


def test_an_old_clone_does_not_bring_them_to_a_cleaned_remote(store: Store, tmp_path: Path) -> None:
    """Its history has them still; the remote was made anew without."""
    id = told(store)
    commit(store)
    assert pushed(store) == ""
    other = cloned(tmp_path / "hub.git", tmp_path / "other")
    erase(Store(store.root), [id], NOW)
    git(store.root, "checkout", "-q", "--orphan", "clean")
    commit(store)
    git(store.root, "push", "-q", "--force", "origin", "clean:main")
    git(other.root, "pull", "-q", "--no-rebase", "--no-edit", "--allow-unrelated-histories")
    assert "Xylophone" not in "".join(map(str, Store(other.root).memories.scan()))
    assert f"has words of {id}" in pushed(other)


def test_a_new_branch_and_a_gone_one_are_looked_at(store: Store) -> None:
    """Of a branch that the remote does not know, only what no other branch of it has."""
    id = told(store)
    git(store.root, "checkout", "-q", "-b", "new")
    commit(store)
    erase(Store(store.root), [id], NOW)
    commit(store)
    assert tried(store.root, "push", "-q", "origin", "new").code == 1
    git(store.root, "push", "-q", "origin", "main:copy")
    git(store.root, "push", "-q", "origin", "--delete", "copy")


def test_words_under_the_id_that_a_memory_had_stay_here(store: Store, tmp_path: Path) -> None:
    """Its file and its lines were committed under an id that a merge gave to another."""
    other = cloned(tmp_path / "hub.git", tmp_path / "other")
    tags = Tags(("one",))
    record(other, Draft("Older", ALEX, tags=tags), NOW)
    commit(other)
    git(other.root, "push", "-q", "origin", "main")
    id = record(Store(store.root), Draft("Xylophone", ALEX, tags=tags), NOW + 3 * DAY).memory.id
    edit(store, id, {DETAIL: "Xylophone too"}, NOW + 3 * DAY)
    commit(store)
    git(store.root, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    commit(store)
    fresh = next(each for each in Store(store.root).memories.ids() if each.startswith(f"{id}-"))
    erase(Store(store.root), [fresh], NOW + 4 * DAY)
    commit(store)
    said = pushed(store)
    assert f"memories/{id}.toml: has words of {fresh}" in said and "jsonl" in said


def test_another_hook_after_ours_reads_the_same(store: Store, tmp_path: Path) -> None:
    """Git tells a hook the refs once; what a person has written there gets them, too."""
    hook = Path(store.root, ".git", "hooks", "pre-push")
    hook.write_text(hook.read_text() + f"cat > {tmp_path}/heard\n")
    recorded(store, "two")
    commit(store)
    assert pushed(store) == ""
    assert (tmp_path / "heard").read_text().startswith("refs/heads/main ")
    assert pushed(store) == "" == (tmp_path / "heard").read_text()  # everything is up to date
