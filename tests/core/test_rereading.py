"""A second look at the texts of the best candidates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.rereading import evened, rarity, reading, with_proximity
from memento_cli.core.text.words import terms


def raised(scores: dict[int, float], query: str, texts: dict[int, str]) -> dict[int, float]:
    """The scores with those of closeness, where all terms are equally rare."""
    return with_proximity(scores, texts, reading(dict.fromkeys(terms(query), 1.0), texts))


def test_words_that_stand_together_count_more() -> None:
    """Of two texts with the same words the one that has them side by side is raised more."""
    texts = {1: "Red. " + "Filler and more of it. " * 9 + "Car.", 2: "A red car.", 3: "Car."}
    close = raised({1: 1.0, 2: 1.0, 3: 1.0}, "red cars", texts)
    assert close[2] == pytest.approx(1.5)
    assert close[2] > close[1] >= close[3] == 1.0


@pytest.mark.parametrize(("query", "texts"), [("red", {1: "red"}), ("red car", {})])
def test_one_word_stands_next_to_nothing(query: str, texts: dict[int, str]) -> None:
    """One word alone, or no text at hand: nothing changes."""
    assert raised({1: 2.0}, query, texts) == {1: 2.0}


@given(st.text(max_size=40), st.lists(st.text(max_size=60), max_size=5))
def test_any_text_can_be_reread(query: str, texts: list[str]) -> None:
    """Whatever the texts, no score falls, and none is raised by more than half."""
    close = raised(dict.fromkeys(range(len(texts)), 1.0), query, dict(enumerate(texts)))
    assert all(1 <= one <= 1.5 + 1e-9 for one in close.values())


def test_a_long_text_is_not_lost_beside_short_ones() -> None:
    """The longer a text, the more it gains; among texts of one length nothing changes."""
    even = evened({1: 1.0, 2: 1.0, 3: 1.0}, {1: 5, 2: 10, 3: 600})
    assert even[1] < even[2] < 1 < even[3]
    assert evened({1: 2.0, 2: 1.0}, {1: 7, 2: 7}) == pytest.approx({1: 2.0, 2: 1.0})


@given(
    st.dictionaries(st.integers(0, 9), st.tuples(st.floats(0, 50), st.integers(0, 10_000))),
)
def test_any_length_can_be_evened(candidates: dict[int, tuple[float, int]]) -> None:
    """Whatever the lengths, a score stays within 0.75 and 1.9 times what it was."""
    before = {key: score for key, (score, _) in candidates.items()}
    even = evened(before, {key: words for key, (_, words) in candidates.items()})
    assert all(0.75 * before[key] <= even[key] <= 1.9 * before[key] for key in before)


@given(st.integers(0, 500), st.integers(0, 500))
def test_what_fewer_have_is_rarer(count: int, more: int) -> None:
    """A rarity is above 0, and falls with the number of memories that have the term."""
    many = count + more
    assert 0 < rarity(many, many) <= rarity(count, many)
