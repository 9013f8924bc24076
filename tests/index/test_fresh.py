"""What happens to files behind memento's back is seen by the next command."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import (
    Draft,
    Query,
    Store,
    Tags,
    list_memories,
    note_use,
    recall,
    record,
    reinforce,
    undo,
)
from memento_cli.actions.memory.reading import memories_at
from memento_cli.index.database.index import index_of
from memento_cli.index.database.place import index_folder
from memento_cli.index.refresh import freshness
from memento_cli.index.refresh.freshness import SECOND, TICK

NOW = datetime(2025, 6, 1, tzinfo=UTC)
LUNCH = "alex-lunch-2025-06"


@pytest.fixture
def lunch(store: Store) -> Store:
    """A store with some memories, all of them indexed."""
    for topic in ("lunch", "tea", "rain"):
        record(store, Draft(f"About the {topic} today", "alex", tags=Tags((topic,))), NOW)
    assert found(store, "about") == 3
    return store


def found(store: Store, word: str) -> int:
    """How many memories have this word."""
    return recall(store, Query(words=(word,)), NOW).total


def file_of(store: Store) -> Path:
    """The file that the edits of this module change."""
    return Path(store.memories.path(LUNCH))


def edited(path: Path) -> bytes:
    """The same file about dinner; as long as before."""
    return path.read_bytes().replace(b"lunch today", b"pizza today")


def in_place(store: Store) -> None:
    path = file_of(store)
    data = edited(path)
    with path.open("r+b") as file:
        file.write(data)


def by_renaming(store: Store) -> None:
    path = file_of(store)
    other = path.with_name(".new")
    other.write_bytes(edited(path))
    other.replace(path)


def with_its_old_time(store: Store) -> None:
    path = file_of(store)
    before = path.stat()
    in_place(store)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def in_the_future(store: Store) -> None:
    in_place(store)
    os.utime(file_of(store), (4_000_000_000, 4_000_000_000))


def in_whole_seconds(store: Store) -> None:
    in_place(store)
    status = file_of(store).stat()
    os.utime(file_of(store), (int(status.st_atime), int(status.st_mtime)))


def by_rsync(store: Store) -> None:
    other = Path(store.root).parent / "other"
    shutil.copytree(store.root, other)
    copy = other / "memories" / file_of(store).name
    copy.write_bytes(edited(copy))
    os.utime(copy, ns=(0, file_of(store).stat().st_mtime_ns))
    shutil.copy2(copy, file_of(store))


EDITS = [in_place, by_renaming, with_its_old_time, in_the_future, in_whole_seconds, by_rsync]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_fault_76_an_edit_is_seen_whatever_its_time(
    lunch: Store, edit: Callable[[Store], None]
) -> None:
    """A save of any kind is seen by the next recall, also if the size and the time stay."""
    assert found(lunch, "pizza") == 0
    edit(lunch)
    assert (found(lunch, "pizza"), found(lunch, "lunch")) == (1, 1)  # its topic is still lunch


def test_what_is_deleted_is_gone_and_what_comes_is_there(lunch: Store) -> None:
    """A file that was removed is no hit, one that was dropped in is one."""
    path = file_of(lunch)
    text = path.read_text()
    path.unlink()
    assert found(lunch, "lunch") == 0
    path.with_name("by-hand.toml").write_text(text.replace(LUNCH, "by-hand"))
    assert found(lunch, "lunch") == 1
    shutil.rmtree(path.parent)
    assert found(lunch, "about") == 0


def test_a_checkout_of_another_branch_is_seen(lunch: Store) -> None:
    """git may exchange everything at once: files and logs."""

    def git(*args: str) -> None:
        subprocess.run(["git", "-C", lunch.root, *args], check=True, capture_output=True)

    git("init", "-b", "main")
    git("add", "-A")
    git("commit", "-m", "one")
    git("checkout", "-b", "side")
    in_place(lunch)
    record(lunch, Draft("A side dish", "alex"), NOW)
    note_use(lunch, ["alex-tea-2025-06"], NOW + timedelta(days=9))
    git("add", "-A")
    git("commit", "-m", "two")
    later = NOW + timedelta(days=10)
    side = {memory.id: memory.strength for memory in memories_at(lunch, later)}
    git("checkout", "main")
    assert (found(lunch, "pizza"), found(lunch, "dish")) == (0, 0)
    main = {memory.id: memory.strength for memory in memories_at(lunch, later)}
    assert main["alex-tea-2025-06"].reinforcement_count == 0
    git("checkout", "side")
    assert {memory.id: memory.strength for memory in memories_at(lunch, later)} == side


def test_a_file_in_a_large_store_is_looked_at_in_turn(
    lunch: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the size of a slice an edit in place is seen when its turn comes, or by --fresh."""
    for number in range(7):
        record(lunch, Draft(f"Number {number}", "alex", tags=Tags((f"n{number}",))), NOW)
    time.sleep(2 * TICK / SECOND)  # so that what is indexed now is believed
    found(lunch, "about")
    monkeypatch.setattr(freshness, "SLICE", 2)
    before = b"lunch today"
    for word in ("pizza", "tapas", "ramen", "curry"):
        after = f"{word} today".encode()
        file_of(lunch).write_bytes(file_of(lunch).read_bytes().replace(before, after))
        before = after
        assert 1 in [found(lunch, word) for _ in range(5)]
        time.sleep(2 * TICK / SECOND)
        found(lunch, "about")
    file_of(lunch).write_bytes(file_of(lunch).read_bytes().replace(before, b"sushi today"))
    assert recall(lunch, Query(words=("sushi",)), NOW, fresh=True).total == 1


def test_a_hit_is_as_its_file_says(lunch: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However large the store, the file of what is shown is compared."""
    time.sleep(2 * TICK / SECOND)
    found(lunch, "about")
    monkeypatch.setattr(freshness, "SLICE", 0)
    in_place(lunch)
    hit = recall(lunch, Query(words=("lunch",)), NOW).hits[0]
    assert hit.memory.content.summary == "About the pizza today"
    in_place_again = file_of(lunch).read_bytes().replace(b"pizza", b"sushi")
    time.sleep(2 * TICK / SECOND)
    file_of(lunch).write_bytes(in_place_again)
    listed = list_memories(lunch, Query(limit=9), NOW).hits
    assert "About the sushi today" in [hit.memory.content.summary for hit in listed]


def test_strengths_follow_the_journal(lunch: Store) -> None:
    """A use, its undo, and a log that is cut back are in the next answer."""
    later = NOW + timedelta(days=60)

    def strength() -> int:
        return {m.id: m.strength for m in memories_at(lunch, later)}[LUNCH].reinforcement_count

    assert strength() == 0
    reinforce(lunch, LUNCH, NOW + timedelta(days=30))
    assert strength() == 1
    log = Path(lunch.journal.files()[-1])
    lines = log.read_bytes()
    undo(lunch, None, NOW + timedelta(days=31))
    assert strength() == 0
    log.write_bytes(lines)
    assert strength() == 1
    assert {m.id: m.strength for m in memories_at(lunch, NOW)}[LUNCH].reinforcement_count == 0


def test_nothing_is_read_again_that_has_not_changed(lunch: Store) -> None:
    """A refresh reads what changed, and a look at an unchanged store finds nothing."""
    with index_of(lunch, everything=True):
        pass
    in_place(lunch)
    with index_of(lunch) as index:
        assert index.changes.changed == (LUNCH,)
        assert index.changes.added == index.changes.removed == ()


def test_the_index_is_not_in_the_store(lunch: Store) -> None:
    """Reading leaves the store as it is; the index is in the user's cache."""
    before = sorted(path for path in Path(lunch.root).rglob("*"))
    found(lunch, "about")
    assert sorted(path for path in Path(lunch.root).rglob("*")) == before
    assert not index_folder(lunch.root).startswith(lunch.root)
