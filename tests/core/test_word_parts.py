"""Other writings of what is in a text: words within words, numbers without their gaps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.wanted_terms import writings
from memento_cli.core.text.irregular_forms import FORMS, other_forms
from memento_cli.core.text.word_parts import word_parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("Ana met Ben in May 2024, at 9 o'clock", []),
        ("getUserProfile returns null", ["get user profile"]),
        ("XMLHttpRequest", ["xml http request"]),
        ("PostgreSQL, GitHub, iPhone", ["postgre sql", "git hub", "phone"]),
        ("PCs, URLs and NASA", []),
        ("GitHubで検索", ["git hub"]),
        ("the key aBcDeFgHiJ", []),
        ("160cm, 5GB, 1080p", ["160 cm", "5 gb", "1080 p"]),
        ("E1234, 3f9c2ab and the 3rd", []),
        ("€4,250.00", ["4250"]),
        ("4.250,00 Euro", ["4250"]),
        ("1 000 000", ["1000000"]),
        ("DE89 3704 0044 0532 0130 00", ["de89370400440532013000"]),
        ("4111 1111 1111 1111", ["4111111111111111"]),
        ("+44 20 7946 0958", ["442079460958", "02079460958"]),
        ("3, 4, 5", []),
    ],
)
def test_parts(text: str, parts: list[str]) -> None:
    """Names in code, measures and long numbers have another writing; prose and codes have none."""
    assert word_parts(text) == parts


@given(st.text(st.sampled_from("aB3 -.,(é東")))
def test_parts_are_of_the_text(text: str) -> None:
    """Nothing is in the parts that is not in the text, and nothing twice."""
    parts = word_parts(text)
    assert len(set(parts)) == len(parts)
    assert set("".join(parts)) - {" "} <= set(text.lower())


@pytest.mark.parametrize(
    ("text", "phrases"),
    [("1.2.3", ["1 2 3"]), ("v1.2.3", ["v1 2 3", "1 2 3"]), ("plain words", []), ("a-b", [])],
)
def test_numbers_of_several_parts_are_phrases(text: str, phrases: list[str]) -> None:
    """The parts of a version stand side by side."""
    assert writings(text) == phrases


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("buy", ["bought"]),
        ("loaves", ["loaf"]),
        ("went", ["go", "gone", "goes"]),
        ("lay", ["lie", "lain", "lying", "laid"]),
        ("walk", []),
        (";", []),
        ("", []),
    ],
)
def test_other_forms(word: str, forms: list[str]) -> None:
    """An irregular word has its other forms, in whichever of them it is asked for."""
    assert other_forms(word) == forms


def test_every_form_leads_to_the_others() -> None:
    """Each line of the table is a group of at least two words, all of which find each other."""
    for group in filter(None, (part.split() for part in FORMS.split(";"))):
        assert len(group) > 1
        assert all(set(group) - {word} <= set(other_forms(word)) for word in group)
