"""Lengths of time as people write them."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.time.spans import span_days, span_text


@pytest.mark.parametrize(
    ("text", "days", "told"),
    [
        ("48h", 2.0, "2d"),
        ("30d", 30.0, "30d"),
        ("2w", 14.0, "14d"),
        ("90m", 0.0625, "90m"),
        ("36h", 1.5, "36h"),
        ("1.5d", 1.5, "36h"),
        ("never", inf, "never"),
        ("7s", 7 / 86_400, "7s"),
    ],
)
def test_lengths(text: str, days: float, told: str) -> None:
    """A number and a unit are days, and come back in the largest unit that is whole."""
    assert span_days(text) == days
    assert span_text(days) == told


@pytest.mark.parametrize("text", ["", "d", "48", "-1d", "1e3d", "1 day", "٣d", "1.2.3d", "nan"])
def test_what_is_no_length(text: str) -> None:
    """A text without a number or a unit is an error that shows how it is written."""
    with pytest.raises(ValueError, match="no length of time; a length is"):
        span_days(text)


@given(st.integers(1, 10**13))
def test_whole_seconds_come_back(seconds: int) -> None:
    """A length of whole seconds is the same after it was written and read."""
    assert span_days(span_text(seconds / 86_400)) == seconds / 86_400
