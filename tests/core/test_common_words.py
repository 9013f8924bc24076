"""Words that name no subject."""

from __future__ import annotations

import pytest

from memento_cli.core.text.common_words import ENGLISH, GERMAN, JAPANESE, is_common
from memento_cli.core.text.function_words import ARTICLES, JOINING, KINDS, MOMENTS
from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.word_forms import NUMBERS
from memento_cli.core.text.words import STOP_WORDS


@pytest.mark.parametrize(
    "word",
    ["lunch", "Wetter", "Spaß", "für", "fur", "thanks", "twelve", "vendredi", "марта", "天気"],
)
def test_small_talk_function_words_numbers_and_days_name_no_subject(word: str) -> None:
    """In whatever case, with accents or without."""
    assert is_common(word) and is_common(word.upper())


@pytest.mark.parametrize("word", ["kayak", "Kessel", "sourdough", "陶芸", ""])
def test_a_subject_is_not_common(word: str) -> None:
    """What people talk of now and then is in no table."""
    assert not is_common(word)


def test_no_word_stands_in_two_tables() -> None:
    """Small talk has no word that a table of function words or numbers has."""
    words = {folded(word) for word in f"{ENGLISH} {GERMAN} {JAPANESE}".split()}
    assert not words & {*ARTICLES, *JOINING, *KINDS, *MOMENTS, *NUMBERS, *STOP_WORDS}
