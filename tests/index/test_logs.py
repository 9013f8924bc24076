"""Which logs are read for one memory: those that say something of it, and those not yet indexed."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Draft, Store, init, record
from memento_cli.actions.memory.reading import is_journalled, journal_entries
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.line_ids import line_id
from memento_cli.index.journal import logs
from memento_cli.index.journal.logs import logs_about

NOW = datetime(2025, 2, 1, tzinfo=UTC)
MONTH = 32 * 86_400_000


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store whose journal counts as large: three months, with one memory's lines in two."""
    monkeypatch.setattr(logs, "LARGE", 0)
    store = init(str(tmp_path / "store")).store
    for month, id in enumerate(("a", "b", "a")):
        key = line_id(1_700_000_000_000 + month * MONTH, month)
        store.journal.append([JournalEntry(key, NOW, "used", id, "t")])
    for path in store.journal.files():
        os.utime(path, (1, 1))
    return store


def test_only_logs_with_its_lines_are_read(store: Store) -> None:
    """Once the index has read them, the other logs are passed over, and no line is missed."""
    first, second, third = store.journal.files()
    assert logs_about(store.root, "a") is None  # without an index any may have some
    aged(store)
    assert logs_about(store.root, "a") == [first, third]
    assert logs_about(store.root, "b") == [second]
    assert logs_about(store.root, "c") == []
    assert [line.memory for line in journal_entries(store, "a")] == ["a", "a"]
    assert is_journalled(store, "b") and not is_journalled(store, "c")


def test_a_log_that_has_changed_since_is_read(store: Store) -> None:
    """What stands in a log only since the last look is found all the same."""
    aged(store)
    first, second, _ = map(Path, store.journal.files())
    line = second.read_text().replace('"b"', '"c"').replace("0", "1")
    first.write_text(first.read_text() + line)
    assert logs_about(store.root, "c") == [str(first)]
    assert is_journalled(store, "c")
    memory, _ = record(store, Draft("One"), NOW)
    assert [line.act for line in journal_entries(store, memory.id)] == ["recorded"]


def aged(store: Store) -> None:
    """Index the store until the stamps of its logs are old enough to be believed."""
    time.sleep(0.1)
    with open_index(store, NOW):
        pass
