"""Erasures among clones that real git merges: the words go everywhere, and only the right ones."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.git.hooks import words_sent
from memento_cli.actions.git.setup import setup
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reading import memories_at, resolve_id
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.redaction.erase import erase, erasure
from memento_cli.actions.undo.undo import undo
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.memory.memory import Draft, Tags, strength_from
from memento_cli.core.recall.query import Query
from memento_cli.errors import Refused
from memento_cli.index.database.place import cache_folder
from memento_cli.store.directory.store import Store
from memento_cli.store.files.names import WAITING
from memento_cli.store.redaction.erasure import remove_erased
from memento_cli.store.toml.merge import waiting
from tests.conftest import ROOT, Ran
from tests.git.helpers import PROGRAM, cloned, commit, git, tried
from tests.store.helpers import ALEX, DAY, NOW, new_store, put, recorded, whole

SUMMARY, DETAIL = "memory.content.summary", "memory.content.detail"
TOPIC = Tags(("fruit",))
ID = "alex-fruit-2025-02"
Run = Callable[..., Ran]


@pytest.fixture
def hub(tmp_path: Path) -> Store:
    """A store in git with one memory of something else, so that there is something to act on."""
    store = new_store(tmp_path / "hub")
    git(store.root, "init", "-q", "-b", "main")
    recorded(store)
    commit(store)
    return store


def told(store: Store, summary: str, day: int = 0) -> str:
    """A memory of fruit; on every clone the first one gets the same id."""
    return record(Store(store.root), Draft(summary, ALEX, tags=TOPIC), NOW + day * DAY).memory.id


def pull(store: Store, other: Store) -> None:
    """Both commit, and what the other has is merged; where git asks, all is taken as it is."""
    for each in (other, store):
        commit(each)
    if tried(store.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main").code:
        act(store)
        commit(store)


def act(store: Store) -> None:
    """Anything that is written: what was erased elsewhere is taken out before."""
    reinforce(Store(store.root), "alex-tea-2025-02", NOW + 30 * DAY)


def has(root: str, word: str) -> list[str]:
    """The plain files below a folder that have a word, but for those of git."""
    return [
        os.path.join(folder, name)
        for folder, _, names in os.walk(root)
        if ".git" not in folder.split(os.sep)
        for name in names
        if Path(folder, name).is_file() and word.encode() in Path(folder, name).read_bytes()
    ]


def clean(store: Store, word: str) -> bool:
    """Whether no file has the word any more, none is found by it, and doctor has nothing left."""
    again = Store(store.root)
    return (
        not has(store.root, word)
        and not recall(again, Query(words=(word,)), NOW).hits
        and not doctor(again, NOW + 40 * DAY, fix=True).left
    )


def test_an_adopted_memory_is_the_only_one_of_its_id(hub: Store) -> None:
    """A file that was put there has been recorded by nobody; when it was last used is not when."""
    text = whole("alex-plum-2025-02").replace(
        '"2025-02-01T14:30:00Z"\nreinf', '"2025-02-09"\nreinf'
    )
    put(hub, "alex-plum-2025-02", text)
    edit(hub, "alex-plum-2025-02", {SUMMARY: "Plum and plum"}, NOW, "plum again")
    erase(hub, ["alex-plum-2025-02"], NOW + DAY)
    assert clean(hub, "plum again") and clean(hub, "Plum")


def test_an_older_version_of_another_clone_goes(hub: Store, tmp_path: Path) -> None:
    """Also where both its words and its moment were changed before it was erased."""
    id = told(hub, "Grape one")
    commit(hub)
    other = cloned(hub.root, tmp_path / "other")
    edit(hub, id, {SUMMARY: "Grape two", "memory.created": "2025-01-03T00:00:00Z"}, NOW)
    erase(hub, [id], NOW)
    edit(other, id, {DETAIL: "Grape three"}, NOW)
    pull(other, hub)
    act(other)
    assert clean(other, "Grape")


@pytest.mark.parametrize("archived", [False, True])
def test_a_link_to_what_another_clone_erased_is_taken_out(
    hub: Store, tmp_path: Path, archived: bool
) -> None:
    """As where it was erased; in the archive, too, and with no undo that would bring it back."""
    id = told(hub, "Grape one")
    commit(hub)
    other = cloned(hub.root, tmp_path / "other")
    for rel in ("cause_of", "contradicts"):
        link(other, "alex-tea-2025-02", rel, id, NOW)
    if archived:
        forget(other, ["alex-tea-2025-02"], NOW)
    erase(hub, [id], NOW)
    recorded(other, "Something to act on")
    pull(other, hub)
    remove_erased(other)
    (one, two) = doctor(Store(other.root), NOW).findings
    assert one.fixable and one.problem == f"cause_of {id}, which was erased"
    assert two.fixable and two.problem == f"contradicts {id}, which was erased"
    assert not doctor(Store(other.root), NOW, fix=True).left
    assert not doctor(Store(other.root), NOW).findings
    last = max(Store(other.root).journal.lines().lines, key=lambda line: line.id)
    assert last.act == "unlinked" and last.text["reason"]
    with pytest.raises(Refused):
        undo(Store(other.root), last.id, NOW)


def test_lines_of_a_writer_who_had_another_memory_of_the_id_go(hub: Store, tmp_path: Path) -> None:
    """What it did after the parting was done to the one that kept the id."""
    other = cloned(hub.root, tmp_path / "other")
    id = told(hub, "Apple first")
    told(other, "Lemon", 2)
    pull(other, hub)
    edit(Store(other.root), id, {SUMMARY: "Apple there"}, NOW + 3 * DAY, "Apple why")
    pull(hub, other)
    erase(Store(hub.root), [id], NOW + 4 * DAY)
    assert clean(hub, "Apple") and len(has(hub.root, "Lemon")) == 1


def test_two_clones_erase_two_memories_of_one_id(hub: Store, tmp_path: Path) -> None:
    """A third, which has one of them still, lets go of it, whichever of the two it hears of."""
    others = [cloned(hub.root, tmp_path / name) for name in "abcd"]
    for nth, store in enumerate(others[:2]):
        told(store, f"Pear {nth}", nth)
        commit(store)
    holders = [cloned(others[nth].root, tmp_path / f"holds{nth}") for nth in (0, 1)]
    for store in others[:2]:
        erase(Store(store.root), [ID], NOW + 4 * DAY)
    pull(others[0], others[1])
    for holder in holders:
        edit(holder, ID, {DETAIL: "Pear, and more"}, NOW)
        pull(holder, others[0])
        act(holder)
        assert clean(holder, "Pear")


def test_blanked_lines_that_a_pull_brings_back_are_seen(hub: Store, tmp_path: Path) -> None:
    """Git may give a log that it writes anew the inode of the one that it takes away."""
    other = cloned(hub.root, tmp_path / "other")
    id = told(other, "Cherry day")
    edit(other, id, {SUMMARY: "Now"}, NOW, "Cherry why")
    pull(hub, other)
    erase(Store(hub.root), [id], NOW + DAY)
    recorded(other, "another", topic="x")
    pull(hub, other)
    act(hub)
    assert clean(hub, "Cherry")


def test_what_was_erased_before_a_parting_does_not_live_on(hub: Store, tmp_path: Path) -> None:
    """Its clone had it under the id that another memory keeps; a merge would give it a new one."""
    other = cloned(hub.root, tmp_path / "other")
    holder = cloned(hub.root, tmp_path / "holder")
    told(other, "Berry words", 2)
    pull(holder, other)
    told(hub, "Melon words")
    erase(Store(other.root), [ID], NOW + 3 * DAY)
    pull(holder, hub)
    assert has(holder.root, "Berry")
    pull(holder, other)
    act(holder)
    assert clean(holder, "Berry") and len(has(holder.root, "Melon")) == 1


@pytest.mark.parametrize("days", [2, 0])
def test_the_copy_that_a_repair_left_of_two_memories_goes(
    hub: Store, tmp_path: Path, days: int
) -> None:
    """Doctor keeps the text of a conflict beside the file that keeps the id; of two memories of
    one moment, too, of which the journal does not tell that they were parted."""
    other = cloned(hub.root, tmp_path / "other", driver=False)
    told(hub, "Quince")
    told(other, "Kiwi fruit", days)
    for store in (hub, other):
        commit(store)
    tried(other.root, "pull", "-q", "--no-rebase", "--no-edit", hub.root, "main")
    doctor(Store(other.root), NOW + 3 * DAY, fix=True)
    (fresh,) = set(Store(other.root).memories.ids()) - {ID, "alex-tea-2025-02"}
    words = ["Kiwi", "Quince"]
    words.sort(key=Path(other.memories.path(fresh)).read_text().count)
    stays, goes = words
    assert len(has(other.root, goes)) == 2  # with the copy
    erase(Store(other.root), [fresh], NOW + 4 * DAY)
    assert not has(other.root, goes) and has(other.root, stays)


def test_the_index_of_a_place_where_the_store_was_goes(hub: Store, tmp_path: Path) -> None:
    """A store that was moved leaves its index in the cache."""
    id = told(hub, "Fig leaf")
    assert recall(hub, Query(words=("fig",)), NOW).hits
    os.rename(hub.root, tmp_path / "moved")
    erase(Store(str(tmp_path / "moved")), [id], NOW)
    assert not has(cache_folder(), "Fig leaf")


def test_a_short_id_takes_nothing_else_along(hub: Store) -> None:
    """What only has its letters in it stays: other lines, and other people's files."""
    put(hub, "e", whole("e"))
    log = Path(hub.journal.files()[0])
    line = '{"v": 2, "what": "a line that a newer memento wrote"}\n'
    log.write_text(log.read_text() + line)
    notes = log.parent / "notes.txt"
    notes.write_text('mine: "e"')
    erase(hub, ["e"], NOW)
    assert line in log.read_text() and notes.exists() and "e" not in Store(hub.root).memories


def test_what_is_in_the_archive_elsewhere_goes(hub: Store, tmp_path: Path) -> None:
    """Git brings the file to another folder than the one it was erased from."""
    id = told(hub, "Mango words")
    commit(hub)
    other = cloned(hub.root, tmp_path / "other")
    edit(hub, id, {SUMMARY: "Mango edited"}, NOW)
    forget(hub, [id], NOW)
    erase(other, [id], NOW)
    told(other, "Papaya", 1)
    pull(other, hub)
    doctor(Store(other.root), NOW + 3 * DAY, fix=True)
    act(other)
    assert clean(other, "Mango") and len(has(other.root, "Papaya")) == 1


def by_hand(store: Store, id: str, day: int, summary: str) -> None:
    """A memory that a person has written, and that has been used."""
    text = whole(id).replace("2025-02-01", f"2025-02-0{day}").replace('"one"', f'"{summary}"')
    put(store, id, text)
    reinforce(Store(store.root), id, NOW + 20 * DAY)


def test_what_another_has_made_by_hand_is_another_memory(hub: Store, tmp_path: Path) -> None:
    """Nobody has recorded either; neither the day nor the words are those of the erased one."""
    other = cloned(hub.root, tmp_path / "other")
    by_hand(hub, "todo", 1, "Walnut")
    by_hand(other, "todo", 5, "Almond")
    erase(Store(hub.root), ["todo"], NOW + 21 * DAY)
    commit(hub)
    git(other.root, "add", "journal")
    git(other.root, "commit", "-qm", "x")
    git(other.root, "pull", "-q", "--no-rebase", "--no-edit", hub.root, "main")
    act(other)
    assert has(other.root, "Almond") and not has(other.root, "Walnut")


@pytest.mark.parametrize(
    "name", ["README.md", "notes.txt", "all.bak", "index.md", "alex-tea-2025-02.toml.orig"]
)
def test_peoples_own_files_stay(hub: Store, name: str) -> None:
    """What names a memory is no copy of it; nor is what has others in it as well."""
    id = told(hub, "Peach")
    path = Path(hub.memories.folder, name)
    path.write_text(f'id = "{id}"\n' + (name.endswith(".orig") * 'id = "alex-tea-2025-02"\n'))
    erase(hub, [id], NOW)
    act(hub)
    assert path.exists()


@pytest.mark.parametrize("its", [True, False])
def test_what_waits_for_the_place_is_judged_by_what_it_is(hub: Store, its: bool) -> None:
    """A memory may wait for the id of an erased one, which it shared with it."""
    id = told(hub, "Olive")
    text = Path(hub.memories.path(id)).read_text()
    stranger = (
        Store(hub.root).signed(NOW, "cli").line(RECORDED, id, strength=strength_from(1.0, NOW, 0))
    )
    erase(hub, [id], NOW)
    Store(hub.root).journal.append([stranger._replace(strength=strength_from(1.0, NOW + DAY, 0))])
    if not its:
        text = text.replace("Olive", "Date").replace("2025-02-01T14", "2025-02-02T14")
    waits = Path(hub.memories.folder, f"{id}.toml{WAITING}")
    waits.write_text(waiting(None, text))
    with Store(hub.root).lock.held():
        remove_erased(Store(hub.root))
    assert waits.exists() is not its


def test_of_two_of_one_moment_none_is_lost_when_a_third_is_erased(
    hub: Store, tmp_path: Path
) -> None:
    """Both are to get an id of their own, which the moment alone does not give."""
    others = [cloned(hub.root, tmp_path / name) for name in "abc"]
    for nth, store in enumerate(others[1:]):
        told(store, f"Twin {nth}", 2)
        commit(store)
    told(others[0], "Lime")
    erase(Store(others[0].root), [ID], NOW)
    pull(others[1], others[0])
    act(others[1])
    pull(others[2], others[1])
    act(others[2])
    assert has(others[2].root, "Twin 0") and has(others[2].root, "Twin 1")


@pytest.mark.parametrize(
    "line",
    [
        '"act": "undone", "memory": "x", "by": "x", "parted": []',
        '"act": "undone", "memory": "x", "by": "x", "parted": {"a": 1}, "undoes": "y"',
        '"act": "erased", "memory": "x", "by": "x", "words": [], "created": [], "openings": {}',
        '"act": "erased", "memory": "x", "by": "x", "also": [1], "openings": [[]]',
    ],
)
@pytest.mark.parametrize("note", [b"", b"\0", b"x\n\ny\0z", b"1 2\na b\n\n"])
def test_odd_lines_stop_nobody(hub: Store, line: str, note: bytes) -> None:
    """Whoever may push can write any line; the private note may be damaged."""
    id = told(hub, "Melon")
    erase(hub, [id], NOW)
    head = '{"id": "01jk1d00000000000000000000", "at": "2025-02-03T00:00:00Z", '
    folder = "erased" if "erased" in line else "2025-02"
    log = Path(hub.journal.folder, folder, "x-00000000.jsonl")
    log.parent.mkdir(exist_ok=True)
    log.write_text(head + line + "}\n")
    put(hub, "y", whole("x"))
    if note:
        path = Path(hub.root, ".memento", "erased")
        place = path.read_bytes().split(b"\n")[0]
        path.write_bytes(note if note == b"\0" else place + b"\n" + note)
    act(hub)
    doctor(Store(hub.root), NOW, fix=True)
    assert "alex-tea-2025-02" in Store(hub.root).memories


@pytest.mark.parametrize("how", ["revert", "old branch"])
def test_what_a_branch_takes_away_the_next_act_puts_back(
    hub: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The clone that erased knows it whatever branch it is on; a stranger's erasures it forgets."""
    id = told(hub, "zanzibar")
    commit(hub)
    git(hub.root, "branch", "old")
    setup(hub, PROGRAM)
    two = cloned(hub.root, tmp_path / "two")
    erase(hub, [id], NOW)
    commit(hub)
    if how == "revert":
        git(hub.root, "revert", "--no-edit", "HEAD")
    else:
        git(hub.root, "checkout", "-q", "old")
    assert has(hub.root, "zanzibar") and not Path(hub.root, "journal", "erased").exists()
    with pytest.raises(Refused, match="erased"):
        resolve_id(Store(hub.root), id)
    assert not recall(Store(hub.root), Query(words=("zanzibar",)), NOW).hits
    assert not [memory.id for memory in memories_at(Store(hub.root), NOW) if memory.id == id]
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")  # and without an index
    assert not recall(Store(hub.root), Query(words=("zanzibar",)), NOW).hits
    git(hub.root, "commit", "-q", "--allow-empty", "-m", "x")
    sent = words_sent(Store(hub.root), "origin", [f"refs/x {'HEAD'} refs/x {'0' * 40}"])
    assert [objection.problem for objection in sent if id in objection.problem]
    act(hub)
    assert clean(hub, "zanzibar")
    commit(hub)
    git(
        two.root,
        "pull",
        "-q",
        "--no-rebase",
        "origin",
        git(hub.root, "branch", "--show-current").strip(),
    )
    act(two)
    assert clean(two, "zanzibar")


def test_a_strangers_erasure_does_not_come_along_from_their_branch(
    hub: Store, tmp_path: Path
) -> None:
    """Who looks at it, acts there, and goes back, has everything."""
    id = told(hub, "zanzibar")
    commit(hub)
    two = cloned(hub.root, tmp_path / "two")
    git(two.root, "switch", "-q", "-c", "theirs")
    erase(two, [id], NOW)
    commit(two)
    git(hub.root, "fetch", "-q", two.root, "theirs:theirs")
    git(hub.root, "switch", "-q", "theirs")
    act(hub)
    assert clean(hub, "zanzibar")
    git(hub.root, "stash", "-q", "--include-untracked")
    git(hub.root, "switch", "-q", "main")
    act(hub)
    assert Store(hub.root).memories.read(id).value.content.summary == "zanzibar"


# the receipt


def remembered(store: Store, tmp_path: Path) -> tuple[Store, str]:
    """Another clone, and a memory with words in both its sides of a merge, one born in that."""
    hub = tmp_path / "hub.git"
    git(tmp_path, "clone", "-q", "--bare", store.root, str(hub))
    git(store.root, "remote", "add", "origin", str(hub))
    git(store.root, "branch", "old")
    id = told(store, "zanzibar")
    commit(store)
    git(store.root, "push", "-q", "-u", "origin", "main", "old")
    two = cloned(hub, tmp_path / "two")
    git(two.root, "switch", "-q", "old")
    Path(two.root, "note.txt").write_text("a colleague's\n")
    commit(two)
    git(two.root, "push", "-q", "origin", "old")
    git(two.root, "switch", "-q", "main")
    edit(two, id, {SUMMARY: "zanzibar two"}, NOW)
    commit(two)
    git(store.root, "pull", "-q", "--no-rebase", two.root, "main")
    edit(store, id, {SUMMARY: "zanzibar three"}, NOW)
    commit(store)
    edit(two, id, {SUMMARY: "zanzibar four"}, NOW)
    commit(two)
    git(two.root, "fetch", "-q", store.root, "main")
    assert tried(two.root, "merge", "-q", "FETCH_HEAD").code
    doctor(two, NOW, fix=True)  # and the commit of this merge is the first to have its log
    commit(two)
    git(two.root, "push", "-q", "origin", "main")
    git(store.root, "pull", "-q", "--no-rebase")
    return two, id


def test_the_receipt_names_all_that_git_has(
    hub: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every version counts, also of what only a merge commit has; no program of git's runs."""
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    two, id = remembered(hub, tmp_path)
    for key in ("log.showSignature", "diff.relative"):
        git(two.root, "config", key, "true")
    for key in ("diff.x.textconv", "gpg.program", "diff.x.command"):
        git(two.root, "config", key, f"sh -c 'touch {tmp_path}/ran; cat \"$0\"'")
    Path(two.root, ".git", "info", "attributes").write_text("* diff=x\n")
    left = erasure(Store(two.root), [id]).git
    logs = {os.path.relpath(path, two.root) for path in two.journal.files() if "/alex-" in path}
    assert len(logs) == 2 and left and left.paths == tuple(sorted({*logs, f"memories/{id}.toml"}))
    assert (left.branch, left.origin, left.pushed, left.unmerged) == ("main", True, True, ())
    assert not (tmp_path / "ran").exists()


def test_nothing_is_left_where_no_commit_has_the_words(
    hub: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines without words, and those that tell of the erasure, have the id and are no remains."""
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    two, id = remembered(hub, tmp_path)
    erase(two, [id], NOW)
    before = erasure(Store(two.root), [id]).git
    assert before and before.commits > 2
    shutil.rmtree(Path(two.root, ".git"))
    git(two.root, "init", "-q", "-b", "main")
    commit(two)
    after = erasure(Store(two.root), [id]).git
    assert after and (after.commits, after.paths, after.pushed) == (0, (), False)


@pytest.mark.parametrize("why", ["unmerged", "unpushed", "detached"])
def test_what_the_commands_would_lose_is_to_be_there_first(
    hub: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, why: str
) -> None:
    """Without it there are no commands; the branch is named, and after it is done there are."""
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    two, id = remembered(hub, tmp_path)
    if why == "unmerged":
        git(two.root, "switch", "-q", "-c", "feature")
        edit(two, id, {DETAIL: "more"}, NOW)
        told(two, "lime", day=9)
        commit(two)
        git(two.root, "push", "-q", "origin", "feature")
        git(two.root, "switch", "-q", "main")
        first = ["  merge feature, or", "  merge origin/feature, or"]
    elif why == "unpushed":
        git(two.root, "switch", "-q", "-c", "mine")
        first = ["  push mine: "]
    else:
        git(two.root, "checkout", "-q", "--detach")
        first = ["  `git switch` to a branch"]
    said = run("--store", two.root, "forget", id, "--erase", "--yes").stderr
    assert all(each in said for each in first) and "filter-repo" not in said
    commit(two)
    if why == "unmerged":
        assert tried(two.root, "merge", "-q", "feature").code  # what was erased was changed there
        doctor(Store(two.root), NOW, fix=True)
        commit(two)
    elif why == "unpushed":
        git(two.root, "push", "-q", "--no-verify", "-u", "origin", "mine")
    else:
        git(two.root, "switch", "-q", "-C", "main")
    again = run("--store", two.root, "forget", id, "--erase", "--yes").stderr
    assert "filter-repo" in again and "First" not in again


@pytest.mark.skipif(not shutil.which("git-filter-repo"), reason="git-filter-repo is not installed")
@pytest.mark.parametrize("remote", [True, False])
def test_the_commands_of_the_receipt_clean_the_history(
    hub: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, remote: bool
) -> None:
    """In no commit of any branch are the words; what others have pushed is there, and no more."""
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    two, id = remembered(hub, tmp_path)
    place = two.root
    if not remote:
        git(place, "remote", "remove", "origin")
    said = run("--store", place, "forget", id, "--erase", "--yes").stderr
    commit(two)
    if remote:
        git(place, "push", "-q", "--no-verify", "origin", "main")
    memento = tmp_path / "bin" / "memento"
    memento.parent.mkdir()
    memento.write_text(f'#!/bin/sh\nexec {shlex.join(PROGRAM)} "$@"\n')
    memento.chmod(0o755)
    commands = [line[2:] for line in said.split("\n") if line.startswith("  ")]
    env = {**os.environ, "PATH": f"{memento.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    subprocess.run(["bash", "-euc", "\n".join(commands)], env=env, check=True, capture_output=True)
    clean = f"{place}-clean"
    if remote:
        clean = str(tmp_path / "fresh")
        git(tmp_path, "clone", "-q", str(tmp_path / "hub.git"), clean)
        assert "note.txt" in git(clean, "ls-tree", "--name-only", "origin/old")
    for rev in git(clean, "rev-list", "--all").split():
        assert tried(clean, "grep", "-q", "zanzibar", rev).code == 1
    again = run("--store", clean, "forget", id, "--erase", "--dry-run")
    assert "git's history" not in again.stderr and again.code == 0
    here, there = (Store(each).journal.lines().lines for each in (clean, place))
    assert {line.id for line in here} == {line.id for line in there}
