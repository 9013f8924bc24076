"""Erasure of an event goes for what waits to be done with it, and names what was made of it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store, apply, proposals, reject, undo
from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.events.observe import observe
from memento_cli.actions.events.planned import extract
from memento_cli.actions.facts.states import states
from memento_cli.actions.git.checks import problems_of
from memento_cli.actions.redaction.erase import erase, erasure
from memento_cli.actions.tidy.proposals import proposal_id
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.plans import items_of
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import NotFound, Refused
from memento_cli.store.redaction.erasure import erasures
from tests.store.helpers import DAY, NOW, new_store

FEELING = {"valence": 0.4, "arousal": 0, "dominance": 0, "labels": ["glad"], "confidence": 0.8}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s", person="alex")


def seen(store: Store, said: str, at: datetime = NOW) -> str:
    return observe(store, Event("", at, CHAT, "", "", Words(said, "I see"))).id


def extracted(store: Store, plan: Any, **how: Any) -> tuple[str, ...]:
    return extract(store, items_of(plan), Provenance(store.signed(NOW, "cli")), **how).refs


def plan_of(one: str, other: str) -> dict[str, Any]:
    """Of each kind something that names an event, and tells of Zanzibar."""
    because = {"evidence": [one]}
    return {
        "states": [{"op": "add", "kind": "fact", "body": "In Zanzibar", **because}],
        "affects": [{"event": one, **FEELING, "text": "Zanzibar!", "evidence": [other]}],
        "links": [{"from": other, "rel": "same_topic", "to": one, "evidence": [other],
                   "reason": "Zanzibar"}],
        "threads": [{"title": "Zanzibar", "events": [other, one], "evidence": [other]}],
    }  # fmt: skip


def words(store: Store) -> list[str]:
    """The files that tell of Zanzibar."""
    return [
        path.name
        for path in Path(store.root).rglob("*")
        if path.is_file() and "zanzibar" in path.read_text(errors="replace").lower()
    ]


def rain(other: str) -> dict[str, Any]:
    """Something of another event alone."""
    return {"states": [{"op": "add", "kind": "fact", "body": "It rains", "evidence": [other]}]}


def test_what_waits_goes_with_the_event_that_it_names(store: Store) -> None:
    """As its evidence, or as what it is about; its file, and its words in the journal, also of what
    was applied or rejected. The receipt names it, and what waits for another event stays."""
    one, other = seen(store, "The Zanzibar secret"), seen(store, "Rain")
    state, affect, *waiting = extracted(store, plan_of(one, other), queue=True)
    (kept,) = extracted(store, rain(other), queue=True)
    reject(store, [state], NOW)
    apply(store, affect, NOW)
    receipt = erasure(store, [f"events/{one}"])
    assert {Path(path).stem for path in receipt.traces.files} == set(waiting)
    assert (list(receipt.traces.lines.values()), receipt.quoting) == ([7], ())
    erase(store, [f"events/{one}"], NOW + DAY)
    assert words(store) == [] and [each.id for each in proposals(store)] == [kept]
    assert not doctor(store, NOW + DAY).findings
    with pytest.raises(Refused):
        undo(store, store.journal.lines().lines[0].id, NOW + DAY)


def test_a_plan_that_a_merge_brings_back_goes_again(store: Store) -> None:
    """Its file and its lines, by the next act; doctor finds them, no commit takes them, and nobody
    can apply it."""
    one, other = seen(store, "The Zanzibar secret"), seen(store, "Rain")
    state, *_ = extracted(store, plan_of(one, other), queue=True)
    paths = [Path(store.proposals.path(state)), *map(Path, store.journal.files())]
    before = {path: path.read_bytes() for path in paths}
    erase(store, [f"events/{one}"], NOW + DAY)
    for path, raw in before.items():
        path.write_bytes(raw)
    again = Store(store.root)
    found = {Path(each.where).name for each in doctor(again, NOW).findings}
    assert found == {path.name for path in paths}
    raw = before[paths[0]]
    assert any("erased" in text for text in problems_of(
        again, f"proposals/{state}.toml", raw, erasures(again)))  # fmt: skip
    assert proposals(again) == []
    with pytest.raises(NotFound):
        proposal_id(again, state)
    seen(again, "Sun", NOW + DAY)
    assert words(again) == []


def test_an_erasure_names_what_was_made_of_an_event(store: Store) -> None:
    """States, preferences, feelings and threads whose evidence it is stay, and are told of."""
    one, other = seen(store, "The Zanzibar secret"), seen(store, "Rain")
    because = {"evidence": [one]}
    plan = plan_of(one, other) | {
        "preferences": [{"op": "confirm", "domain": "food", "polarity": "like", "subject": "cloves",
                         **because}],
        "affects": [{"event": other, **FEELING, "text": "Zanzibar!", **because}],
        "links": [],
    }  # fmt: skip
    state, *_, preference = extracted(store, plan)
    extracted(store, rain(other))
    receipt = erase(store, [f"events/{one}"], NOW + DAY)
    assert set(receipt.quoting) == {state, preference, f"events/{other}"}
    assert [found.body for found in states(store)] == ["In Zanzibar", "It rains"]
