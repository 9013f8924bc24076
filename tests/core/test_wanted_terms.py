"""Which terms a text of a query looks for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.wanted_terms import is_dialogue, repeated, telling_terms
from memento_cli.core.text.words import all_terms


def test_what_a_text_says_again_counts_up_to_three_times() -> None:
    """A term stands as often as the text has it, in whatever case, and never more than thrice."""
    text = "Boat, boat and a BOAT: the boat has a mast, a Mast."
    assert repeated(all_terms(text), text) == ["boat"] * 3 + ["mast"] * 2


def test_other_forms_and_phrases_count_once() -> None:
    """What the text does not have itself stands once."""
    assert repeated(["bought", "buy", "road trip"], "Bought, bought.") == [
        *["bought"] * 2,
        "buy",
        "road trip",
    ]


def test_words_that_say_nothing_are_left_out_of_a_long_text() -> None:
    """Without words such as `really` and `yesterday`, unless there are no others."""
    assert telling_terms(["really", "Magic", "yesterday", "trick"]) == ["Magic", "trick"]
    assert telling_terms(["really", "okay"]) == ["really", "okay"]


@given(st.text(max_size=200))
def test_any_text_keeps_its_terms(text: str) -> None:
    """No term is lost by being repeated, and a text is a dialogue by its terms alone."""
    terms = all_terms(text)
    assert dict.fromkeys(repeated(terms, text)) == dict.fromkeys(map(str.lower, terms))
    assert is_dialogue(terms) == (len(terms) > 24)
