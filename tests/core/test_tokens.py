"""How many tokens a text is taken for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.text.tokens import token_estimate, tokens_in

SENTENCES = {
    "The cat sat on the mat": 6,
    "Die Katze saß auf der Matte": 7,
    "Кошка сидела на коврике": 11,
    "猫がマットの上に座った": 11,
    "고양이가 매트 위에 앉았다": 12,
    "แมว": 3,
    "👍": 1,
    "": 0,
}


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_in_many_scripts(text: str) -> None:
    """Latin signs count a quarter, other alphabets a half, scripts without spaces one each."""
    assert tokens_in(text) == SENTENCES[text]


@given(st.text())
def test_the_script_only_adds(text: str) -> None:
    """No text is taken for fewer tokens than its length says, nor for more than it has signs."""
    assert token_estimate(len(text)) <= tokens_in(text) <= len(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_is_counted_by_its_length(text: str) -> None:
    """Of ASCII both estimates say the same."""
    assert tokens_in(text) == token_estimate(len(text))


@given(st.text(), st.text())
def test_a_whole_is_at_most_its_parts(one: str, other: str) -> None:
    """What fits a budget piece by piece fits it as a whole."""
    whole = tokens_in(one + other)
    assert max(tokens_in(one), tokens_in(other)) <= whole <= tokens_in(one) + tokens_in(other)
