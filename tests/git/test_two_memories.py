"""Two memories that two clones recorded under one id, and what becomes of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memento_cli.actions.doctor import doctor
from memento_cli.actions.edit import edit
from memento_cli.actions.git.setup import remove
from memento_cli.actions.prune import forget
from memento_cli.actions.reading import present
from memento_cli.actions.record import record
from memento_cli.actions.undo import undo
from memento_cli.core.memory import Draft, Tags
from memento_cli.store.store import Store
from tests.git.helpers import commit, git, tried
from tests.store.helpers import ALEX, DAY, NOW

Clones = tuple[Store, Store]


def draft(summary: str, **more: object) -> Draft:
    return Draft(summary, ALEX, tags=Tags(("standup",)))._replace(**more)


def met(clones: Clones) -> None:
    """The second takes in what the first has, and the first what came of it."""
    for one, other in (clones[::-1], clones):
        commit(one)
        commit(other)
        tried(one.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main")
        doctor(Store(one.root), NOW + 9 * DAY, fix=True)
        commit(one)


def said(store: Store) -> list[str]:
    return sorted(memory.content.summary for memory in present(Store(store.root), NOW + 9 * DAY))


@pytest.mark.parametrize("driver", [True, False])
def test_of_one_moment_they_are_two_all_the_same(clones: Clones, driver: bool) -> None:
    """Days without a time are midnight on both: neither is mixed with the other, or lost."""
    for nth, store in enumerate(clones):
        record(store, draft(f"words of {nth}", created=NOW), NOW + nth * DAY)
        if not driver:
            remove(store)
    met(clones)
    for store in clones:
        assert said(store) == ["one", "words of 0", "words of 1"]
        assert not doctor(Store(store.root), NOW + 9 * DAY).findings


def test_one_that_was_forgotten_stays_forgotten(clones: Clones) -> None:
    """doctor does not take the parting of the other for its return."""
    first, second = clones
    id = record(first, draft("forgotten"), NOW).memory.id
    forget(first, [id], NOW)
    record(second, draft("kept"), NOW + DAY)
    met(clones)
    for store in clones:
        for _ in range(2):
            doctor(Store(store.root), NOW + 9 * DAY, fix=True)
        assert said(store) == ["kept", "one"]
        assert not doctor(Store(store.root), NOW + 9 * DAY).findings


def test_one_that_got_lost_is_noted(clones: Clones) -> None:
    """The journal knows of two, and only one file is there."""
    first, second = clones
    record(first, draft("older"), NOW)
    record(second, draft("newer"), NOW + DAY)
    commit(first)
    commit(second)
    git(second.root, "pull", "-q", "--no-rebase", "--no-edit", first.root, "main")
    git(second.root, "reset", "-q", "--hard")
    for name in os.listdir(second.memories.folder):
        if name.endswith(".parted"):
            os.unlink(Path(second.memories.folder, name))
    assert said(second) == ["older", "one"]
    notes = [note.problem for note in doctor(Store(second.root), NOW + 9 * DAY).notes]
    assert any("another memory" in note and "2025-02-02" in note for note in notes)


def test_what_was_decided_in_the_archive_can_be_undone(clones: Clones) -> None:
    """A conflict in a memory that one side had forgotten is settled and swapped where it is."""
    first, second = clones
    (id,) = first.memories.ids()
    edit(first, id, {"memory.content.summary": "words of one"}, NOW + DAY)
    forget(first, [id], NOW + 2 * DAY)
    edit(second, id, {"memory.content.summary": "words of two"}, NOW + 3 * DAY)
    commit(first)
    commit(second)
    tried(second.root, "pull", "-q", "--no-rebase", "--no-edit", first.root, "main")
    again = Store(second.root)
    doctor(again, NOW + 4 * DAY, fix=True)
    assert again.archive.read(id).value.content.summary == "words of two"
    undo(again, None, NOW + 5 * DAY)
    assert again.archive.read(id).value.content.summary == "words of one"
