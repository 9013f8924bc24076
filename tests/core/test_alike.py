"""The first look at likeness: it agrees with rapidfuzz, which then decides."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq
from rapidfuzz.fuzz import token_sort_ratio

from memento_cli.core.alike import in_common, may_be_alike

texts = st.text(alphabet="ab cé日\u3000", max_size=30) | st.text(max_size=8)


@given(texts, texts)
def test_signs_in_common_are_counted(one: str, two: str) -> None:
    """The bits count what rapidfuzz counts."""
    assert in_common(one, two) == LCSseq.similarity(one, two)


@given(texts, texts, st.floats(0, 1))
@example("", "", 0.7)
@example("a", "", 0.0)
@example("alpha beta", "beta alpha", 1.0)
def test_nothing_alike_is_overlooked(one: str, two: str, share: float) -> None:
    """What rapidfuzz takes for alike passes, and what passes is alike within rounding."""
    ratio = token_sort_ratio(one, two) / 100
    if ratio >= share:
        assert may_be_alike(one, two, share)
    if may_be_alike(one, two, share):
        assert ratio >= share - 1e-6 or not (one.split() or two.split())
