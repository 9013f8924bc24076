"""The settings that an index keeps are those of the store's file, or none."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Store
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.store.opening import open_indexed_store
from memento_cli.index.database.settings import kept_settings
from memento_cli.index.refresh import freshness
from memento_cli.store.settings.settings import settings_of

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def asked(store: Store) -> None:
    """Open the store anew, and bring its index up to date."""
    with open_index(Store(store.root), NOW):
        pass


def changed(store: Store, text: str) -> None:
    """Write settings by hand."""
    with open(store.settings_file, "w", encoding="utf-8") as file:
        file.write(text)


def test_they_are_kept_with_their_types(store: Store) -> None:
    """What an index keeps is what the file says, value by value."""
    assert kept_settings(store.root).settings is None
    asked(store)
    kept = kept_settings(store.root).settings
    assert kept is not None
    assert {key: (type(one), one) for key, one in kept.values.items()} == {
        key: (type(one), one) for key, one in store.settings.values.items()
    }
    assert kept.raw == store.settings.raw


def test_a_file_that_says_something_else_is_read(store: Store) -> None:
    """Whoever edits the settings sees them at the next command, without an index that is new."""
    asked(store)
    changed(store, "schema_version = 1\n[recall]\nlimit = 3\n")
    assert kept_settings(store.root).settings is None
    assert open_indexed_store(store.root, lambda told: None).settings["recall.limit"] == 3
    asked(store)
    kept = kept_settings(store.root).settings
    assert kept is not None
    assert kept.values == settings_of(b"schema_version = 1\n[recall]\nlimit = 3\n", "").values


@pytest.mark.parametrize(
    "text",
    ["schema_version = 1\n[recall]\nlimit = -3\n", "schema_version = 1\nlimt = 3\n", "recall"],
)
def test_what_has_to_be_told_is_not_kept(store: Store, text: str) -> None:
    """Settings that cannot be read, or have an unknown key, are read, and told, each time."""
    changed(store, text)
    for _ in range(2):
        told: list[str] = []
        with open_index(Store(store.root, told.append), NOW):
            pass
        assert kept_settings(store.root).settings is None
        open_indexed_store(store.root, told.append)
        assert len(told) == 2


def test_another_memento_may_have_other_defaults(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings that a memento kept which declares others are kept anew, though no file changed."""
    asked(store)
    monkeypatch.setattr(freshness, "DECLARED", ("settings/settings.py",))
    assert os.path.exists(store.settings_file)
    assert kept_settings(store.root).settings is None
    asked(store)
    assert kept_settings(store.root).settings is not None


def test_an_install_with_the_old_mtimes_is_seen(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Some installers give every file one mtime; a default of as many digits may be another."""
    for name in freshness.DECLARED:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("high = 180")
    monkeypatch.setattr(freshness, "STORE", str(tmp_path))
    asked(store)
    assert kept_settings(store.root).settings is not None
    module = tmp_path / freshness.DECLARED[0]
    before = module.stat()
    module.write_text("high = 170")
    os.utime(module, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert kept_settings(store.root).settings is None
