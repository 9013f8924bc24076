"""What contradicts what: for certain, likely, and as proposals to link."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store
from tests.conftest import Ran

Call = Callable[..., Ran]
OLD, NEW = "alex-memory-2023-05", "alex-memory-2024-05"


@pytest.fixture
def decided(store: Store, call: Call) -> Store:
    """A store with two decisions, the second of which nobody told to supersede the first."""
    for day, name in (("2023-05-01", "SQLite"), ("2024-05-01", "PocketBase")):
        call("record", f"Decided to use {name} for memory", "-t", "memory", "--now", day)
    return store


def listed(call: Call, *words: str) -> list[dict[str, object]]:
    """What `conflicts` tells."""
    found: list[dict[str, object]] = json.loads(call("tidy", "conflicts", *words, "--json").stdout)[
        "conflicts"
    ]
    return found


def test_what_a_later_claim_decides_is_no_conflict(store: Store, call: Call) -> None:
    """Another value for a part of the time takes its place there, and nobody needs to settle it."""
    call("fact", "set", "boss", "Ann", "--from", "2026-01-01", "--until", "2026-06-01")
    call("fact", "set", "boss", "Bob", "--from", "2026-03-01", "--until", "2026-04-01")
    assert listed(call) == []


def test_what_two_clones_claim_at_one_moment_is_a_conflict(store: Store, call: Call) -> None:
    """Neither is current; the evidence is named, and `fact set` settles it, as the hint says."""
    at = ("--now", "2026-05-01")
    call("fact", "set", "city", "Rome", "--evidence", "01a", *at)
    path = Path(store.root, "states", "alex-facts.toml")
    claim = path.read_text()[path.read_text().index("[[fact.city]]") :]
    other = claim.replace("Rome", "Paris").replace("01a", "01b")
    path.write_text(f"{path.read_text()}\n{other}")
    (one,) = listed(call)
    assert (one["kind"], one["current"], one["evidence"]) == ("fact", "", ["01b", "01a"])
    assert "`fact set`" in call("tidy", "conflicts").stderr
    call("fact", "set", "city", "Lyon", "--from", "2026-05-01")
    assert listed(call) == []


def test_opposite_preferences_contradict_until_one_is_confirmed(store: Store, call: Call) -> None:
    """Neither candidate is current; what is confirmed is, and what is revoked says nothing."""
    for polarity in ("like", "dislike"):
        call("fact", polarity, "tea", "--domain", "food")
    (one,) = listed(call)
    assert (one["kind"], one["current"]) == ("preference", "")
    call("fact", "confirm", "tea", "--domain", "food")
    (one,) = listed(call)
    assert str(one["current"]).endswith("/like")
    call("fact", "revoke", "tea", "--domain", "food", "--dislike")
    assert listed(call) == []


def test_what_a_recall_finds_becomes_a_proposal_and_then_a_link(decided: Store, call: Call) -> None:
    """Nothing is linked before somebody applies it; one undo brings the proposal back."""
    assert listed(call) == listed(call, "memory")
    (one,) = listed(call, "memory")
    assert (one["kind"], one["older"], one["newer"]) == ("likely", OLD, NEW)
    assert not decided.proposals.ids(), "to look proposes nothing"
    assert call("tidy", "conflicts", "memory", "--propose").code == 0
    (proposal,) = decided.proposals.ids()
    assert listed(call, "memory") == [], "what is proposed is not told again"
    assert call("tidy", "apply", proposal).code == 0
    assert decided.memories.read(NEW).value.links[0]._asdict() == {
        "rel": "contradicts",
        "target": OLD,
    }
    (linked,) = listed(call)
    assert (linked["kind"], linked["current"]) == ("link", NEW)
    assert call("undo").code == 0
    assert decided.proposals.ids() == [proposal] and not decided.memories.read(NEW).value.links
    assert call("undo", "--dry-run").code == 0


def test_applying_is_all_or_nothing(decided: Store, call: Call) -> None:
    """If one of two proposals cannot be applied, neither is."""
    call("tidy", "conflicts", "memory", "--propose")
    (proposal,) = decided.proposals.ids()
    assert call("forget", OLD, "--yes").code == 0
    before = decided.memories.read(NEW).document.text
    assert call("tidy", "apply", proposal).code == 3
    assert decided.proposals.ids() == [proposal]
    assert decided.memories.read(NEW).document.text == before


def test_propose_needs_words(store: Store, call: Call) -> None:
    """What is certain needs no proposal."""
    assert call("tidy", "conflicts", "--propose").code == 2


UPDATES = [
    ("psql listens on 5433", "psql listens on 5433 NOT 5432"),
    ("psql listens on 5432", "psql listens on 5433"),
    ("Lisa lives in Oslo", "Lisa moved to Rome"),
    ("Standup is at 9:30", "Standup is at 10:00 now"),
    ("The staging flag is on", "The staging flag is off now"),
]
EPISODES = [
    ("Lisa visited Oslo", "Lisa visited Rome"),
    ("The bill for April is paid", "The bill for March is paid"),
    ("Viktor ate nuts at lunch", "Viktor didn't eat nuts at lunch"),
    ("Ana likes tea", "Ana likes coffee"),
]


@pytest.mark.parametrize(("old", "new"), UPDATES)
def test_an_update_days_later_is_found_and_proposed(
    store: Store, call: Call, old: str, new: str
) -> None:
    """What lasts and has another value now is a likely conflict, without a word to look for, and
    `tidy propose` lets the newer supersede."""
    older = call("record", old, "--now", "2026-03-01").stdout.strip()
    newer = call("record", new, "--now", "2026-03-12").stdout.strip()
    now = ("--now", "2026-03-13")
    found = json.loads(call("tidy", "conflicts", "--json", *now).stdout)["conflicts"]
    assert [(one["older"], one["newer"]) for one in found] == [(older, newer)]
    proposed = json.loads(call("tidy", "propose", "--json", *now).stdout)["proposals"]
    assert [(one["do"], one["evidence"]) for one in proposed] == [("supersede", [newer, older])]


@pytest.mark.parametrize(("old", "new"), EPISODES)
def test_what_happened_on_other_days_is_no_update(
    store: Store, call: Call, old: str, new: str
) -> None:
    """Two episodes are two, and of two likes neither is past."""
    for day, text in (("2026-03-01", old), ("2026-03-12", new)):
        call("record", text, "--now", day)
    now = ("--now", "2026-03-13")
    assert json.loads(call("tidy", "conflicts", "--json", *now).stdout)["conflicts"] == []
    assert json.loads(call("tidy", "propose", "--json", *now).stdout)["proposals"] == []
