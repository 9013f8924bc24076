"""Likeness of texts: what says the same, and what only looks so."""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.memory import Content
from memento_cli.core.text.likeness import ALIKE, likeness, says_again
from memento_cli.core.text.normal_forms import nearest
from memento_cli.core.text.statements import statement
from memento_cli.core.tidy.near_duplicates import most_alike
from memento_cli.core.tidy.oppositions import opposition
from tests.conformance.stores import memory


class Pair(NamedTuple):
    """A labelled pair: what a person would say of it, and what kind of difference it shows."""

    label: str
    kind: str
    one: str
    other: str


def pairs() -> list[Pair]:
    """The labelled pairs of `pairs.tsv`."""
    lines = Path(__file__).with_name("pairs.tsv").read_text(encoding="utf-8").splitlines()
    return [Pair(*line.split("\t")) for line in lines if not line.startswith("#")]


PAIRS = pairs()
DUPLICATES = [pair for pair in PAIRS if pair.label == "duplicate"]
OTHERS = [pair for pair in PAIRS if pair.label != "duplicate"]


def is_alike(pair: Pair) -> bool:
    """Whether the measure takes a pair for near-duplicates."""
    return likeness(pair.one, pair.other) >= ALIKE


def test_near_duplicates_are_found_and_others_are_not() -> None:
    """Of 150 labelled pairs at least .95 of what is found is right, and .85 of the right found."""
    found = [pair for pair in PAIRS if is_alike(pair)]
    right = [pair for pair in found if pair.label == "duplicate"]
    assert len(PAIRS) >= 150
    assert len(right) >= 0.95 * len(found)
    assert len(right) >= 0.85 * len(DUPLICATES)


@pytest.mark.parametrize("pair", DUPLICATES, ids=lambda pair: pair.one[:30])
def test_the_first_look_loses_nothing(pair: Pair) -> None:
    """What the measure finds, `record` finds, which looks at the beginnings of words first."""
    other = memory("other", summary=pair.other)
    assert bool(most_alike(Content(pair.one), [other], ALIKE)) is is_alike(pair)


@pytest.mark.parametrize("kind", sorted({pair.kind for pair in DUPLICATES}))
def test_each_kind_of_rewording_is_seen(kind: str) -> None:
    """Of each kind of near-duplicates at least three of four are found."""
    said = [pair for pair in DUPLICATES if pair.kind == kind]
    assert sum(map(is_alike, said)) >= 0.75 * len(said)


@pytest.mark.parametrize("kind", sorted({pair.kind for pair in OTHERS}))
def test_no_sibling_and_no_opposite_is_alike(kind: str) -> None:
    """Another number, name, month, weekday, version, a negation, swapped parts: never alike."""
    assert not [pair for pair in OTHERS if pair.kind == kind and is_alike(pair)]


def test_what_contradicts_is_told_from_what_is_only_another() -> None:
    """Conflicts among the pairs: precision .95, recall .85."""
    counts = defaultdict[tuple[bool, bool], int](int)
    for pair in PAIRS:
        is_opposed = opposition(statement(pair.one), statement(pair.other)) is not None
        counts[is_opposed, pair.label == "conflict"] += 1
    assert counts[True, True] >= 0.95 * (counts[True, True] + counts[True, False])
    assert counts[True, True] >= 0.85 * (counts[True, True] + counts[False, True])


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.one[:30])
def test_it_does_not_matter_which_is_first(pair: Pair) -> None:
    """The measure and the oppositions are symmetric, and a text is wholly like itself."""
    assert likeness(pair.one, pair.other) == pytest.approx(likeness(pair.other, pair.one))
    both = [statement(pair.one), statement(pair.other)]
    assert bool(opposition(*both)) is bool(opposition(*both[::-1]))
    assert likeness(pair.one, pair.one) == 1.0 and says_again(pair.one, pair.one)


WORDS = "Ana Ben not 7 8.1 the a of to is likes liked tea teas coffee, and milk? 東京 から 大阪 не"
texts = st.lists(st.sampled_from(WORDS.split()), max_size=9).map(" ".join) | st.text(max_size=12)


@given(texts, texts)
def test_it_is_a_share(one: str, other: str) -> None:
    """Any two texts have a likeness from 0 to 1, either way the same; equal ones that have words
    are wholly alike."""
    assert 0 <= likeness(one, other) <= 1
    assert likeness(one, other) == pytest.approx(likeness(other, one))
    assert likeness(one, one) == (1.0 if statement(one).words else 0.0)
    assert says_again(one, one)


@pytest.mark.parametrize(
    ("detail", "is_found"),
    [("Anna wrote the tests.", True), ("", True), ("Ben is ill.", False)],
)
def test_details_count_where_both_have_one(detail: str, is_found: bool) -> None:
    """Reports that begin alike are no near-duplicates if they go on to tell something else."""
    draft = Content("Standup of the platform team", "Anna has written tests")
    other = memory("other", summary="Standup of the platform team", detail=detail)
    assert bool(most_alike(draft, [other], ALIKE)) is is_found


def test_a_word_of_nothing_but_an_accent_is_no_word() -> None:
    """A mark that stands alone, as in texts cut anywhere, says nothing and breaks nothing."""
    assert likeness("the river \u0301 is high", "the river is high") == 1.0


def test_what_is_written_in_other_figures_is_the_same() -> None:
    """Dates, times of the clock and amounts in other notations are one; another one is another."""
    said = "Tom pays 1,200 euros on 3 May 2026 at 5pm"
    for same in (
        "Tom pays €1200 on 2026-05-03 at 17:00",
        "Tom pays 1.2k euros on May 3rd, 2026 at 5 p.m.",
        "Tom pays 1200 EUR on the 3rd of May 2026 at 5.00 pm",
    ):
        assert likeness(said, same) >= ALIKE
    for other in ("5am", "17:30"):
        assert not likeness(said, said.replace("5pm", other))


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Nadia wants to buy a kayak", "Nadia bought a kayak", False),
        ("Everyone but Karl is coming", "Karl is coming, and everyone else", False),
        ("I'd like to learn Georgian", "I would like to learn Georgian", True),
        ("Der Termin ist am 12.5. um 14 Uhr", "Der Termin ist am 12. Mai um 14:00", True),
        ("The kindergarden opens at seven", "The kindergarten opens at seven", True),
        ("The tram leaves at quarter to nine", "The tram leaves at 8:45", True),
        ("Arrived with Dr. Keller at noon", "Arrived with Keller at noon", True),
    ],
)
def test_sense_counts_and_notation_does_not(one: str, other: str, is_same: bool) -> None:
    """Words that give another its sense count: wants to, all but; and what is only another notation
    or another spelling does not."""
    assert (likeness(one, other) >= ALIKE) is is_same


LONG = 30_000


@pytest.mark.parametrize(
    "piece",
    [
        "a-",
        "x",
        "not ",
        "1,",
        "ab ",
        "京",
        "n't",
        "€",
        "ない",
        "Ana, ",
        "(",
        "二",
        "to ab ",
        "5 pm ",
    ],
)
def test_a_long_text_takes_no_more_than_its_length(piece: str) -> None:
    """A hostile text of thirty thousand signs, far longer than a memory, is compared in seconds."""
    text = piece * (LONG // len(piece))
    start = time.process_time()
    likeness(text, f"{text} b c")
    opposition(statement(text), statement(f"b {text}"))
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("typed", "near"),
    [("latt", ["latte"]), ("Lattè", ["latte"]), ("tea", []), ("latte " * 200, [])],
)
def test_what_is_nearest_to_a_mistyped_text(typed: str, near: list[str]) -> None:
    """A name that is close to it; a text longer than any name is near to none."""
    assert nearest(typed, ["latte", "sencha"]) == near
