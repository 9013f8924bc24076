"""Plans: the form of what somebody extracted from events."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.plans import (
    FORMS,
    PARTS,
    PlanStep,
    changes_of,
    items_of,
    step_of,
    suggestion,
    values_of,
    words_of,
)
from memento_cli.errors import BadData

EVENT = "01m7qf3e6bb1wq1k0v0zqv5n8e"
ADD = {"do": "state", "op": "add", "kind": "fact", "body": "In Rome", "evidence": [EVENT]}
LIKE = {
    "do": "preference", "op": "confirm", "domain": "food", "polarity": "like", "subject": "tea",
    "evidence": [EVENT],
}  # fmt: skip
FELT = {
    "do": "affect", "event": EVENT, "valence": 0.5, "arousal": 0, "dominance": -1,
    "labels": ["glad"], "text": "Glad", "confidence": 0.8, "evidence": [EVENT],
}  # fmt: skip
LINK = {"do": "link", "from": EVENT, "rel": "caused_by", "to": "01x", "evidence": [EVENT]}
THREAD = {"do": "thread", "title": "Rome", "events": [EVENT], "evidence": [EVENT]}
UPDATE = {"do": "state", "op": "update", "id": "rome", "evidence": [EVENT]}


def test_the_parts_of_a_plan() -> None:
    """Each item says what it does, by its list or by itself, and is named by its place."""
    item = {"op": "add"}
    assert items_of({"states": [item, 7], "links": []}) == [
        ("states[0]", {"do": "state", "op": "add"}),
        ("states[1]", 7),
    ]
    assert items_of([LINK]) == [("[0]", LINK)] and items_of(LINK) == [("the item", LINK)]
    assert items_of({}) == []
    assert set(PARTS.values()) == {do for do, _ in FORMS}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (7, "neither an object nor a list"),
        (None, "neither an object nor a list"),
        ({"states": {}, "moods": [], "x": 1}, "'moods' is none of states.*'x'.*states is no list"),
    ],
)
def test_what_is_no_plan(raw: Any, problem: str) -> None:
    """A plan with an unknown list is refused whole: nobody knows what else it means."""
    with pytest.raises(BadData, match=problem):
        items_of(raw)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (ADD, "fact: In Rome"),
        (UPDATE | {"body": "In\n Porto"}, "update rome: In Porto"),
        (UPDATE | {"op": "close"}, "close rome"),
        (LIKE, "likes tea (food)"),
        (LIKE | {"op": "suggest", "polarity": "dislike"}, "may dislike tea (food)"),
        (LIKE | {"op": "revoke"}, "no longer likes tea (food)"),
        (FELT, f"felt at {EVENT}: Glad"),
        (LINK, f"{EVENT} caused_by 01x"),
        (THREAD, "thread Rome: 1 event"),
    ],
)
def test_a_step_in_words(item: dict[str, Any], words: str) -> None:
    """What a step would do is said in one line."""
    assert words_of(step_of(item)) == words


@pytest.mark.parametrize(
    ("item", "problems"),
    [
        (7, ["not an object"]),
        ({}, ["do: None is not one of state, preference", "missing evidence"]),
        ({"do": "erase", "evidence": [EVENT]}, ["do: 'erase' is not one of"]),
        (ADD | {"op": "remove"}, ["op: 'remove' is not one of add, update, close, confirm, done"]),
        (ADD | {"op": ["add"]}, ["op: ['add'] is not one of"]),
        (LINK | {"op": "add"}, ["op: 'add' goes with no link"]),
        (ADD | {"evidence": []}, ["evidence names no event"]),
        (ADD | {"evidence": None}, ["missing evidence"]),
        (ADD | {"evidence": "x"}, ["evidence: 'x' is not a list of texts"]),
        (ADD | {"evidence": [1]}, ["evidence: [1] is not a list of texts"]),
        (ADD | {"kind": "habit", "body": " "}, ["kind: 'habit' is not", "body: is empty"]),
        (ADD | {"id": "x", "boddy": 1}, ["unknown key 'id'", "unknown key 'boddy'"]),
        (ADD | {"about": {"starts": "2018"}}, ["unknown key 'about.starts'"]),
        (ADD | {"about": 7}, ["about: not a table"]),
        (ADD | {"valid_from": "soon"}, ["valid_from: bad timestamp"]),
        (ADD | {"confidence": 1.5}, ["confidence: must be from 0 to 1"]),
        (ADD | {"payload": 7}, ["payload: a payload is a table"]),
        (ADD | {"payload": {"a": [None]}}, ["payload: null in a list"]),
        (UPDATE | {"op": "close", "payload": {}}, ["unknown key 'payload'"]),
        (LIKE | {"domain": "art", "polarity": 1}, ["domain: 'art' is not", "polarity: 1 is not"]),
        (FELT | {"valence": 2, "labels": "x"}, ["valence: must be from -1", "labels: 'x' is not"]),
        (FELT | {"text": None, "confidence": None}, ["missing text", "missing confidence"]),
        (LINK | {"rel": "likes"}, ["rel: 'likes' is not one of reply_to"]),
        (THREAD | {"title": "half \ud83c"}, ["title: has half a character"]),
    ],
)
def test_what_is_wrong_with_an_item(item: Any, problems: list[str]) -> None:
    """All that is wrong with an item is told at once, and nothing else."""
    with pytest.raises(BadData) as caught:
        step_of(item)
    told = caught.value.problems
    assert len(told) == len(problems), told
    for expected in problems:
        assert any(expected in one for one in told), (expected, told)


def test_null_says_nothing_but_in_a_payload() -> None:
    """A null is as good as left out; in the payload of an update it takes a key away."""
    assert step_of(ADD | {"about": {"start": None}, "valid_from": None}) == step_of(ADD)
    step = step_of(UPDATE | {"payload": {"city": "Rome", "flat": None}, "body": None})
    assert step.values == {
        "op": "update", "id": "rome", "payload": {"city": "Rome"}, "without": ["flat"],
    }  # fmt: skip
    assert changes_of(step, values_of(step, UTC)) == {"payload": {"city": "Rome", "flat": None}}
    assert step_of({"do": "state", "evidence": [EVENT], **step.values}) == step


def test_a_candidate_confirms_nothing() -> None:
    """Who must not decide suggests what they would confirm; all else stays as it is."""
    assert suggestion(step_of(LIKE)).op == "suggest"
    for item in (ADD, UPDATE | {"op": "confirm"}, LIKE | {"op": "revoke"}, LINK):
        assert suggestion(step_of(item)) == step_of(item)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside),
    max_leaves=8,
)
WORDS = st.sampled_from(sorted({*PARTS, *PARTS.values(), "add", "update", "fact", "like", EVENT}))
KEYS = sorted({"do", "op", "payload", *(field.path for form in FORMS.values() for field in form)})


@given(st.dictionaries(st.sampled_from(KEYS), JSON | WORDS | st.lists(WORDS), max_size=12))
def test_any_item_is_a_step_or_an_error(item: dict[str, Any]) -> None:
    """Whatever an item says, it is a step, which says the same again, or all problems are told."""
    try:
        step = step_of(item)
    except BadData as problem:
        assert problem.problems
        return
    assert isinstance(step, PlanStep) and words_of(step)
    assert step_of(
        {"do": step.do, "evidence": list(step.evidence), **step.values}
    ) == step._replace(reason="")
