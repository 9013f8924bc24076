"""What doctor says of a merge under way: what git waits for, and what is to be settled before."""

from __future__ import annotations

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.redaction.erase import erase
from memento_cli.store.directory.store import Store
from tests.git.helpers import commit, git, tried
from tests.store.helpers import NOW

TEA = "alex-tea-2025-02"
END = "`git add --all`, then `git commit`"


def advice(store: Store, fix: bool = False) -> str:
    """What the note of the merge says."""
    (note,) = doctor(Store(store.root), NOW, fix).notes
    assert "in the middle" in note.problem
    return note.advice


@pytest.mark.parametrize("pulls", ["who erased it", "who changed it"])
def test_what_was_erased_is_settled_before_the_merge_is_ended(
    clones: tuple[Store, Store], pulls: str
) -> None:
    """Added as it stands, the commit would have the words again; settled, it has none."""
    one, two = clones
    erase(one, [TEA], NOW)
    commit(one)
    edit(two, TEA, {"memory.content.detail": "zanzibar"}, NOW)
    commit(two)
    here, there = clones if pulls == "who erased it" else clones[::-1]
    assert tried(here.root, "pull", "-q", "--no-rebase", there.root, "main").code == 1
    assert advice(here) == f"settle what is wrong, then {END}"
    assert advice(here, fix=True) == END and doctor(Store(here.root), NOW).findings == ()
    git(here.root, "add", "--all")
    git(here.root, "commit", "-q", "--no-edit")
    assert tried(here.root, "grep", "zanzibar", "HEAD").code == 1
    assert doctor(Store(here.root), NOW).notes == ()


@pytest.mark.parametrize("kept", [True, False])
def test_what_git_alone_is_to_be_told_needs_no_settling(
    clones: tuple[Store, Store], kept: bool
) -> None:
    """Nothing is wrong in a store whose memory one side deleted by hand and the other changed."""
    one, two = clones if kept else clones[::-1]
    git(one.root, "rm", "-q", f"memories/{TEA}.toml")
    commit(one)
    edit(two, TEA, {"memory.content.detail": "zanzibar"}, NOW)
    commit(two)
    here, there = (one, two) if kept else (two, one)
    assert tried(here.root, "pull", "-q", "--no-rebase", there.root, "main").code == 1
    assert advice(here) == END
