"""Proposals in git: clones that make, edit, apply and reject them merge; no commit leaks them."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis.strategies import text

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.git.commit import commit_done
from memento_cli.actions.memory.feedback import feedback
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.tidy.proposals import apply, proposals, reject
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.errors import BadData
from memento_cli.store.directory.store import Store
from memento_cli.store.toml.writer import value_text
from tests.conftest import examples
from tests.git.helpers import cloned, commit, git, tried, unmerged
from tests.store.helpers import DAY, NOW, put, recorded, whole

TEA = "alex-tea-2025-02"
ANSWER = "It is served at four. " + "Nobody knows why,\nas the kettle is broken.\n" * 9
TOKEN = "ghp_" + "0123456789" * 3 + "012345"
HOUR = timedelta(hours=1)


def proposed(store: Store, answer: str = ANSWER) -> str:
    return feedback(store, TEA, "not_helpful", NOW + DAY, answer=answer).proposal


def edited(store: Store, id: str, old: str = "at four", new: str = "at six") -> None:
    path = Path(store.proposals.path(id))
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def findings(store: Store) -> list[str]:
    return [f"{one.where}: {one.problem}" for one in doctor(Store(store.root), NOW + 9 * DAY).left]


@pytest.fixture
def other(repository: Store, tmp_path: Path) -> tuple[Store, Store, str]:
    """Two clones that have one proposal, and its id."""
    id = proposed(repository)
    commit(repository)
    return repository, cloned(repository.root, tmp_path / "two"), id


def merged(store: Store) -> bool:
    """Whether git merges what the first clone has, all by itself."""
    return tried(store.root, "pull", "-q", "--no-rebase", "--no-edit").code == 0


ACTS: dict[str, Callable[[Store, str, timedelta], object]] = {
    "applied": lambda store, id, later: apply(store, id, NOW + 2 * DAY + later),
    "rejected": lambda store, id, later: reject(store, [id], NOW + 2 * DAY + later),
    "another": lambda store, id, later: proposed(store, "At five. " + ANSWER),
    "summary": lambda store, id, later: edited(store, id),
    "topics": lambda store, id, later: edited(store, id, '["tea"]', '["tea", "kettle"]'),
}
BOTH = [
    ("another", "another", 3, 1),
    ("applied", "another", 1, 2),
    ("rejected", "another", 1, 1),
    ("applied", "rejected", 0, 2),
    ("rejected", "rejected", 0, 1),
    ("applied", "applied", 0, 3),
    ("summary", "topics", 1, 1),
    ("summary", "another", 2, 1),
]


@pytest.mark.parametrize(("one", "two", "left", "memories"), BOTH)
def test_what_two_clones_do_with_proposals_is_merged(
    other: tuple[Store, Store, str], one: str, two: str, left: int, memories: int
) -> None:
    """Without a conflict, and without a proposal becoming a memory: git's guess at renames would
    see to both."""
    here, there, id = other
    ACTS[one](here, id, 0 * HOUR)
    ACTS[two](there, id, HOUR)
    for store in (here, there):
        commit(store)
    assert merged(there) and findings(there) == []
    found = proposals(Store(there.root))
    assert len(found) == left and len(there.memories.ids()) == memories
    if (one, two) == ("summary", "topics"):
        assert found[0].tags.topics == ("tea", "kettle") and "six" in found[0].content.summary


@pytest.mark.parametrize("driver", [True, False])
@pytest.mark.parametrize("line", ["importance = 0.5", 'id = "'])
def test_a_proposal_is_not_taken_for_another(
    other: tuple[Store, Store, str], tmp_path: Path, driver: bool, line: str
) -> None:
    """Where one clone throws one away and makes another much like it, and the other clone edits the
    first: both are there in the end, each under its own name."""
    here, _, id = other
    there = cloned(here.root, tmp_path / "three", driver=driver)
    reject(here, [id], NOW + 2 * DAY)
    fresh = proposed(here, ANSWER + "At least not here.")
    edited(there, id, line, f"# mine\n  {line}")
    for store in (here, there):
        commit(store)
    done = merged(there)
    assert done or not driver
    assert doctor(Store(there.root), NOW + 9 * DAY, fix=True).left == ()
    said = {one.id: one.content.detail for one in proposals(Store(there.root))}
    assert fresh in said and said[fresh].endswith("At least not here.")
    if driver:
        assert set(said) == {id, fresh} and "# mine" in Path(there.proposals.path(id)).read_text()
        assert "# mine" not in Path(there.proposals.path(fresh)).read_text()


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("driver", [True, False])
def test_one_proposal_may_be_followed_by_two(
    other: tuple[Store, Store, str], tmp_path: Path, driver: bool, by_hand: bool
) -> None:
    """Where each clone throws it away and makes another, git takes these for one that was renamed
    twice: both are there in the end, each once and under its own name, as somebody may have
    resolved one by hand."""
    here, _, id = other
    there = cloned(here.root, tmp_path / "three", driver=driver)
    made = {}
    for store, told in ((here, "One"), (there, "Two")):
        reject(store, [id], NOW + 2 * DAY)
        first = proposed(store, f"{told}. {ANSWER}")
        made[first] = f"{told}."
        commit(store)
    own = Path(there.proposals.path(first)).read_text()
    merged(there)
    if by_hand:
        Path(there.proposals.path(first)).write_text(own.replace("Two.", "A better one."))
        made[first] = "A better one."
    assert doctor(Store(there.root), NOW + 9 * DAY, fix=True).left == ()
    assert {one.id: one.content.summary for one in proposals(Store(there.root))} == made


def test_one_key_that_both_changed_is_for_doctor(other: tuple[Store, Store, str]) -> None:
    """Git's markers stand around that key, and `doctor --fix` takes one."""
    here, there, id = other
    edited(here, id)
    edited(there, id, new="at two")
    for store in (here, there):
        commit(store)
    assert not merged(there) and unmerged(there) == [f"proposals/{id}.toml"]
    assert len(findings(there)) == 1
    assert doctor(Store(there.root), NOW + 9 * DAY, fix=True).left == ()
    assert proposals(there)[0].content.summary in ("It is served at six.", "It is served at two.")


@settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=examples(50))
@given(answer=text(min_size=1))
@example("ATATT3")
def test_no_line_of_a_proposal_is_one_of_a_memory(repository: Store, answer: str) -> None:
    """Whatever the answer is, so that git does not take the memory for it, renamed; and the words
    are those of the answer."""
    try:
        id = proposed(repository, f"A. {answer}\nB. {answer}")
    except BadData:
        return  # what no file can have
    text = Path(repository.proposals.path(id)).read_text()
    memory = apply(repository, id, NOW + 2 * DAY).memory
    lines = Path(repository.memories.path(memory.id)).read_text().split("\n")
    assert set(text.split("\n")).intersection(lines) == {""}
    assert f"{value_text([memory.content.detail])[1:-1]}\n" in text


REFUSED = [
    (whole("x").replace('summary = "one"', ""), "summary"),
    (whole("y"), "its id is 'y'"),
    (whole("x").replace("[memory]", "<<<<<<< HEAD\n[memory]"), "conflict marker"),
    (whole("x").replace("one", f"token {TOKEN}"), "a GitHub token"),
    (whole("x", **{"[memory.content]": 'privacy = "private"\n[memory.content]'}), "is private"),
]


@pytest.mark.parametrize(("said", "why"), REFUSED)
def test_a_commit_of_a_proposal_is_checked(repository: Store, said: str, why: str) -> None:
    """As one of a memory: what cannot be read, markers, secrets, and what is too private."""
    if "private" in why:
        set_settings(repository, {"git.privacy": "team"})
    put(repository, "x", said, "proposals")
    git(repository.root, "add", "proposals")
    done = tried(repository.root, "commit", "-qm", "x")
    assert done.code and "proposals/x.toml" in done.err and why in done.err


def test_what_is_proposed_is_committed_and_what_is_not_any_more(repository: Store) -> None:
    """With git.autocommit: the file comes and goes with its act, whoever has done it."""
    set_settings(repository, {"git.autocommit": True, "maintain.note": True})
    commit(repository)
    id = proposed(Store(repository.root))
    assert commit_done(Store(repository.root)) == ""
    assert last(repository) == (f"not_helpful, proposed: {TEA}", [f"proposals/{id}.toml"])
    Path(repository.memories.path(TEA)).write_text(whole(TEA).replace("one", "mine"))
    reject(Store(repository.root), [id], NOW + 2 * DAY)
    assert commit_done(Store(repository.root)) == ""
    assert last(repository) == (f"rejected: {TEA}", [f"proposals/{id}.toml"])
    git(repository.root, "checkout", "-q", "HEAD", "--", "memories")
    run_tidy(Store(repository.root), NOW + 3 * DAY)
    assert commit_done(Store(repository.root)) == ""
    assert last(repository) == ("maintained", [f"memories/{TEA}.toml"])


def last(store: Store) -> tuple[str, list[str]]:
    """The newest commit: its subject, and the files in it that are no logs."""
    subject = git(store.root, "log", "-1", "--format=%s").strip()
    files = git(store.root, "show", "--format=", "--name-only", "HEAD").split("\n")
    return subject, [name for name in files if name and not name.startswith("journal")]


@pytest.mark.parametrize("what", ["about", "became"])
def test_an_erasure_reaches_the_proposals_of_other_clones(
    other: tuple[Store, Store, str], what: str
) -> None:
    """What is about the memory, or has become it: there, in what a pull brings back, and in the
    receipt of what git's history has."""
    here, there, id = other
    doomed = TEA
    if what == "became":
        doomed = apply(here, id, NOW + 2 * DAY).memory.id
    else:
        mine = proposed(there, "It never was. " + ANSWER)
        commit(there)
    commit(here)
    receipt = erase(here, [doomed], NOW + 3 * DAY)
    commit(here)
    assert receipt.git and f"proposals/{id}.toml" in receipt.git.paths
    assert tried(there.root, "pull", "-q", "--no-rebase", "--no-edit").code == 0
    recorded(Store(there.root), "Any act", "any")
    assert there.proposals.ids() == []
    if what == "about":
        assert not os.path.exists(there.proposals.path(mine))
    logs = (Path(log).read_text() for log in there.journal.files())
    assert not any("kettle" in log for log in logs)
    git(there.root, "checkout", "-q", "HEAD~1", "--", "proposals") if what == "about" else None
    assert proposals(Store(there.root)) == []
    recorded(Store(there.root), "Any other", "other")
    assert there.proposals.ids() == []


def test_words_of_a_proposal_are_not_pushed_or_committed_once_erased(
    repository: Store, tmp_path: Path
) -> None:
    """The hooks know a proposal of an erased memory, as they know the memory."""
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "hub.git")
    git(repository.root, "remote", "add", "origin", str(tmp_path / "hub.git"))
    git(repository.root, "push", "-q", "-u", "origin", "main")
    id = proposed(repository)
    commit(repository)
    raw = Path(repository.proposals.path(id)).read_text()
    erase(repository, [TEA], NOW + 3 * DAY)
    commit(repository)
    done = tried(repository.root, "push", "-q", "origin", "main")
    assert done.code and f"proposals/{id}.toml: has words of {TEA}" in done.err
    put(repository, id, raw, "proposals")
    git(repository.root, "add", "-A")
    done = tried(repository.root, "commit", "-qm", "x")
    assert done.code and f"is about {TEA}, which was erased on 2025-02-04" in done.err
