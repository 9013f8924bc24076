"""Odd numbers, odd keys, odd nesting: an error in words before anything is written, or done."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.line_ids import line_id, line_millis
from memento_cli.errors import BadData, BadValue, Conflict, MementoError
from memento_cli.store.directory.store import Store
from memento_cli.store.journal.jsonl import entry_of, entry_text
from memento_cli.store.toml.parse import Document, parsed
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import key_text, path_of, value_text
from tests.store.helpers import NOW, new_store, put, whole

LONG = "0x" + "f" * 5000


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")


@pytest.mark.parametrize("place", ["big = {}", "big = [1, {}]", "big = {{ a = [{}] }}"])
def test_a_number_that_cannot_be_printed_is_refused_before_it_is_written(
    store: Store, place: str
) -> None:
    """An edited text with a whole number of 5,000 digits is bad data, and the file stays."""
    path = put(store, "a", whole())
    text = whole() + place.format(LONG) + "\n"
    with pytest.raises(BadData, match="digits"):
        store.memories.write_text("a", text, store.memories.read("a").stamp)
    assert path.read_text() == whole()
    with pytest.raises(BadData, match="digits"):
        parsed(text.encode(), "a")


def test_a_long_number_in_a_text_is_only_text() -> None:
    """What stands in quotes is no number, however long."""
    assert parsed(f'x = "{LONG}"'.encode(), "a").data == {"x": LONG}


def test_a_number_that_cannot_be_printed_cannot_be_set(store: Store) -> None:
    """Nor given by a program."""
    put(store, "a", whole())
    with pytest.raises(BadData, match="digits"):
        store.memories.set_keys("a", {"memory.mine": 16**5000})


VALUES: list[Any] = [
    {"a": 1},
    {},
    [1, {"a": 2}],
    [{"a": 2}, 1],
    [[{"a": [{"b": 'x"\n'}]}], "y"],
    {"a b": {"c.d": [1.5, True]}},
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_tables_in_values_are_written_inline(value: Any) -> None:
    """Tables in lists and in tables come back as they were, on one line."""
    text = value_text(value)
    assert tomllib.loads(f"x = {text}")["x"] == value and "\n" not in text


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_tables_in_values_are_set_by_an_edit(store: Store, value: Any) -> None:
    """In a document, too, and in an entry of a list of tables."""
    text = whole()
    document = Document(text, tomllib.loads(text))
    assert tomllib.loads(edited(document, {("memory", "mine"): value}))["memory"]["mine"] == value
    rows = [{"target": "b", "meta": value}]
    assert tomllib.loads(edited(document, {("memory", "rows"): rows}))["memory"]["rows"] == rows


def test_moments_in_lists_are_written_as_moments() -> None:
    """A list of dates and times is a list of dates and times."""
    text = "[2025-01-02, 2025-01-02T03:04:05Z, 03:04:05]"
    value = tomllib.loads(f"x = {text}")["x"]
    assert tomllib.loads(f"x = {value_text(value)}")["x"] == value


@pytest.mark.parametrize("value", [None, [None], b"x", frozenset({1})], ids=str)
def test_what_toml_cannot_say_is_refused_in_words(value: Any) -> None:
    """A value of no TOML type is an error of its own, whoever gave it."""
    with pytest.raises(BadValue, match="cannot stand in"):
        value_text(value)


@pytest.mark.parametrize("key", ["", ".", "a.", ".a", "a..b", 'a"b', '"', '"a', '"\\q"', 'a."b'])
def test_what_is_no_key_is_refused(store: Store, key: str) -> None:
    """An empty key, an empty part, a quote that does not close."""
    put(store, "a", whole())
    with pytest.raises(BadValue, match="no key"):
        path_of(key)
    with pytest.raises(BadValue):
        store.memories.set_keys("a", {key: 1})
    assert Path(store.memories.path("a")).read_text() == whole()


@pytest.mark.parametrize("part", ["a", "a.b", "", 'a"b', "é \n\\"])
def test_a_part_that_was_quoted_is_found_again(part: str) -> None:
    """Every part of a key that a file can have is the same after writing and reading it."""
    assert path_of(f"memory.{key_text(part)}.x") == ("memory", part, "x")


@pytest.mark.parametrize(
    "key", ["memory.id.x", "memory.tags.topics.x", "memory.pinned.x.y", "memory.log.event"]
)
def test_a_path_through_what_is_no_table_is_a_conflict(store: Store, key: str) -> None:
    """Not an AttributeError; the file stays."""
    text = whole() + (
        '\n[memory.tags]\ntopics = ["a"]\n'
        '\n[[memory.log]]\ntimestamp = "2025-01-01T00:00:00Z"\nevent = "e"\n'
    )
    text = text.replace("[memory.content]", "pinned = false\n\n[memory.content]", 1)
    path = put(store, "a", text)
    with pytest.raises(Conflict, match="no table"):
        store.memories.set_keys("a", {key: 1})
    with pytest.raises(Conflict, match="no table"):
        store.memories.set_keys("a", {"memory.x": 1, "memory.x.y": 2})
    assert path.read_text() == text


def test_endless_nesting_is_a_conflict(store: Store) -> None:
    """A value nested beyond any sense is an error in words."""
    value: Any = 1
    for _ in range(5000):
        value = [value]
    put(store, "a", whole())
    with pytest.raises(MementoError):
        store.memories.set_keys("a", {"memory.mine": value})


@pytest.mark.parametrize("id", ["z" * 26, "7" + "z" * 25, "é" * 26, "0" * 26, "x"])
def test_an_id_from_beyond_the_calendar_disturbs_nobody(store: Store, id: str) -> None:
    """Lines go on in a month that is read, with ids of today, whatever stands at the end."""
    (first,) = store.journal.append([JournalEntry("", NOW, "used", "a", "me")])
    (path,) = store.journal.files()
    with open(path, "a") as file:
        file.write(entry_text(first._replace(id=id)) + "\n")
    (second,) = store.journal.append([JournalEntry("", NOW, "used", "b", "me")])
    assert second.id > first.id and line_millis(second.id) - line_millis(first.id) < 3_600_000
    assert store.journal.files() == [path]
    assert [line.memory for line in store.journal.lines().lines] == ["a", "a", "b"]
    assert store.journal.newest_millis() == line_millis(second.id)


def test_the_last_moment_of_the_calendar_has_a_month(store: Store) -> None:
    """An id of the end of 9999 leads on to more lines that can be read."""
    last = line_id(253_402_300_799_999, 1)
    store.journal.append([JournalEntry(last, NOW, "used", "a", "me")])
    store.journal.append([JournalEntry("", NOW, "used", "b", "me")])
    assert [line.memory for line in store.journal.lines().lines] == ["a", "b"]


@pytest.mark.parametrize("count", ["-1", "9" * 4000, "1.5", "true"])
def test_counts_that_are_none_are_refused(count: str) -> None:
    """A count of uses in a line is a whole number that a file can have."""
    numbers = f'{{"initial": 1, "last_reinforced": "2025-01-01", "reinforcement_count": {count}}}'
    text = f'{{"id": "i", "at": "2025-01-01", "act": "set", "memory": "a", "strength": {numbers}}}'
    with pytest.raises(BadData, match="not numbers in range"):
        entry_of(text)
