"""FAULTS, seen in use: rows U3 and U5, two memories of one moment and very long chains of links."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memento_cli.store.directory.store import Store
from tests.store.helpers import new_store, put

MEMORY = """\
[memory]
id = "{id}"
person = "ctx://person/alex"
created = "{created}"

[memory.content]
summary = "The port is {id}"

[memory.strength]
initial = 1.0
current = 1.0
last_reinforced = "{created}"
reinforcement_count = 0
"""
LINK = '\n[[memory.links]]\nrel = "{}"\ntarget = "{}"\n'
SECOND = "2026-11-02T09:00:00Z"
READING = (
    ("list",),
    ("recall", "port"),
    ("recall", "port", "--deep"),
    ("show", "m1"),
    ("tidy", "conflicts", "--format", "ids"),
)
Shape = Callable[[int], Iterator[tuple[int, str, int]]]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that the command line finds."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("MEMENTO_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("MEMENTO_NOW", SECOND)
    return new_store(tmp_path / "store", person="ctx://person/alex")


def said(*line: str, store: Store | None = None) -> str:
    """What the program answers to a command line."""
    where = ["--store", store.root] if store else []
    command = [sys.executable, "-m", "memento_cli", *line, *where]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def filed(store: Store, id: str, created: str = SECOND, links: str = "") -> None:
    """A memory as another program would leave it."""
    put(store, id, MEMORY.format(id=id, created=created) + links)


def a_conflict_is_told(one: str, other: str) -> None:
    """Wherever one of two is shown, the other is named, and neither is history."""
    for line in (("recall", "port"), ("list",), ("show", one)):
        assert "conflict" in said(*line) and "history" not in said(*line)
    rows = json.loads(said("recall", "port", "--json"))["memories"]
    assert {row["id"]: row["conflicts"] for row in rows} == {one: [other], other: [one]}
    assert [row["newer"] for row in rows] == [None, None]
    shown = json.loads(said("show", other, "--json"))
    assert (shown["newer"], shown["conflicts"]) == (None, [one])
    assert f"conflict: contradicts {other}; neither is newer" in said("show", one, "--fence")
    assert said("context", "port").count("neither is newer") == 2
    (told,) = json.loads(said("tidy", "conflicts", "--json"))["conflicts"]
    assert told["current"] == "" and "*" not in said("tidy", "conflicts")


@pytest.mark.parametrize("ids", [("a", "b"), ("b", "a")])
def test_fault_u3_two_files_of_one_moment_are_told_as_a_conflict(
    store: Store, ids: tuple[str, str]
) -> None:
    """Whichever id comes first, and whichever of the two has the link."""
    one, other = ids
    filed(store, one, links=LINK.format("contradicts", other))
    filed(store, other)
    a_conflict_is_told(one, other)
    said("edit", other, "--link", f"supersedes:{one}")
    assert "conflict" not in said("list") and f"now {other}" in said("list")
    (told,) = json.loads(said("tidy", "conflicts", "--json"))["conflicts"]
    assert told["current"] == other


def test_fault_u3_two_clones_of_one_second_are_told_as_a_conflict(
    store: Store, tmp_path: Path
) -> None:
    """Each has recorded one in the same second; no line says which was first."""
    shutil.copytree(store.root, tmp_path / "other")
    other = Store(str(tmp_path / "other"))
    first = said("record", "The port is 1", "--topic", "one").strip()
    second = said("record", "The port is 2", "--topic", "two", store=other).strip()
    shutil.copytree(
        tmp_path / "other",
        store.root,
        dirs_exist_ok=True,
        ignore=lambda *_: ["memento.toml", ".memento"],
    )
    said("edit", first, "--link", f"contradicts:{second}")
    a_conflict_is_told(first, second)


def test_fault_u3_the_order_of_writing_within_one_writer_is_kept(store: Store) -> None:
    """Five times the later of two that one writer wrote in one second is current, whatever the
    random ends of their ids."""
    for place in range(5):
        old, new = (
            said("record", f"Port {place} is {text}", "--topic", f"p{place}").strip()
            for text in ("old", "new")
        )
        said("edit", old, "--link", f"contradicts:{new}")
        assert json.loads(said("show", old, "--json"))["newer"] == new
        assert json.loads(said("show", new, "--json"))["newer"] is None


def chain(count: int) -> Iterator[tuple[int, str, int]]:
    """Each supersedes the one before it."""
    return ((place + 1, "supersedes", place) for place in range(count - 1))


def circle(count: int) -> Iterator[tuple[int, str, int]]:
    """A chain whose first supersedes its last."""
    yield from chain(count)
    yield 0, "supersedes", count - 1


def star(count: int) -> Iterator[tuple[int, str, int]]:
    """One that all others contradict."""
    return ((place, "contradicts", 0) for place in range(1, count))


def seconds(folder: Path, shape: Shape, count: int) -> float:
    """The CPU seconds that what reads links takes in a store of so many, with a warm index."""
    store = new_store(folder, person="ctx://person/alex")
    links = {one: LINK.format(rel, f"m{other}") for one, rel, other in shape(count)}
    for one in range(count):
        filed(store, f"m{one}", f"2026-{1 + one * 9 // count:02d}-01T00:00:00Z", links.get(one, ""))
    said("list", store=store)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for line in READING:
        said(*line, store=store)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.longer
@pytest.mark.parametrize("shape", [chain, circle, star])
def test_fault_u5_ten_times_as_many_links_take_no_more_than_that(
    store: Store, tmp_path: Path, shape: Shape
) -> None:
    """list, recall, show and conflicts among 10,000 memories that one chain, circle or star joins
    take at most 12 times as long as among 1,000."""
    few, many = (seconds(tmp_path / str(count), shape, count) for count in (1_000, 10_000))
    assert many < 12 * few
