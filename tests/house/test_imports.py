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
HEAVY = {
    "typer",
    "rich",
    "tomlkit",
    "watchdog",
    "rapidfuzz",
    "dateutil",
    "markdown_it",
    "pygments",
    "yaml",
}
"""Packages that no command line needs that is right, unless it does what they are for."""
SLOW = {
    "typing",
    "re",
    "enum",
    "dataclasses",
    "inspect",
    "json",
    "base64",
    "subprocess",
    "tempfile",
}
"""Modules of the standard library each of which costs a start a tenth to the whole of Python's."""
READING = {"tomllib", "rtoml", "unicodedata", "zoneinfo"}
"""What reads files of a store, which a question that the index answers does not."""
ASKING = {
    "--version": ["--version"],
    "recall": ["recall", "lunch"],
    "recall of ids": ["recall", "lunch", "--format", "ids"],
    "recall of a person": ["recall", "lunch", "--person", "alex"],
    "list": ["list", "--limit", "20"],
    "list of a topic": ["list", "--topic", "lunch", "--all", "--limit", "3"],
    "the weakest": ["list", "--all", "--order", "asc", "--limit", "20"],
    "ids for completion": ["_complete", "--", "al"],
}
OTHERS = {
    "recall of some strength": ["recall", "strength:>=.1", "lunch"],
    "show": ["show", ID],
    "show a part": ["show", "lunch"],
    "path": ["show", "lunch", "--path"],
    "prune": ["prune", "--dry-run"],
    "reinforce": ["reinforce", ID],
    "record": ["record", "Zebras at the zoo", "--topic", "zoo"],
    "log": ["log", "--limit", "5"],
    "why": ["fade", "why", ID],
    "status": ["status"],
    "event list": ["event", "list"],
    "kv list": ["kv", "list"],
    "context": ["context", "lunch"],
}


@pytest.fixture
def lunch(store: Store) -> Store:
    """A store with one memory."""
    draft = Draft("Lunch at Roma", person="ctx://person/alex", tags=Tags(("lunch",)))
    memory, _ = record(store, draft, datetime(2025, 2, 1, tzinfo=UTC))
    assert memory.id == ID
    return store


def modules(run: Run, *args: str) -> set[str]:
    """The modules that a command line imports."""
    done = run(*args, python=("-X", "importtime"))
    assert done.code == 0, done.stderr
    rows = (row for row in done.stderr.splitlines() if row.startswith("import time:"))
    return {row.rpartition("|")[2].strip() for row in rows}


def loaded(run: Run, *args: str) -> set[str]:
    """The top-level packages that a command line imports."""
    return {name.partition(".")[0] for name in modules(run, *args)}


@pytest.mark.parametrize("name", ASKING)
def test_what_is_asked_of_the_index_needs_little(name: str, run: Run, lunch: Store) -> None:
    """With an index, what is recalled or listed is read and printed with few modules."""
    settle(run)
    assert loaded(run, *ASKING[name]) & (HEAVY | SLOW | READING) == set()


@pytest.mark.parametrize("name", OTHERS)
def test_no_other_command_loads_what_it_does_not_need(name: str, run: Run, lunch: Store) -> None:
    """Typer is loaded for help and mistakes; what typing is for, no command needs to run."""
    settle(run)
    assert loaded(run, *OTHERS[name]) & (HEAVY | {"typing", "subprocess"}) == set()


def test_words_of_time_are_loaded_for_a_time_alone(run: Run, lunch: Store) -> None:
    """The readers of times are for questions and options that have one; a date in ISO 8601 needs no
    words."""
    place = "memento_cli.core.time."
    words = {f"{place}{name}" for name in ("time_tokens", "time_phrases", "named_times")}
    settle(run)
    assert not modules(run, "recall", "lunch") & {*words, f"{place}typed_times"}
    assert not modules(run, "list", "--since", "2025-01-01") & words
    assert modules(run, "recall", "lunch yesterday") & words == words


def test_after_a_use_little_is_needed(run: Run, lunch: Store) -> None:
    """What another command has just written into a log is read without the store's values."""
    settle(run)
    assert run("reinforce", ID).code == 0
    assert loaded(run, "recall", "lunch") & (HEAVY | SLOW) == set()


def test_help_needs_no_pictures(run: Run) -> None:
    """Help is printed by Typer, without Rich."""
    assert loaded(run, "--help") & (HEAVY - {"typer"}) == set()


def settle(run: Run) -> None:
    """Let the index believe the stamps of the files: younger ones than a tick it looks at again."""
    for _ in range(2):
        assert run("recall", "lunch").code == 0
        time.sleep(TICK_SECONDS)
