"""What a text score gains by neighbours and by a second look at the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.rescoring import (
    with_neighbours,
    with_proximity,
    with_speaker_and_question,
)
from memento_cli.core.text.words import terms

scores = st.dictionaries(st.integers(0, 30), st.floats(0.1, 50), max_size=12)
sessions = st.lists(
    st.tuples(st.integers(0, 3), st.lists(st.integers(0, 40), unique=True, max_size=12)),
    max_size=4,
)


@given(scores)
def test_nothing_is_gained_alone(alone: dict[int, float]) -> None:
    """Where nothing has a session or a link, scores stay as they are."""
    assert with_neighbours(alone, [], []) == alone
    assert with_neighbours(alone, [("s", [key]) for key in alone]) == alone


@given(scores, sessions)
def test_enrichment_only_raises(given_: dict[int, float], sessions: list) -> None:
    """No memory loses by what it stands next to, and who comes in is from a session."""
    gained = with_neighbours(given_, sessions)
    assert all(gained[key] >= score for key, score in given_.items())
    assert set(gained) <= set(given_) | {key for _, keys in sessions for key in keys}


@pytest.mark.parametrize(
    ("given_", "stretches", "links", "expected"),
    [
        ({2: 10.0}, [("s", [1, 2, 3, 4, 5])], [], {1: 8.0, 2: 14.0, 3: 8.0, 4: 6.0}),
        ({1: 10.0, 2: 5.0}, [("s", [1, 2])], [], {1: 16.0, 2: 13.0}),
        ({1: 10.0}, [("s", [1, 2]), ("s", [8, 9])], [], {1: 14.0, 2: 8.0}),
        ({1: 10.0}, [], [(1, 7)], {1: 10.0, 7: 2.0}),
        ({1: 10.0, 7: 5.0}, [], [(1, 7)], {1: 11.0, 7: 7.0}),
    ],
)
def test_enriched(given_: dict, stretches: list, links: list, expected: dict) -> None:
    """Neighbours give 0.4 and 0.2 of their score, a session 0.4 of its best, links 0.2."""
    assert with_neighbours(given_, stretches, links) == pytest.approx(expected)


def test_words_that_stand_together_count_more() -> None:
    """Of two texts with the same words the one that has them side by side is raised more."""
    texts = {1: "Red. " + "Filler and more of it. " * 9 + "Car.", 2: "A red car.", 3: "Car."}
    raised = with_proximity({1: 1.0, 2: 1.0, 3: 1.0}, ["red", "cars"], texts)
    assert raised[2] == pytest.approx(1.75)
    assert raised[2] > raised[1] >= raised[3] == 1.0


@pytest.mark.parametrize(
    ("query", "texts"),
    [("red", {1: "red"}), ("red car", {}), ("красная машина", {1: "красная машина"})],
)
def test_one_word_stands_next_to_nothing(query: str, texts: dict[int, str]) -> None:
    """One word alone, words that are kept cut, or no text at hand: nothing changes."""
    assert with_proximity({1: 2.0}, terms(query), texts) == {1: 2.0}


@given(st.text(max_size=40), st.lists(st.text(max_size=60), max_size=5))
def test_any_text_can_be_reread(query: str, texts: list[str]) -> None:
    """Whatever the texts, a score is raised by at most 3/4 and changed by at most a tenth more."""
    given_ = dict.fromkeys(range(len(texts)), 1.0)
    at_hand = dict(enumerate(texts))
    raised = with_proximity(given_, terms(query), at_hand)
    assert all(1 <= one <= 1.75 + 1e-9 for one in raised.values())
    changed = with_speaker_and_question(given_, query, terms(query), at_hand)
    assert all(0.9 - 1e-9 <= one <= 1.1 + 1e-9 for one in changed.values())


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("What did Jo eat?", "Jo: Ramen.", 1.1),
        ("What did Jo eat?", "Jo: Ramen?", 1.0),
        ("What did Jo eat?", "Al: Ramen?", 0.9),
        ("jo ramen", "Al: Ramen?", 1.0),
        ("何を食べた？", "何を食べましたか？", 0.9),
    ],
)
def test_answering(query: str, text: str, expected: float) -> None:
    """Who is asked about and speaks is raised; a question is no answer to one."""
    assert with_speaker_and_question({1: 1.0}, query, terms(query), {1: text})[1] == pytest.approx(
        expected
    )
