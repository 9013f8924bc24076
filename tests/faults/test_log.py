"""FAULTS, log: rows 52 to 59."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.reading import memories_at, memory_at
from memento_cli.actions.memory.reinforce import note_use, reinforce, settle
from memento_cli.actions.undo.undo import undo
from memento_cli.store.directory.store import Store
from tests.store.helpers import DAY, NOW, recorded, reopened

LATER = NOW + 400 * DAY


def log(store: Store) -> Path:
    (path,) = store.journal.files()
    return Path(path)


def lived(store: Store) -> str:
    """A memory with a history: uses, skips, an undo, an undone undo."""
    id = recorded(store).id
    for day in (10, 10.5, 50, 120, 200):
        note_use(store, [id], NOW + day * DAY, f"day {day}")
    undo(store, None, NOW + 201 * DAY)
    undo(store, None, NOW + 202 * DAY)
    return id


def test_fault_52_a_torn_last_line_is_ignored_told_and_healed(store: Store) -> None:
    """At every byte: the lines before it count, the next act starts a new line."""
    id = recorded(store).id
    whole = log(store).read_bytes()
    note_use(store, [id], NOW + 50 * DAY, "é")
    both = log(store).read_bytes()
    for cut in range(len(whole) + 1, len(both) - 1, 5):
        log(store).write_bytes(both[:cut])
        opened, warnings = reopened(store)
        assert memories_at(opened, LATER)[0].strength.reinforcement_count == 0
        assert len(warnings) == 1 and f"{log(store)}:2" in warnings[0]
        assert reinforce(opened, id, NOW + 60 * DAY).result.applied
        assert memory_at(opened, id, LATER).strength.reinforcement_count == 1
        assert len(doctor(opened, LATER).findings) == 1


def test_fault_54_doubled_and_shuffled_lines_give_the_same_strength(
    store: Store, tmp_path: Path
) -> None:
    """Both sides of a union merge, in any order, in any files."""
    id = lived(store)
    expected = memory_at(store, id, LATER).strength
    lines = log(store).read_text().splitlines(keepends=True)
    path, other = log(store), log(store).with_name("other-00000000.jsonl")
    for seed in range(8):
        shuffled = lines * 2
        random.Random(seed).shuffle(shuffled)
        path.write_text("".join(shuffled[seed:]))
        other.write_text("".join(shuffled[:seed] + lines[::-1]))
        assert memory_at(store, id, LATER).strength == expected
        assert memories_at(reopened(store)[0], LATER)[0].strength == expected


@pytest.mark.parametrize(
    "line",
    ['{"a": 1, "a": 2}', '{"id": "x", "at": 1e999}', '{"x": NaN}', "[" * 100_000, "9" * 100_000,
     '{"id": "x", "at": "2025-01-01", "act": "used", "memory": "a", "strength": {}, "x": 1e999}'],
    ids=["doubled", "endless", "nan", "nested", "long number", "in a good line"],
)  # fmt: skip
def test_fault_55_a_line_that_some_reader_reads_otherwise_is_rejected(
    store: Store, line: str
) -> None:
    """Named by its place; the others count, and writing goes on."""
    id = recorded(store).id
    with log(store).open("a") as file:
        file.write(line + "\n")
    opened, warnings = reopened(store)
    assert memories_at(opened, NOW)[0].id == id
    assert len(warnings) == 1 and f"{log(store)}:2" in warnings[0]
    assert reinforce(opened, id, NOW + 50 * DAY).result.applied
    (finding,) = doctor(opened, LATER).findings
    assert finding.where == f"{log(store)}:2"


def test_fault_56_lines_about_what_is_not_there_are_kept(store: Store) -> None:
    """A memory that nobody has: no crash, no finding, and its lines stay."""
    id = lived(store)
    other = recorded(store, "two", "coffee").id
    os.unlink(store.memories.path(id))
    before = log(store).read_bytes()
    assert [memory.id for memory in memories_at(store, LATER)] == [other]
    assert settle(store, LATER, everything=True) == []
    report = doctor(store, LATER, fix=True)
    assert report.findings == () and len(report.notes) == 1
    assert log(store).read_bytes() == before
    assert recorded(store).id != id


def test_fault_56_a_line_that_a_pull_brings_does_not_bring_the_memory_back(store: Store) -> None:
    """Lines of another clone about an unknown memory are kept, and nothing comes of them."""
    recorded(store)
    other = log(store).with_name("other-12345678.jsonl")
    row = log(store).read_text().replace("alex-tea-2025-02", "erased")
    other.write_text(row + row.replace("recorded", "edited").replace('{"id": "0', '{"id": "1'))
    before = other.read_bytes()
    opened, warnings = reopened(store)
    assert [memory.id for memory in memories_at(opened, LATER)] == ["alex-tea-2025-02"]
    assert settle(opened, LATER, everything=True) == []
    note_use(opened, ["alex-tea-2025-02"], LATER)
    assert doctor(opened, LATER, fix=True).findings == () and warnings == []
    assert other.read_bytes() == before and "erased" not in opened.memories
    assert len(opened.journal.lines("erased").lines) == 2


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\r", "\r\n", "\n", "\x0b", "\x1c"])
def test_fault_57_one_line_stays_one_line(store: Store, sign: str) -> None:
    """Whatever some reader takes for the end of a line is escaped."""
    id = recorded(store).id
    note_use(store, [id], NOW + DAY, f"a{sign}b")
    text = log(store).read_bytes().decode()
    assert len(text.splitlines()) == 2 == text.count("\n")
    assert json.loads(text.splitlines()[1])["text"]["reason"] == f"a{sign}b"
    assert store.journal.lines(id).lines[1].text == {"reason": f"a{sign}b"}


def test_fault_59_a_log_that_git_swaps_loses_nothing(store: Store) -> None:
    """Each append opens the file anew: what is written after the swap is in the new one."""
    id = recorded(store).id
    for day in range(1, 21):
        note_use(store, [id], NOW + day * DAY)
        if day % 4 == 0:
            copy = log(store).with_name("swap")
            copy.write_bytes(log(store).read_bytes())
            os.replace(copy, log(store))
    assert len(store.journal.lines(id).lines) == 21
