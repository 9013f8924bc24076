"""Erasure against merges, kills, wrong clocks, and what strangers can push."""

from __future__ import annotations

import os
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.fading.explain import log_of
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.undo.undo import undo
from memento_cli.core.git.id_conflict import other_id
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.recall.query import Query
from memento_cli.errors import Failed, MementoError
from memento_cli.index.database.place import cache_folder
from memento_cli.store.directory.store import Store
from memento_cli.store.files.files import append, replace
from memento_cli.store.records import collection
from memento_cli.store.redaction import erasure, logs
from tests.actions.test_erase import WORD, copy_of, holds, taken_over, told
from tests.conftest import Ran
from tests.store.helpers import ALEX, DAY, NOW, new_store, put, whole


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")


def kept(store: Store) -> str:
    """Another memory, which stays."""
    return record(store, Draft("kept", ALEX, tags=Tags(("kept",))), NOW).memory.id


def erased_line(id: str, millis: str = "01jk1d0000") -> bytes:
    """A line as another clone would write it."""
    return (
        f'{{"id": "{millis}0000000000000000", "at": "2025-02-03T00:00:00Z", "act": "erased", '
        f'"memory": "{id}", "by": "x"}}\n'.encode()
    )


def pushed(store: Store, data: bytes, name: str = "erased/x-00000000.jsonl") -> None:
    append(os.path.join(store.journal.folder, name), data)


def test_words_that_a_merge_brings_back_later_go_too(store: Store) -> None:
    """Git puts a log with old and blanked lines in the place of ours: the next act blanks again."""
    id, other = told(store), kept(store)
    path = store.journal.files()[0]
    before = Path(path).read_bytes()
    erase(store, [id], NOW)
    reinforce(Store(store.root), other, NOW + 2 * DAY)
    replace(path, before + Path(path).read_bytes())  # both sides of a union
    assert holds(store.root) == [path]
    reinforce(Store(store.root), other, NOW + 5 * DAY)
    assert holds(store.root) == []
    assert doctor(store, NOW).findings == ()


@pytest.mark.parametrize("nth", [1, 2])
def test_an_erasure_that_comes_while_another_is_finished_is_seen(
    store: Store, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    """Git asks for no lock: what it brings in the middle is taken out, too, or at the next act."""
    one, two, other = told(store), told(store), kept(store)
    look = erasure.erasures
    looks = []

    def while_looking(store: Store, *, surely: bool = False) -> dict[str, list[JournalEntry]]:
        found = look(store, surely=surely)
        looks.append(found)
        if len(looks) == nth:
            pushed(store, erased_line(two))
        return found

    monkeypatch.setattr(erasure, "erasures", while_looking)
    erase(store, [one], NOW)
    monkeypatch.undo()
    assert len(looks) > 1
    reinforce(Store(store.root), other, NOW + 2 * DAY)
    assert store.memories.ids() == [other] and holds(store.root) == []


@pytest.mark.parametrize(
    "args",
    [
        ["show", "ID"], ["show", "ID", "--raw"], ["show", "ID", "--json"],
        ["show", "ID", "--fence"], ["show", "ID", "--path"],
        ["edit", "ID", "--detail", "x"], ["pin", "ID"], ["reinforce", "ID"],
        ["forget", "ID", "--yes"], ["restore", "ID"],
        ["recall", "--like", "ID"], ["fade", "why", "ID"], ["show", "cellar"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_verb_knows_what_came_back(
    call: Callable[..., Ran], store: Store, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    """Refused, with the day, and without a word of it; by a part of the id as well."""
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    id = told(store)
    text = Path(store.memories.path(id)).read_bytes()
    erase(store, [id], NOW)
    put(store, id, text)
    done = call(*(id if arg == "ID" else arg for arg in args))
    assert done.code == 6 and "was erased on 2025-02-01" in done.stderr, done
    assert WORD not in done.stdout + done.stderr


def test_the_lines_that_a_merge_gave_to_another_id_are_blanked(store: Store) -> None:
    """A memory that was parted has its old lines under its old id; they are its words, too."""
    first = record(store, Draft("An older one", ALEX, tags=Tags(("cellar",))), NOW).memory
    fresh = other_id(first.id, "2025-02-02T14:30:00Z")
    put(store, fresh, whole(fresh))
    old = store.signed(NOW + DAY, "cli", f"the {WORD}").line("edited", first.id)
    (moved,) = store.journal.append([old._replace(text={"after": {"x": WORD}})])
    back = store.signed(NOW + DAY, "cli").line("undone", first.id, undoes=moved.id)
    store.journal.append([back._replace(more={"parted": fresh})])
    edit(store, first.id, {"memory.content.detail": "mine"}, NOW, "kept")
    erase(store, [fresh], NOW + 2 * DAY)
    assert holds(store.root) == []
    assert any(entry.reason == "kept" for entry in log_of(store, first.id))


@pytest.mark.parametrize("odd", ["folder", "link", "file"])
def test_an_odd_thing_stops_nothing_half_way(store: Store, tmp_path: Path, odd: str) -> None:
    """A folder with a copy's name is no copy; where the line cannot be written, nothing is done."""
    id, other = told(store), kept(store)
    link(store, other, "cause_of", id, NOW)
    place = Path(store.journal.folder, "erased")
    if odd == "folder":
        Path(store.memories.path(id) + ".d").mkdir()
        erase(store, [id], NOW)
        assert holds(store.root) == []
        return
    place.symlink_to(tmp_path) if odd == "link" else place.write_text("")
    with pytest.raises(MementoError):
        erase(store, [id], NOW)
    assert store.memories.read(other).value.links and id in store.memories
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_log_that_cannot_be_read_is_told_and_not_forgotten(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An erasure is not begun; of another clone's the rest is done, and the next act goes on."""
    id, other = told(store), kept(store)
    read = logs.read_regular

    def failing(path: str, *limit: int) -> bytes:
        if "20" in os.path.basename(os.path.dirname(path)):
            raise PermissionError(13, "Permission denied", path)
        return read(path, *limit)

    monkeypatch.setattr(logs, "read_regular", failing)
    with pytest.raises(Failed, match="jsonl"):
        erase(store, [id], NOW)
    assert id in store.memories
    pushed(store, erased_line(id))
    warned: list[str] = []
    reinforce(Store(store.root, warned.append), other, NOW + DAY)
    assert "jsonl" in warned[0] and id not in store.memories and holds(store.root)
    monkeypatch.undo()
    reinforce(Store(store.root), other, NOW + 2 * DAY)
    assert holds(store.root) == []


def test_a_clock_ahead_does_not_forbid_undo(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids of lines go on from an erasure's, whatever the wall clock says then."""
    id = told(store)
    with monkeypatch.context() as ahead:
        ahead.setattr("memento_cli.store.journal.logs.time.time", lambda: 2_000_000_000.0)
        erase(store, [id], NOW)
    other = kept(store)
    ids = [line.id for line in store.journal.lines().lines if line.act in (ERASED, "recorded")]
    assert max(ids) == next(line.id for line in store.journal.lines(other).lines)
    undo(store, None, NOW)
    assert other in store.archive


def test_another_clones_index_forgets_what_was_archived_there(store: Store, tmp_path: Path) -> None:
    """Also what its index had shown before, and had only let go of."""
    id, other = told(store), copy_of(store, tmp_path / "o")
    assert recall(other, Query(words=(WORD,)), NOW).hits
    forget(other, [id], NOW)
    assert not recall(other, Query(words=(WORD,)), NOW).hits
    erase(store, [id], NOW)
    taken_over(store, other)
    assert not recall(other, Query(words=(WORD,)), NOW).hits
    assert holds(cache_folder()) == []


def test_leftovers_and_broken_lines_go_too(store: Store) -> None:
    """What kills, editors and merges leave beside files and logs; other files stay."""
    id = told(store)
    log = Path(store.journal.files()[0])
    log.write_bytes(log.read_bytes() + f'{{"memory": "{id}", "text": "{WORD}'.encode())
    month, memories = log.parent, Path(store.memories.folder)
    for place in (month / ".tmp-1", month / "a.jsonl.orig", memories / ".tmp-2"):
        place.write_text(f"id = '{id}' {WORD}")
    (memories / f"#{id}.toml#").write_text(WORD)
    (memories / "notes.txt").write_text("mine")
    erase(store, [id], NOW)
    assert holds(store.root) == [] and (memories / "notes.txt").exists()
    assert doctor(store, NOW).findings == ()


def test_an_id_that_is_spelt_in_two_ways_is_one(store: Store) -> None:
    """A file that comes back under its other normal form is no new memory."""
    id = unicodedata.normalize("NFC", "café-2025-02")
    put(store, id, whole(id))
    erase(store, [id], NOW)
    put(store, unicodedata.normalize("NFD", id), whole(id))
    assert memories_at(store, NOW) == []
    assert not doctor(store, NOW, fix=True).left
    assert not [name for name in os.listdir(store.memories.folder) if name.endswith(".toml")]


@pytest.mark.parametrize("id", ["../memento", "../../outside", "/etc/passwd", "a/../../x", "", "."])
def test_a_line_with_an_id_that_is_none_erases_nothing(
    store: Store, tmp_path: Path, id: str
) -> None:
    """Nothing outside of the two folders is looked at, and no write is slowed down by it."""
    other = kept(store)
    outside = tmp_path / "outside.toml"
    outside.write_text("mine")
    if id:
        pushed(store, erased_line(id))
    reinforce(store, other, NOW + 2 * DAY)
    assert outside.exists() and os.path.exists(store.settings_file)
    assert erasure.erasures(store) == {}


def test_an_erasure_in_another_log_is_none(store: Store) -> None:
    """Index, verbs and doctor agree: the line is broken, and the memory is there."""
    id = kept(store)
    pushed(store, erased_line(id), "2025-02/x-00000000.jsonl")
    warned: list[str] = []
    again = Store(store.root, warned.append)
    assert [memory.id for memory in memories_at(again, NOW)] == [id]
    assert "journal/erased" in warned[0]
    assert reinforce(again, id, NOW + 2 * DAY).result.applied
    (finding,) = doctor(again, NOW).findings
    assert "journal/erased" in finding.problem


@pytest.mark.parametrize("name", ["erased", "git", "clone"])
def test_a_link_in_the_private_folder_leads_nowhere(
    store: Store, tmp_path: Path, name: str
) -> None:
    """A repository can bring one along: what it leads to is neither read nor written."""
    outside = tmp_path / "outside"
    outside.write_text("mine")
    id, other = told(store), kept(store)
    private = Path(store.root, ".memento")
    (private / name).unlink(missing_ok=True)
    (private / name).symlink_to(outside)
    try:
        erase(store, [id], NOW)
        reinforce(Store(store.root), other, NOW + 2 * DAY)
    except MementoError:
        pass
    assert outside.read_text() == "mine"


def test_another_memory_with_that_id_is_not_erased(store: Store, tmp_path: Path) -> None:
    """Two clones gave two memories one id, and one erased its own: the other gets an id of its own.

    With its words in the journal; only those of the erased one go.
    """
    other = copy_of(store, tmp_path / "o")
    id = told(store)
    tags = Tags(("cellar",))
    twin = record(other, Draft("Grandma's soup", ALEX, tags=tags), NOW + DAY).memory
    assert twin.id == id
    reinforce(other, id, NOW + 3 * DAY, "cooked it")
    erase(store, [id], NOW + 4 * DAY)
    taken_over(store, other)
    warned: list[str] = []
    again = Store(other.root, warned.append)
    kept(again)
    fresh = other_id(id, "2025-02-02T14:30:00Z")
    assert again.memories.read(fresh).value.content.summary == "Grandma's soup"
    assert id not in again.memories and fresh in warned[0] and holds(other.root) == []
    assert not doctor(again, NOW + 5 * DAY, fix=True).left
    memory = next(m for m in memories_at(again, NOW + 5 * DAY) if m.id == fresh)
    assert memory.strength.reinforcement_count == 1
    assert any(entry.reason == "cooked it" for entry in log_of(again, fresh))


def test_erasing_again_adds_no_line(store: Store) -> None:
    """It only looks whether anything is left."""
    id = told(store)
    text = Path(store.memories.path(id)).read_bytes()
    erase(store, [id], NOW)
    lines = len(store.journal.lines().lines)
    put(store, id, text)
    erase(store, [id], NOW)
    assert len(store.journal.lines().lines) == lines and holds(store.root) == []


def test_links_are_of_one_act_with_the_erasure(store: Store) -> None:
    """Undo does not put a link back that leads to what is erased."""
    id, other = told(store), kept(store)
    link(store, other, "cause_of", id, NOW)
    batch = erase(store, [id], NOW).batch
    for target in (None, batch):
        with pytest.raises(MementoError, match="erased"):
            undo(store, target, NOW)
    assert store.memories.read(other).value.links == ()


def test_a_copy_that_was_set_up_elsewhere_is_not_set_up_here(store: Store, tmp_path: Path) -> None:
    """What the private folder says counts only where it was said."""
    from memento_cli.actions.git.setup import is_set_up, setup
    from tests.git.helpers import PROGRAM, git

    git(store.root, "init", "-q", "-b", "main")
    setup(store, PROGRAM)
    shutil.copytree(store.root, tmp_path / "copy")
    assert is_set_up(store) and not is_set_up(Store(str(tmp_path / "copy")))


def test_a_file_that_the_system_does_not_read_is_not_erased_blindly(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what it says it is known again: without that nothing is done, nor said to be."""
    id = told(store)
    read = collection.read_with_status

    def failing(path: str, limit: int) -> tuple[bytes, os.stat_result]:
        if path.endswith(f"{id}.toml"):
            raise OSError(5, "Input/output error", path)
        return read(path, limit)

    monkeypatch.setattr(collection, "read_with_status", failing)
    with pytest.raises(Failed, match="Input/output error"):
        erase(store, [id], NOW)
    monkeypatch.undo()
    assert id in store.memories and erasure.erasures(store) == {}
