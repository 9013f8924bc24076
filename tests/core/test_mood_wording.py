"""A mood in words: which words, how it differs from last week, and since when it is so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.affect import AXES, Affect, Vad
from memento_cli.core.events.mood import Felt, moods_after
from memento_cli.core.events.mood_wording import (
    BANDS,
    change_words,
    felt_words,
    mood_sentence,
    vad_words,
)
from memento_cli.core.security.trust import AGENT

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
PERSON = "ctx://person/ana"
axes = st.floats(-1, 1)


def felt(days_ago: float, vad: tuple[float, float, float], text: str = "x", **more: str) -> Felt:
    """A feeling some days before now, of which one is sure."""
    at = NOW - timedelta(days=days_ago)
    affect = Affect(*vad, labels=(), text=text, confidence=1.0)
    return Felt(f"e{days_ago}", at, PERSON, affect, at, f"{1000 - days_ago:07.2f}", **more)


@pytest.mark.parametrize(
    ("vad", "words"),
    [
        ((0.2, -0.3, 0.0), "rather cheerful, calm"),
        ((0.9, 0.9, 0.9), "very cheerful, very lively, firmly in control"),
        ((-0.9, 0.9, -0.9), "very low, very tense, helpless"),
        ((-0.2, 0.3, -0.3), "a little low, tense, unsure"),
        ((0.0, 0.0, 0.0), "even"),
        ((-0.3, -0.15, 0.15), "a little low, in control"),
    ],
)
def test_a_feeling_in_words(vad: tuple[float, float, float], words: str) -> None:
    """Each axis has a word if there is anything to tell; an unpleasant excitement is tense."""
    assert vad_words(Vad(*vad)) == words


@given(axes, axes, axes)
def test_every_feeling_has_words(valence: float, arousal: float, dominance: float) -> None:
    """Whatever the numbers are, a sentence can begin with them; no word stands for two bands."""
    words = vad_words(Vad(valence, arousal, dominance))
    assert words and not words.startswith(",") and "  " not in words
    for axis in AXES:
        names = [name for name in BANDS[axis].names if name]
        assert len(set(names)) == len(names)


def test_the_greatest_change_is_told() -> None:
    """What changed most has the word; what nobody would notice has none."""
    assert change_words(Vad(0, 0, 0), Vad(0.3, 0.1, 0)) == "lower"
    assert change_words(Vad(0, -0.5, 0), Vad(0.3, 0.1, 0)) == "calmer"
    assert change_words(Vad(0.05, 0, 0), Vad(0, 0, 0)) == ""


def test_a_sentence_says_how_and_since_when() -> None:
    """How it is, against last week, and the feeling since which it is called so."""
    history = moods_after(
        [felt(20, (-0.8, 0, 0)), felt(9, (0.9, 0, 0), "She wrote back"), felt(3, (0.5, 0, 0))]
    )
    assert mood_sentence(history, NOW, UTC) == (
        'Rather cheerful; more cheerful than a week ago; since 2026-11-26, after "x".'
    )
    assert mood_sentence(history[:2], NOW, UTC).endswith(
        'since 2026-11-20, after "She wrote back".'
    )


def test_a_shock_is_told_apart_from_what_is_usual() -> None:
    """What was felt an hour ago is not what is usual; it is since then."""
    history = moods_after([felt(5, (0.5, 0, 0)), felt(0.04, (-1, 0, 0), "The letter\ncame " * 9)])
    told = mood_sentence(history, NOW, UTC)
    assert (
        told.startswith("Very low; usually a little low; since")
        and 'after "The letter came The' in told
    )
    assert '..".' in told and "\n" not in told


def test_quoted_words_end_as_the_sentence_does() -> None:
    """Words that are quoted have no full stop of their own, and no comma where they are cut."""
    for text, end in (
        ("She wrote back.", '"She wrote back".'), ("And so on..", '"And so on..".'),
        ("I waited at home for the whole day, alone and cold", 'for the whole day..".'),
    ):  # fmt: skip
        assert mood_sentence(moods_after([felt(1, (0.5, 0, 0), text)]), NOW, UTC).endswith(end)


def test_whose_words_they_are_is_told() -> None:
    """The words of an agent have their mark; of what was erased there are none."""
    told = mood_sentence(moods_after([felt(1, (0.5, 0, 0), "Glad", trust=AGENT)]), NOW, UTC)
    assert '"Glad" (agent)' in told
    assert felt_words(felt(1, (0, 0, 0), "")) == "(erased)"
    assert mood_sentence([], NOW, UTC) == "Nothing is known of it."
