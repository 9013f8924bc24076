"""The feeling of a moment: what may be missing, what is kept, and what lines tell of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.affect import (
    AXES,
    CONFIDENCE,
    LABEL_SIGNS,
    LABELS,
    MOST_LABELS,
    PARTS,
    TEXT,
    TEXT_LIMIT,
    Affect,
    advice_on,
    affect_in,
    axis_in,
    checked_affect,
    cleaned_labels,
    confidence_in,
    vad_text,
)
from memento_cli.core.events.events import CHAT, Event
from memento_cli.core.events.mood import Felt, felt_in, felt_numbers, felt_texts, latest_felt
from memento_cli.core.journal.event_types import FELT
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.text.visible import is_visible
from memento_cli.errors import BadValue

ALEX = "ctx://person/alex"
T = datetime(2026, 11, 14, 12, tzinfo=UTC)
WHOLE = {"text": "I was glad.", "labels": ["glad"], "valence": 0.5, "arousal": -1,
         "dominance": 0, "confidence": 0.8}  # fmt: skip
anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()


def line(affect: Affect, **more: Any) -> JournalEntry:
    """A line that tells a feeling."""
    event = Event("e1", T, CHAT, "me", ALEX)
    told = felt_numbers(affect, event, ALEX) | more
    return JournalEntry("0a", T, FELT, "events/e1", "me", text=felt_texts(affect), more=told)


def test_a_whole_feeling_is_taken() -> None:
    """Its text trimmed, its labels cleaned, its numbers as they are."""
    told = affect_in(WHOLE | {"text": " I was glad.\n", "labels": [" glad ", "glad"]})
    assert told == Affect(0.5, -1.0, 0.0, ("glad",), "I was glad.", 0.8)
    assert all(isinstance(number, float) for number in (*told.vad, told.confidence))


@pytest.mark.parametrize("part", PARTS)
def test_no_part_may_be_missing(part: str) -> None:
    """Text, labels, the three numbers and the confidence (document 003 §5); the error names it."""
    for said in ({key: WHOLE[key] for key in WHOLE if key != part}, WHOLE | {part: None}):
        with pytest.raises(BadValue, match=part):
            affect_in(said)


def test_every_problem_is_told_at_once() -> None:
    """All that is missing, or all that is out of range."""
    with pytest.raises(BadValue, match="text, labels, valence, arousal, dominance, confidence"):
        affect_in({})
    bad = Affect(float("nan"), 1.1, float("-inf"), (), " ", -0.1)
    with pytest.raises(BadValue) as told:
        checked_affect(bad)
    assert all(part in told.value.message for part in (*AXES, CONFIDENCE, TEXT))


@pytest.mark.parametrize(
    ("part", "bad"),
    [
        *((axis, bad) for axis in AXES for bad in (1.01, -1.01, float("nan"), float("inf"), "0")),
        *((CONFIDENCE, bad) for bad in (1.01, -0.01, float("nan"), True, "high")),
        *((TEXT, bad) for bad in ("", " \n", 5, "x" * (TEXT_LIMIT + 1))),
        *((LABELS, bad) for bad in ("glad", 5, {"glad": 1})),
    ],
)
def test_what_is_out_of_range_is_refused(part: str, bad: Any) -> None:
    """No number is brought into its range: NaN and text are none."""
    with pytest.raises(BadValue):
        affect_in(WHOLE | {part: bad})


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ([], ()),
        (["joy", "joy", " calm ", "", "a\nb"], ("joy", "calm", "a b")),
        (["x" * 30, "x" * 24], ("x" * 24,)),
        (["y" * 23 + " z"], ("y" * 23,)),
        (list("1234567"), tuple("123456")),
        (["安心", None, "うれしい", [], 7], ("安心", "うれしい", "7")),
        ("joy", ()),
        (None, ()),
    ],
)
def test_labels_are_cleaned(raw: object, kept: tuple[str, ...]) -> None:
    """Trimmed, of one line, none empty, none twice, at most six of at most 24 signs."""
    assert cleaned_labels(raw) == kept


@given(st.lists(st.text(max_size=60) | st.integers(), max_size=12))
def test_clean_labels_stay_as_they_are(raw: list[object]) -> None:
    """Whatever is told, what is kept keeps the rules, and is kept again."""
    kept = cleaned_labels(raw)
    assert cleaned_labels(kept) == kept and len(kept) <= MOST_LABELS
    assert all(0 < len(label) <= LABEL_SIGNS and len(label.splitlines()) == 1 for label in kept)


@given(anything)
def test_any_number_of_a_stranger_is_held(raw: object) -> None:
    """An axis from -1 to 1, a confidence from 0 to 1; what is no number is 0."""
    assert -1 <= axis_in(raw) <= 1 and 0 <= confidence_in(raw) <= 1
    if isinstance(raw, float) and abs(raw) <= 1:
        assert axis_in(raw) == raw


@pytest.mark.parametrize(
    ("text", "is_advised"),
    [
        ("I was glad.", False),
        ("I heard that you passed, and I was so glad for you that I could hardly speak.", True),
        ("x" * 60, True),
        ("x" * 241, False),
        ("あなたが合格したと聞いて、私は本当にうれしかった。" * 3, True),
        ("短い。" * 21, False),
        ("It cost 3.14 and no more, which is what I wanted to say all along, is it not?", True),
    ],
)
def test_the_length_of_a_text_is_only_advised(text: str, is_advised: bool) -> None:
    """1 to 3 sentences of 60 to 240 signs (document 003 §5-2); any other is kept, too."""
    assert (not advice_on(text)) is is_advised
    assert affect_in(WHOLE | {TEXT: text}).text == text


def test_numbers_are_told_with_two_digits() -> None:
    """In words; and none is -0.00."""
    assert vad_text(checked_affect(Affect(-0.001, 1, -0.4, (), "x", 1)).vad) == (
        "valence 0.00, arousal 1.00, dominance -0.40"
    )


numbers = st.floats(-1, 1)
affects = st.builds(
    Affect, numbers, numbers, numbers,
    st.lists(st.text(min_size=1, max_size=9).filter(is_visible), max_size=4).map(cleaned_labels),
    st.text(min_size=1).filter(lambda text: bool(text.strip())), st.floats(0, 1),
).map(checked_affect)  # fmt: skip


@given(affects)
def test_a_line_tells_the_feeling_again(affect: Affect) -> None:
    """What is written of a feeling is read as the same."""
    assert felt_in(line(affect)) == Felt("e1", T, ALEX, affect, T, "0a")


@given(
    st.dictionaries(st.sampled_from((*AXES, CONFIDENCE, "moment", "person")), anything), anything
)
def test_any_line_is_read_or_passed_over(more: dict[str, Any], words: object) -> None:
    """Numbers of strangers are held in range; without a moment or a person it tells nothing."""
    told = line(checked_affect(Affect(0, 0, 0, (), "x", 1)), **more)
    felt = felt_in(told._replace(text={TEXT: words, LABELS: words}))
    if felt:
        assert all(-1 <= number <= 1 for number in felt.affect.vad)
        assert 0 <= felt.affect.confidence <= 1


def test_of_what_was_erased_only_numbers_are_left() -> None:
    """A line without words still counts, and other lines are no feelings."""
    told = line(affect_in(WHOLE))
    felt = felt_in(told._replace(text={}))
    assert felt and felt.affect == affect_in(WHOLE)._replace(text="", labels=())
    for other in (told._replace(act="linked"), told._replace(memory="e1"), told._replace(more={})):
        assert felt_in(other) is None


@given(st.permutations(range(6)))
def test_the_newest_line_of_an_event_and_a_person_counts(order: list[int]) -> None:
    """Whatever the order of the lines, and their dates; another's feeling of it stands beside."""
    affect, dated = affect_in(WHOLE), [T.replace(hour=9 - nth) for nth in range(6)]
    told = [
        Felt(f"e{nth % 2}", T.replace(day=20 - nth % 2), who, affect, dated[nth], f"{nth}")
        for nth, who in enumerate(
            (ALEX, ALEX, ALEX, "ctx://person/ＡＬＥＸ", "ctx://person/bo", ALEX)
        )
    ]
    assert [one.line for one in latest_felt(told[nth] for nth in order)] == ["5", "2", "4"]
