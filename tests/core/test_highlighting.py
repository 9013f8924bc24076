"""Which words of a text are marked as those of a query, and the passage that is shown of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.text.highlighting import PASSAGE_SIGNS, passage, sought_forms, spans


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


def passage_of(text: str, *words: str, summary: str = "") -> str:
    return passage(text, sought_forms(words), summary)


def test_a_passage_is_the_sentence_with_most_of_the_words() -> None:
    """A long one is cut around the words; where no sentence has any, there is none."""
    text = "We met. Ana says the budget slips. The budget is open."
    assert passage_of(text, "ana", "budget") == "Ana says the budget slips."
    assert passage_of(text, "zoe") == ""
    long = passage_of("a b c " * 100 + "budget " + "d e f " * 100, "budget")
    assert "budget" in long and long.startswith("… ") and long.endswith(" …")
    assert len(long) <= PASSAGE_SIGNS + 4


def test_the_passage_of_a_long_text_is_where_most_of_the_words_stand_close() -> None:
    """Of twenty turns it is the one that answers, in scripts without spaces, too, and a word that
    every turn has weighs less than one that stands once."""
    turns = [f"Ana: turn {n}, trains and the weather in Lisbon." for n in range(20)]
    turns[13] = "Bob: My visa appointment in Lisbon is on Friday."
    asked = ("when", "is", "the", "visa", "appointment", "lisbon")
    assert passage_of("\n".join(turns), *asked) == turns[13]
    days = "今日は天気がいい。" * 40
    assert passage_of(f"{days}来月、京都で宿に泊まる。{days}", "京都の宿") == (
        "来月、京都で宿に泊まる。"
    )


def test_a_passage_has_no_mark_of_an_item() -> None:
    """What begins an item, a heading or a quotation is left out."""
    for mark in ("- ", "* ", "## ", "> "):
        assert passage_of(f"One.\n{mark}the budget\nTwo.", "budget") == "the budget"


def test_what_the_summary_says_needs_no_passage() -> None:
    """Only a word that the summary lacks is worth one; what it has decides among such."""
    text = "The budget is open. In Lisbon we spent more. The budget of Lisbon slips."
    assert passage_of(text, "budget", summary="Budgets of May") == ""
    assert passage_of(text, "budget", "lisbon", summary="Budgets of May") == (
        "The budget of Lisbon slips."
    )
    assert passage_of(text, "lisbon", summary="") == "In Lisbon we spent more."


@given(st.text(st.sampled_from("aAbß é\u0301İ京都の.\n。")), st.lists(st.text(max_size=6)))
def test_a_passage_is_short_and_of_the_text(text: str, words: list[str]) -> None:
    """Whatever is asked of whatever text, it is one line, no longer than it may be, and has a place
    that is marked."""
    shown = passage_of(text, *words)
    assert len(shown) <= PASSAGE_SIGNS + 4 and "\n" not in shown
    assert bool(shown) == bool(spans(text, words)) == bool(shown and spans(shown, words))


def test_hostile_texts_take_linear_time() -> None:
    """A text of a megabyte that is all beginnings of words is read once, not once for each."""
    import time

    wanted = sought_forms(
        ["abc", "ab", "a1", "budget", "京都の宿", *(f"abc{n}" for n in range(90))]
    )
    start = time.process_time()
    for text in ("abc" * 300_000, "ab " * 300_000, "budget " * 100_000, "京都" * 100_000):
        passage(text, wanted)
    assert time.process_time() - start < 8
