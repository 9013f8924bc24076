"""Random histories of what holds, taken back act by act and done again."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from pathlib import Path
from random import Random

import pytest

from memento_cli.actions.facts.kv import list_kv, set_kv
from memento_cli.actions.graph.relate import Statement, add_edge
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.record import record
from memento_cli.actions.undo.undo import undo
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.errors import Conflict, MementoError
from memento_cli.store.directory.store import Store
from memento_cli.store.journal.journal import Journal
from tests.git.held_lives import HELD_ACTS
from tests.git.lives import Life
from tests.store.helpers import ALEX, DAY, NOW

SUMMARY = "memory.content.summary"
ACTS, WEIGHTS = zip(
    *((act, weight) for name, (weight, act) in HELD_ACTS.items() if name not in ("kv", "unset")),
    strict=True,
)
"""But those on kv values, of which the journal has no values."""


def texts(store: Store) -> dict[Path, str]:
    """What each file says."""
    places = [path for folder in FOLDERS for path in Path(store.root, folder).glob("*.toml")]
    return {path: path.read_text() for path in places}


def lived(life: Life, acts: int) -> list[tuple[str, dict[Path, str], dict[Path, str]]]:
    """So many acts that left a line: the batch of each, and the files before and after it."""
    told = []
    while len(told) < acts:
        life.store, life.now = Store(life.root), life.now + life.random.choice((0.01, 2)) * DAY
        before, known = texts(life.store), len(life.store.journal.lines().lines)
        with suppress(MementoError, IndexError):
            life.random.choices(ACTS, WEIGHTS)[0](life)
        lines = life.store.journal.lines().lines
        if len(lines) > known:
            last = max(lines, key=lambda line: line.id)
            told.append((last.batch or last.id, before, texts(life.store)))
    return told


@pytest.mark.parametrize("seed", range(8))
def test_what_is_taken_back_in_reverse_leaves_each_file_as_it_was(store: Store, seed: int) -> None:
    """To the byte; and done again in order it says what it said."""
    life = Life("ann", store, Random(seed))
    again = []
    for batch, before, after in reversed(lived(life, 20)):
        undone = undo(Store(life.root), batch, life.now)
        assert texts(store) == before
        again.append((undone.batch, after))
    for batch, after in reversed(again):
        undo(Store(life.root), batch, life.now)
        assert texts(store) == after


@pytest.mark.parametrize("seed", range(8))
def test_what_a_kill_left_half_undone_is_undone(store: Store, seed: int) -> None:
    """Where files are as before an act, and no line tells that it was taken back, undo does so."""
    life = Life("ann", store, Random(f"killed {seed}"))
    for batch, before, after in reversed(lived(life, 12)):
        for path in before.keys() | after.keys():
            if life.random.random() < 0.5:
                continue  # killed before it came to this file
            if path in before:
                path.write_text(before[path])
            else:
                path.unlink(missing_ok=True)
        undo(Store(life.root), batch, life.now)
        assert texts(store) == before


def test_what_later_acts_made_alike_is_not_taken_for_undone(store: Store) -> None:
    """Only of the last act on a file may a kill have left what an undo would make."""
    id = record(store, Draft("alpha", ALEX), NOW).memory.id
    first, *_ = [
        edit(store, id, {SUMMARY: words}, NOW + DAY) and newest(store).id
        for words in ("beta", "gamma", "alpha")
    ]
    with pytest.raises(Conflict):
        undo(store, first, NOW + 2 * DAY)
    for words in ("gamma", "beta", "alpha"):
        undo(store, None, NOW + 2 * DAY)
        assert store.memories.read(id).value.content.summary == words


@pytest.mark.parametrize(
    ("old", "new"), [("owns", "sold"), ("[[edge]]", "[[edges]]"), ("Z", "+00:00")]
)
def test_an_edit_by_hand_is_not_taken_for_undone(store: Store, old: str, new: str) -> None:
    """An entry that is gone while another stands there that nobody told has been edited."""
    add_edge(store, Statement("acme", "owns", "mine"), Provenance(store.signed(NOW, "cli", "")))
    path = Path(store.held("graph").path("acme"))
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(Conflict, match="changed since"):
        undo(store, None, NOW + DAY)
    assert Path(store.held("graph").path("mine")).exists()


def test_a_first_kv_value_that_a_kill_left_half_undone_is_undone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is as before, and no line tells that it was taken back."""
    set_kv(store, "port", 8080, Provenance(store.signed(NOW, "cli", "")))
    with monkeypatch.context() as broken:
        broken.setattr(Journal, "append", ended)
        broken.setattr(Store, "all_or_nothing", lambda *_: nullcontext())
        with pytest.raises(KeyboardInterrupt):
            undo(store, None, NOW)
    undo(Store(store.root), None, NOW)
    assert list_kv(store, NOW) == []


def ended(*_: object) -> list[JournalEntry]:
    raise KeyboardInterrupt


def newest(store: Store) -> JournalEntry:
    return max(store.journal.lines().lines, key=lambda line: line.id)
