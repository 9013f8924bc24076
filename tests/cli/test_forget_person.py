"""All that is about a person goes for good: no word of it is left, nothing of others is lost."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.redaction.erase_person import person_erasure
from memento_cli.index.database.place import cache_folder
from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.git.helpers import cloned, commit, git, tried
from tests.people import furnish
from tests.store.helpers import NOW, new_store

Run = Callable[..., Ran]
MARK, OTHERS = "xylo", "kumq"
ERASE = ("forget", "--erase", "--everything", "--person")
KINDS = {
    "memories": 4, "archived": 1, "states": 3, "facts": 1, "likes": 1, "blocks": 1, "kv": 2,
    "sessions": 1, "events": 2, "removed": 2, "graph": 2, "edges": 3, "feelings": 1,
}  # fmt: skip


@pytest.fixture
def store(tmp_path: Path, call: Run, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store of Alex's, with all that there can be about Ann and about Bob."""
    store = new_store(tmp_path / "s", person="alex")
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    furnish(call, "ann", MARK, "bob")
    furnish(call, "bob", OTHERS, "ann")
    assert call("recall", f"{MARK}illness").stdout
    return store


def ids_of(root: str) -> list[str]:
    """Every id in a journal with the mark in it: ids stay, by design, and they have words."""
    logs = Path(root, "journal").rglob("*.jsonl")
    names = {name for log in logs for name in re.findall(r'"memory": "([^"]+)"', log.read_text())}
    parts = {part for name in names for part in name.split("/") if MARK in part}
    return sorted(parts, key=len, reverse=True)


def words_left(ids: Iterable[str], *roots: str) -> dict[str, bytes]:
    """The files below these folders in which the mark stands elsewhere than in an id."""
    found = {}
    for path in (path for root in roots for path in Path(root).rglob("*") if path.is_file()):
        raw = path.read_bytes()
        for id in ids:
            raw = raw.replace(id.encode(), b"")
        if MARK.encode() in raw.lower():
            found[str(path)] = raw[raw.lower().index(MARK.encode()) - 60 :][:120]
    return found


def of_bob(store: Store) -> dict[str, bytes]:
    """The files that are Bob's."""
    paths = [path for path in Path(store.root).rglob("*.toml") if path.name.startswith("bob")]
    return {str(path): path.read_bytes() for path in paths if path.parent.name != "graph"}


def test_no_word_is_left_and_nothing_of_others_is_lost(store: Store, call: Run) -> None:
    """Of memories, events, feelings, states, facts, likes, kv, blocks, sessions and the graph, in
    files, logs, caches and index; whatever the case of the name that is typed."""
    ids, others = ids_of(store.root), of_bob(store)
    moods = call("state", "mood", "--of", "bob").stdout
    assert words_left(ids, store.root) and words_left(ids, cache_folder())
    done = call(*ERASE, "ANN", "--yes", "--json")
    assert done.code == 0, done
    receipt = json.loads(done.stdout)
    assert receipt["kinds"] == KINDS and MARK not in done.stdout
    assert not words_left(ids, store.root, cache_folder())
    assert of_bob(store) == others and call("state", "mood", "--of", "bob").stdout == moods
    assert "Nothing is known" in call("state", "mood", "--of", "ann").stderr
    assert not doctor(Store(store.root), NOW).findings
    assert {entry.act for entry in store.journal.batch(receipt["batch"]).lines} == {"erased"}
    assert MARK not in call("recall", MARK, "--in", "memories,states,events,blocks,graph").stdout


def test_what_is_others_and_names_the_person_is_listed(store: Store, call: Run) -> None:
    """A memory that Ann is in, an event, an edge; and a text with her name as a word, but not in
    one like Annual."""
    call("record", "The Annual fair", "-p", "bob", "-t", "fair")
    with_ann = call("record", "Tea", "-p", "bob", "-w", "Ann", "--format", "ids").stdout.strip()
    told = call("record", "Said ann, not me", "-p", "bob", "--format", "ids").stdout.strip()
    naming = json.loads(call(*ERASE, "ann", "-n", "--json").stdout)["naming"]
    assert {with_ann, told} <= {*naming} and not any("fair" in id for id in naming)
    done = json.loads(call(*ERASE, "ann", "--yes", "--json").stdout)
    assert done["naming"] == naming and done["unlinked"] == ["graph/bob"]


def test_a_preview_changes_nothing_and_names_what_is_pinned(store: Store, call: Run) -> None:
    """It needs a yes in a script; pinned memories go as well, and are named before."""
    before = {path: path.read_bytes() for path in Path(store.root).rglob("*") if path.is_file()}
    done = call(*ERASE, "ann", "--dry-run")
    assert "is pinned, and would go, too" in done.stderr and "4 memories" in done.stdout
    refused = call(*ERASE, "ann")
    assert refused.code == 6 and "Erase all of it for good?" in refused.stderr
    assert before == {path: path.read_bytes() for path in before}


def test_it_can_be_done_again(store: Store, call: Run) -> None:
    """Somebody of whom there is nothing more is no error, and somebody unknown is one."""
    assert call(*ERASE, "ann", "--yes").code == 0
    again = call(*ERASE, "ctx://person/Ann", "--yes", "--json")
    assert again.code == 0 and json.loads(again.stdout)["kinds"] == {}
    assert call(*ERASE, "zoe", "--yes").code == 3
    assert call("record", "A new start", "-p", "ann").code == 0
    assert json.loads(call(*ERASE, "ann", "--yes", "--json").stdout)["kinds"] == {"memories": 1}


def test_what_cannot_be_read_is_no_success(store: Store, call: Run) -> None:
    """A file that nobody can read may be about the person: the rest goes, the file is named, and
    code 1 says that not all is done."""
    broken = Path(store.memories.folder, "torn.toml")
    broken.write_text("[memory\n")
    done = call(*ERASE, "ann", "--yes", "--json")
    assert done.code == 1 and "may be about ann: torn.toml" in done.stderr
    assert json.loads(done.stdout)["kinds"] == KINDS and broken.exists()
    broken.unlink()
    assert call(*ERASE, "ann", "--yes").code == 0


def test_what_a_killed_erasure_left_is_no_other_clones(store: Store, call: Run) -> None:
    """While a memory's own erasure is not complete, doctor does not say that a clone brought it:
    the next act removes it."""
    kept = {path: path.read_bytes() for path in Path(store.memories.folder).glob("ann*.toml")}
    assert call(*ERASE, "ann", "--yes").code == 0
    for path, data in kept.items():
        path.write_bytes(data)
    told = call("doctor")
    assert kept and "another clone had it" not in told.stdout + told.stderr
    assert call("record", "Next", "-p", "bob").code == 0 and not any(map(Path.exists, kept))


@pytest.mark.parametrize(
    "args",
    [
        ("--erase", "--everything"), ("--everything", "-p", "ann"), ("--erase", "-p", "ann"),
        ("tea", "--erase", "--everything", "-p", "ann"), (),
    ],
)  # fmt: skip
def test_half_a_command_is_refused(store: Store, call: Run, args: tuple[str, ...]) -> None:
    """All three options belong together, without the name of a memory."""
    assert call("forget", *args, "--yes").code == 2


def test_every_spelling_is_one_person(store: Store, call: Run) -> None:
    """Capitals, widths and blanks, also where a file was written by hand."""
    for name in ("Mei Lin", "mei  lin", "ＭＥＩ ＬＩＮ"):
        path = Path(store.root, "memories", f"x{len(name)}{ord(name[0])}.toml")
        path.write_text(
            f'[memory]\nid = "{path.stem}"\nperson = "ctx://person/{name}"\n'
            'created = "2025-02-01T14:30:00Z"\n[memory.content]\nsummary = "one"\n'
        )
    found = person_erasure(store, "MEI LIN").everything
    assert found.kinds == {"memories": 3} and len(found.people) == 3


def test_texts_that_could_not_be_kept_go_if_they_name_the_person(
    store: Store, call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What `memento` had put aside for somebody to record later; others' stay."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    names = {"memento-abcdefgh.txt": "Ann said so", "memento-bcdefghi.txt": "Annual fair"}
    for name, text in {**names, "memento-other": "ann"}.items():
        (tmp_path / "tmp" / name).write_text(text)
    assert json.loads(call(*ERASE, "ann", "--yes", "--json").stdout)["texts"] == 1
    assert sorted(os.listdir(tmp_path / "tmp")) == ["memento-bcdefghi.txt", "memento-other"]


def test_an_old_branch_brings_nothing_back(store: Store, call: Run, tmp_path: Path) -> None:
    """Another clone that had all of it, and goes on with some of it, is merged. What it has said of
    Ann since stays in both until she is erased once more."""
    git(store.root, "init", "-q", "-b", "main")
    commit(store)
    phone = cloned(store.root, tmp_path / "phone")
    ids = ids_of(store.root)
    assert call(*ERASE, "ann", "--yes").code == 0
    commit(store)
    for command in (
        ("edit", "ann-xylotopic", "--summary", f"Now {MARK}changed"),
        ("fact", "set", "city", "since", "--of", "ann"),
        ("block", "set", "tone", "since", "--of", "ann"),
        ("record", f"All that came since, {MARK}new", "-p", "ann", "-t", "since"),
    ):
        assert call(*command, "--store", phone.root).code == 0
    commit(phone)
    for one, other in ((store, phone), (phone, store)) * 2:
        merge(one, other)
        assert call("record", "Next", "-p", "bob", "--store", one.root).code == 0
        commit(one)
    left = words_left(ids, *trees(store, phone))
    assert {os.path.basename(path).rpartition("-20")[0] for path in left} == {"ann-since"}
    again = json.loads(call(*ERASE, "ann", "--yes", "--json").stdout)
    assert again["kinds"] == {"memories": 1, "facts": 1}
    assert not words_left(ids, *trees(store)) and again["git"]["commits"]


def test_what_another_clone_had_not_shown_yet_is_told_of(
    store: Store, call: Run, tmp_path: Path
) -> None:
    """A memory of Ann that came with a merge, from before her erasure: doctor names it, and what to
    do; one from after it is hers anew."""
    git(store.root, "init", "-q", "-b", "main")
    commit(store)
    phone = cloned(store.root, tmp_path / "phone")
    early = call("record", "Early", "-p", "ann", "-t", "early", "--store", phone.root)
    assert call(*ERASE, "ann", "--yes").code == 0
    assert call("record", "Late", "-p", "ann", "-t", "late", "--store", phone.root).code == 0
    commit(store)
    commit(phone)
    merge(store, phone)
    told = call("doctor")
    assert told.code == 4 and "who was erased on" in told.stdout + told.stderr
    assert "--person ann" in told.stdout + told.stderr and early.code == 0
    assert sum("was erased on" in line for line in (told.stdout + told.stderr).split("\n")) == 1
    assert call(*ERASE, "ann", "--yes").code == 0 and call("doctor").code == 0


def trees(*stores: Store) -> list[str]:
    """What stands in the stores' folders, without git's own."""
    paths = [os.path.join(each.root, name) for each in stores for name in os.listdir(each.root)]
    return [path for path in paths if not path.endswith(".git")]


def merge(one: Store, other: Store) -> None:
    """Pull, where git asks taking what it has left in the tree."""
    if tried(one.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main").code:
        git(one.root, "add", "--all")
