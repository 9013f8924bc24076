"""Undo of one act that told of one file several times."""

from __future__ import annotations

from pathlib import Path

import pytest

from memento_cli.actions.facts.preferences import Subject, set_preference
from memento_cli.actions.facts.states import StateDraft, add_state, update_state
from memento_cli.actions.undo.undo import undo
from memento_cli.core.facts.states import MOOD
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import Conflict
from memento_cli.store.directory.store import Store
from tests.store.helpers import DAY, NOW


def act(store: Store) -> Provenance:
    return Provenance(store.signed(NOW, "cli"))


def files(store: Store) -> dict[str, str]:
    return {path.name: path.read_text() for path in Path(store.root, "states").glob("*.toml")}


def test_what_was_made_and_changed_in_one_act_is_taken_back_and_done_again(store: Store) -> None:
    """To the byte, as if it had been one step."""
    with store.one_act():
        mood = add_state(store, StateDraft(MOOD, "Low"), act(store))
        update_state(store, mood.id, {"body": "Better"}, act(store))
        for rule in ("suggest", "confirm"):
            set_preference(store, Subject("coffee", "food"), "like", act(store), rule=rule)
    after = files(store)
    assert len(after) == 2
    undo(store, None, NOW)
    assert files(store) == {}
    undo(store, undone(store), NOW)
    assert files(store) == after


def test_what_was_changed_twice_in_one_act_is_as_before_it(store: Store) -> None:
    """Each key as the first change found it."""
    mood = add_state(store, StateDraft(MOOD, "Low"), act(store))
    before = files(store)
    with store.one_act():
        for body in ("Better", "Good"):
            update_state(store, mood.id, {"body": body, "confidence": 0.5}, act(store))
    undo(store, None, NOW)
    assert files(store) == before


def test_what_was_changed_since_is_not_taken_back(store: Store) -> None:
    """A later act, or a hand, has said something else."""
    with store.one_act():
        mood = add_state(store, StateDraft(MOOD, "Low"), act(store))
        update_state(store, mood.id, {"body": "Better"}, act(store))
    first = max(store.journal.lines().lines, key=lambda line: line.id).batch
    update_state(store, mood.id, {"body": "Good"}, Provenance(store.signed(NOW + DAY, "cli")))
    with pytest.raises(Conflict):
        undo(store, first, NOW + DAY)
    assert "Good" in "".join(files(store).values())


def undone(store: Store) -> str:
    return max(store.journal.lines().lines, key=lambda line: line.id).batch
