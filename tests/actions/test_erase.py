"""Erased is erased: from files, logs, index and archive, and it does not come back."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.exchange.imports import import_memories
from memento_cli.actions.exchange.sources.opened import source_of
from memento_cli.actions.fading.explain import log_of
from memento_cli.actions.memory.edit import edit, pin
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import forget, restore
from memento_cli.actions.memory.reading import memories_at, memory_at, resolve_archived_id
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.redaction.erase import erase, erasure
from memento_cli.actions.undo.undo import undo
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.recall.query import Query
from memento_cli.errors import MementoError, NotFound, Refused
from memento_cli.index.database.place import cache_folder
from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.store.helpers import ALEX, DAY, NOW, new_store

WORD = "xylophone"
SAID = f"The {WORD} is under the third stair"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")


def told(store: Store, days: int = 0) -> str:
    """A memory whose words stand in its file, in reasons and in what an edit replaced."""
    id = record(store, Draft(SAID, ALEX, tags=Tags(("cellar",))), NOW).memory.id
    edit(store, id, {"memory.content.detail": f"no {WORD} here"}, NOW, f"{WORD}, again")
    reinforce(store, id, NOW + 3 * DAY, f"looked for the {WORD}")
    return id


def holds(root: str) -> list[str]:
    """The files under a folder in which the word stands."""
    paths = (path for path in Path(root).rglob("*") if path.is_file())
    return [str(path) for path in paths if WORD.encode() in path.read_bytes().lower()]


def test_nothing_of_its_words_is_left(store: Store) -> None:
    """Not in files, copies beside them, logs, archive, or the index; ids and numbers stay."""
    id = told(store)
    path = store.memories.path(id)
    for name in (f"{path}.orig", f"{path}~", f"{store.memories.folder}/.{id}.toml.swp"):
        shutil.copy(path, name)
    assert recall(store, Query(words=(WORD,)), NOW).hits
    assert holds(cache_folder())
    receipt = erase(store, [id], NOW + 4 * DAY)
    assert holds(store.root) == [] and holds(cache_folder()) == []
    assert len(receipt.traces.files) == 4 and sum(receipt.traces.lines.values()) == 2
    acts = [entry.act for entry in log_of(store, id)]
    assert acts == [ERASED, "reinforced", "edited", "recorded"]
    assert doctor(store, NOW + 9 * DAY).findings == ()
    assert not recall(store, Query(words=(WORD,)), NOW).hits


def test_lines_that_doctor_set_aside_lose_it_too(store: Store, tmp_path: Path) -> None:
    """A bad line of a log goes from where it was put if it names the memory or has its words; those
    of others stay. Another clone, which has no words to look for, goes by the names."""
    id, log = told(store), Path(store.journal.files()[-1])
    named = f'{{"memory": "{id}", "text": {{"reason": "{WORD}"'
    worded = f'nce"}}, "text": {{"after": {{"memory.content.summary": "{SAID} \\u00e9"}}}}'
    stays = ['{"memory": "alex-other-2025-02", "text": {"reason": "tea"', "garbage"]
    other = copy_of(store, tmp_path / "other")
    for clone, rows in ((store, [named, worded, *stays]), (other, [named, *stays])):
        path = Path(clone.root) / log.relative_to(store.root)
        path.write_text(path.read_text() + "\n".join(rows))
        assert all(one.fixed for one in doctor(clone, NOW, fix=True).findings)
    (aside,) = Path(store.root, ".memento", "set-aside").iterdir()
    assert erasure(store, [id]).traces.trimmed == (str(aside),)
    assert erase(store, [id], NOW + 4 * DAY).traces.trimmed == (str(aside),)
    assert holds(store.root) == [] and aside.read_text().splitlines() == stays
    taken_over(store, other)
    record(other, Draft("Next", ALEX), NOW)
    assert holds(other.root) == []
    (aside,) = Path(other.root, ".memento", "set-aside").iterdir()
    assert aside.read_text().splitlines() == stays


def test_what_is_like_it_stays(store: Store) -> None:
    """Files of ids that begin or end alike, and whatever is no copy of it."""
    id = told(store)
    others = [f"{id}x", f"{id}.toml", f"x{id}", f"{id}-k7qm"]
    text = Path(store.memories.path(id)).read_text().replace(WORD, "flute")
    for other in others:
        Path(store.memories.folder, f"{other}.toml").write_text(text.replace(id, other, 1))
    Path(store.memories.folder, f"{id}.toml.toml.orig").write_text("x")
    erase(store, [id], NOW)
    assert sorted(store.memories.ids()) == sorted(others)
    assert os.path.exists(f"{store.memories.folder}/{id}.toml.toml.orig")


def test_it_is_refused_for_a_pinned_memory_and_nothing_is_done(store: Store) -> None:
    """A pin wins over an erasure, also of several."""
    id, other = told(store), record(store, Draft("two", ALEX), NOW).memory.id
    pin(store, other, NOW)
    before = holds(store.root)
    with pytest.raises(Refused, match="pinned"):
        erase(store, [id, other], NOW)
    assert holds(store.root) == before


def test_a_look_changes_nothing(store: Store) -> None:
    """What an erasure would take out is told without a byte of it gone."""
    id = told(store)
    before = {path: path.read_bytes() for path in Path(store.root).rglob("*") if path.is_file()}
    receipt = erasure(store, [id])
    assert receipt.traces.files == (store.memories.path(id),)
    assert {path: path.read_bytes() for path in before} == before


def test_links_to_it_go_and_what_was_made_of_it_is_named(store: Store) -> None:
    """No link leads to it; a derived memory and one that quotes it are listed, and stay."""
    id = told(store)
    derived = record(store, Draft("Where things are", ALEX), NOW).memory.id
    link(store, derived, "derived_from", id, NOW)
    quoting = record(store, Draft("Note", ALEX, detail=f"He said: {SAID.upper()}."), NOW).memory.id
    also = record(store, Draft("Other", ALEX), NOW).memory.id
    link(store, also, "cause_of", id, NOW)
    forget(store, [also], NOW)
    receipt = erase(store, [id], NOW)
    assert set(receipt.unlinked) == {derived, also} and set(receipt.quoting) == {derived, quoting}
    assert store.memories.read(derived).value.links == ()
    assert store.archive.read(also).value.links == ()
    assert doctor(store, NOW).findings == ()


def test_what_quoted_it_once_is_named(store: Store) -> None:
    """Words that only the journal has of another memory, or of this one in earlier days."""
    id = told(store)
    once = record(store, Draft("Note", ALEX, detail=f"He said: {SAID}."), NOW).memory.id
    edit(store, once, {"memory.content.detail": "Nothing."}, NOW)
    for each in (id, record(store, Draft("Other", ALEX), NOW).memory.id):
        reinforce(store, each, NOW, reason="A reason that many acts have in common")
    earlier = record(store, Draft("Words that it had before the edit", ALEX), NOW).memory.id
    edit(store, id, {"memory.content.summary": "Words that it had before the edit"}, NOW)
    edit(store, id, {"memory.content.summary": "Something"}, NOW)
    assert set(erasure(store, [id]).quoting) == {once, earlier}


def test_one_in_the_archive_or_without_a_file_is_erased_too(store: Store) -> None:
    """Also what only the journal tells of."""
    away, gone = told(store), told(store)
    forget(store, [away], NOW, f"the {WORD} is sold")
    os.unlink(store.memories.path(gone))
    erase(store, [away, gone], NOW)
    assert holds(store.root) == []
    with pytest.raises(NotFound):
        erase(store, ["nobody"], NOW)


@pytest.mark.parametrize("way", ["restore", "undo", "undo of it", "undo of what was before"])
def test_it_does_not_come_back(store: Store, way: str) -> None:
    """Restore and undo are refused, and say that it was erased."""
    id = told(store)
    batch = forget(store, [id], NOW + 5 * DAY).batch
    receipt = erase(store, [id], NOW + 6 * DAY)
    with pytest.raises(Refused, match="erased"):
        if way == "restore":
            restore(store, [resolve_archived_id(store, id)], NOW + 7 * DAY)
        else:
            targets = {"undo": None, "undo of it": receipt.batch}
            undo(store, targets.get(way, batch), NOW + 7 * DAY)
    assert holds(store.root) == []


def test_undo_brings_back_the_others_of_a_batch(store: Store) -> None:
    """Of two that were forgotten together, the one that was not erased."""
    id, other = told(store), record(store, Draft("two", ALEX), NOW).memory.id
    batch = forget(store, [id, other], NOW).batch
    erase(store, [id], NOW)
    undo(store, batch, NOW)
    assert store.memories.ids() == [other]


@pytest.mark.parametrize("kind", ["jsonl", "toml", "markdown"])
def test_an_import_does_not_take_it_in_again(store: Store, tmp_path: Path, kind: str) -> None:
    """The same words, in another case and with other spaces; or a file with its id."""
    id = record(store, Draft(SAID, ALEX), NOW).memory.id
    source = tmp_path / {"jsonl": "m.jsonl", "toml": f"{id}.toml", "markdown": "m.md"}[kind]
    if kind == "toml":
        shutil.copy(store.memories.path(id), source)
    elif kind == "jsonl":
        source.write_text(json.dumps({"content": SAID.upper() + "  "}) + "\n")
    else:
        source.write_text(f"# {SAID}\n")
    erase(store, [id], NOW)
    done = import_memories(store, source_of(str(source)).items, NOW)
    assert not done.added and "erased" in done.skipped[0].reason
    assert holds(store.root) == []


@pytest.mark.parametrize("kind", ["jsonl", "url", "toml", "markdown"])
def test_what_an_edit_had_changed_is_not_taken_in_again_either(
    store: Store, tmp_path: Path, kind: str
) -> None:
    """What it was imported from, and what it said before edits, undone ones too: all is known."""
    source = tmp_path / f"m.{kind.replace('markdown', 'md').replace('url', 'jsonl')}"
    more = {"source": "https://x.example/1"} if kind == "url" else {}
    text = json.dumps({"content": SAID, **more}) + "\n"
    source.write_text(f"# {SAID}\n\nHow it was.\n" if kind == "markdown" else text)
    if kind == "toml":
        id = record(store, Draft(SAID, ALEX), NOW).memory.id
        raw = store.memories.read(id).document.text
        source = tmp_path / "another.toml"
        source.write_text(raw.replace(id, "another"))
    else:
        (id,) = import_memories(store, source_of(str(source)).items, NOW).added
    edit(store, id, {"memory.content.summary": "Once", "memory.content.detail": "more"}, NOW)
    edit(store, id, {"memory.content.summary": "Twice"}, NOW)
    undo(store, None, NOW)
    edit(store, id, {"memory.content.detail": "less"}, NOW)
    erase(store, [id], NOW)
    done = import_memories(store, source_of(str(source)).items, NOW)
    assert not done.added and "erased" in done.skipped[0].reason
    for said in ("Once more", "Once less", "Twice more"):
        (tmp_path / "again.jsonl").write_text(json.dumps({"content": said}) + "\n")
        again = import_memories(store, source_of(str(tmp_path / "again.jsonl")).items, NOW)
        assert not again.added and "erased" in again.skipped[0].reason


def test_other_words_from_the_same_source_are_taken_in(store: Store, tmp_path: Path) -> None:
    """Only what was erased is kept out."""
    id = record(store, Draft(SAID, ALEX), NOW).memory.id
    erase(store, [id], NOW)
    (tmp_path / "m.jsonl").write_text('{"content": "Something else"}\n')
    assert import_memories(store, source_of(str(tmp_path / "m.jsonl")).items, NOW).added


def copy_of(store: Store, place: Path) -> Store:
    """Another clone of the store."""
    shutil.copytree(store.root, place)
    return Store(str(place))


def taken_over(source: Store, target: Store) -> None:
    """What a merge brings: the other's logs, and every file that is gone here comes back."""
    for path in Path(source.root).rglob("*"):
        there = Path(target.root) / path.relative_to(source.root)
        if path.is_file() and ".memento" not in path.parts and not there.exists():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, there)


def test_another_clone_erases_it_at_its_next_act(store: Store, tmp_path: Path) -> None:
    """It takes the erasure in, shows nothing of the memory from then on, and blanks its own."""
    id = told(store)
    other = copy_of(store, tmp_path / "other")
    edit(other, id, {"memory.content.detail": f"{WORD}!"}, NOW, f"the {WORD}")
    kept = record(other, Draft("kept", ALEX), NOW).memory.id
    erase(store, [id], NOW)
    taken_over(store, other)
    assert [memory.id for memory in memories_at(other, NOW)] == [kept]
    assert not any(WORD in entry.reason for entry in log_of(other, id))
    for show in (lambda: memory_at(other, id, NOW), lambda: resolve_archived_id(other, id)):
        with pytest.raises(MementoError, match="erased"):
            show()
    assert holds(other.root)
    reinforce(Store(other.root), kept, NOW + 2 * DAY)
    assert holds(other.root) == []
    assert doctor(other, NOW).findings == ()


def test_what_comes_back_is_told_suppressed_and_removed(store: Store, tmp_path: Path) -> None:
    """A pull of an old branch: the file is named, shown nowhere, and gone after the next act."""
    id = told(store)
    text = Path(store.memories.path(id)).read_bytes()
    kept = record(store, Draft("kept", ALEX), NOW).memory.id
    erase(store, [id], NOW)
    for folder in (store.memories.folder, store.archive.folder):
        os.makedirs(folder, exist_ok=True)
        Path(folder, f"{id}.toml").write_bytes(text)
    warned: list[str] = []
    again = Store(store.root, warned.append)
    assert [memory.id for memory in memories_at(again, NOW)] == [kept]
    assert memories_at(again, NOW, again.archive) == []
    assert len(warned) == 1 and "was erased" in warned[0]
    assert any("erased" in finding.problem for finding in doctor(again, NOW).findings)
    reinforce(again, kept, NOW + 2 * DAY)
    assert holds(store.root) == [] and any("removed" in text for text in warned)


def test_the_order_of_arrival_does_not_matter(store: Store, tmp_path: Path) -> None:
    """The index knows of an erasure that comes after the file, before it, or with a rebuild."""
    id = told(store)
    other = copy_of(store, tmp_path / "other")
    assert memories_at(other, NOW)
    erase(store, [id], NOW)
    shutil.copytree(Path(store.root, "journal", "erased"), Path(other.root, "journal", "erased"))
    assert memories_at(other, NOW) == []
    assert holds(cache_folder()) == []
    shutil.rmtree(cache_folder())
    assert memories_at(other, NOW) == []


def test_a_kill_after_the_line_is_finished_by_the_next_act(store: Store) -> None:
    """The erased line stands, nothing else is done yet: the next act of anybody goes on."""
    id, kept = told(store), record(store, Draft("kept", ALEX), NOW).memory.id
    with store.lock.held():
        store.journal.append_erased([store.signed(NOW, "cli").line(ERASED, id)])
    assert [memory.id for memory in memories_at(store, NOW)] == [kept]
    reinforce(Store(store.root), kept, NOW + 2 * DAY)
    assert holds(store.root) == []


@pytest.mark.parametrize("command", [["recall", "kept"], ["list", "--all", "--limit", "3"]])
def test_the_next_command_takes_an_erasure_in(
    run: Callable[..., Ran], store: Store, tmp_path: Path, command: list[str]
) -> None:
    """What a pull has brought is no error of the next command."""
    id = told(store)
    record(store, Draft("kept", ALEX, tags=Tags(("kept",))), NOW)
    other = copy_of(store, tmp_path / "other")
    assert run("--store", other.root, "recall", WORD).code == 0
    erase(store, [id], NOW)
    os.unlink(other.memories.path(id))
    taken_over(store, other)
    done = run("--store", other.root, *command)
    assert (done.code, done.stderr) == (0, "") and WORD not in done.stdout
    assert holds(cache_folder()) == []


def test_an_id_that_was_erased_is_not_given_again(store: Store) -> None:
    """A new memory of the same person, topic and month gets another."""
    id = told(store)
    erase(store, [id], NOW)
    fresh = record(store, Draft("new", ALEX, tags=Tags(("cellar",))), NOW).memory.id
    assert fresh != id and [memory.id for memory in memories_at(store, NOW)] == [fresh]


def test_a_store_without_a_salt_gets_one(store: Store) -> None:
    """At its first erasure; nothing else in its settings changes."""
    path = Path(store.settings_file)
    lines = [line for line in path.read_text().split("\n") if not line.startswith("salt = ")]
    path.write_text("\n".join(lines))
    bare = Store(store.root)
    assert bare.settings["erasure.salt"] == ""
    erase(bare, [told(bare)], NOW)
    assert len(Store(store.root).settings["erasure.salt"]) == 32
    assert [line for line in path.read_text().split("\n") if not line.startswith("salt")] == lines


def test_the_command_needs_a_yes_and_gives_a_receipt(
    call: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --yes it refuses; with it stdout tells the ids, and what was taken out."""
    store = new_store(tmp_path / "c")
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    id = told(store)
    assert call("forget", id, "--erase").code == 6 and holds(store.root)
    said: dict[str, Any] = json.loads(call("forget", id, "--erase", "--yes", "--json").stdout)
    assert said["erased"] == [id] and sum(said["lines"].values()) == 2 and said["git"] is None
    assert holds(store.root) == []
    shown = call("show", id)
    assert shown.code == 6 and "was erased" in shown.stderr
    assert call("undo", "--yes").code == 6
