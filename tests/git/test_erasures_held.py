"""Erasures of states, blocks, kv values and entities among clones that real git merges."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.facts.blocks import write_block
from memento_cli.actions.facts.facts import facts_of, set_facts
from memento_cli.actions.facts.states import StateDraft, add_state, update_state
from memento_cli.actions.git.commit import commit_done
from memento_cli.actions.git.hooks import objections, words_sent
from memento_cli.actions.graph.relate import Statement, add_edge, describe
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.redaction.erase import erase, erasure
from memento_cli.core.journal.provenance import Provenance
from memento_cli.store.directory.store import Store
from tests.git.helpers import commit, git, tried
from tests.git.test_erasures import has
from tests.store.helpers import ALEX, DAY, NOW

TEA = "alex-tea-2025-02"
END = NOW + 90 * DAY
REFS = ["states/alex-facts", "states/alex-a-state-2025-02", "blocks/mine", "graph/mei"]


def act(store: Store, day: int) -> Provenance:
    return Provenance(store.signed(NOW + day * DAY, "cli"))


def any_act(store: Store) -> None:
    reinforce(Store(store.root), TEA, END)


def begun(store: Store, other: Store, word: str = "Grape") -> None:
    """One of each, in both clones."""
    set_facts(store, ALEX, {"fruit": word}, act(store, 0))
    id = add_state(store, StateDraft("task", "A state"), act(store, 0)).id
    update_state(store, id, {"body": f"Buy a {word}"}, act(store, 1))
    write_block(store, "mine", f"{word}s are good\nand cheap\n", act(store, 0))
    describe(store, "mei", act(store, 0), aliases=[word])
    add_edge(store, Statement("alex", "knows", word), act(store, 0))
    path = Path(store.root, "graph", "alex.toml")
    path.write_text(path.read_text().replace('"mei"', f'"{word}"'))
    commit(store)
    assert not tried(other.root, "pull", "-q", "--no-edit", store.root, "main").code


def pull(store: Store, other: Store) -> None:
    """Both commit, and what the other has is merged; where git asks, all is taken as it is."""
    for each in (other, store):
        commit(each)
    if tried(store.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main").code:
        doctor(Store(store.root), END, fix=True)
        any_act(store)
        commit(store)


def clean(*stores: Store, word: str = "Grape") -> bool:
    """Whether no file has the word any more, and doctor has nothing left."""
    return not any(has(store.root, word) or doctor(store, END).findings for store in stores)


@pytest.mark.parametrize("order", [0, 1])
def test_it_goes_from_both_whoever_pulls_first(clones: tuple[Store, Store], order: int) -> None:
    """Also if the other had changed all of it meanwhile."""
    one, two = clones
    begun(one, two)
    erase(one, REFS, NOW + 2 * DAY)
    assert clean(one)
    update_state(two, "alex-a-state-2025-02", {"body": "Grapes, many"}, act(two, 3))
    write_block(two, "mine", "Grapes are bad\nand cheap\n", act(two, 3))
    write_block(two, "other", "Nothing of it.", act(two, 3))
    stores = [one, two] if order else [two, one]
    pull(*stores)
    pull(*stores[::-1])
    for store in clones:
        any_act(store)
        commit(store)
    assert clean(one, two)
    assert os.path.exists(os.path.join(one.root, "blocks", "other.toml"))


def test_what_an_old_branch_brings_back_is_taken_out(clones: tuple[Store, Store]) -> None:
    """The next act sees that its file is there again."""
    one, two = clones
    begun(one, two)
    git(one.root, "branch", "old")
    erase(one, REFS, NOW + 2 * DAY)
    any_act(one)
    commit(one)
    git(one.root, "checkout", "-q", "old", "--", *(f"{ref}.toml" for ref in REFS))
    assert has(one.root, "Grape")
    told = [each.problem for each in doctor(Store(one.root), END).findings]
    assert any("was erased" in each for each in told)
    any_act(one)
    assert not has(one.root, "Grape")


def test_neither_committed_nor_pushed(clones: tuple[Store, Store], tmp_path: Path) -> None:
    """The hooks keep back files and logs with its words, and let pass what was stated since."""
    one, two = clones
    begun(one, two)
    texts = {ref: Path(one.root, f"{ref}.toml").read_bytes() for ref in REFS}
    erase(one, REFS, NOW + 2 * DAY)
    set_facts(one, ALEX, {"fruit": "Plum"}, act(one, 3))
    commit(one)
    assert objections(Store(one.root)) == []
    for ref, raw in texts.items():
        Path(one.root, f"{ref}.toml").write_bytes(raw)
    git(one.root, "add", "-A")
    assert {each.where for each in objections(Store(one.root))} == {f"{ref}.toml" for ref in REFS}
    git(one.root, "reset", "-q", "--hard")
    git(tmp_path, "init", "-q", "--bare", "hub")
    git(one.root, "remote", "add", "hub", str(tmp_path / "hub"))
    head = git(one.root, "rev-parse", "HEAD").strip()
    sent = words_sent(one, "hub", [f"refs/heads/main {head} refs/heads/main {'0' * 40}"])
    paths = {each.where.split(":")[1] for each in sent}
    assert paths >= {f"{ref}.toml" for ref in REFS} | {"graph/alex.toml"}
    assert any(path.startswith("journal/") for path in paths)


def test_the_receipt_names_what_git_has(clones: tuple[Store, Store]) -> None:
    """Files and logs in its history; versions that only have what was stated since do not count."""
    one, two = clones
    begun(one, two)
    git(one.root, "branch", "old")
    erase(one, REFS, NOW + 2 * DAY)
    commit(one)
    set_facts(one, ALEX, {"fruit": "Plum"}, act(one, 3))
    commit(one, "anew")
    found = erasure(one, ["states/alex-facts"]).git
    assert found and "states/alex-facts.toml" in found.paths
    erase(one, REFS, NOW + 4 * DAY)
    set_facts(one, ALEX, {"fruit": "Pear"}, act(one, 5))
    git(one.root, "checkout", "-q", "--orphan", "fresh")
    commit(one, "as it is now")
    git(one.root, "branch", "-q", "-D", "main", "old", "--force")
    git(one.root, "update-ref", "-d", "ORIG_HEAD")
    left = erasure(one, REFS).git
    assert left and [path for path in left.paths if path[0] != "j"] == ["states/alex-facts.toml"]
    assert erasure(one, REFS[1:]).git == left._replace(commits=0, paths=())


def test_autocommit_takes_it_out(repository: Store) -> None:
    """What it removed, what it trimmed, and its lines."""
    describe(repository, "mei", act(repository, 0))
    add_edge(repository, Statement("alex", "knows", "mei"), act(repository, 0))
    commit(repository)
    erase(repository, ["graph/mei"], NOW + DAY)
    assert commit_done(repository) == ""
    assert not git(repository.root, "status", "--porcelain")
    assert git(repository.root, "log", "-1", "--format=%s") == "erased: graph/mei\n"


def test_what_is_stated_after_both_have_met_stays(clones: tuple[Store, Store]) -> None:
    """On either clone, and a later pull changes nothing of it."""
    one, two = clones
    begun(one, two)
    erase(one, REFS, NOW + 2 * DAY)
    pull(two, one)
    set_facts(two, ALEX, {"fruit": "Plum"}, act(two, 3))
    write_block(two, "mine", "Plums", act(two, 3))
    pull(one, two)
    set_facts(one, ALEX, {"fruit": "Pear"}, act(one, 4))
    write_block(one, "mine", "Pears", act(one, 4))
    pull(two, one)
    for store in clones:
        any_act(store)
        values = [claim.value for claim in facts_of(Store(store.root), ALEX).of("fruit")]
        assert values == ["Plum", "Pear"]
        assert "Pears" in Path(store.root, "blocks", "mine.toml").read_text()
    assert clean(one, two)
