"""What is embedded of a memory, and vectors in rows of int8."""

from __future__ import annotations

from math import hypot, inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.vectors.quantized import (
    components,
    cosine,
    cosines_of,
    quantized,
    signed_cosine,
    unit,
)
from memento_cli.core.vectors.texts import MOST_CHARACTERS, document_text, text_key

numbers = st.floats(-1e6, 1e6).filter(lambda number: not 0 < abs(number) < 1e-6)
pairs = st.integers(1, 48).flatmap(
    lambda size: st.tuples(*[st.lists(numbers, min_size=size, max_size=size).filter(any)] * 2)
)


@pytest.mark.parametrize(
    ("summary", "detail", "text"),
    [
        ("A car", "", "A car"),
        ("A car\n", " It is red. ", "A car\nIt is red."),
        ("", "It is red.", "It is red."),
        ("", "", ""),
        ("車", "x" * 9_000, "車\n" + "x" * (MOST_CHARACTERS - 2)),
    ],
)
def test_document_text(summary: str, detail: str, text: str) -> None:
    """A memory is its summary and its detail, without blanks around them, up to a limit."""
    assert document_text(summary, detail) == text


def test_text_key() -> None:
    """A key has 16 bytes, is the same on every machine, and takes any text that a file may have."""
    assert text_key("car").hex() == "67860e4f400ae229a38fbf085484f0cb"
    assert len({text_key(text) for text in ("car", "Car", "car ", "", "\ud800")}) == 5


@given(pairs)
def test_rows(pair: tuple[list[float], list[float]]) -> None:
    """Rows have the cosines of the vectors they are made of, to a hundredth or two, one by one and
    many at once."""
    one, other = (quantized(unit(vector)) for vector in pair)
    rows = [components(one), components(other)]
    assert all(max(map(abs, row)) == 127 for row in rows)
    exact = signed_cosine(*rows)
    assert exact == pytest.approx(signed_cosine(*pair), abs=0.05)
    assert cosines_of(one, [other, bytes(len(one)), one]) == pytest.approx([exact, 0.0, 1.0])


@given(pairs, st.floats(1e-3, 1e3))
def test_lengths(pair: tuple[list[float], list[float]], factor: float) -> None:
    """A unit vector has the length 1, whatever that of the vector was."""
    vector, _ = pair
    assert hypot(*unit(vector)) == pytest.approx(1)
    assert unit([x * factor for x in vector]) == pytest.approx(unit(vector))


@pytest.mark.parametrize(
    ("vector", "dims", "problem"),
    [
        ([], 0, "zero"),
        ([0.0, 0.0], 0, "zero"),
        ([0.0, 1.0], 1, "zero"),
        ([1.0, nan], 0, "finite"),
        ([1.0, -inf], 0, "finite"),
        ([1.0, 2.0], 3, "2 dimensions are fewer than the 3"),
    ],
)
def test_no_direction(vector: list[float], dims: int, problem: str) -> None:
    """What has no direction, or too few dimensions, is no vector."""
    with pytest.raises(ValueError, match=problem):
        unit(vector, dims)


def test_cut() -> None:
    """The first dimensions of a vector are made a vector of their own."""
    assert unit([3.0, 4.0, 12.0], 2) == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize(
    ("one", "other", "signed"),
    [
        ([1, 0], [-1, 0], -1.0),
        ([1, 0], [0, 1], 0.0),
        ([2, 2], [5, 5], 1.0),
        ([1], [1, 0], 0.0),
        ([0, 0], [1, 0], 0.0),
        ([], [], 0.0),
    ],
)
def test_cosines(one: list[float], other: list[float], signed: float) -> None:
    """The cosine at the edges of what it takes; document 002's is never below 0."""
    assert signed_cosine(one, other) == pytest.approx(signed)
    assert cosine(one, other) == pytest.approx(max(0.0, signed))
