"""What a command loads: the hot ones start with as little as they can."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from memento_cli import Draft, Store, Tags, record
from tests.conftest import Ran

Run = Callable[..., Ran]
ID = "alex-lunch-2025-02"
TICK_SECONDS = 0.1  # longer than the tick by which a kernel stamps files
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

TYPER = {"typer", "rich", "tomlkit", "watchdog", "dateutil"}
QUICK = {
    "--version": (["--version"], {"typer", "typing", "json", "sqlite3"}),
    "recall": (["recall", "lunch"], TYPER | {"typing", "json", "tomllib"}),
    "list": (["list", "--limit", "20"], TYPER | {"typing", "json", "tomllib"}),
    "weakest": (
        ["list", "--all", "--order", "asc", "--limit", "20"],
        TYPER | {"typing", "json", "tomllib"},
    ),
    "prune": (["prune", "--dry-run"], TYPER | {"typing", "json", "tomllib"}),
    "path": (["show", "lunch", "--path"], TYPER | {"typing", "json", "tomllib"}),
    "ids": (["completion", "--ids", "--", "al"], TYPER | {"typing", "json", "sqlite3"}),
    "used": (["used", ID], TYPER | {"typing", "json", "hashlib", "tomllib"}),
    "reinforce": (["reinforce", ID], TYPER),
    "record": (["record", "Zebras at the zoo", "--topic", "zoo"], TYPER),
}
"""What the front door answers, and what it does without: most of a start is imports."""


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


@pytest.mark.parametrize("name", QUICK)
def test_the_front_door_needs_little(name: str, run: Run, lunch: Store) -> None:
    """With an index, a hot shape is answered without Typer, and most without typing."""
    assert run("recall", "lunch").code == 0
    time.sleep(TICK_SECONDS)
    assert run("recall", "lunch").code == 0
    args, forbidden = QUICK[name]
    assert loaded(run, *args) & forbidden == set()


@pytest.mark.parametrize("second", ["used", "recall"])
def test_after_a_use_little_is_needed(second: str, run: Run, lunch: Store) -> None:
    """What another command has just written into a log is read without the store's values."""
    assert run("recall", "lunch").code == 0
    time.sleep(TICK_SECONDS)
    assert run("recall", "lunch").code == 0
    assert run("used", ID).code == 0
    args, forbidden = QUICK[second]
    assert loaded(run, *args) & forbidden == set()
