"""FAULTS, ids, references and names: rows 44 to 51."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.facts.record_reading import resolve_any
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reading import locate, resolve_archived_id, resolve_id
from memento_cli.actions.memory.record import record
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.undo.undo import undo
from memento_cli.core.memory.ids import checked_id, memory_id
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.memory.refs import person_ref
from memento_cli.errors import Ambiguous, BadId, BadRef, MementoError, NotFound, Refused
from memento_cli.store.directory.store import Store
from tests.store.helpers import ALEX, NOW, put, recorded, whole

DEVICES = ("con", "nul", "NUL", "aux", "com1", "com1.txt", "lpt¹", "conin$", "Prn.x")


@pytest.mark.parametrize("id", [*DEVICES, "a.", "a ", "a..", "aux.toml"])
def test_fault_44_names_of_devices_are_no_ids(store: Store, id: str) -> None:
    """Nor names that end in a dot or a space: refused on every system."""
    with pytest.raises(BadId):
        checked_id(id)
    put(store, id, whole(id))
    assert store.memories.ids() == []


@pytest.mark.parametrize("name", DEVICES)
def test_fault_44_a_person_called_like_a_device_gets_an_id(store: Store, name: str) -> None:
    """A minted id has a topic and a month after the name."""
    assert checked_id(memory_id(f"ctx://person/{name}", None, NOW)).endswith("-memory-2025-02")


@pytest.mark.parametrize(
    "id", ["-rf", "--help", ".a", "..", ".", "", "/", "a/b", "a\\b", "../a", "a\0b", "a\nb", "a:b",
           "~a", " a", "\u202ea", "a\u200bb", "a*", "a?", 'a"', "<a>", "a|b", "caf\udce9"]
)  # fmt: skip
def test_fault_45_signs_that_paths_and_shells_read_are_no_ids(store: Store, id: str) -> None:
    """Leading dashes and dots, separators, wildcards, signs that cannot be seen."""
    with pytest.raises(BadId):
        checked_id(id)
    for act in (store.memories.read, lambda id: edit(store, id, {}, NOW), store.memories.path):
        with pytest.raises(BadId):
            act(id)
    with pytest.raises(MementoError):
        resolve_id(store, id)
    assert not Path(store.memories.folder, "x").exists()


def test_fault_46_an_id_that_the_file_system_takes_for_another_is_refused(store: Store) -> None:
    """Creating never overwrites what opens under the same name."""
    put(store, "Alex", whole("Alex"))
    if not os.path.exists(store.memories.path("alex")):
        pytest.skip("this file system tells Alex from alex")
    with pytest.raises(FileExistsError):
        store.memories.create("alex", store.memories.read("Alex").value)


def test_fault_47_both_ways_of_writing_a_letter_are_one_id(store: Store) -> None:
    """Normal form C at the boundary; a file in form D is found by either."""
    composed, parted = "café", unicodedata.normalize("NFD", "café")
    path = put(store, parted, whole(parted))
    for id in (composed, parted):
        assert store.memories.read(id).value.content.summary == "one"
        assert resolve_id(store, id) == composed
    edit(store, composed, {"memory.pinned": True}, NOW)
    assert "pinned = true" in path.read_text()
    names = [name for name in os.listdir(store.memories.folder) if name.endswith(".toml")]
    assert store.memories.ids() == [composed] and len(names) == 1


@pytest.mark.parametrize(
    "ref", ["ctx://person/", "ctx:///x", "ctx://person/a/b", "ctx://PERSON/a", "http://x/a", "",
            "  ", "a/b", "ctx://person/" + "a" * 10_000, "a" * 10_000, "a\nb", "ctx://"]
)  # fmt: skip
def test_fault_49_what_names_no_person_is_an_error(ref: str) -> None:
    """A typed one, short whatever was typed."""
    with pytest.raises(BadRef) as caught:
        person_ref(ref)
    assert len(caught.value.message) < 200


def test_fault_49_doctor_names_a_reference_of_nobody(store: Store) -> None:
    """A file that says so is read as it is, and `doctor` says where."""
    draft = Draft("one", ALEX, tags=Tags(people=("ctx://person/bo",)))
    path = Path(store.memories.path(record(store, draft, NOW).memory.id))
    path.write_text(path.read_text().replace("ctx://person/bo", "ctx://person/"))
    problems = [one.problem for one in doctor(Store(store.root), NOW).findings]
    assert problems == ["'ctx://person/' names no person"]


def test_fault_50_an_id_that_is_taken_gets_a_suffix(store: Store) -> None:
    """By a memory, by the archive, by the journal, or by a file that says nothing."""
    ids = {recorded(store).id for _ in range(3)}
    assert len(ids) == 3 and {id[:16] for id in ids} == {"alex-tea-2025-02"}
    os.unlink(store.memories.path("alex-tea-2025-02"))
    assert recorded(store).id not in {*ids, "alex-tea-2025-02"}
    for folder, topic in (("memories", "a"), ("archive", "b")):
        path = put(store, f"alex-{topic}-2025-02", "broken", folder)
        memory = record(store, Draft("s", ALEX, tags=Tags((topic,))), NOW).memory
        assert memory.id.startswith(f"alex-{topic}-2025-02-")
        assert path.read_text() == "broken"


def test_fault_51_a_short_id_of_several_lists_them(store: Store) -> None:
    """Ambiguous, exit 4, with the candidates; a whole id wins over longer ones."""
    for id in ("teas", "teas-green", "teas-black"):
        put(store, id, whole(id))
    with pytest.raises(Ambiguous) as caught:
        resolve_id(store, "tea")
    assert caught.value.code == 4 and caught.value.hint == "teas, teas-black, teas-green"
    assert resolve_id(store, "teas") == "teas" and resolve_id(store, "black") == "teas-black"
    with pytest.raises(NotFound):
        resolve_id(store, "coffee")


@pytest.mark.parametrize("act", ["forget", "erase", "undo", "by hand", "without a line"])
def test_fault_51_a_whole_id_is_not_short_for_another_when_its_memory_is_gone(
    store: Store, act: str
) -> None:
    """What was the id of one memory never means the later one whose id begins with it."""
    first, second = recorded(store, "one").id, recorded(store, "another").id
    assert second.startswith(first)
    if act == "forget":
        forget(store, [first], NOW)
    elif act == "erase":
        erase(store, [first], NOW)
    elif act == "undo":
        forget(store, [second], NOW)
        undo(store, store.journal.lines(first).lines[0].id, NOW)
        undo(store, store.journal.lines(second).lines[-1].id, NOW)
    elif act == "by hand":
        os.unlink(store.memories.path(first))
    else:
        first = second[:-1]
        put(store, first, whole(first), "archive")
    for meant in (resolve_id, resolve_any, lambda store, text: locate(store, text)[1]):
        try:
            assert meant(store, first) == first
        except (NotFound, Refused):
            continue
    with pytest.raises((NotFound, Refused)):
        resolve_id(store, first)
    assert resolve_id(store, second) == second and resolve_id(store, second[:-2]) == second


def test_an_id_in_the_store_is_not_short_for_an_archived_one(store: Store) -> None:
    """`restore` of what is not archived brings no other back."""
    first, second = recorded(store, "one").id, recorded(store, "another").id
    forget(store, [second], NOW)
    with pytest.raises(NotFound, match="is in the store"):
        resolve_archived_id(store, first)
    assert resolve_archived_id(store, second[:-2]) == second


@pytest.mark.parametrize("how", ["archived", "erased", "there"])
def test_fault_51_what_is_drawn_is_no_id_that_was_given(
    store: Store, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the four signs at the end of an id there are a million: one that another memory has, or
    had, is drawn again."""
    recorded(store)
    drawn, urandom = iter([b"aaaa", b"aaaa", b"bbbb"]), os.urandom
    monkeypatch.setattr(os, "urandom", lambda size: next(drawn) if size == 4 else urandom(size))
    first = recorded(store).id
    if how == "archived":
        forget(store, [first], NOW)
    elif how == "erased":
        erase(store, [first], NOW)
    second = recorded(Store(store.root)).id
    assert first != second and not second.endswith(first[-4:])
