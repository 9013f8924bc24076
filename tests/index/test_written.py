"""What memento itself writes is told to the index; what anybody else writes is seen anyway."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest

from memento_cli import Store
from memento_cli.actions.recall.index_session import open_index
from memento_cli.index.database.database import open_database
from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.refresh.freshness import (
    FOREVER,
    IndexStatus,
    check_freshness,
    folder_stamp,
    keep_note,
)
from memento_cli.index.refresh.writing import Writer
from tests.conftest import Ran

Run = Callable[..., Ran]
TICK_SECONDS = 0.1  # longer than the tick by which a kernel stamps files


@pytest.fixture
def one(store: Store, run: Run) -> str:
    """The id of a memory that the index has seen in its folder, which is old enough for that."""
    done = run("record", "The first noonmeal", "--topic", "noonmeal", "--json")
    for _ in range(2):
        time.sleep(TICK_SECONDS)
        assert run("recall", "noonmeal").code == 0
    id: str = json.loads(done.stdout)["id"]
    return id


def looked(store: Store) -> IndexStatus:
    """What the next command's look at the store finds."""
    folder = index_folder(store.root)
    database = open_database(os.path.join(folder, FILE), store.root)
    assert database is not None
    try:
        return check_freshness(database, store.root, folder)
    finally:
        database.close()


def found(run: Run, *words: str) -> int:
    """How many memories a recall finds."""
    done = run("recall", *words, "--format", "ids")
    assert done.code == 0, done.stderr
    return len(done.stdout.split())


@pytest.mark.parametrize("act", [("record", "A long noonmeal", "--json"), ("pin", "ID")])
def test_our_own_write_makes_nobody_look_at_every_file(
    store: Store, run: Run, one: str, act: tuple[str, ...]
) -> None:
    """The command after one that wrote knows that nobody else did, and finds what was written."""
    done = run(*(one if word == "ID" else word for word in act))
    assert done.code == 0
    time.sleep(TICK_SECONDS)
    seen = looked(store)
    assert seen.folder_changed
    id = one if act[0] == "pin" else json.loads(done.stdout)["id"]
    assert seen.written == [f"{id}.toml"]
    assert found(run, "noonmeal") == (2 if act[0] == "record" else 1)
    time.sleep(TICK_SECONDS)
    found(run, "noonmeal")
    assert not looked(store).folder_changed


def test_a_note_names_what_several_commands_wrote(store: Store, run: Run, one: str) -> None:
    """Commands that write one after another are told to the next reader together."""
    other: str = json.loads(run("record", "Another noonmeal", "--json").stdout)["id"]
    for _ in range(2):
        time.sleep(TICK_SECONDS)
        assert found(run, "noonmeal") == 2
    assert run("pin", one).code == run("forget", other, "--yes").code == 0
    assert looked(store).written == sorted(f"{id}.toml" for id in (one, other))
    assert found(run, "noonmeal") == 1


def test_what_was_read_after_an_earlier_write_is_not_read_again(
    store: Store, one: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note grows with each act as long as the folder's stamp is young; its files are read once
    their stamps can be believed, and then no more."""
    read, names = Writer.read, list[str]()

    def noted(self: Writer, files: Sequence[str], tick: Callable[[], None]) -> list[str]:
        names.extend(files)
        return read(self, files, tick)

    monkeypatch.setattr(Writer, "read", noted)
    folder, path = index_folder(store.root), store.memories.path(one)
    now = datetime.now(UTC)
    for other in ("noonmeal-a", "noonmeal-b"):
        base = looked(store).folder
        shutil.copy(path, path.replace(one, other))
        time.sleep(TICK_SECONDS)
        keep_note(folder, base, looked(store).folder, ["noonmeal-a.toml", f"{other}.toml"])
        names.clear()
        with open_index(store, now) as index:
            assert index.count() == (2 if other == "noonmeal-a" else 3)
        assert names == [f"{other}.toml"]


def test_what_somebody_else_wrote_after_it_is_seen(store: Store, run: Run, one: str) -> None:
    """A file that is copied, or taken away, after our own write is found by a look at all files."""
    assert run("pin", one).code == 0
    path = store.memories.path(one)
    shutil.copy(path, path.replace(one, f"{one}x"))
    assert looked(store).written is None
    assert found(run, "noonmeal") == 2
    assert run("pin", one, "--remove").code == 0
    os.unlink(path)
    assert found(run, "noonmeal") == 1


def test_what_came_in_the_same_moment_is_seen(store: Store, run: Run, one: str) -> None:
    """A note that covers more than our own write hides no file that came, went or was replaced."""
    assert run("pin", one).code == 0
    path, folder = store.memories.path(one), index_folder(store.root)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for name, word in ((f"{one}x", "dinner"), (one, "supper")):
        beside = os.path.join(store.root, "aside")
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text.replace("noonmeal", word))
        os.replace(beside, path.replace(one, name))
    database = open_database(os.path.join(folder, FILE), store.root)
    assert database is not None
    base = database.execute("SELECT value FROM meta WHERE key = 'folder'").fetchone()[0]
    database.close()
    now = folder_stamp(store.memories.folder, FOREVER)
    keep_note(folder, base, now, [f"{one}.toml"])
    assert looked(store).written == [f"{one}.toml"]
    assert found(run, "dinner") == found(run, "supper") == 1


def test_what_came_before_it_is_seen(store: Store, run: Run, one: str) -> None:
    """A command that begins after somebody else's write leaves no note of its own."""
    path = store.memories.path(one)
    shutil.copy(path, path.replace(one, f"{one}x"))
    assert run("pin", one).code == 0
    assert looked(store).written is None
    assert found(run, "noonmeal") == 2
