"""memento store watch, as its user has it: a process that tells what others do to the store."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.status import status
from memento_cli.actions.memory.prune import forget, restore
from memento_cli.actions.memory.reinforce import note_use
from memento_cli.store.directory.store import Store
from tests.conftest import ROOT, Ran
from tests.store.helpers import DAY, NOW, new_store, put, recorded, whole
from tests.watch.watcher import DEADLINE_SECONDS, Watcher, watcher

Run = Callable[..., Ran]
BURST = 2_000
POLL = ("--poll", "--every", "0.1")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("MEMENTO_STORE", str(tmp_path / "s"))
    return new_store(tmp_path / "s")


def before_last(found: Watcher, store: Store, id: str) -> list[tuple[str, str]]:
    """What was told until a last change, which is waited for, without it."""
    put(store, id, whole(id))
    found.until_told(id)
    return [told for told in found.take() if told[1] != id]


@pytest.mark.parametrize("options", [(), POLL], ids=["events", "poll"])
def test_each_kind_of_change_is_told(store: Store, options: tuple[str, ...]) -> None:
    """Files added, saved in place, replaced and removed, acts, and settings, whoever did it."""
    with watcher(store, *options) as found:
        memory = recorded(store)
        found.until_told(memory.id)
        assert found.told[-1]["summary"] == "one"
        found.until_act(memory.id, "recorded")
        path = put(store, "a", whole())
        found.until_told("a")
        with path.open("r+") as file:  # in place, the same length
            text = file.read().replace('"one"', '"two"')
            file.seek(0)
            file.write(text)
        found.until(lambda: ("a", "two") in [(told["id"], told["summary"]) for told in found.told])
        assert found.events[-1] == ("changed", "a")
        put(store, ".b", text.replace('"two"', '"three"')).rename(path)
        found.until(lambda: found.told[-1]["summary"] == "three")
        assert found.events[-1] == ("changed", "a")
        note_use(store, [memory.id], NOW + DAY)
        found.until_told(memory.id, "acted")
        assert found.told[-1]["acts"] == ["used"]
        path.unlink()
        found.until_told("a", "removed")
        assert found.told[-1]["summary"] is None
        with open(store.settings_file, "a") as file:
            file.write("\n")
        found.until_told("", "settings")


def test_acts_of_other_processes_are_told(store: Store, run: Run) -> None:
    """reinforce, forget, restore and undo, each by the name that the journal gives it."""
    memory = recorded(store)
    with watcher(store) as found:
        assert run("reinforce", memory.id).code == 0
        found.until_act(memory.id, "reinforced")
        assert found.told[-1]["strength"] == pytest.approx(1.0, abs=0.2)
        forget(store, [memory.id], NOW)
        found.until_told(memory.id, "removed")
        found.until_act(memory.id, "forgotten")
        restore(store, [memory.id], NOW)
        found.until_told(memory.id, "added")
        found.until_act(memory.id, "restored")
        assert run("undo", "--yes").code == 0
        found.until(lambda: found.events.count(("removed", memory.id)) == 2)
        found.until_act(memory.id, "undone")


def test_reading_is_no_change(store: Store, run: Run) -> None:
    """Neither its own looks nor the reading of others come back to the watcher as changes."""
    memory = recorded(store)
    path = store.memories.path(memory.id)
    with watcher(store) as found:
        for command in (["recall", "one"], ["list"], ["show", memory.id], ["log"], ["doctor"]):
            assert run(*command).code == 0
        os.chmod(path, 0o600)
        put(store, ".tmp-1", "half").unlink()
        put(store, ".a.toml.swp", "swap")
        for id in ("y", "z"):
            assert before_last(found, store, id) == []


def test_a_burst_is_told_whole(store: Store) -> None:
    """Each of 2,000 files that come at once is told, once."""
    with watcher(store) as found:
        ids = [f"m-{number}" for number in range(BURST)]
        for id in ids:
            put(store, id, whole(id))
        found.until(lambda: len(found.told) >= BURST)
        assert sorted(before_last(found, store, "z")) == sorted(("added", id) for id in ids)


def test_a_checkout_is_told_whole(store: Store) -> None:
    """git replaces many files, removes others and empties folders: what is there after is told."""

    def git(*args: str) -> None:
        subprocess.run(["git", "-C", store.root, *args], check=True, capture_output=True)

    os.unlink(os.path.join(store.root, "memories", ".gitkeep"))  # as in an older store
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "empty")
    git("switch", "-qc", "full")
    names = [f"m-{number}" for number in range(100)]
    for name in names:
        put(store, name, whole(name))
    note_use(store, ["m-1"], NOW + DAY)
    git("add", ".")
    git("commit", "-qm", "full")
    with watcher(store) as found:
        git("switch", "-q", "main")
        assert not os.path.exists(os.path.join(store.root, "memories"))
        found.until(lambda: ("journal", "") in found.events and len(found.told) >= 101)
        assert {id for event, id in found.take() if event == "removed"} == set(names)
        git("switch", "-q", "full")
        found.until(lambda: len({id for event, id in found.events if event == "added"}) == 100)
        put(store, "after", whole("after"))
        found.until_told("after")


def test_folders_may_come_later(tmp_path: Path) -> None:
    """A store without memories/ and journal/ is watched; both are, when they are there."""
    store = new_store(tmp_path / "s")
    shutil.rmtree(os.path.join(store.root, "memories"))
    with watcher(store) as found:
        memory = recorded(store)
        found.until_told(memory.id)
        put(store, "a", whole())
        found.until_told("a")
        note_use(store, [memory.id], NOW + DAY)
        found.until_act(memory.id, "used")
        month = Path(store.root, "journal", "2031-01")
        month.mkdir()
        text = Path(store.journal.files()[0]).read_text().splitlines(keepends=True)[1]
        month.joinpath("viktor-00000000.jsonl").write_text(text)
        found.until(lambda: found.acts(memory.id).count("used") == 2)


def test_the_index_is_fresh(store: Store) -> None:
    """What is told is in the index already: other commands find nothing left to do."""
    with watcher(store) as found:
        put(store, "a", whole())
        found.until_told("a")
        known = status(store)
        assert known.indexed == 1
        assert (known.added, known.changed, known.removed, known.logs) == (0, 0, 0, 0)


def test_a_broken_file_stops_nothing(store: Store) -> None:
    """A file that cannot be read is told as changed, and what comes after it, too."""
    with watcher(store) as found:
        put(store, "a", "no TOML {")
        found.until_told("a")
        assert found.told[-1]["summary"] is None
        assert before_last(found, store, "z") == [("added", "a")]


def test_a_command_never_runs_by_itself(store: Store, tmp_path: Path) -> None:
    """What it changes itself is told, and starts no run; the next run is told of it, too."""
    runs, own = tmp_path / "runs", put(store, "own", whole("own"))
    command = f'echo "$MEMENTO_EVENTS" >> {runs}; cat >> {runs}; echo "# more" >> {own}; exit 7'
    ends = Counter[str]()
    with watcher(store, "--exec", command) as found:
        for id in ("a", "b", "c"):
            put(store, id, whole(id))
            found.until_said_again("code 7", ends)
        changed = ("changed", "own")
        found.until(lambda: found.events.count(changed) == 3)
        assert found.end() == 130
    lines = [json.loads(line) for line in runs.read_text().splitlines()]
    told = [line if isinstance(line, int) else (line["event"], line["id"]) for line in lines]
    assert told == [1, ("added", "a"), 2, changed, ("added", "b"), 2, changed, ("added", "c")]


def test_a_command_that_fails_is_named(store: Store) -> None:
    """Its code and what it prints are on stderr; the changes go on."""
    with watcher(store, "--exec", "echo spoken; exit 7") as found:
        put(store, "a", whole("a"))
        found.until_said("code 7")
        assert "spoken\n" in found.said
        assert ("added", "a") in before_last(found, store, "z")


def test_one_watcher_a_store(store: Store, run: Run, tmp_path: Path) -> None:
    """A second one is busy and names the first; another store, or a later one, is free."""
    with watcher(store) as found:
        second = run("store", "watch")
        assert second.code == 5 and f"process {found.process.pid}" in second.stderr
        with watcher(new_store(tmp_path / "other")) as other:
            assert other.end() == 130
        found.process.kill()
        found.process.wait(DEADLINE_SECONDS)
        with watcher(store) as third:
            assert third.end() == 130


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_it(store: Store, number: int, code: int) -> None:
    """Ctrl-C and SIGTERM end it without a word, with the codes that they have everywhere."""
    with watcher(store) as found:
        assert found.end(number) == code
        found.until(lambda: found.process.poll() is not None)
        assert len(found.said) == 1 and found.told == []


def test_it_ends_with_its_reader(store: Store) -> None:
    """When nobody reads stdout any more, it ends by itself, quietly, though nothing changes."""
    command = [sys.executable, "-m", "memento_cli", "store", "watch", "--store", store.root]
    reader, writer = os.pipe()
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE, env=environ) as process:
        os.close(writer)
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"Watching")
        os.close(reader)
        assert process.wait(DEADLINE_SECONDS) == 0 and process.stderr.read() == b""


def test_lines_for_people_and_pipes(store: Store) -> None:
    """In a pipe a change is a line of columns; nothing that a store says acts on a terminal."""
    command = [sys.executable, "-m", "memento_cli", "store", "watch", "--store", store.root]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "MEMENTO_NOW": "2025-02-01T14:30:00Z"}
    for format, line in (
        ("tsv", "2025-02-01T14:30:00Z\tadded\ta-tsv\t\to\\u001bne\n"),
        ("table", "2025-02-01 14:30:00  added     a-table  o\\u001bne\n"),
        ("ids", "a-ids\n"),
    ):
        with subprocess.Popen(
            [*command, "--format", format],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, text=True,
        ) as process:  # fmt: skip
            assert process.stdout and process.stderr
            assert process.stderr.readline().startswith("Watching")
            id = f"a-{format}"
            put(store, id, whole(id).replace('"one"', r'"o\u001bne"'))
            assert process.stdout.readline() == line
            process.send_signal(signal.SIGINT)


@pytest.mark.parametrize("option", ["--debounce=-1", "--every=0", "--debounce=nan", "--every=x"])
def test_odd_numbers_are_refused(store: Store, run: Run, option: str) -> None:
    """Seconds are a number in their range."""
    assert run("store", "watch", option).code == 2
