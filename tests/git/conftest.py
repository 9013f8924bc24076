"""Clones of one store, with memento's driver and hooks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memento_cli.actions.git.setup import setup
from memento_cli.store.directory.store import Store
from tests.git.helpers import PROGRAM, cloned, commit, git
from tests.store.helpers import new_store, recorded


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without git there is nothing to try here."""
    if shutil.which("git") is None:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="git is not installed"))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store with one memory, alex-tea-2025-02, at the top of a repository that was set up."""
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    store = new_store(tmp_path / "one", person="alex")
    git(store.root, "init", "-q", "-b", "main")
    recorded(store, "one", detail="a\nb\nc\nd\n")
    commit(store)
    setup(store, PROGRAM)
    return store


@pytest.fixture
def clones(repository: Store, tmp_path: Path) -> tuple[Store, Store]:
    """Two clones of it; the second's origin is the first."""
    return repository, cloned(repository.root, tmp_path / "two")
