"""A store for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from memento_cli.store.directory.store import Store
from tests.store.helpers import new_store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")
