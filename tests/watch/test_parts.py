"""The parts of a watcher that need no process: bursts of hints, changes, the command's turns."""

from __future__ import annotations

import time
from pathlib import Path
from queue import Queue as Threads
from queue import SimpleQueue

import pytest

from memento_cli.core.memory.memory import Memory
from memento_cli.store.files.names import stem_of
from memento_cli.watch.command import Command
from memento_cli.watch.hints import EVERYTHING, LOOK, MANY, WAKE, Hints, Queue, gathered
from memento_cli.watch.seen import Difference
from memento_cli.watch.watching import Change, changes_of
from tests.core.values import line
from tests.store.helpers import NOW, new_store, recorded

LONG = 60.0

BURSTS: dict[str, tuple[list[str], Hints]] = {
    "nothing": ([], Hints()),
    "a file": (["a.toml"], Hints(frozenset({"a.toml"}))),
    "twice": (["a.toml", "b.toml", "a.toml"], Hints(frozenset({"a.toml", "b.toml"}))),
    "the journal": ([LOOK], Hints(frozenset({LOOK}))),
    "many": (["a.toml"] * (MANY + 1), Hints(frozenset({"a.toml"}), True)),
    "a folder": ([EVERYTHING, "a.toml"], Hints(frozenset({EVERYTHING, "a.toml"}), True)),
    "woken": (["a.toml", WAKE], Hints(everything=True, woken=True)),
}


@pytest.mark.parametrize("name", BURSTS)
def test_bursts_are_gathered(name: str) -> None:
    """A burst is one set of names, and where hints may be missing, all of them."""
    sent, hints = BURSTS[name]
    queue: Queue = SimpleQueue()
    for hint in sent:
        queue.put(hint)
    assert gathered(queue, 0.0, 0.0) == hints
    assert gathered(queue, 0.0, 0.0) == Hints()


def test_a_wake_waits_for_nothing() -> None:
    """Who wakes the watcher is answered at once, however long a burst would be waited for."""
    queue: Queue = SimpleQueue()
    queue.put(WAKE)
    started = time.monotonic()
    assert gathered(queue, LONG, LONG).woken
    assert time.monotonic() - started < LONG / 2


def test_no_hint_is_the_name_of_a_file() -> None:
    """What stands for more than a file can be none."""
    assert all("/" in hint for hint in (EVERYTHING, LOOK, WAKE))


def test_changes_are_one_for_each_memory(tmp_path: Path) -> None:
    """What happened to a file and what was done to its memory are told together, once."""
    store = new_store(tmp_path / "s")
    tea, milk = recorded(store), recorded(store, "two")
    lines = tuple(
        line(act, NOW)._replace(memory=id)
        for act, id in (
            ("recorded", tea.id), ("used", milk.id), ("edited", tea.id), ("pruned", "gone"),
        )
    )  # fmt: skip
    difference = Difference(
        added=(f"{tea.id}.toml",), changed=("e\u0301.toml",), removed=("gone.toml",),
        entries=lines, logs=("journal/2025-01/a-0.jsonl", "b"), settings=True,
    )  # fmt: skip
    memories: dict[str, Memory] = {memory.id: memory for memory in (tea, milk)}
    assert changes_of(difference, memories, NOW) == (
        Change(NOW, "added", tea.id, ("recorded", "edited"), tea),
        Change(NOW, "changed", stem_of("é")),
        Change(NOW, "removed", "gone", ("pruned",)),
        Change(NOW, "acted", milk.id, ("used",), milk),
        Change(NOW, "journal"),
        Change(NOW, "settings"),
    )
    assert changes_of(Difference(), memories, NOW) == ()


def test_a_command_takes_turns(tmp_path: Path) -> None:
    """A run is told what changed since the last one began; what changes meanwhile starts none."""
    told, ended = tmp_path / "told", Threads[bool]()
    text = f'echo "$MEMENTO_EVENTS $MEMENTO_STORE" >> {told}; cat >> {told}; exit 3'
    command = Command(text, "/some where", lambda: ended.put(True))
    assert not command.heard([], False)
    assert not command.heard(["one", "two"], False)
    assert ended.get(timeout=LONG)
    assert not command.heard(["meanwhile"], False)  # it has ended, but no look has told it yet
    assert command.heard(["at the end"], True) and command.code == 3
    assert told.read_text() == "2 /some where\none\ntwo\n"
    assert not command.heard([], False)
    assert not command.heard(["three"], False)
    assert ended.get(timeout=LONG) and command.heard([], True)
    assert told.read_text().partition("two\n")[2] == (
        "3 /some where\nmeanwhile\nat the end\nthree\n"
    )


def test_a_command_is_not_made_of_what_a_store_says(tmp_path: Path) -> None:
    """Whatever stands in a line, the shell sees only what the user typed."""
    told, ended = tmp_path / "told", Threads[bool]()
    evil = '{"id": "$(touch pwned)`touch pwned`; touch pwned"}'
    Command(f"cat > {told}", str(tmp_path), lambda: ended.put(True)).heard([evil], False)
    assert ended.get(timeout=LONG)
    assert told.read_text() == evil + "\n" and not Path("pwned").exists()
