"""What a text score gains by who speaks and by a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.rescoring import shares_said, with_speaker_and_question
from memento_cli.core.text.words import terms


@given(st.text(max_size=40), st.lists(st.text(max_size=60), max_size=5))
def test_any_text_can_answer(query: str, texts: list[str]) -> None:
    """Whatever the texts, a score is raised by at most a tenth and lowered by at most a fifth."""
    given_ = dict.fromkeys(range(len(texts)), 1.0)
    changed = with_speaker_and_question(given_, query, terms(query), dict(enumerate(texts)))
    assert all(0.8 - 1e-9 <= one <= 1.1 + 1e-9 for one in changed.values())


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("What did Jo eat?", "Jo: Ramen.", 1.1),
        ("What did Jo eat?", "Jo: Ramen.\nAl: Oh.", 1.05),
        ("What did Jo eat?", "Ramen?", 0.8),
        ("What did Jo eat?", "Tasty. Ramen?", 0.8431),
        ("jo ramen", "Al: Ramen?", 1.0),
        ("何を食べた？", "何を食べましたか？", 0.8),
    ],
)
def test_answering(query: str, text: str, expected: float) -> None:
    """Who is asked about and speaks is raised, in talk of several less; what is all question is no
    answer to one, and what only ends in one may be."""
    changed = with_speaker_and_question({1: 1.0}, query, terms(query), {1: text})
    assert changed[1] == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(
    ("query", "shares"),
    [
        ("What did Jo eat?", {1: 1, 2: 0, 3: 0.5, 4: 1}),
        ("What did jo's sister eat?", {1: 1, 2: 0, 3: 0.5, 4: 1}),
        ("What did Al and Jo eat?", {1: 1, 2: 1, 3: 1, 4: 1}),
        ("What did Al eat?", {1: 0, 2: 1, 3: 0.5, 4: 0}),
        ("What did Ruiz eat?", {1: 0, 2: 0, 3: 0, 4: 1}),
        ("What did the cook eat?", {}),
        ("What did Ben eat?", {}),
        ("太郎は何を食べた？", {}),
    ],
)
def test_how_much_of_a_text_who_is_asked_about_says(query: str, shares: dict[int, float]) -> None:
    """The share of its speeches, if anybody who is named speaks; a text without a speaker is no
    talk."""
    turns = {
        1: "Jo: Ramen.\nThe best of all: miso.",
        2: "Al: Soup, the best.",
        3: "Jo: Ramen.\nAl: Soup.",
        4: "Jo Ruiz: Rice.",
        5: "Ben ate there.",
    }
    assert shares_said(query, turns) == shares


@given(st.text(max_size=40), st.dictionaries(st.integers(), st.text(max_size=60), max_size=5))
def test_somebody_who_is_named_speaks_somewhere(query: str, texts: dict[int, str]) -> None:
    """Whatever the texts, if they have shares, one of them has more than none."""
    shares = shares_said(query, texts)
    assert shares.keys() <= texts.keys() and all(0 <= share <= 1 for share in shares.values())
    assert not shares or any(shares.values())
