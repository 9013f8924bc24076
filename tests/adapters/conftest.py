"""Where the frameworks are that the adapters are for, and the store that the tests give them.

$MEMENTO_ADAPTERS names a folder in which they are installed, as they are far larger than memento:
pip install --target FOLDER with what `.ci/run` names. `test_frameworks.py` then runs all other
tests here in one process of their own, where $MEMENTO_ADAPTERS_ALONE is set: a process that has
imported the frameworks is so large that the tests that fork would take far longer in it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from memento_cli import Draft, Store, Tags, record
from memento_cli.tools.request_context import ServerConfig
from tests.store.helpers import NOW, new_store

NOTE = "alex-tea-2025-02"
"""The memory of a person's that is there."""

ALONE = "MEMENTO_ADAPTERS_ALONE"
OTHERS, STARTER = "test_[!f]*.py", "test_frameworks.py"
collect_ignore_glob = [STARTER if ALONE in os.environ else OTHERS]
if folder := os.environ.get("MEMENTO_ADAPTERS"):
    sys.path.append(folder)  # behind the environment's own packages


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store of alex's with one memory of theirs."""
    made = new_store(tmp_path / "notes", person="alex")
    record(made, Draft("Alex drinks sencha at noon", tags=Tags(("tea",))), NOW)
    assert NOTE in made.memories
    return made


@pytest.fixture
def config(store: Store) -> ServerConfig:
    """The store's folder, at the time of the tests."""
    return ServerConfig(store.root, now=NOW)
