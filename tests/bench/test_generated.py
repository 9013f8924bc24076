"""Generated stores: valid, the same every time, and given back as they were."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import doctor, list_memories, open_store, prune_plan, recall
from memento_cli.actions.memory.reading import memories_at
from memento_cli.core.recall.query import Query
from tests.bench.generated import Generated, generated, month_of
from tests.bench.restoring import restored
from tests.conftest import Ran

NOW = datetime(2026, 3, 17, 12, tzinfo=UTC)
SIZE = 400


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """One store for all tests here."""
    return generated(SIZE, NOW, str(tmp_path_factory.mktemp("keep")))


def _files(store: str) -> dict[str, bytes]:
    return {
        str(path.relative_to(store)): path.read_bytes()
        for path in sorted(Path(store).rglob("*"))
        if path.is_file() and ".memento" not in path.parts
    }


def test_the_store_is_sound(made: Generated) -> None:
    """doctor finds nothing wrong with what the bench writes, and all of it is there."""
    report = doctor(open_store(made.store), NOW)
    assert list(report.findings) == []
    assert len(memories_at(open_store(made.store), NOW)) == SIZE


def test_files_are_as_memento_writes_them(made: Generated) -> None:
    """What is read from a generated file is written again as the same bytes."""
    memories = open_store(made.store).memories
    for id in made.ids[:50]:
        raw = Path(memories.path(id)).read_bytes()
        assert memories.raw_of(id, memories.read(id).value) == raw


def test_the_same_size_gives_the_same_store(made: Generated, tmp_path: Path) -> None:
    """Two runs of one month measure the same memories; a kept store is not made again."""
    twin = generated(SIZE, NOW + timedelta(days=3), str(tmp_path))
    assert _files(twin.store) == _files(made.store)
    before = os.stat(twin.store).st_ino
    again = generated(SIZE, NOW, str(tmp_path))
    assert again == twin and os.stat(again.store).st_ino == before


def test_a_store_of_another_month_gives_place(tmp_path: Path) -> None:
    """Of each size one store is kept; what the bench did not make there stays."""
    (tmp_path / "v1-30-notes").mkdir()
    (tmp_path / "v1-30-2020-01").mkdir()
    for days, size in ((0, 30), (0, 40), (40, 30)):
        generated(size, NOW + timedelta(days=days), str(tmp_path))
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == ["v1-30-2020-01", "v1-30-notes", "v2-30-2026-04", "v2-40-2026-03"]


def test_few_are_weak_enough_to_be_pruned(made: Generated) -> None:
    """Some memories are prunable at any day of the month, and only a few."""
    store = open_store(made.store)
    for now in (month_of(NOW), NOW, month_of(NOW) + timedelta(days=31)):
        assert 10 <= len(prune_plan(store, now).prune) <= 30


def test_the_words_are_as_often_there_as_is_said(made: Generated) -> None:
    """The word that is asked for is in about 1 % of the memories, the rare one in three."""
    texts = [line.split() for line in Path(made.texts).read_text().splitlines()]
    assert len(texts) == SIZE
    assert sum(made.rare in words for words in texts) == 3
    assert 0.005 * SIZE <= sum(made.word in words for words in texts) <= 0.02 * SIZE
    hits = recall(open_store(made.store), Query(words=(made.rare,)), NOW).hits
    assert len(hits) == 3


def test_a_store_is_given_back_as_it_was(
    made: Generated, call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is recorded, reinforced, pinned and used inside `restored` is gone after it."""
    monkeypatch.setenv("MEMENTO_STORE", made.store)
    monkeypatch.setenv("MEMENTO_ACTOR", "bench")
    before = _files(made.store)
    with restored(made):
        assert call("record", "New", "--person", "bench").code == 0
        assert call("reinforce", made.id(0)).code == 0
        assert call("reinforce", made.id(1)).code == 0
        assert call("pin", made.id(2)).code == 0
        assert call("record", "Of somebody else", "--person", "alex").code == 0
        assert call("fact", "set", "city", "Paris").code == 0
        assert call("kv", "set", "port", "8080").code == 0
        assert call("event", "add", "--user", "It rains.").code == 0
        assert call("config", "set", "strength.write", "settle").code == 0
        assert _files(made.store) != before
    assert _files(made.store) == before
    assert len(list_memories(open_store(made.store), Query(), NOW, weak=True).hits) == SIZE
