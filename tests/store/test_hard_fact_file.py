"""The file of a kv value says the fact and what it replaced, exact in any value."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.facts.kv import TTL_DAYS_LIMIT, HardFact, Slot, kv_id
from memento_cli.core.security.trust import TRUSTS
from memento_cli.errors import BadData, BadValue
from memento_cli.store.records.registry import codec_of
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered
from tests.store.helpers import new_store, put
from tests.store.values import moments, names, texts

CODEC = codec_of("kv", UTC)
T = datetime(2025, 2, 1, 12, tzinfo=UTC)
SET = {"set": "2025-02-01T12:00:00Z"}
scalars = texts | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    scalars,
    lambda of: st.lists(of | st.none(), max_size=3) | st.dictionaries(texts, of, max_size=3),
    max_leaves=6,
)
ttls = st.none() | st.integers(0, TTL_DAYS_LIMIT * 86_400 * 10**6 // 1000).map(
    lambda ms: timedelta(milliseconds=ms)
)


@st.composite
def slots(draw: st.DrawFn) -> Slot:
    """The place of a key, with or without a fact, and with or without what it replaced."""
    key, person = draw(names), draw(st.none() | st.just("ctx://person/ana"))
    parts = st.just(key), values, moments, ttls, st.integers(0, 9), st.sampled_from(TRUSTS)
    facts = st.none() | st.builds(HardFact, *parts, st.just(person))
    before = draw(facts)
    until = draw(st.none() | moments) if before else None
    return Slot(key, draw(facts), before, until, draw(facts), person)


def typed(value: Any) -> Any:
    """A value with its types, so that 1, 1.0 and true are three."""
    if isinstance(value, list):
        return list(map(typed, value))
    if isinstance(value, dict):
        return {key: typed(entry) for key, entry in value.items()}
    return type(value), value


@given(slots())
def test_a_fact_is_read_as_it_was_written(slot: Slot) -> None:
    """Whatever JSON can say, with its type; times and lengths to the millisecond."""
    raw = rendered(CODEC.data(slot)).encode()
    read = CODEC.value(kv_id(slot.key, slot.person), parsed(raw, "x").data)
    assert read == slot
    for one, other in ((read.fact, slot.fact), (read.replaced, slot.replaced)):
        assert typed(one and one.value) == typed(other and other.value)


@given(slots(), slots())
def test_one_slot_is_written_over_another(one: Slot, other: Slot) -> None:
    """In the file that there is, of which no key is left that does not belong to the new value."""
    keys = CODEC.keys(other._replace(key=one.key))
    assert keys.keys() == CODEC.keys(one).keys()
    assert {path for path, value in keys.items() if value is not None} == {
        path for path, value in CODEC.keys(other).items() if value is not None
    }


@pytest.mark.parametrize("value", [8080, 1.5, True, "80"])
def test_a_hand_may_write_a_plain_value(value: Any) -> None:
    """A number or a flag stands under `value` as TOML has it."""
    data = {"kv": {"key": "service_port", "value": value} | SET}
    read = CODEC.value("service_port", data).fact
    assert read == HardFact("service_port", value, T) and type(read.value) is type(value)


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"key": ""}, "kv.key: is empty"),
        ({"key": "another"}, "kv.key: the file of that kv value is another.toml"),
        ({"value": "80", "json": "80"}, "kv.json: stands beside a value"),
        ({"value": [80]}, "kv.value: [80] is neither text nor a number"),
        ({"value": float("nan")}, "kv.value: nan is not finite"),
        ({"json": "{"}, "kv.json: "),
        ({"json": "null"}, "kv.json: null is no value"),
        ({"json": "NaN"}, "kv.json: NaN is not JSON"),
        ({"ttl": "-5s"}, "kv.ttl: '-5s' is no length of time"),
        ({"ttl": "never"}, "kv.ttl: must be at most"),
        ({"set": "soon"}, "kv.set"),
        ({"replaced": {"value": "80"}}, "missing kv.replaced.set"),
        ({"replaced": dict(SET)}, "missing kv.replaced.value"),
        ({"replaced": "80"}, "kv.replaced: not a table"),
    ],
)
def test_one_problem_is_named(table: dict[str, Any], problem: str, tmp_path: Path) -> None:
    """At its key, with the file; also that a file has the name of another key."""
    store = new_store(tmp_path / "s")
    value = {} if {"value", "json"} & table.keys() else {"value": "80"}
    data = {"kv": {"key": "service_port"} | SET | value | table}
    path = put(store, "service_port", rendered(data), "kv")
    with pytest.raises(BadData) as caught:
        store.held("kv").read("service_port")
    assert caught.value.where == str(path)
    assert problem in "; ".join(caught.value.problems)


@pytest.mark.parametrize("value", [{1, 2}, float("inf"), object(), [b"x"]])
def test_what_json_cannot_say_is_no_value(value: Any) -> None:
    """An error that names the key, and not the value."""
    with pytest.raises(BadValue, match="'port' is nothing that JSON can say"):
        CODEC.data(Slot("port", HardFact("port", value, T)))
