"""The text of a query is edited filter by filter; what somebody has typed beside it stays."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.core.recall.query_text import has_filter, with_filter, without_filter

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=9)


@pytest.mark.parametrize(
    ("text", "name", "value", "put", "taken"),
    [
        ("", "topic", "tea", "topic:tea", ""),
        ("oolong", "topic", "tea", "oolong topic:tea", "oolong"),
        ("topic:tea oolong", "topic", "tea", "oolong topic:tea", "oolong"),
        ('"a cup" +x -topic:tea', "topic", "tea", '"a cup" +x -topic:tea topic:tea',
         '"a cup" +x -topic:tea'),
        ("", "with", 'Ana "B" Lee', 'with:"Ana ""B"" Lee"', ""),
        ("since:2w tea", "since", "2026-03-01", "tea since:2026-03-01", "since:2w tea"),
        ("TOPIC:Tea", "topic", "tea", "topic:tea", ""),
    ],
)  # fmt: skip
def test_a_filter_is_put_in_and_taken_out(
    text: str, name: str, value: str, put: str, taken: str
) -> None:
    """It stands in the text once, as it would be typed, and leaves the rest as it was."""
    assert with_filter(text, name, value) == put
    assert without_filter(text, name, value) == taken


@given(NAMES, NAMES)
def test_a_filter_means_its_value(word: str, value: str) -> None:
    """Whatever a topic is called, the query asks for it, and no more once it is taken out."""

    def moment(text: str, end: bool) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    text = with_filter(word, "topic", value)
    if has_filter(text, "topic", value):  # what opens a quote in the word may swallow it
        assert value in parsed_query(text, moment).query.topics
        assert not has_filter(without_filter(text, "topic", value), "topic", value)
