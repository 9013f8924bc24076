"""What doctor finds in states, blocks, kv values and entities, and what it mends."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import at_a_glance, doctor
from memento_cli.actions.checkup.findings import Finding
from memento_cli.actions.checkup.status import full_status
from memento_cli.actions.facts.blocks import block, delete_block, write_block
from memento_cli.actions.facts.facts import set_facts
from memento_cli.actions.facts.kv import set_kv
from memento_cli.actions.facts.states import StateDraft, add_state, states
from memento_cli.actions.fading.explain import log_of
from memento_cli.actions.graph.graph import entities_of
from memento_cli.actions.graph.relate import Statement, add_edge, describe
from memento_cli.actions.undo.undo import undo
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.store.directory.store import Store
from tests.store.helpers import ALEX, DAY, NOW, new_store, put

END = NOW + 9 * DAY
FACTS = '[facts]\nsubject = "ctx://person/alex"\n'
CLAIM = '\n[[fact.city]]\nvalue = "{}"\nrecorded = "2025-01-01T00:00:00Z"\n'
FACT = '[kv]\nkey = "port"\nvalue = 80\nset = "2025-01-01"\n'
BLOCK = '[block]\nname = "mine"\ncontent = """\n{}"""\nupdated = "2025-01-0{}"\n'
STATE = '[state]\nid = "{}"\nkind = "task"\nperson = "alex"\nbody = "x"\ncreated = "2025-01-01"\n'
LIKED = '[preference]\nperson = "alex"\ndomain = "food"\nsubject = "tea"\n[preference.like]\n'
LIKED += 'status = "confirmed"\n'
ENTITY = '[entity]\nname = "{}"\naliases = {}\n'


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s", person="alex")


def act(store: Store, day: int = 0) -> Provenance:
    return Provenance(store.signed(NOW + day * DAY, "cli"))


def only(store: Store, *, fix: bool = False, note: bool = False) -> Finding:
    """The one thing that is wrong, or worth a note."""
    report = doctor(Store(store.root), END, fix=fix)
    (found,) = report.notes if note else report.findings
    return found


def test_what_acts_wrote_is_fine_and_counted(store: Store) -> None:
    """Each file counts; an edge may lead to what has no file; `stats` counts by kind."""
    before = doctor(store, END).files
    set_facts(store, ALEX, {"city": "Rome", "job": "cook"}, act(store))
    add_state(store, StateDraft("task", "Buy tea"), act(store))
    write_block(store, "mine", "x", act(store))
    set_kv(store, "port", 80, act(store))
    add_edge(store, Statement("alex", "knows", "mei"), act(store))
    os.unlink(store.held("graph").path("mei"))
    report = doctor(store, END)
    assert report.findings == () and report.files == before + 6  # with the log
    assert [each.where for each in report.notes] == [store.held("graph").path("mei")]
    assert full_status(store, END).held == {
        "facts": 2, "states": 1, "blocks": 1, "kv values": 1, "entities": 1, "edges": 1,
    }  # fmt: skip
    assert at_a_glance(store).findings == ()


@pytest.mark.parametrize(
    ("path", "text", "problem"),
    [
        ("states/a", "[facts", "not TOML"),
        ("states/a", "", "has not one of"),
        ("states/alex-facts", FACTS + CLAIM.format("Rome") + 'until = "2024-01-01"\n', "until"),
        ("blocks/mine", b"\xff", "UTF-8"),
        ("blocks/mine", b"#" * (2 << 20), "bytes"),
        ("kv/port", FACT + 'ttl = "soon"\n', "ttl"),
        ("graph/alex", "[entity]\nname = 1\n", "name"),
        ("graph/al ex.", ENTITY.format("", []).replace("name", "title"), "can be no id"),
        ("graph/alex", "<<<<<<< a\n[entity]\n", "line 1"),
    ],
)
def test_what_cannot_be_read_is_named(
    store: Store, path: str, text: str | bytes, problem: str
) -> None:
    """With its place, and what to do; other files are read."""
    folder, id = path.split("/")
    put(store, "mei", ENTITY.format("mei", []), "graph")
    place = put(store, id, text, folder)
    found = only(store, fix=True)
    assert found.where == str(place) and problem in found.problem and found.advice
    assert not found.fixed and list(entities_of(store)) == ["mei"]


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("states/a", FACTS + CLAIM.format("Rome"), "states/alex-facts"),
        ("states/a", LIKED, "states/alex-food-tea-"),
        ("blocks/a", BLOCK.format("x\n", 1), "blocks/mine"),
        ("kv/a", FACT, "kv/port"),
        ("states/mine", BLOCK.format("x\n", 1), "blocks/mine"),
        ("graph/port", FACT, "kv/port"),
        ("graph/al ex.", ENTITY.format("alex", []), "graph/alex"),
    ],
)
def test_a_file_gets_the_name_of_its_true_key(
    store: Store, path: str, text: str, name: str
) -> None:
    """Also in another folder; if that is taken, both stay and are told."""
    folder, id = path.split("/")
    place = put(store, id, text, folder)
    assert only(store).fixable
    assert only(store, fix=True).fixed
    assert doctor(store, END).findings == () and not place.exists()
    (there,) = (path for each in FOLDERS for path in Path(store.root, each).glob("*.toml"))
    assert str(there.relative_to(store.root)).startswith(name) and there.read_text() == text
    put(store, id, text, folder)
    found = only(store, fix=True)
    assert not found.fixed and "which has a file" in found.problem
    assert place.exists() and there.exists()


def test_of_a_state_the_name_counts(store: Store) -> None:
    """As of a memory: its id is set to that, also of a copy."""
    path = put(store, "tea", "# mine\n" + STATE.format("coffee"), "states")
    put(store, "coffee", STATE.format("coffee"), "states")
    assert only(store, fix=True).fixed
    assert path.read_text() == "# mine\n" + STATE.format("tea")
    assert [state.id for state in states(store)] == ["coffee", "tea"]


def test_names_of_entities_that_mean_two_are_told(store: Store) -> None:
    """One name of two is wrong; an alias of two, and another file's name, are notes."""
    put(store, "mei", ENTITY.format("Mei", ["M"]), "graph")
    put(store, "max", ENTITY.format("Max", ["M", "Mei"]), "graph")
    notes = [(Path(each.where).stem, each.problem) for each in doctor(store, END).notes]
    assert notes == [
        ("max", "the alias M is a name of graph/mei, too"),
        ("max", "the alias Mei is a name of graph/mei, too"),
        ("mei", "the alias M is a name of graph/max, too"),
    ]
    put(store, "other", ENTITY.format("MEI", []), "graph")
    put(store, "max", ENTITY.format("Max", []), "graph")
    report = doctor(store, END)
    assert any("has the name of graph/" in each.problem for each in report.findings)
    assert not any("whose file would be" in each.problem for each in report.notes)
    os.unlink(store.held("graph").path("mei"))
    (note,) = doctor(store, END).notes
    assert "is called MEI, whose file would be mei" in note.problem


def test_kv_values_that_are_over_are_a_note(store: Store) -> None:
    """They are shown nowhere; only their files have them still."""
    put(store, "port", FACT + 'ttl = "2h"\n', "kv")
    put(store, "host", FACT.replace("port", "host"), "kv")
    found = only(store, note=True)
    assert found.where.endswith("kv") and "1 kv value has" in found.problem
    assert "memento prune" in found.advice


def test_what_is_gone_and_nobody_removed_is_a_note(store: Store) -> None:
    """Not what was deleted, undone or set aside by a purge."""
    for name in ("mine", "other", "third"):
        write_block(store, name, "x", act(store))
    undo(store, None, NOW)
    delete_block(store, "other", act(store))
    set_kv(store, "port", 80, act(store))
    for folder, id in (("blocks", "mine"), ("kv", "port")):
        os.unlink(store.held(folder).path(id))
    found = only(store, note=True)
    assert found.where.endswith("blocks/mine.toml") and "is gone" in found.problem


@pytest.mark.parametrize("kind", ["folder", "link", "pipe", "upper", "left"])
def test_what_is_no_file_of_its_kind_is_named(store: Store, tmp_path: Path, kind: str) -> None:
    """As in the other folders; what a killed write left is removed."""
    place = Path(store.root, "blocks", "mine.toml")
    place.parent.mkdir()
    outside = tmp_path / "outside"
    outside.write_text(BLOCK.format("x", 1))
    if kind == "folder":
        place.mkdir()
    elif kind == "link":
        place.symlink_to(outside)
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "upper":
        place.with_suffix(".TOML").write_text("x")
    else:
        left = place.with_name(".tmp-1")
        left.write_text("x")
        os.utime(left, (0, 0))
    found = only(store, fix=True)
    told = {
        "folder": "a folder with the name of a file", "link": "symbolic link",
        "pipe": "not a regular file", "upper": "does not end in .toml", "left": "was killed",
    }  # fmt: skip
    assert told[kind] in found.problem and found.fixed == (kind == "left")


def test_a_folder_that_leads_out_is_named_once_and_not_read(store: Store, tmp_path: Path) -> None:
    """And the rest is checked."""
    shutil.copytree(store.memories.folder, tmp_path / "blocks")
    os.symlink(tmp_path / "blocks", os.path.join(store.root, "blocks"))
    put(store, "a", FACT, "kv")
    problems = [each.problem for each in doctor(store, END).findings]
    assert any("leads out" in each for each in problems) and len(problems) == 2


CONFLICT = "<<<<<<< ours\n{}=======\n{}>>>>>>> theirs\n"


def test_markers_are_merged_by_keys_and_lists_are_united(store: Store) -> None:
    """As in memories; the old text stays beside it."""
    ours, theirs = (FACTS + CLAIM.format(city) for city in ("Rome", "Oslo"))
    path = put(store, "alex-facts", CONFLICT.format(ours, theirs), "states")
    assert only(store, fix=True).fixed
    assert "Rome" in path.read_text() and "Oslo" in path.read_text()
    assert Path(f"{path}.orig").read_text() == CONFLICT.format(ours, theirs)
    assert doctor(store, END).findings == ()


def test_what_both_changed_is_as_it_was_said_last(store: Store) -> None:
    """The journal tells; an undo takes the other."""
    write_block(store, "mine", "one", act(store))
    path = Path(store.held("blocks").path("mine"))
    sides = []
    for day, text in ((1, "two"), (2, "three")):
        write_block(store, "mine", text, act(store, day))
        sides.append(path.read_text())
    path.write_text(CONFLICT.format(sides[1], sides[0]))
    found = only(store, fix=True)
    assert "block.content" in found.after
    assert block(store, "mine").content == "three"
    assert log_of(store, "blocks/mine")[0].reason
    undo(store, None, END)
    assert block(store, "mine").content == "two"


def test_markers_inside_a_text_are_mended_too(store: Store) -> None:
    """A file with them can be read, but says what nobody has said."""
    inner = CONFLICT.format("two\n", "three\n")
    path = put(store, "mine", BLOCK.format(inner, 1), "blocks")
    assert "markers" in only(store).problem
    assert only(store, fix=True).fixed and "<<<<" not in path.read_text()


def test_sides_of_which_one_is_nothing_known_are_left(store: Store) -> None:
    """Nothing is lost by guessing."""
    path = put(store, "port", CONFLICT.format(FACT, "[x]\ny = 1\n"), "kv")
    before = path.read_bytes()
    found = only(store, fix=True)
    assert not found.fixed and "nothing known" in found.problem
    assert path.read_bytes() == before


def test_lines_about_what_holds_are_no_memories_that_are_gone(store: Store) -> None:
    """An entity's line names a folder and an id."""
    describe(store, "mei", act(store))
    assert doctor(store, END) == doctor(store, END, fix=True)
    assert doctor(store, END).notes == ()
