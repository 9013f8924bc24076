"""feedback, views and proposals: what came of a memory that was recalled."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import (
    Draft,
    Query,
    Store,
    Tags,
    apply,
    count_shown,
    feedback,
    init,
    list_memories,
    memory_at,
    proposals,
    recall,
    record,
    reject,
    strength_at,
    undo,
)
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.tidy.proposals import proposal_id
from memento_cli.core.memory.memory import Memory
from memento_cli.errors import BadValue, NotFound, SecretFound
from memento_cli.store.settings.fields import PROFILE_NAMES
from tests.conftest import Ran

T = datetime(2025, 2, 1, 12, tzinfo=UTC)
LATER = T + timedelta(days=30)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return init(str(tmp_path / "store"), person="alex").store


def kept(store: Store, summary: str = "The office is on the third floor") -> Memory:
    return record(store, Draft(summary, tags=Tags(("office",))), T).memory


def strength(store: Store, id: str) -> float:
    return strength_at(memory_at(store, id, LATER), LATER)


@pytest.mark.parametrize(
    ("event", "score", "times"),
    [
        ("not_helpful", None, 0.85),
        ("not_helpful", 0.5, 0.925),
        ("not_helpful", 0.0, 1.0),
        ("neglected", None, 0.95),
        ("edited", None, 1.0),
    ],
)
def test_what_was_of_no_help_gets_weaker(
    store: Store, event: str, score: float | None, times: float
) -> None:
    """It loses the share of the settings, as much of it as the score says; the clock goes on."""
    id = kept(store).id
    before = strength(store, id)
    done = feedback(store, id, event, LATER, score=score)
    assert (done.before, done.after) == pytest.approx((before, before * times))
    assert strength(store, id) == pytest.approx(before * times)
    undo(store, None, LATER)
    assert strength(store, id) == before


@pytest.mark.parametrize("law", ["half-life", "never", "daily=5", "ebbinghaus", "base-level"])
@pytest.mark.parametrize("event", ["not_helpful", "neglected"])
def test_what_weakens_rests_as_uses_do(
    store: Store, run: Callable[..., Ran], event: str, law: str
) -> None:
    """Ten times within a minute it takes as much as once, by laws whose uses rest; not a day on."""
    share = 0.85 if event == "not_helpful" else 0.95
    env = {"MEMENTO_STORE": store.root, "MEMENTO_NOW": "2025-02-01T12:00:00Z"}
    id = run("record", "Tea at four", "--fade", law, "--importance", "1", env=env).stdout.strip()
    told = [run("agent", "feedback", id, event, "--json", env=env) for _ in range(10)]
    strengths = [json.loads(done.stdout)["strength"] for done in told]
    rests = law in ("half-life", "never")
    left = share if rests else share**10
    assert strengths[0] == pytest.approx(share)
    assert strengths[-1] == pytest.approx(max(left, 0.1))
    assert [json.loads(done.stdout)["skip"] for done in told[1:]] == [
        "too_recent" if rests else None
    ] * 9
    if rests:
        said = run("agent", "feedback", id, event, env=env).stdout
        assert said.endswith("was told before, within the rest\n")
        assert "told before, within the rest" in run("fade", "why", id, env=env).stdout
        listed = run("list", "--json", env=env).stdout
        assert json.loads(listed)["memories"][0]["strength"] == pytest.approx(share)
    tomorrow = env | {"MEMENTO_NOW": "2025-02-02T12:00:00Z"}
    before = json.loads(run("show", id, "--json", env=tomorrow).stdout)["strength"]
    after = json.loads(run("agent", "feedback", id, event, "--json", env=tomorrow).stdout)[
        "strength"
    ]
    assert after == pytest.approx(max(0.1, before * share))


@pytest.mark.parametrize("event", ["used", "helpful"])
def test_what_helped_was_used(store: Store, event: str) -> None:
    """helpful and used are uses: they strengthen, and start the clock anew."""
    id = kept(store).id
    done = feedback(store, id, event, LATER)
    assert done.after > 1.0 > done.before
    assert memory_at(store, id, LATER).strength.reinforcement_count == 1


def test_what_is_no_feedback(store: Store) -> None:
    """An event that is none, or a score beyond 0 to 1, is an error, and nothing is noted."""
    id = kept(store).id
    with pytest.raises(BadValue, match="unknown event 'loved'"):
        feedback(store, id, "loved", LATER)
    with pytest.raises(BadValue, match="score must be from 0 to 1"):
        feedback(store, id, "used", LATER, score=1.1)
    assert len(store.journal.lines().lines) == 1


def test_all_of_it_is_counted(store: Store) -> None:
    """Views, uses and edits feed the usage, which decides between what fits equally well."""
    one, other = kept(store), kept(store, "The office is on the fourth floor")
    for event in ("edited", "helpful", "used"):
        feedback(store, other.id, event, LATER)
    count_shown(store, [other.id], LATER)
    with open_index(store, LATER) as here:
        query = "SELECT uses, edits, views FROM memory WHERE id = ?"
        assert here.database.execute(query, (other.id,)).fetchone() == (2, 1, 0)
    found = recall(store, Query(words=("office", "floor")), LATER).hits
    assert [hit.memory.id for hit in found] == [other.id, one.id]


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_what_recall_returned_counts_where_the_profile_says_so(
    tmp_path: Path, profile: str
) -> None:
    """By ebbinghaus it is a use, by agent a view, by the others nothing; twice is once."""
    store = init(str(tmp_path / "store"), profile=profile).store
    id = kept(store).id
    count_shown(store, [id, id], LATER)
    acts = [line.act for line in store.journal.lines(id).lines]
    counted = {"ebbinghaus": ["used"], "agent": ["viewed"]}.get(profile, [])
    assert acts == ["recorded", *counted]


def test_a_right_answer_is_proposed(store: Store) -> None:
    """It becomes a memory to come that supersedes the wrong one, and is not recalled before."""
    wrong = kept(store)
    done = feedback(store, wrong.id, "not_helpful", LATER, answer="It moved. Now it is in Graça.")
    (proposal,) = proposals(store)
    assert proposal.id == done.proposal == proposal_id(store, proposal.id[:-2])
    assert proposal.content[:2] == ("It moved.", "Now it is in Graça.")
    assert [(link.rel, link.target) for link in proposal.links] == [("supersedes", wrong.id)]
    assert recall(store, Query(words=("Graça",)), LATER).hits == ()
    applied = apply(store, proposal.id, LATER).memory
    assert proposals(store) == []
    assert [h.memory.id for h in recall(store, Query(words=("office",)), LATER).hits] == [
        applied.id
    ]
    undo(store, None, LATER)
    assert [h.memory.id for h in list_memories(store, Query(), LATER).hits] == [wrong.id]


def test_a_proposal_that_is_rejected_is_gone(store: Store) -> None:
    """Its file goes; what it said, and why it was not wanted, stays in the journal."""
    wrong = kept(store)
    done = feedback(store, wrong.id, "not_helpful", LATER, answer="It moved")
    reject(store, [done.proposal], LATER, "it did not")
    assert proposals(store) == [] and store.memories.ids() == [wrong.id]
    told = {line.act: line.text for line in store.journal.lines(wrong.id).lines}
    assert told["proposed"]["answer"] == "It moved" and told["rejected"]["reason"] == "it did not"
    with pytest.raises(NotFound, match="No proposal"):
        proposal_id(store, done.proposal)


def test_an_answer_with_a_secret_is_refused(store: Store) -> None:
    """Like any other text; and then no feedback is noted, either."""
    id = kept(store).id
    secret = "ghp_" + "0123456789" * 3 + "012345"
    with pytest.raises(SecretFound):
        feedback(store, id, "not_helpful", LATER, answer=f"use {secret}")
    assert [line.act for line in store.journal.lines(id).lines] == ["recorded"]
