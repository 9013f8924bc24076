"""An index can be lost, broken, foreign or impossible: that costs time, and nothing else."""

from __future__ import annotations

import os
import random
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Draft, Query, Store, init, recall, record
from memento_cli.actions.checkup.status import status
from memento_cli.actions.events.events import newest_events
from memento_cli.actions.events.observe import observe
from memento_cli.actions.memory.reading import memories_at
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.errors import BrokenIndex
from memento_cli.index.database.place import EVENTS, FILE, index_folder
from tests.conftest import ROOT, Ran
from tests.store.helpers import reopened

NOW = datetime(2025, 6, 1, tzinfo=UTC)
Run = Callable[..., Ran]
PAGE = 4096


def found(store: Store) -> int:
    """How many memories have the word that all have."""
    return recall(store, Query(words=("lunch",)), NOW).total


@pytest.fixture
def index(store: Store) -> Path:
    """The index of a store with two memories."""
    record(store, Draft("Lunch at Roma", "alex"), NOW)
    record(store, Draft("Lunch at home", "alex"), NOW)
    assert found(store) == 2
    return Path(index_folder(store.root)) / FILE


def garbage(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(9_000))


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def overwritten(path: Path) -> None:
    """Nonsense in the page of the memories; what is read at the opening is sound."""
    with sqlite3.connect(path) as database:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'memory'"
        (page,) = database.execute(query).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = random.Random(2).randbytes(size)
    path.write_bytes(data)


def without_a_table(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE tag")


def newer(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 999999")


def of_another_store(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE meta SET value = '/elsewhere' WHERE key = 'root'")


def gone(path: Path) -> None:
    path.unlink()


BROKEN = [garbage, empty, cut, without_a_table, newer, of_another_store, gone]


@pytest.mark.parametrize("breaks", BROKEN, ids=lambda breaks: breaks.__name__)
def test_an_index_that_is_no_good_is_made_again(
    store: Store, index: Path, breaks: Callable[[Path], None]
) -> None:
    """Whatever is in the place of the index, the answer is right, and nobody is told."""
    breaks(index)
    opened, warnings = reopened(store)
    assert found(opened) == 2
    assert warnings == []
    assert found(opened) == 2


def test_an_index_with_a_broken_page_is_thrown_away(store: Store, index: Path) -> None:
    """What SQLite cannot see when it opens the file ends other verbs in an error, once."""
    overwritten(index)
    with pytest.raises(BrokenIndex, match="the index was broken"):
        memories_at(store, NOW)
    assert len(memories_at(store, NOW)) == 2


@pytest.mark.parametrize("sound_bytes", [0, 300, PAGE // 2, 3800])
def test_any_damaged_page_costs_time_alone(store: Store, index: Path, sound_bytes: int) -> None:
    """Zeros from some byte of any page on: every verb answers what the files say, or ends in the
    error that says to do it again."""
    observe(store, Event("", NOW, CHAT, "", "", Words("Lunch?", "At noon")))
    assert len(newest_events(store, NOW, 9)) == 1
    for path in (index, index.with_name(EVENTS)):
        sound = path.read_bytes()
        pages = [sound[at : at + PAGE] for at in range(0, len(sound), PAGE)]
        for at, page in enumerate(pages):
            spoilt = page[:sound_bytes].ljust(PAGE, b"\0")
            damaged = b"".join([*pages[:at], spoilt, *pages[at + 1 :]])
            for verb, right in (
                (lambda: found(store), 2),
                (lambda: len(memories_at(store, NOW)), 2),
                (lambda: len(newest_events(store, NOW, 9)), 1),
                (lambda: status(store).memories, 2),
            ):
                path.write_bytes(damaged)
                with suppress(BrokenIndex):
                    assert verb() == right, (path.name, at)


def test_without_a_cache_folder_it_is_only_slower(
    store: Store, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache that cannot be made: one line says so, and the answer is the same."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    opened, warnings = reopened(store)
    assert found(opened) == found(opened) == 2
    assert len(warnings) == 1 and "reading every file instead" in warnings[0]


def test_with_a_full_cache_it_is_only_slower(store: Store, tmp_path: Path, run: Run) -> None:
    """No room for the index: one line says so, exit 0, and nothing half-made is left."""
    record(store, Draft("Lunch at Roma", "alex"), NOW)
    cache = tmp_path / "cache"

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, 8_192))

    done = subprocess.run(
        [sys.executable, "-B", "-m", "memento_cli", "recall", "lunch"],  # no half of a .pyc either
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)},
        preexec_fn=limited,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "Lunch at Roma" in done.stdout
    assert done.stderr.count("\n") == 1 and "cannot keep an index" in done.stderr
    assert not list(cache.rglob("*.db")) and not list(cache.rglob("*.tmp"))


def test_several_processes_may_refresh_at_once(store: Store, index: Path, run: Run) -> None:
    """Each of many processes that start together finds everything, with a new index and an old."""
    for lost in (True, False):
        if lost:
            index.unlink()
        record(store, Draft("Lunch again", "alex"), NOW)
        start = [sys.executable, "-m", "memento_cli", "recall", "lunch", "--format", "ids"]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "MEMENTO_NOW": "2025-06-01"}
        running = [
            subprocess.Popen(start, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(8)
        ]
        ends = [(one.communicate(), one.returncode) for one in running]
        assert {code for _, code in ends} == {0}
        assert {len(out.split()) for (out, _), _ in ends} == {3 if lost else 4}
        assert {err for (_, err), _ in ends} == {b""}


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o500, 0o555])
def test_the_index_is_its_users_alone(tmp_path: Path, mode: int) -> None:
    """Whoever may read the store, nobody else reads what this user's cache has of it."""
    store = init(str(tmp_path / "secret")).store
    record(store, Draft("Lunch", "alex"), NOW)
    os.chmod(store.root, mode)
    assert found(store) == 1
    folder = Path(index_folder(store.root))
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    os.chmod(store.root, 0o700)


def test_a_broken_file_is_named_each_time_and_hides_nothing(store: Store, index: Path) -> None:
    """The index remembers what cannot be read, until it can."""
    path = Path(store.memories.folder) / "broken.toml"
    path.write_text("[[[")
    for _ in range(2):
        opened, warnings = reopened(store)
        assert found(opened) == 2
        assert len(warnings) == 1 and "broken.toml: not TOML" in warnings[0]
    path.unlink()
    opened, warnings = reopened(store)
    assert found(opened) == 2 and warnings == []
