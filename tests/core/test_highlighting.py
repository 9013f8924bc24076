"""Which words of a text are marked as those of a query, and the passage that is shown of it."""

from __future__ import annotations

import pytest

from memento_cli.core.text.highlighting import PASSAGE_SIGNS, passage, spans


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("The budget slips, Budgets too", ["budget"], ["budget", "Budgets"]),
        ("She was running late", ["run"], ["running"]),
        ("Studies of a study", ["studying"], ["Studies", "study"]),
        ("Café with Zoë", ["cafe", "zoe"], ["Café", "Zoë"]),
        ("the plant has a plan", ["plan"], ["plan"]),
        ("The end of it", ["the", "end"], ["end"]),
        ("昨日歯医者に行った", ["歯医者"], ["歯医者"]),
        ("nothing of that", ["budget"], []),
        ("", ["budget"], []),
    ],
)
def test_words_are_marked_in_all_their_forms(
    text: str, words: list[str], marked: list[str]
) -> None:
    """Case, accents and English endings do not matter; other words that begin alike do."""
    assert [text[start:end] for start, end in spans(text, words)] == marked


def test_a_passage_is_the_sentence_with_most_of_the_words() -> None:
    """A long one is cut around the first word; where no sentence has any, there is none."""
    text = "We met. Ana says the budget slips. The budget is open."
    assert passage(text, ["ana", "budget"]) == "Ana says the budget slips."
    assert passage(text, ["zoe"]) == ""
    long = passage("a b c " * 100 + "budget " + "d e f " * 100, ["budget"])
    assert "budget" in long and long.startswith("… ") and long.endswith(" …")
    assert len(long) <= PASSAGE_SIGNS + 4
