"""Two memories that two clones recorded under one id, and what becomes of them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.git.id_conflict import waiting_files, waiting_id
from memento_cli.actions.git.setup import remove
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.undo.undo import undo
from memento_cli.core.memory.memory import Draft, Link, Tags
from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.git.helpers import cloned, commit, git, tried
from tests.store.helpers import ALEX, DAY, NOW, put, whole

Clones = tuple[Store, Store]


def draft(summary: str, **more: object) -> Draft:
    return Draft(summary, ALEX, tags=Tags(("standup",)))._replace(**more)


def met(clones: Clones) -> None:
    """The second takes in what the first has, and the first what came of it."""
    for one, other in (clones[::-1], clones):
        commit(one)
        commit(other)
        tried(one.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main")
        doctor(Store(one.root), NOW + 9 * DAY, fix=True)
        commit(one)


def said(store: Store) -> list[str]:
    return sorted(
        memory.content.summary for memory in memories_at(Store(store.root), NOW + 9 * DAY)
    )


@pytest.mark.parametrize("driver", [True, False])
def test_of_one_moment_they_are_two_all_the_same(clones: Clones, driver: bool) -> None:
    """Days without a time are midnight on both: neither is mixed with the other, or lost."""
    for nth, store in enumerate(clones):
        record(store, draft(f"words of {nth}", created=NOW), NOW + nth * DAY)
        if not driver:
            remove(store)
    met(clones)
    for store in clones:
        assert said(store) == ["one", "words of 0", "words of 1"]
        assert not doctor(Store(store.root), NOW + 9 * DAY).findings


def test_one_that_was_forgotten_stays_forgotten(clones: Clones) -> None:
    """doctor does not take the parting of the other for its return."""
    first, second = clones
    id = record(first, draft("forgotten"), NOW).memory.id
    forget(first, [id], NOW)
    record(second, draft("kept"), NOW + DAY)
    met(clones)
    for store in clones:
        for _ in range(2):
            doctor(Store(store.root), NOW + 9 * DAY, fix=True)
        assert said(store) == ["kept", "one"]
        assert not doctor(Store(store.root), NOW + 9 * DAY).findings


def test_one_that_got_lost_is_noted(clones: Clones) -> None:
    """The journal knows of two, and only one file is there."""
    first, second = clones
    record(first, draft("older"), NOW)
    record(second, draft("newer"), NOW + DAY)
    commit(first)
    commit(second)
    git(second.root, "pull", "-q", "--no-rebase", "--no-edit", first.root, "main")
    git(second.root, "reset", "-q", "--hard")
    for name in os.listdir(second.memories.folder):
        if name.endswith(".parted"):
            os.unlink(Path(second.memories.folder, name))
    assert said(second) == ["older", "one"]
    notes = doctor(Store(second.root), NOW + 9 * DAY).notes
    (note,) = [note for note in notes if "another memory" in note.problem]
    assert "2025-02-02" in note.problem
    command = shlex.split(note.advice.split("`")[1])
    assert command[0] == "git" and "newer" in git(second.root, *command[1:])


def test_what_was_decided_in_the_archive_can_be_undone(clones: Clones) -> None:
    """A conflict in a memory that one side had forgotten is settled and swapped where it is."""
    first, second = clones
    (id,) = first.memories.ids()
    edit(first, id, {"memory.content.summary": "words of one"}, NOW + DAY)
    forget(first, [id], NOW + 2 * DAY)
    edit(second, id, {"memory.content.summary": "words of two"}, NOW + 3 * DAY)
    commit(first)
    commit(second)
    tried(second.root, "pull", "-q", "--no-rebase", "--no-edit", first.root, "main")
    again = Store(second.root)
    doctor(again, NOW + 4 * DAY, fix=True)
    assert again.archive.read(id).value.content.summary == "words of two"
    undo(again, None, NOW + 5 * DAY)
    assert again.archive.read(id).value.content.summary == "words of one"


LUNCH = "alex-standup-2025-02"


@pytest.fixture
def three(clones: Clones, tmp_path: Path) -> tuple[Store, Store, Store]:
    """A third clone."""
    return *clones, cloned(clones[0].root, tmp_path / "three")


def pull(store: Store, other: Store) -> None:
    """Take in what another has, as a person would who looks at what git says and goes on."""
    tried(store.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main")
    commit(store)


def wrong(store: Store) -> list[str]:
    return [f.problem for f in doctor(Store(store.root), NOW + 9 * DAY).findings]


def words(store: Store) -> dict[str, str]:
    here = Store(store.root)
    return {memory.id: memory.content.summary for memory in memories_at(here, NOW + 9 * DAY)}


def one_moment(three: tuple[Store, Store, Store]) -> None:
    """Two of three clones record at one moment under one id, and the third an older memory."""
    for store, word in zip(three, ("apple", "banana", "cherry"), strict=True):
        created = NOW + DAY * (word != "cherry")
        record(store, draft(word, created=created), NOW + DAY)
        commit(store)


@pytest.mark.parametrize("last", [0, 1])
def test_three_memories_of_one_id_are_three(three: tuple[Store, Store, Store], last: int) -> None:
    """Two of them are of one moment, and would have one new id: neither is lost, nor mixed."""
    one_moment(three)
    third, first, second = three[2], three[1 - last], three[last]
    reinforce(second, LUNCH, NOW + 2 * DAY)
    commit(second)
    pull(third, first)
    pull(second, third)
    pull(third, second)
    pull(first, third)
    for store in three:
        assert sorted(words(store).values()) == ["apple", "banana", "cherry", "one"]
        assert words(store)[LUNCH] == "cherry" and not wrong(store)
        assert words(store) == words(third)
    strong = [
        memory for memory in memories_at(Store(first.root), NOW + 9 * DAY) if memory.strength[2]
    ]
    assert [memory.content.summary for memory in strong] == [("apple", "banana")[last]]


@pytest.mark.parametrize("more", [False, True])
def test_one_that_was_parted_and_edited_elsewhere_is_one(
    three: tuple[Store, Store, Store], more: bool
) -> None:
    """Other words in its place are its own newer ones, even where another is of its moment."""
    one_moment(three)
    first, second, third = three
    pull(third, first)
    if more:
        pull(third, second)
    (fresh,) = [id for id, word in words(third).items() if word == "apple"]
    edit(Store(third.root), fresh, {"memory.content.summary": "apple crumble"}, NOW + 2 * DAY)
    commit(third)
    tried(first.root, "pull", "-q", "--no-rebase", "--no-edit", third.root, "main")
    doctor(Store(first.root), NOW + 9 * DAY, fix=True)
    commit(first)
    bananas = ["banana"] * more
    assert sorted(words(first).values()) == ["apple crumble", *bananas, "cherry", "one"]
    assert words(first)[fresh] == "apple crumble" and not wrong(first)


def test_of_one_moment_doctor_says_that_nobody_can_tell_their_acts(clones: Clones) -> None:
    """It is a note, the numbers of both are let stand, and nothing is wrong."""
    for nth, store in enumerate(clones):
        record(store, draft(f"words of {nth}", created=NOW), NOW + nth * DAY)
        reinforce(store, LUNCH, NOW + (2 + nth) * DAY)
    met(clones)
    for store in clones:
        report = doctor(Store(store.root), NOW + 9 * DAY)
        assert not report.findings
        assert ["same moment" in note.problem for note in report.notes] == [True]


def test_a_newer_one_that_was_forgotten_stays_forgotten(clones: Clones) -> None:
    """The repeated act counts: its file in the archive is where it belongs."""
    first, second = clones
    record(first, draft("kept"), NOW)
    id = record(second, draft("forgotten"), NOW + DAY).memory.id
    forget(second, [id], NOW + DAY)
    met(clones)
    for store in clones:
        doctor(Store(store.root), NOW + 9 * DAY, fix=True)
        assert said(store) == ["kept", "one"] and not wrong(store)
        assert len(Store(store.root).archive.ids()) == 1


def test_one_that_waits_is_not_missed(clones: Clones) -> None:
    """Its file waits beside the others: doctor tells of that alone, and mends it with no more."""
    first, second = clones
    record(first, draft("older"), NOW)
    record(second, draft("newer"), NOW + DAY)
    for name in ("post-merge", "post-rewrite"):
        os.unlink(Path(first.root, ".git", "hooks", name))
    commit(first)
    commit(second)
    git(first.root, "pull", "-q", "--no-rebase", "--no-edit", second.root, "main")
    for fix in (False, True):
        report = doctor(Store(first.root), NOW + 9 * DAY, fix)
        assert ["has yet to" in finding.problem for finding in report.findings] == [True]
        assert not [note for note in report.notes if "no file" in note.problem]
    assert said(first) == ["newer", "older", "one"]


def test_one_that_waits_is_named(clones: Clones, run: Callable[..., Ran], tmp_path: Path) -> None:
    """Until a merge is ended, what is not found is told of, with an index and without."""
    for nth, each in enumerate(clones):
        record(each, draft(f"words of {nth}"), NOW + nth * DAY)
        Path(each.root, "note.txt").write_text(each.root)
        commit(each)
    two = clones[1]
    assert tried(two.root, "pull", "-q", "--no-rebase").code
    (waits,) = waiting_files(two)
    told = f"Warning: {waits}: waits for the end of a merge; skipped (`memento doctor` explains)\n"
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    for _ in range(2):
        for command in (["recall", "words"], ["list", "--all"], ["recall", "words", "--fresh"]):
            done = run("--store", two.root, *command, env=env)
            assert done.stderr.count(told) == 1 and "words of 0" in done.stdout
        env = {"XDG_CACHE_HOME": "/dev/null"}
    doctor(two, NOW + 9 * DAY, fix=True)
    assert "waits" not in run("--store", two.root, "list", "--all").stderr


@pytest.mark.parametrize("again", [True, False])
def test_one_whose_merge_was_taken_back_stays_where_it_is(clones: Clones, again: bool) -> None:
    """What waits for a merge that is no more is dropped; the next merge gives it its place."""
    two = clones[1]
    first, second = (
        record(each, draft(f"words of {nth}"), NOW + nth * DAY).memory.id
        for nth, each in enumerate(clones)
    )
    assert first == second
    for each in clones:
        Path(each.root, "note.txt").write_text(each.root)
        commit(each)
    assert tried(two.root, "pull", "-q", "--no-rebase").code
    git(two.root, "merge", "--abort")
    (waits,) = waiting_files(two)
    before = Path(two.memories.path(second)).read_bytes()
    if again:
        assert tried(two.root, "pull", "-q", "--no-rebase").code
        Path(two.root, "note.txt").write_text("both")
    doctor(two, NOW, fix=True)
    assert not Path(waits).exists() and not doctor(two, NOW).findings
    if again:
        commit(two)
        assert Store(two.root).memories.ids() == sorted(
            {"alex-tea-2025-02", first, waiting_id(waits)}
        )
    else:
        assert Store(two.root).memories.ids() == sorted({"alex-tea-2025-02", first})
        assert Path(two.memories.path(second)).read_bytes() == before


@pytest.mark.parametrize("oldest", range(3))
def test_a_conflict_of_two_and_a_third_in_the_archive(
    three: tuple[Store, Store, Store], oldest: int
) -> None:
    """Whoever keeps the id: one repair makes them three, each in its folder."""
    for nth, store in enumerate(three):
        remove(store)
        created = NOW + DAY * ((nth - oldest) % 3)
        record(store, draft(f"words of {nth}", created=created), NOW + DAY * nth)
    forget(three[2], [LUNCH], NOW + 3 * DAY)
    for store in three:
        commit(store)
    middle = three[1]
    for other in (three[2], three[0]):
        tried(middle.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main")
        commit(middle)
    assert not doctor(Store(middle.root), NOW + 9 * DAY, fix=True).left
    assert said(middle) == ["one", "words of 0", "words of 1"] and not wrong(middle)
    here = Store(middle.root)
    texts = [here.archive.read(id).value.content.summary for id in here.archive.ids()]
    assert texts == ["words of 2"]


@pytest.mark.parametrize("driver", [True, False])
@pytest.mark.parametrize("archived", [True, False])
def test_two_of_one_moment_that_two_clones_gave_one_id(
    three: tuple[Store, Store, Store], driver: bool, archived: bool
) -> None:
    """Each was parted alone; where they meet they are two, in one folder, in two, or in markers."""
    one_moment(three)
    first, second, third = three
    for store in three if not driver else ():
        remove(store)
    for store in (first, second):
        tried(store.root, "pull", "-q", "--no-rebase", "--no-edit", third.root, "main")
        doctor(Store(store.root), NOW + 9 * DAY, fix=True)
        commit(store)
    (fresh,) = words(first).keys() & words(second).keys() - words(third).keys()
    if archived:
        forget(Store(second.root), [fresh], NOW + 9 * DAY)
        commit(second)
    tried(first.root, "pull", "-q", "--no-rebase", "--no-edit", second.root, "main")
    for _ in range(2):
        doctor(Store(first.root), NOW + 9 * DAY, fix=True)
    here = Store(first.root)
    found = [each.read(id).value for each in (here.memories, here.archive) for id in each.ids()]
    summaries = sorted(memory.content.summary for memory in found)
    assert summaries == ["apple", "banana", "cherry", "one"] and not wrong(first)
    assert len(here.archive.ids()) == archived


def test_two_files_that_each_have_both(repository: Store) -> None:
    """Git took two memories for one, renamed twice, and left both texts in both places."""
    texts = {id: whole(id, one=f"words of {id}") for id in ("a", "b")}
    both = "".join(("<<<<<<< ours\n", texts["a"], "=======\n", texts["b"], ">>>>>>> theirs\n"))
    for id in texts:
        put(repository, id, both)
    assert not doctor(Store(repository.root), NOW, fix=True).left
    here = Store(repository.root).memories
    assert {id: here.read(id).document.text for id in texts} == texts


def settled(store: Store, other: Store) -> None:
    """Take in what another has, and have doctor mend what is left."""
    pull(store, other)
    doctor(Store(store.root), NOW + 9 * DAY, fix=True)
    commit(store)


def test_its_own_edit_does_not_make_one_of_two(three: tuple[Store, Store, Store]) -> None:
    """The journal of the one that came to the place tells nothing of the one that is there."""
    a, b, c = three
    record(c, draft("of c", created=NOW), NOW)
    commit(c)
    id = record(a, draft("of a", created=NOW + DAY), NOW).memory.id
    forget(a, [id], NOW)
    settled(a, c)
    record(b, draft("of b", created=NOW + DAY), NOW)
    edit(b, id, {"memory.content.summary": "of b, edited"}, NOW)
    settled(b, c)
    settled(a, b)
    texts = {value.value.content.summary for value in Store(a.root).memories.scan()}
    away = {value.value.content.summary for value in Store(a.root).archive.scan()}
    assert texts >= {"of c", "of b, edited"} and away == {"of a"}


def test_a_parted_one_that_git_takes_for_a_rename_is_not_lost(
    three: tuple[Store, Store, Store],
) -> None:
    """Git puts the result of the merge where another file is already, and drops it."""
    a, b, c = three
    id = record(a, draft("newest", created=NOW + 3 * DAY), NOW).memory.id
    commit(a)
    record(b, draft("middle", created=NOW + 2 * DAY), NOW)
    pull(b, a)
    commit(b)
    lines = "".join(f"a quite different line {nth}\n" for nth in range(60))
    record(c, draft("oldest", created=NOW, detail=lines), NOW)
    forget(c, [id], NOW)
    settled(c, a)
    edit(Store(b.root), id, {"memory.content.detail": "more words"}, NOW)
    settled(b, c)
    files = [*Store(b.root).memories.scan(), *Store(b.root).archive.scan()]
    assert {"newest", "middle", "oldest"} <= {each.value.content.summary for each in files}


@pytest.mark.parametrize(
    ("driver", "how"), [(True, "--no-rebase"), (False, "--no-rebase"), (False, "--rebase")]
)
def test_one_that_git_mixes_with_another_of_its_id_keeps_its_file(
    clones: Clones, driver: bool, how: str
) -> None:
    """One clone erased a memory and recorded one much like it, which git takes for the former,
    renamed, with what the other clone changed in that; and the other recorded one of that id."""
    one, other = clones
    for store in () if driver else clones:
        remove(store)
    lines = "".join(f"line {nth}\n" for nth in range(30))
    gone = record(one, Draft("gone", ALEX, lines, tags=Tags(("tea",))), NOW).memory.id
    met(clones)
    edit(other, gone, {"memory.content.detail": f"{lines}more\n", "memory.tags.topics": ["x"]}, NOW)
    record(other, draft("of other", detail=lines, created=NOW + 2 * DAY), NOW)
    erase(one, [gone], NOW)
    record(one, draft("of one", detail=lines, created=NOW + DAY), NOW)
    for store in clones:
        commit(store)
    tried(other.root, "pull", "-q", "--no-edit", how, one.root, "main")
    doctor(Store(other.root), NOW + 9 * DAY, fix=True)
    if how == "--rebase":
        git(other.root, "add", "-A")
        tried(other.root, "rebase", "--continue", GIT_EDITOR="true")
    met(clones)
    for store in clones:
        assert {"of one", "of other"} <= set(said(store)) and "gone" not in said(store)


@pytest.mark.parametrize("how", ["--no-rebase", "--rebase"])
@pytest.mark.parametrize("days", [0, 2])
@pytest.mark.parametrize("driver", [True, False])
def test_links_follow_the_one_that_they_were_made_to(
    clones: Clones, how: str, days: int, driver: bool
) -> None:
    """Who recorded one of two, and linked to it, meant that one: also where it gets another id,
    and whoever's it is that does."""
    one, other = clones
    for store in () if driver else clones:
        remove(store)
    shared = record(one, draft("of one", created=NOW + DAY), NOW).memory.id
    record(other, draft("of other", created=NOW + days * DAY), NOW)
    for store, name in ((one, "after one"), (other, "after other")):
        after = Draft(
            name, ALEX, tags=Tags((name.split()[1],)), links=(Link("supersedes", shared),)
        )
        record(store, after, NOW + 3 * DAY)
        link(store, "alex-tea-2025-02", "cause_of" if store is one else "derived_from", shared, NOW)
        commit(store)
    for here, there in ((other, one), (one, other)):
        if tried(here.root, "pull", "-q", "--no-edit", how, there.root, "main").code:
            doctor(Store(here.root), NOW + 9 * DAY, fix=True)
            git(here.root, "add", "-A")
            done = tried(here.root, "rebase", "--continue", GIT_EDITOR="true")
            assert not done.code or how == "--no-rebase", done
        doctor(Store(here.root), NOW + 9 * DAY, fix=True)
        commit(here)
    for store in clones:
        files = [this.value for this in Store(store.root).memories.scan()]
        found = {memory.content.summary: memory for memory in files}
        for name in ("one", "other"):
            (last,) = found[f"after {name}"].links
            assert last == Link("supersedes", found[f"of {name}"].id)
        led = {(link.rel, link.target) for link in found["one"].links}
        assert led == {("cause_of", found["of one"].id), ("derived_from", found["of other"].id)}


@pytest.mark.parametrize(
    ("driver", "how"), [(True, "--no-rebase"), (False, "--no-rebase"), (True, "--rebase")]
)
def test_one_that_was_forgotten_before_it_got_its_id_takes_no_other_along(
    clones: Clones, driver: bool, how: str
) -> None:
    """Git does what was done to the one to the file that has its id now, which is the other's."""
    one, other = clones
    for store in () if driver else clones:
        remove(store)
    id = record(one, draft("of one", created=NOW), NOW).memory.id
    record(other, draft("of other", created=NOW + DAY), NOW)
    for store in clones:
        commit(store)
    forget(other, [id], NOW)
    commit(other)
    tried(other.root, "pull", "-q", "--no-edit", how, one.root, "main")
    doctor(Store(other.root), NOW + 9 * DAY, fix=True)
    met(clones)
    for store in clones:
        assert said(store) == ["of one", "one"]
        away = [this.value.content.summary for this in Store(store.root).archive.scan()]
        assert away == ["of other"] and not wrong(store)
