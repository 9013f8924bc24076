"""The JSON in a model's answer: read as models write it, and nothing guessed."""

from __future__ import annotations

import json
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.plans import PLAN_KEYS
from memento_cli.core.model.answers import value_in
from memento_cli.errors import BadData

PLAN = {"states": [{"op": "add", "body": 'He said "no, }" [1,]'}], "threads": []}
TEXT = json.dumps(PLAN)
ITEMS = [{"do": "state"}, {"do": "thread"}]

READ: dict[str, tuple[str, Any]] = {
    "alone": (TEXT, PLAN),
    "fenced": (f"```json\n{json.dumps(PLAN, indent=2)}\n```", PLAN),
    "in prose": (
        f"Sure! Here [as {{you}} asked] is the plan:\n\n{TEXT}\n\nAnything else? [y]",
        PLAN,
    ),
    "after thoughts": (f'<think>{{"states": 1}} or so?</think>\n{TEXT}', PLAN),
    "after a draft": ('First {"states": []}, but rather\n' + TEXT, PLAN),
    "after a broken draft": ('The form is {"states": [...]}. So: ' + TEXT, PLAN),
    "with loose commas": (TEXT.replace("}]", "},]").replace("[]}", "[],\n}"), PLAN),
    "with a broken line": (
        '{"states": [{"body": "one\ntwo"}]}',
        {"states": [{"body": "one\ntwo"}]},
    ),
    "items": ("\n".join(map(json.dumps, ITEMS)), ITEMS),
    "a list of items": (f"```\n{json.dumps(ITEMS)}\n```", ITEMS),
    "nothing": ("{}", {}),
    "no items": ("```json\n[]\n```", []),
}


@pytest.mark.parametrize("name", READ)
def test_what_models_write_is_read(name: str) -> None:
    """Whatever stands around the JSON, its value is as it was meant."""
    answer, value = READ[name]
    assert value_in(answer, PLAN_KEYS) == value


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("", "it is empty"),
        ("I cannot help with that.", "no JSON object of the kind"),
        ('{"summary": "x"}', "no JSON object of the kind"),
        (TEXT[:-3], "ends before it is complete"),
        ('{"states": [{"payload": {}}, {"body": "half', "ends before it is complete"),
        ('{"threads": [], "states": [{"do": "state"} {"do": "state"}]}', "delimiter"),
        ("{'states': []}", "double quotes"),
        ('{"states": [], "states": [1]}', "a key stands twice"),
        ('{"states": [NaN]}', "NaN is not JSON"),
        ('{"a": ' * 100_000, "not JSON: it is nested too deep"),
    ],
)
def test_what_would_have_to_be_guessed_is_a_fault(answer: str, problem: str) -> None:
    """A part of a broken answer is never taken for the whole."""
    with pytest.raises(BadData, match=problem) as caught:
        value_in(answer, PLAN_KEYS)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize(
    "part", ['{"a":', "{", "[", '{"a":1,]', '{"a":"\\"', "```{", "{,", '{"a"}']
)
def test_an_answer_of_a_megabyte_is_refused_at_once(part: str) -> None:
    """Whatever it repeats: a program prints no more, and what is wrong is looked for once."""
    before = process_time()
    with pytest.raises(BadData):
        value_in(part * (1_000_000 // len(part)), PLAN_KEYS)
    assert process_time() - before < 4  # a busy machine


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda of: (
    st.lists(of, max_size=3) | st.dictionaries(st.text(), of, max_size=3)), max_leaves=8),
    st.text(alphabet="ab {}[]\",:\n", max_size=20))  # fmt: skip
def test_any_plan_is_found_in_a_fence(value: Any, after: str) -> None:
    """Each JSON value under a key of a plan comes back as it was, with anything after the fence
    that is no JSON."""
    plan = {"states": value}
    prose = after.replace("{", "(").replace("[", "(")
    assert value_in(f"```json\n{json.dumps(plan)}\n```\n{prose}", PLAN_KEYS) == plan


@given(st.text(max_size=200) | st.text(alphabet='{}[]",:ab1 \n\\', max_size=60))
def test_any_text_is_read_or_refused(answer: str) -> None:
    """No answer is another error than bad data."""
    try:
        value_in(answer, PLAN_KEYS)
    except BadData as problem:
        assert problem.problems
