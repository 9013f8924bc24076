"""The merge driver and the hook after it, asked by real git."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.git.driver import merge_files
from memento_cli.actions.git.setup import remove, setup
from memento_cli.actions.memory.edit import edit, pin
from memento_cli.actions.memory.prune import forget, restore
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use, reinforce
from memento_cli.actions.undo.undo import undo
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.errors import BadData, BadId
from memento_cli.store.directory.store import Store
from memento_cli.store.files.names import WAITING
from memento_cli.store.toml.merge import sides
from tests.git.helpers import PROGRAM, cloned, commit, git, tried, unmerged
from tests.store.helpers import ALEX, DAY, NOW, new_store, put, recorded, whole

TEA = "alex-tea-2025-02"
SUMMARY, DETAIL = "memory.content.summary", "memory.content.detail"
END = NOW + 90 * DAY
Way = Callable[[Store, Store], None]


def reopened(store: Store) -> Store:
    return Store(store.root)


def pull(store: Store, other: Store) -> None:
    git(store.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main")


def rebase(store: Store, other: Store) -> None:
    git(store.root, "pull", "-q", "--rebase", other.root, "main")


def pick(store: Store, other: Store) -> None:
    """Each commit that is only there, in order."""
    git(store.root, "fetch", "-q", other.root, "main")
    for commit_id in git(store.root, "rev-list", "--reverse", "HEAD..FETCH_HEAD").split():
        git(store.root, "cherry-pick", commit_id)


ways = pytest.mark.parametrize("way", [pull, rebase, pick])


def meet(one: Store, two: Store, way: Way = pull) -> None:
    """Both commit; the first takes the second's work in, then the second what came of it."""
    for store in (one, two):
        commit(store)
    way(one, two)
    commit(one)
    pull(two, one)


def shown(store: Store) -> list[tuple[str, float, str]]:
    """Ids, strengths and summaries."""
    found = memories_at(reopened(store), END)
    return sorted((memory.id, memory.strength.initial, memory.content.summary) for memory in found)


def in_peace(*stores: Store) -> bool:
    """Whether all say the same, git has nothing to commit, and doctor nothing to mend."""
    for store in stores:
        assert not git(store.root, "status", "--porcelain")
        assert doctor(reopened(store), END).findings == ()
    assert len({repr(shown(store)) for store in stores}) == 1
    return True


@ways
def test_keys_that_each_side_changed_are_merged(clones: tuple[Store, Store], way: Way) -> None:
    """One edits the words, pins and reinforces; the other edits the detail: all of it stays."""
    one, two = clones
    edit(one, TEA, {SUMMARY: "from one"}, NOW)
    reinforce(one, TEA, NOW + 9 * DAY)
    pin(one, TEA, NOW)
    edit(two, TEA, {DETAIL: "a\nb\nc\nD\n"}, NOW + DAY)
    reinforce(two, TEA, NOW + 5 * DAY)
    meet(one, two, way)
    memory = reopened(one).memories.read(TEA).value
    assert (memory.content.summary, memory.content.detail) == ("from one", "a\nb\nc\nD\n")
    assert memory.pinned and len(memory.log) == 5
    assert shown(one) == shown(two) and shown(one)[0][1] > 1


@ways
def test_two_memories_of_one_id_become_two_on_both_clones(
    clones: tuple[Store, Store], way: Way
) -> None:
    """The older keeps the id, the other gets one that is the same everywhere; each its own acts."""
    one, two = clones
    for store, word, day in ((one, "rome", 2), (two, "mei", 1)):
        draft = Draft(f"lunch {word}", ALEX, tags=Tags(("lunch",)))
        id = record(store, draft, NOW + day * DAY).memory.id
        reinforce(store, id, NOW + (10 + day) * DAY)
        edit(store, id, {"memory.tags.outcome": "mixed" if word == "mei" else "positive"}, NOW)
    meet(one, two, way)
    if way is pick:  # after which git calls no hook
        doctor(reopened(one), END, fix=True)
        meet(one, two)
    assert in_peace(one, two)
    summaries = {id: summary for id, _, summary in shown(one)}
    assert sorted(summaries.values()) == ["lunch mei", "lunch rome", "one"]
    assert summaries["alex-lunch-2025-02"] == "lunch mei"
    assert {initial for id, initial, _ in shown(one) if id != TEA} != {1.0}
    uses = {line.memory for line in reopened(one).journal.lines().lines if line.act == "reinforced"}
    assert uses >= summaries.keys() - {TEA}


def lunches(one: Store, two: Store) -> str:
    """Two memories of one id on two clones, parted on the first; the second has the newer."""
    recorded(one, "older", "lunch")
    record(two, Draft("newer", ALEX, tags=Tags(("lunch",))), NOW + DAY)
    commit(one)
    commit(two)
    pull(one, two)
    commit(one)
    (fresh,) = [id for id, _, summary in shown(one) if summary == "newer"]
    return fresh


@pytest.mark.parametrize("way", [pull, rebase])
def test_what_is_done_before_one_hears_of_the_new_id_goes_with_it(
    clones: tuple[Store, Store], way: Way
) -> None:
    """Acts on the memory under its old id, on its own clone, are the renamed one's after a pull."""
    one, two = clones
    fresh = lunches(one, two)
    edit(two, "alex-lunch-2025-02", {SUMMARY: "newer yet"}, NOW + 2 * DAY)
    reinforce(two, "alex-lunch-2025-02", NOW + 9 * DAY)
    commit(two)
    way(two, one)
    commit(two)
    pull(one, two)
    assert in_peace(one, two)
    numbers = {id: (initial > 1, summary) for id, initial, summary in shown(one)}
    assert numbers[fresh] == (True, "newer yet")
    assert numbers["alex-lunch-2025-02"] == (False, "older")
    note_use(two, ["alex-lunch-2025-02"], NOW + 20 * DAY)  # from now on, the older
    meet(one, two)
    assert in_peace(one, two)
    assert {id for id, initial, _ in shown(one) if initial > 1} == {fresh, "alex-lunch-2025-02"}


def test_both_clones_merge_each_other_at_once(clones: tuple[Store, Store]) -> None:
    """Each merges what the other had; then these merges, which criss-cross, are merged."""
    one, two = clones
    tags = {"outcome": "mixed"}, {"topics": ["tea", "z"]}
    for nth, (store, tag) in enumerate(zip(clones, tags, strict=True)):
        draft = Draft(f"lunch {nth}", ALEX, tags=Tags(("lunch",)))
        record(store, draft, NOW + nth * DAY)
        edit(store, TEA, {f"memory.tags.{key}": value for key, value in tag.items()}, NOW)
        commit(store)
    for store, other in ((one, two), (two, one)):
        git(store.root, "fetch", "-q", other.root, "main")
    for store in clones:
        git(store.root, "merge", "-q", "--no-edit", "FETCH_HEAD")
        commit(store)
    edit(one, TEA, {SUMMARY: "again"}, NOW)
    meet(one, two)
    assert in_peace(one, two) and len(shown(one)) == 3
    assert reopened(one).memories.read(TEA).value.tags == (("tea", "z"), (), "mixed")


def conflict(one: Store, two: Store) -> str:
    """A true conflict, in the first clone's work tree."""
    edit(one, TEA, {SUMMARY: "from one"}, NOW)
    edit(two, TEA, {SUMMARY: "from two"}, NOW + DAY)
    commit(one)
    commit(two)
    done = tried(one.root, "pull", "-q", "--no-rebase", two.root, "main")
    assert done.code == 1 and "content.summary" in done.err and "doctor --fix" in done.err
    assert unmerged(one) == [f"memories/{TEA}.toml"]
    return Path(one.memories.path(TEA)).read_text()


def test_a_true_conflict_is_readable_and_doctor_settles_it(clones: tuple[Store, Store]) -> None:
    """Both summaries stand in the file; --fix takes the later, and undo brings the other back."""
    one, two = clones
    text = conflict(one, two)
    pair = sides(text)
    assert pair and text.count("<<<<<<<") == 1 and text.count("\n") < pair.ours.count("\n") + 9
    report = doctor(reopened(one), END, fix=True)
    assert report.left == () and "content.summary" in report.findings[0].after
    assert ["`git commit`" in note.advice for note in report.notes] == [True]
    meet(one, two)
    assert in_peace(one, two) and shown(one)[0][2] == "from two"
    undo(reopened(one), None, END)
    meet(one, two)
    assert in_peace(one, two) and shown(two)[0][2] == "from one"


def test_what_waits_may_be_changed_on_both_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A merge may come upon it twice, with other words: it is settled as any conflict is."""
    store = new_store(tmp_path / "s")
    monkeypatch.chdir(store.root)
    put(store, "a", whole("a"))
    for word in ("first", "second"):
        sides_of = {"base": whole("a"), "ours": whole("a").replace('"one"', '"ours"')}
        sides_of["theirs"] = whole("b").replace('"one"', f'"{word}"')
        for name, text in sides_of.items():
            (tmp_path / name).write_text(text)
        places = (str(tmp_path / name) for name in ("base", "ours", "theirs"))
        merge_files(*places, "memories/a.toml", 7)
    report = doctor(store, END, fix=True)
    assert report.left == () and Store(store.root).memories.ids() == ["a", "b"]
    taken = Store(store.root).memories.read("b").value.content.summary
    (line,) = [line for line in store.journal.lines("b").lines if line.act == "edited"]
    assert {taken, line.text["before"][SUMMARY]} == {"first", "second"}


def test_both_settle_a_conflict_alike(clones: tuple[Store, Store], tmp_path: Path) -> None:
    """Two clones that meet the same conflict, each from its side, decide the same."""
    one, two = clones
    texts = []
    third = cloned(one.root, tmp_path / "three")
    edit(one, TEA, {SUMMARY: "from one"}, NOW + DAY)
    edit(two, TEA, {SUMMARY: "from two"}, NOW)
    for store in (one, two):
        commit(store)
    git(third.root, "fetch", "-q", one.root, "main")
    for store, other in ((one, two), (two, one)):
        git(store.root, "fetch", "-q", other.root, "main")
    for store in (one, two):
        assert tried(store.root, "merge", "FETCH_HEAD").code == 1
        assert doctor(reopened(store), END, fix=True).left == ()
        commit(store)
        texts.append(reopened(store).memories.read(TEA).document.data)
    assert texts[0] == texts[1]
    meet(one, two)
    assert in_peace(one, two)


# moves


def archived(store: Store) -> set[str]:
    return set(reopened(store).archive.ids())


def test_a_prune_and_an_edit_of_one_memory_both_hold(clones: tuple[Store, Store]) -> None:
    """The file goes to the archive with what the other clone had edited meanwhile."""
    one, two = clones
    forget(one, [TEA], NOW)
    edit(two, TEA, {SUMMARY: "edited"}, NOW)
    meet(one, two)
    assert in_peace(one, two) and archived(one) == {TEA}
    assert reopened(two).archive.read(TEA).value.content.summary == "edited"


def test_both_prune_one_memory(clones: tuple[Store, Store]) -> None:
    """Two moves to one place are one, and one restore brings it back."""
    one, two = clones
    forget(one, [TEA], NOW)
    edit(two, TEA, {SUMMARY: "edited"}, NOW)
    forget(two, [TEA], NOW)
    meet(one, two)
    assert in_peace(one, two) and archived(one) == archived(two) == {TEA}
    restore(reopened(one), [TEA], NOW)
    meet(one, two)
    assert in_peace(one, two) and archived(two) == set() and shown(two)[0][2] == "edited"


def test_a_restore_meets_an_edit_in_the_archive(clones: tuple[Store, Store]) -> None:
    """Back in memories, with what was changed meanwhile in the archive by hand."""
    one, two = clones
    forget(one, [TEA], NOW)
    meet(one, two)
    restore(reopened(one), [TEA], NOW)
    path = Path(two.archive.path(TEA))
    path.write_text(path.read_text().replace('"one"', '"by hand"'))
    meet(one, two)
    assert in_peace(one, two) and archived(two) == set() and shown(two)[0][2] == "by hand"


@pytest.mark.parametrize("driver", [True, False])
def test_a_prune_of_everything_takes_no_new_memory_with_it(
    repository: Store, tmp_path: Path, driver: bool
) -> None:
    """Git does not take an emptied folder for a renamed one, whatever this clone is told."""
    one, two = repository, cloned(repository.root, tmp_path / "two", driver=driver)
    if not driver:
        remove(one)
    recorded(one, "too", "rome")
    forget(one, one.memories.ids(), NOW)
    fresh = recorded(two, "new", "oauth").id
    meet(one, two)
    assert in_peace(one, two) and [id for id, _, _ in shown(one)] == [fresh]


def test_a_memory_that_git_takes_for_another_stays_itself(clones: tuple[Store, Store]) -> None:
    """A file deleted by hand and a new one alike are no rename: the edit stays the old one's."""
    one, two = clones
    put(one, "x", whole("x"))
    meet(one, two)
    os.unlink(Path(one.root, "memories", "x.toml"))
    put(one, "y", whole("y"))
    text = whole("x").replace('person = "ctx://person/alex"', 'person = "ctx://person/mei"')
    put(two, "x", text)
    meet(one, two)
    assert in_peace(one, two)
    read = {id: reopened(one).memories.read(id).value.person for id in ("x", "y")}
    assert read == {"x": "ctx://person/mei", "y": "ctx://person/alex"}


# when memento cannot


def test_what_memento_cannot_merge_git_merges(clones: tuple[Store, Store]) -> None:
    """A side that is no TOML, or a memento that is gone: git's own merge, as without the driver."""
    one, two = clones
    program = [sys.executable, "-c", "raise SystemExit(1)"]
    for command in (["/nowhere/memento"], program, PROGRAM):
        setup(one, command)
        path = Path(one.memories.path(TEA))
        broken = command is PROGRAM
        path.write_text(path.read_text() + ("x = \n" if broken else "# mine\n"))
        other = Path(two.memories.path(TEA))
        other.write_text("# yours\n" + other.read_text())
        meet(one, two)
        text = path.read_text()
        assert text == other.read_text() and text.startswith("# yours")
        assert text.endswith("x = \n" if broken else "# mine\n")


def test_git_says_conflict_where_memento_is_gone(clones: tuple[Store, Store]) -> None:
    """Without memento a conflict is git's: exit code, markers, an unmerged path."""
    one, two = clones
    setup(one, ["/nowhere/memento"])
    edit(one, TEA, {SUMMARY: "from one"}, NOW)
    edit(two, TEA, {SUMMARY: "from two"}, NOW)
    commit(one)
    commit(two)
    assert tried(one.root, "pull", "--no-rebase", two.root, "main").code == 1
    assert unmerged(one) == [f"memories/{TEA}.toml"]
    assert "<<<<<<< ours" in Path(one.memories.path(TEA)).read_text()
    assert doctor(reopened(one), END, fix=True).left == ()


def test_modes_stay(clones: tuple[Store, Store]) -> None:
    """A file that one side made executable stays so when it is merged."""
    one, two = clones
    os.chmod(one.memories.path(TEA), 0o755)
    edit(one, TEA, {SUMMARY: "from one"}, NOW)
    edit(two, TEA, {DETAIL: "new"}, NOW)
    meet(one, two)
    assert os.stat(two.memories.path(TEA)).st_mode & stat.S_IXUSR and in_peace(one, two)


def test_settings_are_merged_key_by_key(clones: tuple[Store, Store]) -> None:
    """memento.toml has neither an id nor a day; both sides' settings and comments stay."""
    one, two = clones
    for store, old, new in (
        (one, "below = 0.15", "below = 0.2  # mine"),
        (two, "autocommit = false", "autocommit = true"),
    ):
        path = Path(store.settings_file)
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
    meet(one, two)
    text = Path(one.settings_file).read_text()
    assert "below = 0.2  # mine" in text and "autocommit = true" in text
    assert in_peace(one, two)


def test_what_git_hands_over_is_read_as_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A side that is no TOML, an id or a place that is none: refused, and nothing is written."""
    places = [str(tmp_path / name) for name in ("base", "ours", "theirs")]
    for place, text in zip(places, (whole(), whole(), "x = "), strict=True):
        Path(place).write_text(text)
    (tmp_path / "memories").mkdir()
    monkeypatch.chdir(tmp_path)  # where git starts the driver
    with pytest.raises(BadData):
        merge_files(*places, "memories/a.toml", 7)
    Path(places[2]).write_text(whole("../b"))
    with pytest.raises(BadId):
        merge_files(*places, "memories/a.toml", 7)
    Path(places[2]).write_text(whole("b"))
    with pytest.raises(BadData):
        merge_files(*places, "a.toml", 7)
    assert Path(places[1]).read_text() == whole()
    assert sorted(os.listdir(tmp_path)) == ["base", "memories", "ours", "theirs"]
    assert not os.listdir("memories")


# other places


@pytest.mark.parametrize("id", ["it's a day", "Zürich", "a=b@c~1", "日本"])
def test_names_that_need_quoting_are_merged(clones: tuple[Store, Store], id: str) -> None:
    """Spaces, quotes and other scripts in an id reach the driver as they are."""
    one, two = clones
    put(one, id, whole(id))
    meet(one, two)
    for store, key in ((one, SUMMARY), (two, DETAIL)):
        edit(reopened(store), id, {key: "changed"}, NOW)
    meet(one, two)
    content = reopened(two).memories.read(id).value.content
    assert (content.summary, content.detail) == ("changed", "changed")
    assert doctor(reopened(one), END).findings == ()


def test_two_stores_in_one_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores in subfolders, one with a space in its name, are merged like any."""
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    top = tmp_path / "my code"
    stores = [new_store(top / name) for name in ("notes here", "deep/er")]
    git(top, "init", "-q", "-b", "main")
    for store in stores:
        recorded(store)
        commit(store)
        setup(store, PROGRAM)
    git(tmp_path, "clone", "-q", str(top), "other")
    others = [Store(str(tmp_path / "other" / name)) for name in ("notes here", "deep/er")]
    for store, other in zip(stores, others, strict=True):
        setup(other, PROGRAM)
        edit(store, TEA, {SUMMARY: "here"}, NOW)
        edit(other, TEA, {DETAIL: "there"}, NOW)
        record(store, Draft("lunch", ALEX, tags=Tags(("lunch",))), NOW)
        record(other, Draft("mei", ALEX, tags=Tags(("lunch",))), NOW + DAY)
    git(top, "add", "-A")
    git(top, "commit", "-qm", "here")
    git(tmp_path / "other", "add", "-A")
    git(tmp_path / "other", "commit", "-qm", "there")
    git(tmp_path / "other", "pull", "-q", "--no-rebase", "--no-edit")
    git(tmp_path / "other", "commit", "-qm", "parted")
    for other in others:
        content = reopened(other).memories.read(TEA).value.content
        assert (content.summary, content.detail) == ("here", "there")
        assert len(shown(other)) == 3 and doctor(reopened(other), END).findings == ()
    assert not git(tmp_path / "other", "status", "--porcelain")


def test_a_work_tree_beside_is_merged_too(repository: Store, tmp_path: Path) -> None:
    """`git worktree add`: the same driver and hooks, and a clone id of its own."""
    git(repository.root, "worktree", "add", "-q", "-b", "side", str(tmp_path / "tree"))
    other = Store(str(tmp_path / "tree"))
    edit(repository, TEA, {SUMMARY: "here"}, NOW)
    edit(other, TEA, {DETAIL: "there"}, NOW)
    recorded(repository, "older", "lunch")
    record(other, Draft("newer", ALEX, tags=Tags(("lunch",))), NOW + DAY)
    commit(repository)
    commit(other)
    assert repository.writer() != other.writer()
    git(other.root, "merge", "-q", "--no-edit", "main")
    commit(other)
    git(repository.root, "merge", "-q", "side")
    assert in_peace(repository, other) and len(shown(other)) == 3


def test_a_memory_waits_where_git_calls_no_hook(clones: tuple[Store, Store]) -> None:
    """Without hooks the newer of two stays beside the files, in sight, until doctor places it."""
    one, two = clones
    for name in ("post-merge", "post-rewrite"):
        os.unlink(Path(one.root, ".git", "hooks", name))
    recorded(one, "older", "lunch")
    record(two, Draft("newer", ALEX, tags=Tags(("lunch",))), NOW + DAY)
    commit(one)
    commit(two)
    done = tried(one.root, "pull", "-q", "--no-rebase", "--no-edit", two.root, "main")
    assert done.code == 0 and "waits to become" in done.err
    (left,) = [name for name in os.listdir(one.memories.folder) if name.endswith(WAITING)]
    assert left in git(one.root, "status", "--porcelain")
    assert doctor(reopened(one), END, fix=True).left == ()
    meet(one, two)
    assert in_peace(one, two) and len(shown(one)) == 3


def test_a_memory_whose_place_is_taken_by_a_broken_file_waits_on(
    clones: tuple[Store, Store],
) -> None:
    """What cannot be placed is named by the hook, and nothing is overwritten; later doctor does."""
    one, two = clones
    fresh = lunches(one, two)
    edit(two, "alex-lunch-2025-02", {SUMMARY: "newer yet"}, NOW)
    good = Path(one.memories.path(fresh)).read_text()
    Path(one.memories.path(fresh)).write_text("x = \n")
    commit(one)
    commit(two)
    done = tried(two.root, "pull", "-q", "--no-rebase", "--no-edit", one.root, "main")
    assert done.code == 0 and "waits for a place of its own" in done.err
    place = Path(two.memories.path(fresh))
    assert place.read_text() == "x = \n" and Path(f"{place}{WAITING}").exists()
    place.write_text(good)
    assert doctor(reopened(two), END, fix=True).left == ()
    assert reopened(two).memories.read(fresh).value.content.summary == "newer yet"


def test_git_is_told_how_it_went() -> None:
    """What git is not meant to call so is a mistake in the command line, not a merge."""
    done = subprocess.run(
        [*PROGRAM, "git", "merge", "a", "b"], capture_output=True, check=False, text=True
    )
    assert done.returncode == 2 and "git calls it" in done.stderr
