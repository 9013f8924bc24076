"""What a text score gains by who speaks and by a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.rescoring import said_by_others, with_speaker_and_question
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
    ("query", "others"),
    [
        ("What did Jo eat?", {2}),
        ("What did jo's sister eat?", {2}),
        ("What did Al and Jo eat?", set[int]()),
        ("What did Al eat?", {1, 4}),
        ("What did Ruiz eat?", {1, 2, 3}),
        ("What did the cook eat?", set[int]()),
        ("What did Ben eat?", set[int]()),
        ("太郎は何を食べた？", set[int]()),
    ],
)
def test_what_others_say_than_who_is_asked_about(query: str, others: set[int]) -> None:
    """Turns in which nobody speaks who is named, if somebody who is named speaks in another; a text
    without a speaker is nobody's."""
    turns = {
        1: "Jo: Ramen.",
        2: "Al: Soup, the best.",
        3: "Jo: Ramen.\nAl: Soup.",
        4: "Jo Ruiz: Rice.",
        5: "Ben ate there.",
    }
    assert said_by_others(query, turns) == others


@given(st.text(max_size=40), st.dictionaries(st.integers(), st.text(max_size=60), max_size=5))
def test_somebody_who_is_named_speaks_in_what_is_left(query: str, texts: dict[int, str]) -> None:
    """Whatever the texts, never all turns are those of others."""
    others = said_by_others(query, texts)
    assert others <= texts.keys() and (not others or others != texts.keys())
