"""What a command loads: the hot ones start with as little as they can."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from memento_cli import Draft, Store, Tags, record
from tests.conftest import Ran

Run = Callable[..., Ran]
ID = "alex-lunch-2025-02"
HEAVY = {"rich", "tomlkit", "watchdog", "rapidfuzz", "dateutil", "markdown_it", "pygments"}
BUDGETS = {
    "--version": (["--version"], HEAVY | {"typer"}),
    "--help": (["--help"], HEAVY),
    "show": (["show", ID], HEAVY),
    "show a part": (["show", "lunch"], HEAVY),
    "recall in a pipe": (["recall", "lunch"], HEAVY - {"rapidfuzz", "dateutil"}),
    "list in a pipe": (["list"], HEAVY),
    "ids for completion": (["completion", "--ids", "al"], HEAVY),
    "used": (["used", ID], HEAVY),
}


@pytest.fixture
def lunch(store: Store) -> Store:
    """A store with one memory."""
    draft = Draft("Lunch at Roma", person="ctx://person/alex", tags=Tags(("lunch",)))
    memory, _ = record(store, draft, datetime(2025, 2, 1, tzinfo=UTC))
    assert memory.id == ID
    return store


def loaded(run: Run, *args: str) -> set[str]:
    """The top-level packages that a command line imports."""
    done = run(*args, python=("-X", "importtime"))
    assert done.code == 0, done.stderr
    rows = (row for row in done.stderr.splitlines() if row.startswith("import time:"))
    return {row.rpartition("|")[2].strip().partition(".")[0] for row in rows}


@pytest.mark.parametrize("name", BUDGETS)
def test_heavy_packages_are_not_loaded(name: str, run: Run, lunch: Store) -> None:
    """A hot command loads none of the packages that it does not need."""
    args, forbidden = BUDGETS[name]
    found = loaded(run, *args)
    assert "memento_cli" in found
    assert found & forbidden == set()
