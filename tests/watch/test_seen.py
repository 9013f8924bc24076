"""What a watcher has seen: every difference is found, and nothing else is one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reinforce import note_use
from memento_cli.store.directory.store import Store
from memento_cli.watch.seen import Difference, StoreState
from tests.store.helpers import DAY, NOW, new_store, put, recorded, whole


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")


def replaced(path: Path) -> None:
    """Saved as git and vim do it."""
    beside = path.with_name(".new")
    beside.write_text(path.read_text())
    beside.rename(path)


def linked(path: Path) -> None:
    """As memento publishes a file: for a moment it has two names."""
    beside = path.with_name(".tmp-1")
    beside.hardlink_to(path)
    beside.unlink()


CHANGES: dict[str, tuple[Callable[[Path], object], Difference]] = {
    "in place": (lambda path: path.write_text(whole() + "\n"), Difference(changed=("a.toml",))),
    "appended": (lambda path: path.open("a").write("\n"), Difference(changed=("a.toml",))),
    "replaced": (replaced, Difference(changed=("a.toml",))),
    "touched": (lambda path: os.utime(path, (1, 1)), Difference(changed=("a.toml",))),
    "removed": (lambda path: path.unlink(), Difference(removed=("a.toml",))),
    "renamed": (
        lambda path: path.rename(path.with_name("b.toml")),
        Difference(added=("b.toml",), removed=("a.toml",)),
    ),
    "another": (
        lambda path: path.with_name("é.toml").write_text("x"),
        Difference(added=("é.toml",)),
    ),
    "settings": (
        lambda path: path.parents[1].joinpath("memento.toml").open("a").write("\n"),
        Difference(settings=True),
    ),
    "read": (lambda path: path.read_text(), Difference()),
    "linked": (linked, Difference()),
    "mode": (lambda path: path.chmod(0o600), Difference()),
    "a swap file": (lambda path: path.with_name(".a.toml.swp").write_text("x"), Difference()),
    "a backup": (lambda path: path.with_name("a.toml~").write_text("x"), Difference()),
    "no TOML": (lambda path: path.with_name("4913").write_text("x"), Difference()),
    "a folder": (lambda path: path.with_name("b.toml").mkdir(), Difference()),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_seen_once(name: str, store: Store) -> None:
    """A look tells exactly what changed, and the next look nothing."""
    change, difference = CHANGES[name]
    path = put(store, "a", whole())
    seen = StoreState(store.root)
    change(path)
    assert seen.look() == difference
    assert seen.look() == Difference()


def test_a_look_at_names_is_only_at_those(store: Store) -> None:
    """Names limit a look; what they leave out is found by the next look at everything."""
    seen = StoreState(store.root)
    put(store, "a", whole("a"))
    put(store, "b", whole("b"))
    assert seen.look(["b.toml", "gone.toml", "../a.toml", ".tmp-1"]) == Difference(("b.toml",))
    assert seen.look() == Difference(("a.toml",))


STEPS = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from(["write", "remove", "look", "names"])),
    max_size=20,
)


@given(STEPS)
def test_differences_add_up(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str]]
) -> None:
    """Whatever happens between looks, all differences together lead to what is there."""
    folder = tmp_path_factory.mktemp("s")
    (folder / "memories").mkdir()
    seen, told = StoreState(str(folder)), set[str]()
    for name, step in [*steps, ("a", "look")]:
        path = folder / "memories" / f"{name}.toml"
        if step == "write":
            path.write_text(f"{os.urandom(8).hex()}")
        elif step == "remove":
            path.unlink(missing_ok=True)
        else:
            found = seen.look([path.name] if step == "names" else None)
            assert told.isdisjoint(found.added) and told.issuperset(found.changed + found.removed)
            told = (told | set(found.added)) - set(found.removed)
    assert told == set(os.listdir(folder / "memories"))


def test_new_lines_are_seen_once(store: Store) -> None:
    """Lines come as they are appended: in a new month, a new log, and after a torn line."""
    memory = recorded(store)
    seen = StoreState(store.root)
    assert seen.look() == Difference()
    note_use(store, [memory.id], NOW + DAY)
    assert [line.act for line in seen.look().entries] == ["used"]
    (log,) = store.journal.files()
    text = Path(log).read_text().splitlines(keepends=True)[0]
    with open(log, "a") as file:
        file.write(text[:20])
    assert seen.look().entries == ()
    with open(log, "a") as file:
        file.write(text[20:])
    assert [line.act for line in seen.look().entries] == ["recorded"]
    other = Path(store.root, "journal", "2031-01", "viktor-00000000.jsonl")
    other.parent.mkdir()
    other.write_text(text)
    assert [line.memory for line in seen.look().entries] == [memory.id]
    assert seen.look() == Difference()


def test_a_log_that_changes_elsewhere_is_named(store: Store) -> None:
    """A log that was shortened, changed in its middle or removed is named; its lines are not."""
    memory = recorded(store)
    note_use(store, [memory.id], NOW + DAY)
    seen = StoreState(store.root)
    (log,) = map(Path, store.journal.files())
    name, text = os.path.relpath(log, store.root), log.read_text()
    log.write_text(text.replace("used", "no longer"))
    assert seen.look() == Difference(logs=(name,))
    log.write_text(text.splitlines(keepends=True)[0])
    assert seen.look() == Difference(logs=(name,))
    log.write_text(text)
    assert [line.act for line in seen.look().entries] == ["used"]
    log.unlink()
    assert seen.look() == Difference(logs=(name,))
    assert seen.look() == Difference()


def test_a_store_without_folders_is_watched(tmp_path: Path) -> None:
    """memories/ and journal/ may come later, or go."""
    store = new_store(tmp_path / "s")
    shutil.rmtree(os.path.join(store.root, "memories"))
    seen = StoreState(store.root)
    memory = recorded(store)
    found = seen.look()
    assert found.added == (f"{memory.id}.toml",) and [x.act for x in found.entries] == ["recorded"]
    forget(store, [memory.id], NOW)
    found = seen.look()
    assert found.removed == (f"{memory.id}.toml",) and [x.act for x in found.entries] == [
        "forgotten"
    ]
