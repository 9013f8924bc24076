"""Which lines and files are those of an erased memory, where two had its id."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memento_cli.core.git.id_conflict import PARTED
from memento_cli.core.journal.event_types import ADOPTION, ERASED, RECORDED, UNDONE
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.memory import strength_from
from memento_cli.core.redaction.erased import (
    ALSO,
    CREATED,
    HASHED,
    OPENINGS,
    erased_entries_of_memories,
    is_its_file,
    opening_ids,
    other_openings,
)
from memento_cli.core.time.when import iso

NOW = datetime(2025, 2, 1, tzinfo=UTC)
LATER = NOW + timedelta(days=3)


def line(id: str, act: str = "edited", memory: str = "a", **more: object) -> JournalEntry:
    head = JournalEntry(id, NOW, act, memory, "x")
    return head._replace(**more)  # type of each is the field's own


def opening(id: str, created: datetime = NOW, **more: object) -> JournalEntry:
    return line(id, RECORDED, strength=strength_from(1.0, created, 0), **more)


def told(*openings: str, created: datetime | None = NOW, words: str = "w") -> JournalEntry:
    known: dict[str, object] = {OPENINGS: list(openings), HASHED: words}
    return line("9", ERASED, more=known | ({CREATED: iso(created)} if created else {}))


MINE, OTHER = opening("1"), opening("2", LATER)
PARTING = line("4", UNDONE, undoes="3", more={PARTED: "a-sfx"})
TABLE = {
    "all of one": ([MINE, line("5")], ["1", "5"]),
    "another's opening and what its writer did since": ([MINE, OTHER, line("5")], ["1"]),
    "what was taken back is another's": ([MINE, line("3"), PARTING], ["1", "4"]),
    "adopted is recorded by nobody": ([MINE, opening("2", LATER, via=ADOPTION)], ["1", "2"]),
    "recorded in the same moment is another's": ([MINE, opening("2"), line("5")], ["1"]),
    "lines of other ids": ([MINE, line("5", memory="b")], ["1"]),
}


@pytest.mark.parametrize(("lines", "its"), TABLE.values(), ids=TABLE.keys())
def test_lines_of_an_erased_memory(lines: list[JournalEntry], its: list[str]) -> None:
    """Those under its id, but for what the writer of another memory with that id did to that."""
    writers = {each.id: "w" if each.id == "1" else "v" for each in lines}
    assert [
        each.id for each in erased_entries_of_memories(lines, writers, {"a": [told("1")]})
    ] == its


def test_lines_of_a_memory_that_a_merge_renamed() -> None:
    """Its lines from when it had another id are told by what took them back."""
    lines = [MINE, line("3"), PARTING]
    writers = dict.fromkeys(("1", "3", "4"), "w")
    erased = {"a-sfx": [line("9", ERASED, "a-sfx", more={ALSO: "a"})]}
    assert [each.id for each in erased_entries_of_memories(lines, writers, erased)] == ["3"]


def test_of_two_erasures_each_knows_its_own() -> None:
    """Two clones erased two memories of one id: neither opening is another's."""
    assert other_openings([MINE, OTHER], {"a": [told("1"), told("2", created=LATER)]}) == []
    assert other_openings([MINE, OTHER], {"a": [told("1")]}) == [OTHER]


@pytest.mark.parametrize(
    ("lines", "created", "its"),
    [
        ([MINE], LATER, ["1"]),  # its moment was edited
        ([MINE, OTHER], NOW, ["1"]),
        ([MINE, OTHER], LATER, ["2"]),
        ([MINE, OTHER], NOW - timedelta(days=9), ["1", "2"]),
        ([MINE, line("4", UNDONE, undoes="1", more={PARTED: "b"}), OTHER], NOW, ["2"]),
        ([], NOW, []),
    ],
)
def test_openings_of_a_memory(lines: list[JournalEntry], created: datetime, its: list[str]) -> None:
    """The lines that recorded it: of two that are not parted yet the one of its moment."""
    assert opening_ids(lines, iso(created)) == its


TWIN = opening("2")  # recorded in the same moment
RENAMING = line("4", UNDONE, undoes=OTHER.id, more={PARTED: "a-sfx"})
FILES = {
    "by its moment": (NOW, "other", [MINE, OTHER], True),
    "by its words": (LATER, "w", [MINE, OTHER], True),
    "another's": (LATER, "other", [MINE, OTHER], False),
    "an older version, where nobody else had the id": (LATER, "other", [MINE], True),
    "an older version of one renamed since": (LATER, "other", [MINE, OTHER, RENAMING], False),
    "by its moment, where another's was renamed": (NOW, "other", [MINE, OTHER, RENAMING], True),
    "another's, by hand": (LATER, "other", [opening("1", via=ADOPTION)], False),
    "by its moment, by hand": (NOW, "other", [opening("1", via=ADOPTION)], True),
    "of one moment by its words": (NOW, "w", [MINE, TWIN], True),
    "of one moment with other words": (NOW, "other", [MINE, TWIN], False),
}


@pytest.mark.parametrize(("created", "words", "lines", "its"), FILES.values(), ids=FILES.keys())
def test_file_of_an_erased_memory(
    created: datetime, words: str, lines: list[JournalEntry], its: bool
) -> None:
    """By its moment or its words; without both it is an older version, unless others had the id,
    who may have got another since."""
    assert is_its_file(iso(created), words, [told("1")], lines) is its


@pytest.mark.parametrize(("lines", "its"), [([MINE], True), ([MINE, TWIN], False)])
def test_a_file_with_the_id_that_a_merge_would_give(lines: list[JournalEntry], its: bool) -> None:
    """It is the erased one's, unless another of the same moment may have got that id."""
    known: dict[str, object] = {ALSO: "a", HASHED: "w", CREATED: iso(NOW), OPENINGS: ["1"]}
    also = line("9", ERASED, "a-sfx", more=known)
    assert is_its_file(iso(NOW), "w", [also], lines)
    assert is_its_file(iso(NOW), "other", [also], lines) is its


def test_an_erasure_that_knows_nothing_means_all() -> None:
    """Its clone had no file of the memory any more: whatever has the id is it."""
    bare = [line("9", ERASED)]
    assert other_openings([MINE, OTHER], {"a": bare}) == []
    assert is_its_file(iso(LATER), "x", bare, [MINE, OTHER])
