"""States and tasks: what each verb does to files and journal, revisions, undo, tidying."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import (
    StateDraft,
    Store,
    add_state,
    add_task,
    close_states,
    confirm_states,
    finish_tasks,
    run_tidy,
    states,
    tidy,
    undo,
    update_state,
)
from memento_cli.actions.events.observe import observe_all
from memento_cli.actions.exchange.sources.entry import EventItem
from memento_cli.actions.facts.states import duplicate_states, state_named
from memento_cli.actions.tidy.run import turns_since
from memento_cli.actions.undo.revisions import revised_ref, revisions_of
from memento_cli.core.events.events import CHAT, NOTIFICATION, Event, Words
from memento_cli.core.facts.states import MOOD, TASK, State, is_open
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.about import About
from memento_cli.core.time.when import EPOCH, iso
from memento_cli.errors import Ambiguous, BadValue, MementoError, NotFound, SecretFound
from tests.conformance.stores import contents
from tests.conftest import Ran
from tests.store.helpers import DAY, NOW, new_store, put, recorded, reopened

LISBON = StateDraft("fact", "I live in Lisbon", payload={"city": "Lisbon"})
TOKEN = "ghp_" + "a1B2c3D4e5" * 4


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s", person="alex")


def act(
    store: Store, at: datetime = NOW, reason: str = "", evidence: Sequence[str] = (), **more: Any
) -> Provenance:
    """An act of this moment."""
    return Provenance(store.signed(at, "cli", reason), tuple(evidence), **more)


def test_a_state_is_a_file_and_a_line(store: Store) -> None:
    """It is told by its id, or a unique part; the line has the file, the reason, the evidence."""
    state = add_state(store, LISBON, act(store, reason="told", evidence=["e1"]))
    assert state.id == "alex-i-live-in-lisbon-2025-02" and states(store) == [state]
    assert state_named(store, "lisbon", NOW) == state == state_named(store, state.id, NOW)
    (made,) = revisions_of(store, "states/" + state.id)
    assert (made.before, made.reason, made.evidence) == (None, "told", ("e1",))
    assert made.after and made.after["state.payload.city"] == "Lisbon"


def test_states_hold_side_by_side(store: Store) -> None:
    """A second one of the same words gets an id of its own; short for both is an error, unless
    only one of them is not over."""
    one, two = (add_state(store, LISBON, act(store)) for _ in range(2))
    assert one.id != two.id and len(states(store)) == 2
    assert {state.id for state in duplicate_states(store, LISBON, NOW)} == {one.id, two.id}
    assert not duplicate_states(store, StateDraft(MOOD, "low"), NOW)
    with pytest.raises(Ambiguous):
        state_named(store, "lisbon", NOW)
    with pytest.raises(NotFound):
        state_named(store, "porto", NOW)
    close_states(store, [one.id], None, act(store))
    assert state_named(store, "lisbon-", NOW) == two and duplicate_states(store, LISBON, NOW) == [
        two
    ]
    close_states(store, [two.id], None, act(store))
    with pytest.raises(Ambiguous):
        state_named(store, "lisbon-", NOW)


def test_the_long_mood_is_single(store: Store) -> None:
    """Adding one changes the one that is there; each change is a revision, of each person one."""
    for day, body in enumerate(("low", "better", "fine")):
        mood = add_state(store, StateDraft(MOOD, body), act(store, NOW + day * DAY))
    assert add_state(store, StateDraft(MOOD, "fine", "Alex"), act(store, NOW + 2 * DAY)) == mood
    add_state(store, StateDraft(MOOD, "calm", "bo"), act(store))
    assert states(store, "ＡＬＥＸ") == [mood]
    found = {state.person: state for state in states(store)}
    assert len(found) == 2 and found["ctx://person/alex"] == mood
    assert (mood.body, mood.created, mood.confirmed) == ("fine", NOW, NOW + 2 * DAY)
    newest, *_ = lines = revisions_of(store, "states/" + mood.id)
    assert len(lines) == 3 and newest.before and newest.before["state.body"] == "better"


def test_an_update_is_a_revision_and_confirms(store: Store) -> None:
    """It changes only what it names; last confirmed is the time of the act."""
    state = add_state(store, LISBON, act(store))
    later = act(store, NOW + DAY, "moved", ["e7"])
    after = update_state(store, state.id, {"body": "I live in Porto"}, later)
    assert after == state._replace(body="I live in Porto", confirmed=NOW + DAY)
    newest = revisions_of(store, "states/" + state.id)[0]
    assert (newest.reason, newest.evidence) == ("moved", ("e7",))
    assert newest.before == {"state.body": state.body, "state.confirmed": iso(NOW)}
    assert newest.after == {"state.body": after.body, "state.confirmed": iso(NOW + DAY)}
    undo(store, None, NOW)
    assert states(store) == [state] and revisions_of(store, "states/" + state.id)[0].undone


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": 1}, {"a": {"b": [1, {"c": 2}]}}),
        ({"a": {"b": {"c": 1}}}, {"a": [1]}),
        ({"a": [{"b": 1}]}, {"a": {"b": 1}}),
        ({"a": {"b": 1}, "": 2}, {"a": None, "": None}),
        ({}, {'q"é.x': {"n": 2**70}}),
    ],
)
def test_any_change_of_a_payload_can_be_undone(
    store: Store, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """Whatever tables become values, or values tables: there, back, and there again."""
    state = add_state(store, LISBON._replace(payload=before), act(store))
    update_state(store, state.id, {"payload": after}, act(store))
    back = undo(store, None, NOW)
    assert states(store)[0].payload == before
    undo(store, back.batch, NOW)
    assert states(store)[0].payload == {key: value for key, value in after.items() if value}


def test_of_a_payload_only_what_is_named_changes(store: Store) -> None:
    """Other keys stay, as a task's status does; null takes one away."""
    task = add_task(store, StateDraft(TASK, "Call Ann"), NOW + DAY, act(store))
    update_state(store, task.id, {"payload": {"room": 4, "due": None}}, act(store))
    (found,) = states(store)
    assert found.payload == {"status": "open", "room": 4} and is_open(found, NOW)
    with pytest.raises(BadValue, match="table"):
        update_state(store, task.id, {"payload": [1]}, act(store))


def test_what_was_told_later_is_left_out(store: Store) -> None:
    """Of a moment; and a task that is done later is open still."""
    first = add_task(store, StateDraft(TASK, "Call Ann"), None, act(store))
    add_task(store, StateDraft(TASK, "Call Bo"), None, act(store, NOW + DAY))
    assert [one.id for one in states(store, until=NOW)] == [first.id]
    (done,) = finish_tasks(store, [first.id], act(store, NOW + 2 * DAY))
    assert is_open(done, NOW + DAY) and not is_open(done, NOW + 2 * DAY)


def test_closing_ends_and_keeps(store: Store) -> None:
    """Several ids are one act; a closed one stays as it is unless another end is given."""
    about = About(end=NOW - 9 * DAY, confidence=0.5)
    ids = [
        add_state(store, draft, act(store, NOW - 30 * DAY)).id
        for draft in (LISBON, LISBON._replace(body="I am at school", about=about))
    ]
    one, two = close_states(store, ids, None, act(store))
    assert (one.valid_until, two.valid_until) == (NOW, NOW - 9 * DAY)
    again = close_states(store, ids, None, act(store, NOW + DAY))
    assert again == [one, two]
    assert close_states(store, ids[:1], NOW + DAY, act(store))[0].valid_until == NOW + DAY
    undo(store, None, NOW)
    undo(store, None, NOW)
    assert [state.valid_until for state in states(store)] == [None, None]
    before = contents(store)
    assert close_states(store, [], None, act(store)) == [] and contents(store) == before


def test_of_several_all_or_none(store: Store) -> None:
    """When the second cannot be closed the first is not closed, and no line says so."""
    ids = [add_state(store, LISBON, act(store)).id for _ in range(2)]
    future = {"valid_from": NOW + 9 * DAY}
    update_state(store, ids[1], future, act(store))
    before = contents(store)
    with pytest.raises(BadValue, match="before valid_from"):
        close_states(store, ids, NOW, act(store))
    assert states(store)[0].valid_until is None
    files = {path: raw for path, raw in contents(store).items() if path.startswith("states")}
    assert files == {path: raw for path, raw in before.items() if path.startswith("states")}


@pytest.mark.parametrize(
    ("given", "told"), [("", "(no reason)"), ("  ", "(no reason)"), (" it moved ", "it moved")]
)
def test_a_reason_is_told_without_the_space_around_it(store: Store, given: str, told: str) -> None:
    """One of only spaces is none (document 003)."""
    state = add_state(store, LISBON, Provenance(store.signed(NOW, "test", given)))
    assert revisions_of(store, "states/" + state.id)[0].reason == told


def test_a_task_is_done_once(store: Store) -> None:
    """Its payload says open and due, then done; only tasks are done."""
    task = add_task(store, StateDraft(TASK, "Call Ann"), NOW + DAY, act(store))
    assert task.payload == {"status": "open", "due": iso(NOW + DAY)}
    (after,) = finish_tasks(store, [task.id], act(store, NOW + DAY))
    assert after.payload == {"status": "done", "due": iso(NOW + DAY)} and not after.valid_until
    finish_tasks(store, [task.id], act(store, NOW + 2 * DAY))
    assert states(store)[0].confirmed == NOW + DAY
    fact = add_state(store, LISBON, act(store))
    with pytest.raises(BadValue, match="is no task"):
        finish_tasks(store, [fact.id], act(store))


@pytest.mark.parametrize(("before", "after"), [(True, 1), (1, 1.0), ([1], [True]), ("1", 1)])
def test_a_payload_tells_one_from_true(store: Store, before: Any, after: Any) -> None:
    """What only Python takes for the same is another value, in the file and for an undo."""
    state = add_state(store, LISBON._replace(payload={"x": before}), act(store))
    update_state(store, state.id, {"payload": {"x": after}}, act(store))
    assert repr(states(store)[0].payload) == repr({"x": after})
    undo(store, None, NOW)
    assert repr(states(store)[0].payload) == repr({"x": before})


def test_confirming_is_at_the_time_of_the_act(store: Store) -> None:
    """The same again at the same moment leaves no line."""
    state = add_state(store, LISBON, act(store))
    for _ in range(2):
        (after,) = confirm_states(store, [state.id], act(store, NOW + DAY))
    assert after.confirmed == NOW + DAY
    assert len(revisions_of(store, "states/" + state.id)) == 2


def test_what_is_closed_says_nothing_of_now(
    store: Store, call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is neither confirmed nor updated: the answer says since when it is closed, and what opens
    a new one. Its end may be moved, and then it holds, or does not."""
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    for line in (("state", "add", "fact", "I work at Bosch"), ("state", "add", "task", "Call Ann")):
        assert call(*line, "--now", "2025-01-01").code == 0
    assert call("state", "close", "bosch", "--now", "2025-02-01").code == 0
    assert call("state", "close", "ann", "--now", "2025-02-01").code == 0
    acts = [
        (("state", "confirm", "bosch"), "state add fact"),
        (("state", "update", "bosch", "--body", "I work at Siemens"), "state add fact"),
        (("state", "update", "ann", "--due", "+1d"), "state add task"),
    ]
    before = contents(store)
    for line, opens in acts:
        ran = call(*line, "--now", "2025-03-01")
        assert ran.code == 2 and "is closed since 2025-02-01 00:00 UTC" in ran.stderr
        assert f"`memento {opens}" in ran.stderr and contents(store) == before
    moved = ("state", "update", "bosch", "--now", "2025-03-01", "--until")
    assert "held until 2025-02-15" in call(*moved, "2025-02-15").stdout
    assert "says so now" in call(*moved, "2025-04-01").stdout


@pytest.mark.parametrize(
    ("draft", "problem"),
    [
        (StateDraft("fct", "x"), "unknown kind 'fct'"),
        (StateDraft("fact", " "), "body: is empty"),
        (StateDraft("fact", "x", confidence=2), "confidence: must be from 0 to 1"),
        (StateDraft("fact", "x", about=About(start=NOW)), "without a confidence"),
        (StateDraft("fact", "x", payload={"a": [None]}), "null in a list"),
        (StateDraft("fact", "x", valid_from=NOW, valid_until=NOW - DAY), "before valid_from"),
        (StateDraft("fact", "half \ud800"), "half a character"),
        (StateDraft("fact", "x", "a/b"), "names no person"),
    ],
)
def test_what_cannot_be_held_is_refused(store: Store, draft: StateDraft, problem: str) -> None:
    """With all that is wrong with it; nothing is written."""
    before = contents(store)
    with pytest.raises(MementoError, match=problem):
        add_state(store, draft, act(store))
    assert contents(store) == before


def test_secrets_are_refused_or_allowed(store: Store) -> None:
    """A key in words or payload is refused, and kept where that was allowed."""
    draft = LISBON._replace(payload={"token": TOKEN})
    with pytest.raises(SecretFound):
        add_state(store, draft, act(store))
    assert states(store) == []
    assert add_state(store, draft, act(store, allow_secret=True)).payload == draft.payload


def test_a_broken_file_hides_no_other(store: Store) -> None:
    """It is named once, and the others are there."""
    state = add_state(store, LISBON, act(store))
    put(store, "bad", "[state]\n", "states")
    again, warnings = reopened(store)
    assert states(again) == [state] == states(again)
    assert len(warnings) == 1 and "missing state.body" in warnings[0]


def test_tidying_closes_twins_and_deletes_nothing(store: Store) -> None:
    """The last confirmed stays; its reason names that one; one undo opens all again."""
    bodies = ("I live in Lisbon", "I  live in Lisbon", " I live in Lisbon", "I live in Porto")
    made = [
        add_state(store, LISBON._replace(body=body), act(store, NOW + nth * DAY))
        for nth, body in enumerate(bodies)
    ]
    before = contents(store)
    ahead = act(store, NOW + 9 * DAY)
    assert [twin.state.id for twin in tidy(store, ahead, dry=True)] == [made[0].id, made[1].id]
    assert contents(store) == before
    found = tidy(store, ahead)
    assert {twin.kept.id for twin in found} == {made[2].id}
    assert [state.valid_until for state in states(store)] == [NOW + 9 * DAY] * 2 + [None] * 2
    reason = revisions_of(store, "states/" + made[0].id)[0].reason
    assert reason == f"says what {made[2].id} says" and tidy(store, ahead) == []
    undo(store, None, NOW)
    assert states(store) == made


def talk(store: Store, turns: int, at: datetime) -> None:
    """So many turns of talk in the log of events, and what is none."""
    events = [Event("", at, CHAT, "", "", Words("Hello", "Hi")) for _ in range(turns)]
    notice = Event("", at, NOTIFICATION, "", "", Words(said="Tea"))
    observe_all(store, [EventItem("in", event) for event in (*events, notice)])
    with open(store.events.files()[-1], "a") as log:
        log.write('\n{\n[]\n{"source": "chat"}\n')


def twice(store: Store, at: datetime) -> list[State]:
    """Two states that say the same."""
    return [add_state(store, LISBON, act(store, at)) for _ in range(2)]


def test_maintain_tidies_when_there_was_talk(store: Store) -> None:
    """After ten turns for the first time, then after 200; a dry pass does nothing."""
    twice(store, NOW)
    talk(store, 9, NOW)
    assert run_tidy(store, NOW + DAY).tidied == ()
    talk(store, 1, NOW)
    assert len(run_tidy(store, NOW + DAY, dry=True).tidied) == 1
    done = run_tidy(store, NOW + DAY)
    assert len(done.tidied) == 1 == len(done.batches) and turns_since(store, EPOCH) == 10
    twice(store, NOW + 2 * DAY)
    talk(store, 199, NOW + 2 * DAY)
    assert run_tidy(store, NOW + 3 * DAY).tidied == ()
    talk(store, 1, NOW + 2 * DAY)
    assert len(run_tidy(store, NOW + 3 * DAY).tidied) == 2
    assert turns_since(store, NOW + DAY) == 200


def test_events_elsewhere_are_not_followed(store: Store, tmp_path: Path) -> None:
    """A folder of events that leads out of the store counts nothing."""
    other = new_store(tmp_path / "other")
    talk(other, 12, NOW)
    os.symlink(Path(other.root, "events"), Path(store.root, "events"))
    assert turns_since(store, EPOCH) == 0 < turns_since(other, EPOCH)


def test_revisions_are_found_by_parts_of_ids(store: Store) -> None:
    """Of states and memories alike; a whole reference is meant before anything that holds it."""
    state = add_state(store, LISBON, act(store))
    memory = recorded(store, topic="lisbon")
    assert revised_ref(store, "i-live") == "states/" + state.id == revised_ref(store, "states/live")
    assert revised_ref(store, "alex-lisbon") == memory.id
    assert revisions_of(store, memory.id) == []
    for text, problem in (("lisbon", Ambiguous), ("porto", NotFound), ("states/q", NotFound)):
        with pytest.raises(problem):
            revised_ref(store, text)
    undo(store, None, NOW)
    undo(store, None, NOW)
    assert revised_ref(store, "states/" + state.id) == "states/" + state.id


def test_revisions_tell_without_words_what_was_erased(store: Store) -> None:
    """A line without its words is a change of which nothing is known any more."""
    line = act(store).signature.line("created", "states/gone-state")
    store.journal.append([line])
    (told,) = revisions_of(store, "states/gone-state")
    assert (told.before, told.after, told.reason) == (None, None, "(no reason)")
