"""Words of a query that are written with signs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.writing import MOST, typed_with_signs, with_writing


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("Is it C++?", ["c++"]),
        ("the e-mail, please", ["e-mail"]),
        ("where is .env (the file)", [".env"]),
        ("'max_retries' or foo.bar()?", ["max_retries", "foo.bar"]),
        ("What did Joanna's sister say? Nothing!", []),
        ("plain words", []),
        ("... -- ??", []),
        ("京都の宿。", []),
    ],
)
def test_signs_that_belong_to_a_word(query: str, words: list[str]) -> None:
    """Those in and at a word, but not those of a sentence, nor an apostrophe."""
    assert typed_with_signs(query) == words


def test_of_many_such_words_the_first_count() -> None:
    """Each is looked for in each text: with thousands a recall took minutes."""
    words = [f"a{'-' * times}b" for times in range(1, 60)]
    assert typed_with_signs(" ".join(words)) == words[:MOST]


def test_a_text_that_writes_a_word_so_is_raised() -> None:
    """By a fifth of the best score, where it stands by itself, and by less where more is asked."""
    texts = {1: "GCC and C++ 13", 2: "Vitamin C", 3: "libC++ and ABC++"}
    scores = {1: 1.0, 2: 2.0, 3: 1.0}
    assert with_writing(scores, ["c++"], 1, texts) == scores | {1: 1.4}
    assert with_writing(scores, ["c++"], 4, texts) == scores | {1: 1.1}


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_looked_at(query: str, text: str) -> None:
    """No score falls, and none gains more than its share."""
    written = typed_with_signs(query)
    if written:
        assert 1.0 <= with_writing({1: 1.0}, written, 1, {1: text})[1] <= 1.2 + 1e-9
