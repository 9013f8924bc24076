"""Rows: verdicts, texts, changes. And the scores that quality rows are made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.rows import (
    RATIO,
    SHARE,
    Change,
    Row,
    change_text,
    changes,
    skipped,
    text_of,
    value_of,
)
from tests.bench.scores import recall_at, reciprocal_rank, scores

KEYS = "abcdefgh"
FIGURES = st.floats(min_value=0, max_value=1e6)


@pytest.mark.parametrize(
    ("figure", "goal", "least", "verdict"),
    [
        (2.4, 2.5, False, "ok"),
        (2.5, 2.5, False, "ok"),
        (2.6, 2.5, False, "over"),
        (0.65, 0.65, True, "ok"),
        (0.64, 0.65, True, "under"),
        (1.0, None, False, ""),
        (None, 2.5, False, "skipped"),
    ],
)
def test_verdicts(figure: float | None, goal: float | None, least: bool, verdict: str) -> None:
    """A goal is the most that a figure may be, or the least; without one there is no verdict."""
    assert Row("x", figure, RATIO, goal, least=least).verdict == verdict


def test_a_row_that_could_not_be_measured_has_no_figure() -> None:
    """A skipped row has its reason, never a number; one that went wrong says so."""
    row = skipped("rebuild", RATIO, "no such command", 100)
    assert (value_of(row)["figure"], value_of(row)["verdict"]) == (None, "skipped")
    assert text_of(row)["beside"] == "no such command" and text_of(row)["figure"] == ""
    assert row._replace(failed=True).verdict == "failed"


def test_the_json_of_a_row_has_what_was_promised() -> None:
    """name, figure, unit, goal and baselines are keys of every row."""
    value = value_of(Row("show", 2.0, RATIO, 2.5, {"bare Python, ms": 9.0}, 10))
    assert {"name", "figure", "unit", "goal", "baselines"} <= set(value)
    assert value["baselines"] == {"bare Python, ms": 9.0} and value["goal_is"] == "most"


def test_the_text_of_a_row_names_the_units() -> None:
    """A baseline in another unit than the figure says which."""
    beside = {"bare Python, ms": 9.123, "ripgrep": 4.0}
    text = text_of(Row("recall.word", 2.345, RATIO, 2.5, beside, 10_000, note="warm"))
    assert text["beside"] == "bare Python 9.12 ms; ripgrep 4.00; warm"
    assert (text["size"], text["figure"], text["goal"]) == ("10,000", "2.35", "≤ 2.5")


@given(before=FIGURES, now=FIGURES)
def test_changes_are_found_by_name_and_size(before: float, now: float) -> None:
    """A figure is compared with that of the same name and the same size, and with no other."""
    saved = [
        value_of(Row("show", before, RATIO, size=10)),
        value_of(Row("show", before + 1, RATIO, size=20)),
        value_of(Row("used", before + 2, RATIO, size=10)),
    ]
    rows = [Row("show", now, RATIO, size=10), Row("list.20", now, RATIO, size=10)]
    assert changes(rows, saved) == [Change(before, now), Change(None, now)]


@pytest.mark.parametrize(
    ("before", "now", "unit", "text"),
    [
        (2.0, 3.0, RATIO, "+50.0%"),
        (2.0, 1.0, RATIO, "-50.0%"),
        (0.6, 0.65, SHARE, "+0.050"),
        (None, 3.0, RATIO, ""),
        (2.0, None, RATIO, ""),
        (0.0, 1.0, RATIO, ""),
    ],
)
def test_changes_as_text(before: float | None, now: float | None, unit: str, text: str) -> None:
    """Shares change by a difference, all else by a part of what it was; from nothing, by none."""
    assert change_text(Change(before, now), unit)["change"] == text


@pytest.mark.parametrize(
    ("ranking", "gold", "at_two", "rank"),
    [
        ("abc", "a", 1.0, 1.0),
        ("abc", "c", 0.0, 1 / 3),
        ("abc", "ac", 0.5, 1.0),
        ("abc", "x", 0.0, 0.0),
        ("", "x", 0.0, 0.0),
        ("aab", "ab", 0.5, 1.0),
    ],
)
def test_recall_and_rank(ranking: str, gold: str, at_two: float, rank: float) -> None:
    """R@k counts each gold document once, MRR takes the first of them."""
    assert recall_at(ranking, gold, 2) == at_two
    assert reciprocal_rank(ranking, gold) == rank


@given(
    st.lists(st.permutations("abcdefgh"), min_size=1),
    st.sets(st.sampled_from("abcdefgh"), min_size=1),
)
def test_scores_are_shares(rankings: list[list[str]], gold: set[str]) -> None:
    """Scores lie within 0 and 1, deeper ones are no smaller, and all is found in the end."""
    found = scores(rankings, [gold] * len(rankings))
    assert 0 <= found.r5 <= found.r10 == 1 and 0 < found.mrr <= 1
