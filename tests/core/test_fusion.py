"""How near is near in a space, and words and meaning in one relevance."""

from __future__ import annotations

from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.ranking import EMBEDDING
from memento_cli.core.vectors.calibration import (
    ABOVE,
    BELOW_CHANCE,
    LEAST_AGREEMENT,
    LEAST_ALONE,
    Background,
    Calibration,
    background,
    calibrated,
    calibration_of,
    least_alone,
)
from memento_cli.core.vectors.fusion import fused, fused_as_002

SHARES = st.floats(0, 1)
COSINES = st.floats(-1, 1)
BACKGROUNDS = st.builds(Background, st.floats(-0.5, 0.9), st.floats(0, 0.2))


def test_the_middle_and_the_spread_are_those_of_what_answers_nothing() -> None:
    """Near texts, even a third of all, move neither the middle nor the spread by much."""
    strangers = [place / 1000 for place in range(100, 300)]
    alone, beside = background(strangers), background([*strangers, *[0.9] * 100])
    assert alone.middle == pytest.approx(0.2, abs=0.01)
    assert beside.middle - alone.middle < alone.spread
    assert beside.floor < 0.5


def test_a_background_of_nothing_is_zero() -> None:
    """Where there is nothing to compare with, every cosine above 0 counts."""
    assert background([]) == Background(0.0, 0.0)


@given(COSINES, COSINES, BACKGROUNDS)
def test_a_nearer_text_counts_no_less(one: float, other: float, behind: Background) -> None:
    """The calibrated cosine rises with the cosine, from 0 at the floor to 1 for the same text."""
    low, high = sorted((one, other))
    assert 0.0 <= calibrated(low, behind) <= calibrated(high, behind) <= 1.0
    assert calibrated(behind.floor, behind) == 0.0
    assert calibrated(1.0, behind) == (1.0 if behind.floor < 1 else 0.0)


def test_spaces_of_other_ranges_count_alike() -> None:
    """What is as far above its background counts the same, in a space of wide cosines and a
    narrow one."""
    wide, narrow = Background(0.1, 0.1), Background(0.8, 0.1 * 0.2 / 0.9)
    for share in (0.2, 0.5, 0.9):
        cosines = [behind.middle + share * (1 - behind.middle) for behind in (wide, narrow)]
        assert calibrated(cosines[0], wide) == pytest.approx(calibrated(cosines[1], narrow))


def test_without_a_word_a_text_must_be_nearer() -> None:
    """A text is found without a word of the question if it is nearly as far above the background as
    the nearest of so many strangers would be by chance, and as near as two texts of the store
    usually are."""
    behind = Background(0.2, 0.05)
    for many in (0, 1, 60):
        found = least_alone(behind, Calibration(), many)
        assert found == pytest.approx(0.2 + LEAST_ALONE * 0.05)
    by_chance = sqrt(2 * log(1_000_000)) - BELOW_CHANCE
    assert least_alone(behind, Calibration(), 1_000_000) == pytest.approx(0.2 + by_chance * 0.05)
    assert least_alone(behind, Calibration(mean=0.6), 60) == 0.6
    assert LEAST_ALONE > ABOVE


def test_vectors_of_which_shared_words_say_nothing_are_not_believed() -> None:
    """Where texts with the same words are no nearer than any two, the vectors are of no use; where
    too few share words, nothing is known against them."""
    pairs = [0.1, 0.2, 0.3] * 50
    assert not calibration_of(pairs, [0.2] * 30, b"").is_believed
    assert calibration_of(pairs, [0.5] * 30, b"").is_believed
    assert calibration_of(pairs, [0.2] * 3, b"").is_believed
    assert calibration_of([], [], b"x") == Calibration(references=b"x")
    assert 0.3 < LEAST_AGREEMENT < 0.9


@given(SHARES, COSINES, BACKGROUNDS, SHARES)
def test_a_relevance_lies_between_its_parts(
    words: float, cosine: float, behind: Background, weight: float
) -> None:
    """Words and meaning are averaged, so neither makes more of a text than the better of them."""
    found = fused(words, cosine, behind, weight)
    assert found.meaning is not None
    low, high = sorted((found.words, found.meaning))
    assert low - 1e-9 <= found.relevance <= high + 1e-9


@given(SHARES, BACKGROUNDS)
def test_a_text_without_a_vector_competes_by_its_words(words: float, behind: Background) -> None:
    """A missing part gives its weight to the other, as in document 002."""
    assert fused(words, None, behind, 0.3).relevance == pytest.approx(words)
    assert fused_as_002(words, None).relevance == pytest.approx(words)


@given(SHARES, COSINES)
def test_document_002_weighs_the_cosine_as_it_is(words: float, cosine: float) -> None:
    """Its relevance is .6 of the cosine, of which a negative one is 0, and .4 of the words."""
    expected = EMBEDDING * max(0.0, cosine) + (1 - EMBEDDING) * words
    assert fused_as_002(words, cosine).relevance == pytest.approx(expected)
