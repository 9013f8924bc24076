"""What a text score gains by who speaks and by a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.rescoring import (
    with_speaker_and_question,
)
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
