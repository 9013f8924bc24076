"""What was observed, at commands that are made for memories."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.errors import Refused
from memento_cli.store.directory.store import Store
from tests.conftest import Ran


@pytest.fixture
def event(store: Store, run: Callable[..., Ran]) -> str:
    """A turn in a store."""
    return run("event", "add", "-u", "The kiln is hot", "-a", "Mind your hands").stdout.strip()


def test_show_takes_what_was_observed(run: Callable[..., Ran], event: str) -> None:
    """By its reference or its id, for a prompt, and as of a time when it was there."""
    for words in ([event], [event.partition("/")[2]], [event, "--as-of", "2100-01-01"]):
        assert "user: The kiln is hot" in run("show", *words).stdout
    assert "\n  The kiln is hot\n" in run("show", event, "--fence").stdout
    assert run("show", event, "--as-of", "2001-01-01").code == 3
    assert run("show", event, "--path").code == 2


def test_show_takes_a_thread(run: Callable[..., Ran], event: str) -> None:
    """As `thread show` does."""
    run("event", "thread", "add", "Pottery", event)
    name = run("event", "thread", "list", "--format", "ids").stdout.strip()
    assert run("show", name).stdout == run("event", "thread", "show", name).stdout


def test_what_is_no_memory_is_named_as_such(run: Callable[..., Ran], event: str) -> None:
    """With what tells of it; who passes on all that was recalled is not stopped by it."""
    for words in (["pin", event], ["recall", "kiln", "--in", "events", "--why-not", event]):
        ran = run(*words)
        assert (ran.code, f"{event} is no memory" in ran.stderr) == (3, True)
    ran = run("reinforce", event)
    assert (ran.code, ran.stdout, "left out" in ran.stderr) == (0, "", True)


def test_a_beginning_of_several_ids_names_references(run: Callable[..., Ran], event: str) -> None:
    """Which can be copied into the next command."""
    other = run("event", "add", "-u", "Rain", "-a", "Again").stdout.strip()
    assert f"{event}, {other}" in run("show", "events/0").stderr


def test_a_receipt_counts_the_events_whose_words_went(run: Callable[..., Ran], event: str) -> None:
    """Beside files and lines of the journal."""
    ran = run("forget", event, "--erase", "--yes")
    assert "the words of 1 event," in ran.stderr
    assert run("recall", "kiln", "--in", "events").stdout == ""


def test_standard_input_is_one_text(run: Callable[..., Ran], store: Store) -> None:
    """What is read from it for one would be missing for the other."""
    for words in (["-u", "-", "-a", "-"], ["-", "-u", "-"], ["-", "-u", "-", "-a", "-"]):
        assert run("event", "add", *words, input="Hello").code == 2
    assert not store.events.files()
    assert run("event", "add", "-u", "-", "-a", "Hi", input="Hello").code == 0


def test_undo_asks_first_where_an_event_was_observed_last(
    run: Callable[..., Ran], event: str, store: Store
) -> None:
    """An event is never undone, and another act than the last may not be what is meant. What cannot
    be taken back is not asked about."""
    memory = run("record", "Clay").stdout.strip()
    assert f"recorded {memory}" in run("undo", "--dry-run").stdout
    run("event", "add", "Battery low", "--source", "notification")
    refused = run("undo")
    assert (
        refused.code == Refused.code
        and "observed an event, which is never undone" in refused.stderr
    )
    assert run("list", "--format", "ids").stdout == memory + "\n"
    undone = run("undo", "--yes")
    assert undone.code == 0 and f"recorded {memory}" in undone.stdout
    assert run("event", "list", "--format", "ids").stdout.count("\n") == 2
    Path(store.memories.path(run("record", "Mud").stdout.strip())).unlink()
    run("event", "add", "Battery full", "--source", "notification")
    assert "never undone" not in run("undo").stderr


def test_half_a_character_is_in_no_event(run: Callable[..., Ran], store: Store) -> None:
    """A row that says one is left out and told of, as on a command line and from an import; what
    stands beside it is kept."""
    half = chr(92) + "ud800"
    rows = [{"user": half}, {"user": "Hi", "session": half}, {"user": "Whole", "with": [half]}]
    text = "".join(json.dumps(row).replace(2 * chr(92), chr(92)) + "\n" for row in rows)
    ran = run("event", "add", "--jsonl", "-", input=text + '{"user": "Kept"}\n')
    assert "1 added" in ran.stdout and ran.stderr.count("half a character") == 3
    (log,) = store.events.files()
    assert half not in Path(log).read_text() and "Kept" in Path(log).read_text()
