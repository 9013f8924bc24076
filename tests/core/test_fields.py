"""Fields: a value of the right type and range, or every problem with its path."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fields.checks import checked, lookup, value_of
from memento_cli.core.fields.field import Field

FIELDS = (
    Field("m.name", "text", "A name.", required=True),
    Field("m.tags", "texts", "Tags.", ()),
    Field("m.size", "number", "A size.", 1.0, low=0, high=10),
    Field("m.life", "number", "A life.", above=0),
    Field("m.count", "whole", "A count.", 0, low=0),
    Field("m.flag", "flag", "A flag.", False),
    Field("m.at", "moment", "A time."),
    Field("m.kind", "choice", "A kind.", "a", choices=("a", "b")),
    Field("m.rows", "tables", "Rows.", (), of=(Field("to", "text", "Where.", required=True),)),
)
BY_NAME = {field.keys[-1]: field for field in FIELDS}


@pytest.mark.parametrize(
    ("name", "raw", "value"),
    [
        ("name", "x", "x"),
        ("tags", ["a", "b"], ("a", "b")),
        ("tags", [], ()),
        ("size", 3, 3.0),
        ("size", 0, 0.0),
        ("size", 10.0, 10.0),
        ("life", 0.001, 0.001),
        ("count", 7, 7),
        ("flag", True, True),
        ("at", "2025-02-01T14:30:00Z", datetime(2025, 2, 1, 14, 30, tzinfo=UTC)),
        ("at", datetime(2025, 2, 1, 14, 30, tzinfo=UTC), datetime(2025, 2, 1, 14, 30, tzinfo=UTC)),
        ("at", datetime(2025, 2, 1, 14, 30), datetime(2025, 2, 1, 13, 30, tzinfo=UTC)),
        ("at", date(2025, 2, 1), datetime(2025, 1, 31, 23, tzinfo=UTC)),
        ("kind", "b", "b"),
        ("rows", [{"to": "x"}, {"to": "y"}], ({"to": "x"}, {"to": "y"})),
    ],
)
def test_good_values(name: str, raw: Any, value: Any) -> None:
    """A value of the field's type is read; times without a zone are in the store's."""
    found, problems = value_of(BY_NAME[name], raw, timezone(timedelta(hours=1)))
    assert (found, problems) == (value, [])
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("name", 5), ("name", ""), ("name", "  "), ("name", ["x"]), ("tags", "a"), ("tags", [1]),
        ("tags", {"a": 1}), ("size", "3"), ("size", True), ("size", -0.1), ("size", 10.1),
        ("size", nan), ("size", inf), ("size", 10**400), ("life", 0), ("life", -1), ("count", 1.0),
        ("count", -1), ("count", False), ("flag", 1), ("flag", "true"), ("at", "yesterday"),
        ("at", 1738368000), ("at", ""), ("at", "2025-02-30"), ("kind", "c"), ("kind", ["a"]),
        ("rows", {"to": "x"}), ("rows", ["x"]),
    ],
)  # fmt: skip
def test_bad_values(name: str, raw: Any) -> None:
    """A value of another type or out of range is a problem that names the path."""
    field = BY_NAME[name]
    value, problems = value_of(field, raw)
    assert value == field.default
    assert [problem.partition(":")[0] for problem in problems] == [field.path]


def test_all_problems_at_once() -> None:
    """Every problem of a document is told, those of its lists with their place."""
    document = {"m": {"size": -1, "flag": 3, "rows": [{"to": "x"}, {}], "kind": "z"}}
    values, problems = checked(FIELDS, document)
    assert [problem.split(":")[0] for problem in problems] == [
        "missing m.name",
        "m.size",
        "m.flag",
        "m.kind",
        "missing m.rows[1].to",
    ]
    assert values["m.count"] == 0


@pytest.mark.parametrize("document", [{"m": 3}, {"m": [1]}, {"m": None}])
def test_a_value_where_a_table_should_be(document: dict[str, Any]) -> None:
    """That is one problem, not one for each field under it."""
    assert checked(FIELDS, document)[1] == ["m: not a table"]


def test_problems_stand_in_the_order_of_the_fields() -> None:
    """Also where a table comes between the keys of the one that it is in; each is told once."""
    fields = [
        Field(path, "text", "A key.", required=True) for path in ("a.b", "a.t.c", "a.t.u.d", "a.e")
    ]
    said = [problem.partition(":")[0] for problem in checked(fields, {"a": {"t": 3, "e": 1}})[1]]
    assert said == ["missing a.b", "a.t", "a.e"]
    assert checked(fields, {})[1] == [f"missing {field.path}" for field in fields]


def test_unknown_keys_are_no_problem() -> None:
    """What a newer memento or a person wrote besides is left alone."""
    assert checked(FIELDS, {"m": {"name": "x", "colour": "red"}, "other": {}})[1] == []


def test_lookup() -> None:
    """A path leads to its value, to nothing, or to what is in its way."""
    document = {"a": {"b": {"c": 1}}, "d": 2}
    assert lookup(document, ["a", "b", "c"]) == (1, "")
    assert lookup(document, ["d", "e", "f"])[1] == "d"
    assert lookup(document, ["a", "x", "c"])[1] == ""


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(BY_NAME)), values))
def test_no_document_is_a_traceback(table: dict[str, Any]) -> None:
    """Any document gives each field the value, default and problems in words that it has alone."""
    found, problems = checked(FIELDS, {"m": table})
    assert set(found) == {field.path for field in FIELDS}
    assert all(isinstance(problem, str) and "m." in problem for problem in problems)
    each = [value_of(field, lookup({"m": table}, field.keys)[0]) for field in FIELDS]
    assert list(found.values()) == [value for value, _ in each]
    assert problems == [problem for _, its in each for problem in its]
