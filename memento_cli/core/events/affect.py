"""The feeling of a moment: three numbers, labels and a text, and how sure it is (003 §5-2).

Valence is pleasant or unpleasant, arousal excited or calm, dominance in control or not, each from
-1 to 1. Words alone cannot be counted with, and numbers alone say too little: all belong to it.
"""

from __future__ import annotations

from math import isnan

from memento_cli.core.security.lookalikes import checked_visible
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any


AXES = ("valence", "arousal", "dominance")
LABELS, TEXT, CONFIDENCE = "labels", "text", "confidence"
PARTS = (TEXT, LABELS, *AXES, CONFIDENCE)
"""What a feeling consists of; none may be missing."""
MOST_LABELS, LABEL_SIGNS = 6, 24
TEXT_LIMIT = 10_000
SENTENCES, CHARACTERS = (1, 3), (60, 240)
"""How long a text is advised to be, at least and at most. Any other is kept, too."""
SENTENCE_END = r"[。！？]+|(?<![.!?…])[.!?…]++(?=\s|$)"


class Vad(NamedTuple):
    """Valence, arousal and dominance, each from -1 to 1."""

    valence: float
    arousal: float
    dominance: float


NEUTRAL = Vad(0.0, 0.0, 0.0)


def vad_text(vad: Vad) -> str:
    """Three numbers in words: valence -0.40, arousal 0.10, dominance 0.00."""
    return ", ".join(f"{axis} {number:.2f}" for axis, number in rounded(vad).items())


def rounded(vad: Vad) -> dict[str, float]:
    """The numbers by their names, each with two digits; none is -0."""
    return {axis: round(number, 2) + 0.0 for axis, number in vad._asdict().items()}


class Affect(NamedTuple):
    """What a moment felt like. `confidence`, from 0 to 1, is how sure that is."""

    valence: float
    arousal: float
    dominance: float
    labels: tuple[str, ...]
    text: str
    confidence: float

    @property
    def vad(self) -> Vad:
        """Its numbers."""
        return Vad(*self[:3])


def affect_in(said: Mapping[str, Any]) -> Affect:
    """The feeling that a table tells, part by part as in `PARTS`; `labels` are a list.

    BadValue with every part that is missing or out of range.
    """
    missing = [part for part in PARTS if said.get(part) is None]
    if missing:
        hint = "a text, labels, valence, arousal, dominance and a confidence belong to it"
        raise BadValue(f"the feeling lacks {', '.join(missing)}", hint)
    labels = said[LABELS]
    if not isinstance(labels, list | tuple):
        raise BadValue("labels are a list of short words", 'as in ["calm", "glad"]')
    valence, arousal, dominance, sure = (said[part] for part in (*AXES, CONFIDENCE))
    return checked_affect(
        Affect(valence, arousal, dominance, tuple(labels), said[TEXT], confidence=sure)
    )


def checked_affect(affect: Affect) -> Affect:
    """The feeling as it is kept: its text trimmed, its labels cleaned. BadValue with all problems.

    Numbers are never brought into their range: who tells them is to know.
    """
    problems = list(_problems(affect))
    if problems:
        raise BadValue("; ".join(problems), "each axis is from -1 to 1, confidence from 0 to 1")
    return Affect(
        valence=float(affect.valence),
        arousal=float(affect.arousal),
        dominance=float(affect.dominance),
        labels=tuple(checked_visible(one, "the label") for one in cleaned_labels(affect.labels)),
        text=affect.text.strip(),
        confidence=float(affect.confidence),
    )


def _problems(affect: Affect) -> Iterator[str]:
    for axis, number in zip(AXES, affect.vad, strict=True):
        if not _is_within(number, -1):
            yield f"{axis} is {_shown(number)}"
    if not _is_within(affect.confidence, 0):
        yield f"confidence is {_shown(affect.confidence)}"
    if not isinstance(affect.text, str) or not affect.text.strip():
        yield "a text says what was felt"
    elif len(affect.text) > TEXT_LIMIT:
        yield f"a text of {len(affect.text)} signs; {TEXT_LIMIT} are the most"


def _is_within(number: object, lowest: float) -> bool:
    """Whether it is a number from `lowest` to 1; true and false are none."""
    if not isinstance(number, int | float) or isinstance(number, bool):
        return False
    return lowest <= number <= 1


def _shown(number: object) -> str:
    return str(number)[:40]


def cleaned_labels(raw: object) -> tuple[str, ...]:
    """Labels as they are kept: trimmed, each of one line and at most 24 signs, none empty, none
    twice, the first six. Of what is no list, none."""
    if not isinstance(raw, list | tuple):
        return ()
    lines = (" ".join(str(label).split()) for label in raw if isinstance(label, str | int | float))
    cut = (line[:LABEL_SIGNS].rstrip() for line in lines)
    return tuple(dict.fromkeys(filter(None, cut)))[:MOST_LABELS]


def axis_in(raw: object) -> float:
    """What somebody else's file or line says of an axis, held from -1 to 1; of what is no number,
    0."""
    return _held(raw, -1.0)


def confidence_in(raw: object) -> float:
    """The same of a confidence, held from 0 to 1."""
    return _held(raw, 0.0)


def _held(raw: Any, lowest: float) -> float:
    try:
        number = float(raw)
    except (TypeError, ValueError, OverflowError):
        return 0.0
    return 0.0 if isnan(number) else max(lowest, min(1.0, number))


def advice_on(text: str) -> str:
    """What to say of a text that is longer or shorter than advised; of another, nothing."""
    import re  # most commands read feelings and write none

    signs = len(text.strip())
    sentences = sum(bool(part.strip()) for part in re.split(SENTENCE_END, text))
    if CHARACTERS[0] <= signs <= CHARACTERS[1] and SENTENCES[0] <= sentences <= SENTENCES[1]:
        return ""
    few, most = CHARACTERS
    said = f"{sentences} sentence{'s'[: sentences != 1]} of {signs} signs"
    return f"{said}; {SENTENCES[0]} to {SENTENCES[1]} of {few} to {most} say what was felt, and why"
