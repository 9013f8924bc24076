"""What a second look at the best candidates tells, once their texts and dates are at hand.

Words that stand close together mean more than the same words scattered; a question in the text
is rarely the answer to one; who is asked about is often who speaks; a day that is asked for is
the day of the memory.
"""

from __future__ import annotations

from itertools import pairwise
from math import log

from memento_cli.core.recall.named_dates import date_match
from memento_cli.core.text.words import is_cut, is_unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from memento_cli.core.recall.named_dates import Date

CLOSENESS, DATE, SPEAKER, QUESTION = 0.75, 0.75, 0.1, 0.1  # shares of the best score
NEAR_SIGNS = 40.0  # the distance between two words at which closeness has fallen to a half
SATURATION = 1.2
LONGEST_NAME = 40
ENDINGS = ("ing", "ied", "ies", "ed", "es", "ly", "s", "e", "y")


def closer(
    scores: Mapping[int, float], terms: Sequence[str], texts: Mapping[int, str]
) -> dict[int, float]:
    """Text scores, raised by up to 3/4 of the best one where the terms stand close together.

    Büttcher, Clarke and Lushman (2006): each word gains by the weight of the word that stands
    next to it, the more the nearer. Words that are kept cut do not take part. `texts` are those of
    the best 50 candidates, at most.
    """
    raised = dict(scores)
    stems = list(dict.fromkeys(_stem(term) for term in terms if not is_cut(term)))
    if len(stems) < 2 or not texts:
        return raised
    found = {key: _places(stems, text.lower()) for key, text in texts.items()}
    weights = _weights(len(stems), found.values())
    close = {key: _closeness(places, weights) for key, places in found.items()}
    most = max(close.values())
    best = max(scores.values(), default=0.0)
    for key, one in close.items():
        if one:
            raised[key] = raised.get(key, 0.0) + CLOSENESS * best * one / most
    return raised


def answering(
    scores: Mapping[int, float], query: str, terms: Sequence[str], texts: Mapping[int, str]
) -> dict[int, float]:
    """Text scores, raised by a tenth of the best one for what a person says who is asked about,
    lowered by as much for a text that asks itself where the query asks.

    `texts` are those of the best 50 candidates, at most.
    """
    raised = dict(scores)
    best = max(scores.values(), default=0.0)
    named = {term.lower() for term in terms}
    asks = "?" in query or "？" in query
    for key, text in texts.items():
        if _speaker(text) in named:
            raised[key] = raised.get(key, 0.0) + SPEAKER * best
        if asks and text.rstrip().endswith(("?", "？")):
            raised[key] = raised.get(key, 0.0) - QUESTION * best
    return raised


def dated(scores: Mapping[int, float], asked: Date, days: Mapping[int, str]) -> dict[int, float]:
    """Text scores, raised by up to 3/4 of the best one for the date that is asked for.

    `days` are those of all candidates, as YYYY-MM-DD.
    """
    gain = DATE * max(scores.values(), default=0.0)
    return {key: one + gain * date_match(asked, days[key]) for key, one in scores.items()}


def _speaker(text: str) -> str:
    """Who speaks, where the text begins with a name and a colon."""
    name, colon, _ = text[:LONGEST_NAME].partition(":")
    return name.strip().lower() if colon else ""


def _stem(term: str) -> str:
    """What the ways of writing an English word begin with; near enough for finding them."""
    term = term.lower()
    if term.isascii():
        for ending in ENDINGS:
            if term.endswith(ending) and len(term) - len(ending) >= 3:
                return term[: -len(ending)]
    return term


def _places(stems: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Where in the text words begin with a stem, each with the number of the stem, in order.

    No word begins within a stem, but where scripts put no space between words.
    """
    text = " " + text
    found = []
    for number, stem in enumerate(stems):
        anywhere = is_unit(stem[0])
        at = text.find(stem)
        while at >= 0:
            if anywhere or not text[at - 1].isalnum():
                found.append((at, number))
            at = text.find(stem, at + (1 if anywhere else len(stem)))
    found.sort()
    return found


def _weights(stems: int, texts: Collection[list[tuple[int, int]]]) -> list[float]:
    """How telling each stem is: the fewer of the texts hold it, the more (at least above 0)."""
    holding = [0] * stems
    for places in texts:
        for number in {number for _, number in places}:
            holding[number] += 1
    return [log(1 + (len(texts) - held + 0.5) / (held + 0.5)) for held in holding]


def _closeness(places: list[tuple[int, int]], weights: list[float]) -> float:
    gained = [0.0] * len(weights)
    for (at, one), (then, other) in pairwise(places):
        if one != other:
            near = 1 / (1 + ((then - at) / NEAR_SIGNS) ** 2)
            gained[one] += weights[other] * near
            gained[other] += weights[one] * near
    return sum(
        min(1.0, weight) * gain / (gain + SATURATION)
        for weight, gain in zip(weights, gained, strict=True)
    )
