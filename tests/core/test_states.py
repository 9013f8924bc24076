"""States: which hold side by side, until when, and which say the same."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.facts.states import (
    COEXISTS,
    KINDS,
    MOOD,
    PAYLOAD_DEPTH,
    TASK,
    State,
    closed_state,
    done_task,
    duplicate_states,
    end_of,
    holds,
    is_closed,
    is_deep,
    is_open,
    payload_of,
    state_id,
    tidy_due,
)
from memento_cli.core.journal.provenance import evidence_of
from memento_cli.core.memory.about import About
from memento_cli.errors import BadId, BadValue
from tests.core.values import START, day

ALEX = "ctx://person/alex"


def state(id: str = "s", kind: str = "fact", body: str = "a b", **said: Any) -> State:
    """A state of which only these facts matter."""
    return State(id, kind, ALEX, body, START, said.pop("confirmed", START), **said)


def test_only_the_long_mood_is_single() -> None:
    """Every kind but the long mood holds side by side with others of it (document 003)."""
    assert [kind for kind in KINDS if not COEXISTS[kind]] == [MOOD]
    ids = {state_id(ALEX, MOOD, body, day(nth)) for nth, body in enumerate(("low", "high"))}
    assert len(ids) == 1 and state_id("ctx://person/bo", MOOD, "", START) not in ids


@pytest.mark.parametrize(
    ("since", "until", "at", "expected"),
    [
        (None, None, -1, False),
        (None, None, 0, True),
        (1, None, 0.9, False),
        (1, None, 1, True),
        (-9, None, -5, True),
        (None, 2, 1.9, True),
        (None, 2, 2, False),
    ],
)
def test_a_state_holds_from_then_until_then(
    since: float | None, until: float | None, at: float, expected: bool
) -> None:
    """From `valid_from`, or when it was told, on; the moment of `valid_until` is no part of it."""
    ends: list[datetime | None] = [None if end is None else day(end) for end in (since, until)]
    told = state(valid_from=ends[0], valid_until=ends[1])
    assert holds(told, day(at)) is expected
    assert not (holds(told, day(at)) and is_closed(told, day(at)))


@pytest.mark.parametrize(
    ("given_", "about", "expected"), [(3, 2, 3), (None, 2, 2), (None, None, 9), (3, None, 3)]
)
def test_a_state_is_closed_as_given_or_as_its_matter_ended(
    given_: float | None, about: float | None, expected: float
) -> None:
    """As given, else when what it is about ended, else at the event; its words stay."""
    at, end = (None if day_ is None else day(day_) for day_ in (given_, about))
    assert end_of(at, end, day(9)) == day(expected)
    told = state(about=About(end=end, confidence=0.5))
    over = closed_state(told, at, day(9))
    assert over == told._replace(valid_until=day(expected), confirmed=day(9))


def test_a_done_task_keeps_what_it_says_and_when() -> None:
    """Done is a key of the payload; what a task was valid for stays (document 003)."""
    task = state(kind=TASK, payload={"a": 1, "status": "open"}, valid_until=day(30))
    over = done_task(task, day(1))
    assert over.payload == {"a": 1, "status": "done"} and over.valid_until == day(30)
    assert is_open(task, day(1)) and not is_open(over, day(1)) and not is_open(task, day(30))
    assert not is_open(state(payload={"status": "open"}), day(1))


def test_the_event_is_always_evidence() -> None:
    """The event that causes a change comes last, and each event once."""
    assert evidence_of("e7", ("e3", "e7", "e3")) == ("e3", "e7")
    assert evidence_of("e7") == ("e7",) and evidence_of("") == ()
    for words in ("two\nlines", "../x", "", "x" * 300):
        with pytest.raises(BadId):
            evidence_of("e7", (words,))


payloads: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=3), payloads))
def test_a_payload_says_nothing_by_null(raw: dict[str, Any]) -> None:
    """What is kept has no null and no empty table in a table, and is kept as it is again."""
    try:
        kept = payload_of(raw)
    except BadValue as problem:
        assert "null in a list" in problem.message or "nested" in problem.message
        return
    assert payload_of(kept) == kept
    assert not {id(value) for value in kept.values() if value is None or value == {}}


def test_a_payload_is_a_table_and_not_deep() -> None:
    """What is no table is refused, and so is what is nested deeper than files are read."""
    deep: Any = 1
    for _ in range(PAYLOAD_DEPTH):
        deep = {"a": deep}
    assert payload_of(deep) == deep
    bads: list[Any] = [[], "x", None, {"a": deep}, {"a": [None]}]
    for bad in bads:
        with pytest.raises(BadValue):
            payload_of(bad)
    assert is_deep({"a": [deep]})


def test_twins_say_the_same_in_other_words_for_spaces() -> None:
    """Equal words but for spaces and an equal payload in any order; the last confirmed stays."""
    rows = [
        state("1", body="a  b", payload={"x": 1, "y": [{"p": 1, "q": 2}]}, confirmed=day(1)),
        state("2", body=" a b\n", payload={"y": [{"q": 2, "p": 1}], "x": 1}, confirmed=day(2)),
        state("3", kind=TASK, payload={"x": 1, "y": [{"p": 1, "q": 2}]}, confirmed=day(3)),
    ]
    assert [(one.id, kept.id) for one, kept in duplicate_states(rows, day(5))] == [("1", "2")]


@pytest.mark.parametrize(
    "other",
    [
        state("2", body="a c"),
        state("2", kind="relation"),
        state("2", payload={"x": 1}),
        state("2", payload={"x": True}),
        state("2", payload={"x": 1.0}),
        state("2", valid_from=day(3)),
        state("2", about=About(year_start=2018, confidence=0.5)),
        state("2", valid_until=day(4)),
        state("2")._replace(person="ctx://person/bo"),
        state("2", kind=MOOD),
    ],
)
def test_what_differs_is_no_twin(other: State) -> None:
    """Another word, kind, payload, time or person is another state; moods are never twins."""
    here = state("1", payload={"x": 1} if type(other.payload.get("x")) in (bool, float) else {})
    assert duplicate_states([here, other, state("3", kind=MOOD)], day(5)) == []


@given(st.lists(st.tuples(st.sampled_from(("a", " a", "b")), st.integers(0, 5)), max_size=9))
def test_tidying_leaves_one_of_each(said: list[tuple[str, int]]) -> None:
    """Without the twins each saying is held once, by the last confirmed; again nothing is done."""
    rows = [state(str(n), body=body, confirmed=day(d)) for n, (body, d) in enumerate(said)]
    gone = {one.id for one, _ in duplicate_states(rows, day(9))}
    left = [row for row in rows if row.id not in gone]
    assert sorted(row.body.strip() for row in left) == sorted({body.strip() for body, _ in said})
    assert duplicate_states(left, day(9)) == []
    for row in left:
        same = [one.confirmed for one in rows if one.body.strip() == row.body.strip()]
        assert row.confirmed == max(same)


@pytest.mark.parametrize(
    ("turns", "first", "expected"),
    [
        (9, True, False),
        (10, True, True),
        (10, False, False),
        (199, False, False),
        (200, False, True),
    ],
)
def test_tidying_is_due_after_talk(turns: int, first: bool, expected: bool) -> None:
    """After 10 turns for the first time, and after 200 more each time again."""
    assert tidy_due(turns, first) is expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Call the dentist about Tom's tooth", "Call the dentist about the unpaid bill"),
        ("I write C++", "I write C#"),
        ("Живёт в Берлине с 2019", "Работает сварщиком с 2019"),
        ("日本語 1", "中国 1"),
    ],
)
def test_words_that_an_id_has_not_make_it_another(one: str, other: str) -> None:
    """What two clones say is two states; what both say is one, by an id that follows from it."""
    ids = [state_id(ALEX, "fact", body, START) for body in (one, other, one)]
    assert ids[0] != ids[1] and ids[0] == ids[2]
    assert state_id(ALEX, "fact", "I live in Lisbon", START).endswith("-i-live-in-lisbon-2025-01")
