"""Greetings ask for nothing, in ten languages; whatever asks for something is no greeting."""

from __future__ import annotations

import pytest

from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.core.text.greetings import FILLERS, GREETINGS, is_greeting
from tests.core.test_query_parser import moment

GREETING = (
    "hi", "Hello!", "hi thanks", "thank you very much", "ok great, see you", "and you, how are you",
    "good morning everyone", "yes please", "OK", "hey, what's up?", "what’s up", "danke schön",
    "guten Morgen", "vielen Dank, danke", "merci beaucoup", "s'il vous plaît", "¡hola!",
    "muchas gracias", "ciao, grazie mille", "muito obrigado", "dank je", "спасибо большое",
    "おはようございます", "ありがとう！", "你好", "谢谢你", "bye bye",
)  # fmt: skip
ASKING = (
    "", "?", "hi-fi", "hi fi", "thanks giving recipe", "hello world program", "you and me",
    "very good", "the who", "sim card", "please remind me of the dentist", "who said hello",
    "thank you note for Ana", "good", "no", "ok computer", "yes or no vote", "morgen",
    "京都", "おはよう屋",
    "vitamin c", "bye-law",
)  # fmt: skip


@pytest.mark.parametrize("text", GREETING)
def test_a_greeting_is_one(text: str) -> None:
    """All of it greets, thanks or answers."""
    assert is_greeting(text.split())
    assert parsed_query(text, moment).query.greets


@pytest.mark.parametrize("text", ASKING)
def test_a_question_is_no_greeting(text: str) -> None:
    """One word that is no greeting makes it a question; so do common words alone."""
    assert not is_greeting(text.split())


@pytest.mark.parametrize("text", ['"hi"', "+hi", "hi +thanks", "hi thank*"])
def test_required_words_are_looked_for(text: str) -> None:
    """Who insists means it."""
    assert not parsed_query(text, moment).query.greets


def test_literal_words_are_looked_for() -> None:
    """With --literal words are words."""
    assert not parsed_query("hi thanks", moment, literal=True).query.greets


def test_no_word_is_both() -> None:
    """A word that greets by itself needs no second place."""
    assert not set(GREETINGS.split()) & set(FILLERS.split())
    assert len(GREETINGS.split()) == len(set(GREETINGS.split()))
