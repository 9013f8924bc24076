"""The feeling of a moment: three numbers, labels, a text and a confidence (003 §5-2).

Valence is pleasant or unpleasant, arousal excited or calm, dominance in control or not, each from
-1 to 1. Texts alone cannot be computed with and numbers alone say too little, so all are required.
"""

from __future__ import annotations

from math import isnan

from memento_cli.core.text.visible import checked_visible
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any


AXES = ("valence", "arousal", "dominance")
LABELS, TEXT, CONFIDENCE = "labels", "text", "confidence"
PARTS = (TEXT, LABELS, *AXES, CONFIDENCE)
"""The parts of a feeling, all required."""
RANGES = "each axis is from -1 to 1, confidence from 0 to 1"
MOST_LABELS, LABEL_SIGNS = 6, 24
TEXT_LIMIT = 10_000
SENTENCES, CHARACTERS = (1, 3), (60, 240)
"""The advised least and greatest lengths of a text; others are accepted."""
SENTENCE_END = r"[。！？]+|(?<![.!?…])[.!?…]++(?=\s|$)"


class Vad(NamedTuple):
    """Valence, arousal and dominance, each from -1 to 1."""

    valence: float
    arousal: float
    dominance: float


NEUTRAL = Vad(0.0, 0.0, 0.0)


def vad_text(vad: Vad) -> str:
    """The three numbers as text: valence -0.40, arousal 0.10, dominance 0.00."""
    return ", ".join(f"{axis} {number:.2f}" for axis, number in rounded(vad).items())


def rounded(vad: Vad) -> dict[str, float]:
    """The numbers by their names, rounded to two decimal places; none is -0."""
    return {axis: round(number, 2) + 0.0 for axis, number in vad._asdict().items()}


class Affect(NamedTuple):
    """The feeling of a moment; `confidence` is from 0 to 1."""

    valence: float
    arousal: float
    dominance: float
    labels: tuple[str, ...]
    text: str
    confidence: float

    @property
    def vad(self) -> Vad:
        """The three numbers."""
        return Vad(*self[:3])


def affect_text(affect: Affect) -> str:
    """A feeling without its text on one line: its labels, its numbers, and how sure it is."""
    labels = ", ".join(affect.labels) or "no label"
    return f"{labels}; {vad_text(affect.vad)}; {affect.confidence:.0%} sure"


def affect_in(table: Mapping[str, Any]) -> Affect:
    """The feeling in a table with the keys `PARTS`; `labels` are a list.

    BadValue with every part that is missing or out of range.
    """
    missing = [part for part in PARTS if table.get(part) is None]
    if missing:
        wrong = _out_of_range({key: part for key, part in table.items() if part is not None})
        raise BadValue("; ".join((*wrong, f"the feeling lacks {', '.join(missing)}")), RANGES)
    labels = table[LABELS]
    if not isinstance(labels, list | tuple):
        raise BadValue("labels are a list of short words", 'as in ["calm", "glad"]')
    valence, arousal, dominance, confidence = (table[part] for part in (*AXES, CONFIDENCE))
    return checked_affect(
        Affect(valence, arousal, dominance, tuple(labels), table[TEXT], confidence=confidence)
    )


def checked_affect(affect: Affect) -> Affect:
    """The feeling with its text trimmed and its labels cleaned. BadValue with all problems.

    Numbers out of range are errors here, never clamped.
    """
    problems = list(_problems(affect))
    if problems:
        raise BadValue("; ".join(problems), RANGES)
    return Affect(
        valence=float(affect.valence),
        arousal=float(affect.arousal),
        dominance=float(affect.dominance),
        labels=tuple(
            checked_visible(label, "the label") for label in cleaned_labels(affect.labels)
        ),
        text=affect.text.strip(),
        confidence=float(affect.confidence),
    )


def _problems(affect: Affect) -> Iterator[str]:
    yield from _out_of_range(affect._asdict())
    if not isinstance(affect.text, str) or not affect.text.strip():
        yield "a text says what was felt"
    elif len(affect.text) > TEXT_LIMIT:
        yield f"a text of {len(affect.text)} signs; {TEXT_LIMIT} are the most"


def _out_of_range(table: Mapping[str, Any]) -> Iterator[str]:
    for key in (*AXES, CONFIDENCE):
        if key in table and not _is_within(table[key], -(key in AXES)):
            yield f"{key} is {str(table[key])[:40]}"


def _is_within(number: object, lowest: float) -> bool:
    """Whether a value is a number from `lowest` to 1; booleans are none."""
    if not isinstance(number, int | float) or isinstance(number, bool):
        return False
    return lowest <= number <= 1


def cleaned_labels(raw: object) -> tuple[str, ...]:
    """The first six different labels, each trimmed to one line of at most 24 characters; () for
    what is no list."""
    if not isinstance(raw, list | tuple):
        return ()
    lines = (" ".join(str(label).split()) for label in raw if isinstance(label, str | int | float))
    cut = (line[:LABEL_SIGNS].rstrip() for line in lines)
    return tuple(dict.fromkeys(filter(None, cut)))[:MOST_LABELS]


def axis_in(raw: object) -> float:
    """The value of an axis in a file or an entry, clamped to -1 … 1; 0 for what is no number."""
    return _clamped(raw, -1.0)


def confidence_in(raw: object) -> float:
    """The value of a confidence in a file or an entry, clamped to 0 … 1."""
    return _clamped(raw, 0.0)


def _clamped(raw: Any, lowest: float) -> float:
    try:
        number = float(raw)
    except (TypeError, ValueError, OverflowError):
        return 0.0
    return 0.0 if isnan(number) else max(lowest, min(1.0, number))


def advice_on(text: str) -> str:
    """Advice on a text that is longer or shorter than advised; "" for others."""
    import re  # most commands read feelings and write none

    signs = len(text.strip())
    sentences = sum(bool(part.strip()) for part in re.split(SENTENCE_END, text))
    if CHARACTERS[0] <= signs <= CHARACTERS[1] and SENTENCES[0] <= sentences <= SENTENCES[1]:
        return ""
    length = f"{signs} characters in {sentences} sentence{'s'[: sentences != 1]}"
    advised = f"{CHARACTERS[0]} to {CHARACTERS[1]}, in at most {SENTENCES[1]}"
    return f"{length}; with {advised}, it can say what was felt, and why"
