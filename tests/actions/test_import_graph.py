"""import: what the reference MCP memory server keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store
from tests.conftest import Ran

Call = Callable[..., Ran]
LINES: list[Any] = [
    {
        "type": "entity",
        "name": "John Smith",
        "entityType": "person",
        "observations": ["Speaks Spanish", "Prefers mornings"],
    },
    {"type": "entity", "name": "Acme", "entityType": "organization", "observations": []},
    {"type": "relation", "from": "John Smith", "to": "Acme", "relationType": "works_at"},
    {"type": "relation", "from": "Acme", "to": "Lisbon", "relationType": "is in"},
]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file as the server writes it."""
    place = tmp_path / "memory.jsonl"
    place.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    return place


def test_entities_observations_and_relations_come_in(store: Store, kept: Path, call: Call) -> None:
    """Entities and edges join the graph, and observations are memories that mention them."""
    assert call("import", str(kept)).code == 0
    shown = json.loads(call("graph", "show", "john smith", "--json").stdout)
    assert shown["kind"] == "person" and "acme" in json.dumps(shown).casefold()
    found = [store.memories.read(id).value for id in store.memories.ids()]
    assert {memory.content.summary for memory in found} == {"Speaks Spanish", "Prefers mornings"}
    assert {memory.tags.people for memory in found} == {("ctx://person/John Smith",)}
    assert {memory.more["memory.origin.trust"] for memory in found} == {"imported"}
    assert "Lisbon" in call("graph", "path", "John Smith", "Lisbon").stdout


def test_the_same_import_adds_nothing_and_one_undo_takes_all_back(
    store: Store, kept: Path, call: Call
) -> None:
    """An edge that is there is no use of it, either."""
    first = json.loads(call("import", str(kept), "--json").stdout)
    lines = store.journal.lines().lines
    again = json.loads(call("import", str(kept), "--json").stdout)
    assert (again["added"], again["already"]) == ([], 6)
    assert store.journal.lines().lines == lines
    assert {line.batch for line in lines} == {first["batch"]}
    assert call("undo").code == 0
    assert store.memories.ids() == [] and store.held("graph").ids() == []


def test_what_is_known_already_stays_as_it_is(store: Store, kept: Path, call: Call) -> None:
    """New edges go into the file that is there; its aliases and comments stay."""
    call("graph", "add", "Acme", "makes", "anvils")
    place = Path(store.held("graph").path("acme"))
    place.write_text("# mine\n" + place.read_text())
    call("import", str(kept))
    text = place.read_text()
    assert text.startswith("# mine\n") and "anvils" in text and "is_in" in text


def test_bad_lines_stop_no_other_and_secrets_stay_out(
    store: Store, tmp_path: Path, call: Call
) -> None:
    """Each is named with its line."""
    place = tmp_path / "memory.jsonl"
    bad = [
        {"type": "relation", "from": "A", "to": "", "relationType": "x"},
        {"type": "entity", "name": 3, "entityType": "x", "observations": []},
        {"type": "entity", "name": "K", "entityType": "x", "observations": [7, "fine"]},
        {"type": "entity", "name": "AKIAIOSFODNN7EXAMPLE", "entityType": "x", "observations": []},
        {"type": "relation", "from": "Alice", "to": "Bob", "relationType": "knows"},
    ]
    place.write_text("".join(json.dumps(line) + "\n" for line in bad))
    done = call("import", str(place), "--json")
    assert [one["where"].rpartition(":")[2] for one in json.loads(done.stdout)["skipped"]] == [
        "1", "2", "3", "4",
    ]  # fmt: skip
    assert store.held("graph").ids() == ["alice", "bob", "k"]
    assert call("import", str(place), "--dry-run", "--json").code == 0


def test_what_is_observed_of_two_is_kept_of_both(store: Store, tmp_path: Path, call: Call) -> None:
    """The same words of two entities are two observations; of one, in two imports, they are one."""
    place = tmp_path / "memory.jsonl"
    told = {"type": "entity", "entityType": "person", "observations": ["Likes tea. And milk."]}
    place.write_text("\n".join(json.dumps(told | {"name": name}) for name in ("Ann", "Bo")))
    for _ in range(2):
        assert call("import", str(place)).code == 0
    found = [store.memories.read(id).value for id in store.memories.ids()]
    assert sorted(memory.tags.topics for memory in found) == [("Ann",), ("Bo",)]
    assert {memory.content.summary for memory in found} == {"Likes tea. And milk."}
