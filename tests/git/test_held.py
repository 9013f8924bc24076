"""What holds beside memories, in clones that real git merges."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.facts.blocks import block, delete_block, write_block
from memento_cli.actions.facts.facts import facts_of, set_facts
from memento_cli.actions.facts.kv import get_kv, set_kv
from memento_cli.actions.facts.preferences import Subject, set_preference
from memento_cli.actions.facts.states import (
    StateDraft,
    add_state,
    confirm_states,
    states,
    update_state,
)
from memento_cli.actions.git.commit import commit_done
from memento_cli.actions.git.hooks import objections
from memento_cli.actions.git.setup import remove
from memento_cli.actions.graph.graph import entities_of
from memento_cli.actions.graph.relate import Statement, add_edge, describe, forget_entity
from memento_cli.actions.security.secrets import stored_secrets
from memento_cli.actions.sessions.sessions import NewItem, add_item, session, start_session
from memento_cli.actions.undo.undo import undo
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.store.directory.store import Store
from memento_cli.store.toml.merge import sides
from tests.git.helpers import cloned, commit, git, tried, unmerged
from tests.store.helpers import ALEX, DAY, NOW

END = NOW + 90 * DAY
LONG = "It is served at four.\n" + "Nobody knows why, as the kettle is broken.\n" * 9
KEY = "sk-ant-" + "api03-" + "Zk3vT9wQ1xY7uB5n" * 5 + "AA"
Clones = tuple[Store, Store]
Change = Callable[[Store, int], object]


def act(store: Store, day: int, **more: bool) -> Provenance:
    return Provenance(store.signed(NOW + day * DAY, "cli"), **more)


def pull(store: Store, other: Store) -> None:
    git(store.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main")


def meet(one: Store, two: Store) -> None:
    """Both commit; the first takes the second's work in, then the second what came of it."""
    for store in (one, two):
        commit(store)
    pull(one, two)
    pull(two, one)


def files(store: Store) -> dict[str, str]:
    """What each file in the four folders says."""
    return {
        f"{folder}/{path.name}": path.read_text()
        for folder in FOLDERS
        for path in sorted(Path(store.root, folder).glob("*.toml"))
    }


def in_peace(*stores: Store) -> bool:
    """Whether all say the same, git has nothing to commit, and doctor nothing to mend."""
    for store in stores:
        assert not git(store.root, "status", "--porcelain")
        assert doctor(Store(store.root), END).findings == ()
    assert len({repr(files(store)) for store in stores}) == 1
    return True


def _fact(store: Store, day: int) -> None:
    set_facts(store, ALEX, {"city": f"City {day}", f"key {day}": day}, act(store, day))


def _block(store: Store, day: int) -> None:
    if day % 2:
        write_block(store, "user_model", "a\nb\nc\nD\n", act(store, day))
    else:
        write_block(store, "user_model", "A\nb\nc\nd\n", act(store, day))


def _state(store: Store, day: int) -> None:
    confirm_states(store, [states(store)[0].id], act(store, day))


def _preference(store: Store, day: int) -> None:
    set_preference(store, Subject("tea", "food"), "like", act(store, day), rule="confirm")


def _kv_value(store: Store, day: int) -> None:
    set_kv(store, "port", day, act(store, day))


def _edge(store: Store, day: int) -> None:
    add_edge(store, Statement("alex", "knows", f"friend {day}"), act(store, day))


def _item(store: Store, day: int) -> None:
    if "one" not in store.held("sessions"):
        start_session(store, act(store, 0), id="one")
    add_item(store, "one", NewItem(f"On day {day}"), act(store, day))


CHANGES = [_fact, _block, _state, _preference, _kv_value, _edge, _item]


def begun(store: Store) -> None:
    """One of each kind."""
    set_facts(store, ALEX, {"city": "Rome"}, act(store, 0))
    write_block(store, "user_model", "a\nb\nc\nd\n", act(store, 0))
    add_state(store, StateDraft("task", "Buy tea"), act(store, 0))
    set_preference(store, Subject("tea", "food"), "like", act(store, 0))
    set_kv(store, "port", 0, act(store, 0))
    add_edge(store, Statement("alex", "knows", "mei"), act(store, 0))
    start_session(store, act(store, 0), id="one")
    commit(store)


def said(store: Store) -> list[object]:
    """What the merged stores must say of all that both clones did."""
    again = Store(store.root)
    return [
        {key: len(claims) for key, claims in facts_of(again, ALEX).claims.items()},
        block(again, "user_model").content,
        states(again)[0].confirmed,
        get_kv(again, "port", END).value,
        sorted(edge.object for edge in entities_of(again)["alex"].edges),
        [item.text for item in session(again, "one").in_order],
    ]


@pytest.mark.parametrize("driver", [True, False])
@pytest.mark.parametrize("is_new", [True, False])
def test_what_two_clones_did_to_each_kind_is_merged(
    clones: Clones, driver: bool, is_new: bool
) -> None:
    """Claims, edges, stamps and lines of a block; without the driver by `doctor --fix`."""
    one, two = clones
    if not is_new:
        begun(one)
        pull(two, one)
    else:  # a state is one by its id, which a clone that knows it alone can confirm
        add_state(one, StateDraft("task", "Buy tea"), act(one, 0))
        write_block(one, "user_model", "a\nb\nc\nd\n", act(one, 0))
        commit(one)
        pull(two, one)
    for store in () if driver else clones:
        remove(store)
    for store, day in ((one, 1), (two, 2)):
        for change in CHANGES:
            change(store, day)
        commit(store)
    if driver:
        pull(one, two)
    else:
        assert tried(one.root, "pull", "-q", "--no-rebase", "--no-edit", two.root, "main").code
        assert not doctor(Store(one.root), END, fix=True).left
        commit(one)
    pull(two, one)
    assert in_peace(one, two)
    facts, content, confirmed, port, friends, items = said(one)
    assert facts == {"city": 2 if is_new else 3, "key 1": 1, "key 2": 1}
    assert (content, confirmed, port) == ("A\nb\nc\nD\n", NOW + 2 * DAY, 2)
    assert friends == ["friend 1", "friend 2", *([] if is_new else ["mei"])]
    assert items == ["On day 1", "On day 2"]


def test_words_that_both_changed_are_decided_by_doctor_and_undone(clones: Clones) -> None:
    """Markers stand between them; --fix takes what was said last, and undo the other."""
    one, two = clones
    begun(one)
    pull(two, one)
    id = states(one)[0].id
    for store, day, body in ((one, 1, "Buy milk"), (two, 2, "Buy rice")):
        update_state(store, id, {"body": body}, act(store, day))
        commit(store)
    done = tried(one.root, "pull", "-q", "--no-rebase", "--no-edit", two.root, "main")
    assert done.code and unmerged(one) == [f"states/{id}.toml"]
    assert "state.body" in done.err + done.out
    again = Store(one.root)
    (finding,) = doctor(again, END).findings
    assert finding.fixable
    (fixed,) = doctor(again, END, fix=True).findings
    assert fixed.fixed and "state.body" in fixed.after
    assert states(again)[0].body == "Buy rice" and states(again)[0].confirmed == NOW + 2 * DAY
    undo(again, None, END)
    assert states(again)[0].body == "Buy milk"
    commit(one)
    pull(two, one)
    assert in_peace(one, two)


def test_two_things_are_never_merged_into_one(clones: Clones) -> None:
    """Git takes an entity that was forgotten for one that is new and alike: that is said."""
    one, two = clones
    names = ["May", "Mei-Mei", "Miss Mei"]
    describe(one, "mei", act(one, 0), aliases=names, kind="person")
    commit(one)
    pull(two, one)
    forget_entity(one, "mei", act(one, 1))
    describe(one, "meike", act(one, 1), aliases=names, kind="person")
    add_edge(two, Statement("mei", "knows", "alex"), act(two, 1))
    commit(one)
    commit(two)
    done = tried(one.root, "pull", "-q", "--no-rebase", "--no-edit", two.root, "main")
    assert done.code and "graph/meike and graph/mei" in done.err + done.out
    assert all(each.fixed for each in doctor(Store(one.root), END, fix=True).findings)
    entities = entities_of(Store(one.root))
    assert not entities["meike"].edges and len(entities["mei"].edges) == 1
    commit(one)
    pull(two, one)
    assert in_peace(one, two)


def test_sides_of_two_things_get_a_file_each(clones: Clones) -> None:
    """What git's rename left in one file; one that somebody has resolved since stays as it is."""
    one = clones[0]
    begun(one)
    path = Path(one.root, "graph", "alex.toml")
    text = path.read_text()
    other = '[entity]\nname = "kim"\n'
    path.write_text(f"<<<<<<< ours\n{text}=======\n{other}>>>>>>> theirs\n")
    (finding,) = doctor(Store(one.root), END, fix=True).findings
    kim = Path(one.root, "graph", "kim.toml")
    assert finding.fixed and (path.read_text(), kim.read_text()) == (text, other)
    for there, is_fixed in ((f"{other}kind = 'person'\n", True), ("[entity]\nname = 7\n", False)):
        path.write_text(f"<<<<<<< ours\n{text}=======\n{other}>>>>>>> theirs\n")
        kim.write_text(there)
        finding, *_ = doctor(Store(one.root), END, fix=True).findings
        assert finding.fixed == is_fixed and kim.read_text() == there
        assert is_fixed == (path.read_text() == text)
    assert "graph/kim" in finding.problem


def test_a_folder_that_one_clone_emptied_is_filled_by_the_other(clones: Clones) -> None:
    """Nothing of it goes elsewhere."""
    one, two = clones
    write_block(one, "only", "One.", act(one, 0))
    commit(one)
    pull(two, one)
    delete_block(one, "only", act(one, 1))
    add_state(one, StateDraft("summary", "One."), act(one, 1))
    write_block(two, "other", "Another one.", act(two, 1))
    meet(one, two)
    assert in_peace(one, two)
    assert os.listdir(os.path.join(one.root, "blocks")) == ["other.toml"]


def test_what_git_put_into_another_folder_goes_back(clones: Clones) -> None:
    """Where the words of an emptied folder stand in another, git takes that for the first one."""
    one, two = clones
    words = "A long text that says a lot.\n" * 20
    write_block(one, "only", words, act(one, 0))
    commit(one)
    pull(two, one)
    delete_block(one, "only", act(one, 1))
    add_state(one, StateDraft("summary", words), act(one, 1))
    write_block(two, "other", "Another one.", act(two, 1))
    commit(one)
    commit(two)
    done = tried(one.root, "pull", "-q", "--no-rebase", "--no-edit", two.root, "main")
    assert done.code and os.path.exists(os.path.join(one.root, "states", "other.toml"))
    (finding,) = doctor(Store(one.root), END, fix=True).findings
    assert finding.fixed and "blocks/other" in finding.problem
    commit(one)
    pull(two, one)
    assert in_peace(one, two)


def test_autocommit_takes_in_what_acts_wrote(repository: Store) -> None:
    """The file and its line, and nothing that a person wrote beside it."""
    write_block(repository, "mine", "by hand", act(repository, 0))
    commit(repository)
    path = Path(repository.root, "blocks", "mine.toml")
    path.write_text(path.read_text().replace("by hand", "by a person"))
    for change in CHANGES[:1] + CHANGES[3:]:
        change(repository, 1)
    assert commit_done(Store(repository.root)) == ""
    assert git(repository.root, "status", "--porcelain") == " M blocks/mine.toml\n"
    told = git(repository.root, "log", "-1", "--format=%B")
    assert "stated" in told and "states/alex-facts" in told
    set_kv(repository, "port", 2, act(repository, 2))
    undo(repository, None, NOW + 3 * DAY)
    assert commit_done(Store(repository.root)) == ""
    assert git(repository.root, "status", "--porcelain") == " M blocks/mine.toml\n"


@pytest.mark.parametrize(
    ("path", "text", "problem"),
    [
        ("states/a.toml", "[facts\n", "line"),
        ("states/a.toml", '[facts]\nsubject = "ctx://person/alex"\n', "states/alex-facts"),
        ("kv/a.toml", '[kv]\nkey = "port"\nvalue = 1\nset = "2025-01-01"\n', "port.toml"),
        ("graph/a.toml", "[entity]\n", "name"),
        ("blocks/a.toml", b"\xff\xfe", "UTF-8"),
        (
            "blocks/a.toml",
            '[block]\nname = "a"\nupdated = "2025-01-01"\ncontent = """\n'
            '<<<<<<< x\na\n=======\nb\n>>>>>>> y\n"""\n',
            "markers",
        ),
    ],
)
def test_what_is_broken_is_not_committed(
    repository: Store, path: str, text: str | bytes, problem: str
) -> None:
    """The hook says what is wrong with a file, as it does of a memory's."""
    place = Path(repository.root, path)
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(text.encode() if isinstance(text, str) else text)
    git(repository.root, "add", "-A")
    (found,) = objections(Store(repository.root))
    assert found.where == path and problem in found.problem


def test_secrets_are_found_and_allowed_ones_let_through(repository: Store) -> None:
    """In a file by hand; what was allowed when it was stated is allowed in its file, too."""
    write_block(repository, "keys", f"use {KEY}", act(repository, 0, allow_secret=True))
    add_edge(
        repository, Statement("alex", "has", f"key {KEY}"), act(repository, 0, allow_secret=True)
    )
    found = stored_secrets(Store(repository.root))
    assert found and all(each.allowed for each in found)
    write_block(repository, "plain", "use KEY", act(repository, 0))
    path = Path(repository.root, "blocks", "plain.toml")
    path.write_text(path.read_text().replace("KEY", KEY))
    (bad,) = (each for each in stored_secrets(Store(repository.root)) if not each.allowed)
    assert (bad.path, bad.memory) == ("blocks/plain.toml", "blocks/plain")
    git(repository.root, "add", "-A")
    (told,) = objections(Store(repository.root))
    assert told.where == "blocks/plain.toml:3"


def test_a_clone_without_the_folders_merges_them(clones: Clones, tmp_path: Path) -> None:
    """What one clone makes first, another that has none of it takes in."""
    one, two = clones
    begun(one)
    commit(two)
    pull(two, one)
    third = cloned(two.root, tmp_path / "three")
    assert in_peace(one, two, third)
    assert sides(files(third)["kv/port.toml"]) is None


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("driver", [True, False])
def test_one_block_may_be_followed_by_two(
    repository: Store, tmp_path: Path, driver: bool, by_hand: bool
) -> None:
    """Where each clone deletes it and writes another, git takes these for one that was renamed
    twice: both are there in the end, each in its own file, as somebody may have resolved one by
    hand."""
    write_block(repository, "user_model", LONG, act(repository, 0))
    commit(repository)
    other = cloned(repository.root, tmp_path / "two", driver=driver)
    said = dict[str, str]()
    for day, store in enumerate((repository, other), 1):
        delete_block(store, "user_model", act(store, day))
        write_block(store, f"model {day}", f"{day}\n{LONG}", act(store, day))
        said |= files(store)
        commit(store)
    assert tried(other.root, "pull", "-q", "--no-rebase", "--no-edit").code
    if by_hand:
        name = max(said)
        said[name] = said[name].replace("four", "five")
        Path(other.root, name).write_text(said[name])
    assert doctor(Store(other.root), END, fix=True).left == ()
    assert files(other) == said and len(said) == 2


@pytest.mark.parametrize("driver", [True, False])
def test_what_two_clones_say_with_the_same_first_words_is_two(clones: Clones, driver: bool) -> None:
    """And what both say, seconds apart, is one, as old as the first of them."""
    one, two = clones
    for store in () if driver else clones:
        remove(store)
    for day, (store, end) in enumerate(((one, "Tom's tooth"), (two, "the unpaid bill"))):
        for said in (f"Call the dentist about {end}", "Water the flowers on the balcony"):
            add_state(store, StateDraft("task", said), act(store, day))
        commit(store)
    assert not tried(one.root, "pull", "-q", "--no-edit", "--no-rebase", two.root, "main").code or (
        not driver and not doctor(Store(one.root), END, fix=True).left
    )
    told = {state.body: state for state in states(Store(one.root))}
    assert len(told) == len(states(Store(one.root))) == 3
    assert told["Water the flowers on the balcony"].created == NOW


@pytest.mark.parametrize("texts", [("zulu", "alpha"), ("alpha", "zulu")])
def test_of_two_that_made_one_block_the_later_is_taken(
    clones: Clones, texts: tuple[str, str]
) -> None:
    """Not the one that the alphabet puts last; an undo brings the other."""
    one, two = clones
    for day, (store, said) in enumerate(zip(clones, texts, strict=True)):
        write_block(store, "user_model", said, act(store, day))
        commit(store)
    assert tried(one.root, "pull", "-q", "--no-edit", "--no-rebase", two.root, "main").code
    assert doctor(Store(one.root), END, fix=True).left == ()
    assert block(Store(one.root), "user_model").content == texts[1]
    undo(Store(one.root), None, END)
    assert block(Store(one.root), "user_model").content == texts[0]
