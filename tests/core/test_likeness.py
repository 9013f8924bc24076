"""Likeness of texts: it agrees with rapidfuzz, without its import."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from memento_cli.core.text.likeness import alike, in_common, may_be_alike
from memento_cli.core.text.normal_forms import nearest, plain

texts = st.text(alphabet="ab cé日\u3000", max_size=30) | st.text(max_size=8)


@given(texts, texts)
def test_signs_in_common_are_counted(one: str, two: str) -> None:
    """The bits count what rapidfuzz counts."""
    assert in_common(one, two) == LCSseq.similarity(one, two)


@given(texts, texts, st.floats(0, 1))
@example("", "", 0.7)
@example("a", "", 0.0)
@example("alpha beta", "beta alpha", 0.5)
def test_likeness_is_that_of_rapidfuzz(one: str, two: str, share: float) -> None:
    """The share of signs in common and in order is rapidfuzz's, and the first look agrees."""
    spaced = (" ".join(plain(text).split()) for text in (one, two))
    assert alike(one, two) == pytest.approx(fuzz.ratio(*spaced) / 100)
    assert may_be_alike(one, two, share) == (alike(one, two) >= share - 1e-9)


@pytest.mark.parametrize(
    ("typed", "near"),
    [("latt", ["latte"]), ("Lattè", ["latte"]), ("tea", []), ("latte " * 200, [])],
)
def test_what_is_nearest_to_a_mistyped_text(typed: str, near: list[str]) -> None:
    """A name that is close to it; a text longer than any name is near to none."""
    assert nearest(typed, ["latte", "sencha"]) == near
