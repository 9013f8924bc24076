"""A second look at the texts of the best candidates: where they have the words of a query.

Words that stand close together count more than scattered ones, and a long text may have its words
as well as a short one.
"""

from __future__ import annotations

from itertools import pairwise
from math import log, sqrt

from memento_cli.core.text.words import is_unit
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

CLOSENESS = 0.5  # the share of the best score
NEAR_SIGNS = 40.0  # the distance between two words at which closeness has fallen to a half
SATURATION = 1.2
K1, FTS5_B, B = 1.2, 0.75, 0.4
LEAST_RARITY = 1e-6
ENDINGS = ("ing", "ied", "ies", "ed", "es", "ly", "s", "e", "y")


class Reading(NamedTuple):
    """The texts of some candidates, and at which signs they have the stems of a query's terms.

    `rarities` are the weights of the stems: the fewer memories have one, the greater. `places` are
    pairs (sign, number of the stem), in order. `usual` is the mean length of the texts in signs.
    """

    texts: Mapping[int, str]
    rarities: Sequence[float]
    places: Mapping[int, Sequence[tuple[int, int]]]
    usual: float


def reading(rarities: Mapping[str, float], texts: Mapping[int, str]) -> Reading:
    """The reading of texts by the terms of a query, each with its rarity; forms of one word are
    one."""
    stems: dict[str, float] = {}
    for term, weight in rarities.items():
        stems.setdefault(stem_of(term), weight)
    looked_for = [(stem, is_unit(stem[0])) for stem in stems]
    places = {key: _places(looked_for, text.lower()) for key, text in texts.items()}
    usual = sum(map(len, texts.values())) / len(texts) if texts else 1.0
    return Reading(texts, list(stems.values()), places, usual or 1.0)


def rarity(count: int, many: int) -> float:
    """The weight in BM25 of a term that `count` of `many` memories have; above 0."""
    return max(LEAST_RARITY, log(max(LEAST_RARITY, (many - count + 0.5) / (count + 0.5))))


def evened(scores: Mapping[int, float], words: Mapping[int, int]) -> dict[int, float]:
    """The BM25 scores as if their length normalization were b = 0.4 instead of FTS5's 0.75.

    `words` are the lengths of the texts. Memories are short, and with FTS5's constant a long one,
    a transcript say, is never found beside them (Lv and Zhai, When Documents Are Very Long, BM25
    Fails!, 2011). How often a text has a term is not known here: it is taken as once, and
    in a text n times as long as the mean as √n times.
    """
    usual = sum(words.values()) / len(words) if any(words.values()) else 1.0
    evened_scores = {}
    for key, score in scores.items():
        share = words[key] / usual
        times = max(1.0, sqrt(share))
        by_fts5 = times + K1 * (1 - FTS5_B + FTS5_B * share)
        evened_scores[key] = score * by_fts5 / (times + K1 * (1 - B + B * share))
    return evened_scores


def with_proximity(
    scores: Mapping[int, float], keys: Iterable[int], read: Reading
) -> dict[int, float]:
    """The text scores, raised by up to half of the best one where query terms stand close together.

    Büttcher, Clarke and Lushman (2006): each term gains by the weight of the term next to it, the
    more the nearer it is. `keys` are those of the best candidates.
    """
    raised = dict(scores)
    places = {key: read.places[key] for key in keys}
    if len(read.rarities) < 2 or not places:
        return raised
    weights = _weights(len(read.rarities), places.values())
    proximities = {key: _closeness(own, weights) for key, own in places.items()}
    greatest = max(proximities.values())
    best = max(scores.values(), default=0.0)
    for key, proximity in proximities.items():
        if proximity:
            raised[key] = raised.get(key, 0.0) + CLOSENESS * best * proximity / greatest
    return raised


def stem_of(term: str) -> str:
    """The common beginning of the forms of an English word; an approximation that serves to find
    them."""
    term = term.lower()
    if term.isascii():
        for ending in ENDINGS:
            if term.endswith(ending) and len(term) - len(ending) >= 3:
                return term[: -len(ending)]
    return term


def _places(stems: Iterable[tuple[str, bool]], text: str) -> list[tuple[int, int]]:
    """The positions at which words of the text begin with a stem, each with the stem's number, in
    order.

    A stem is looked for at the beginnings of words, or anywhere if its script puts no space
    between words.
    """
    text = " " + text
    places = []
    for number, (stem, anywhere) in enumerate(stems):
        at = next_begun(text, stem, 0, anywhere)
        while at >= 0:
            places.append((at, number))
            at = next_begun(text, stem, at + (1 if anywhere else len(stem)), anywhere)
    places.sort()
    return places


def next_begun(text: str, stem: str, start: int, anywhere: bool) -> int:
    """The first place from `start` on where a word of a text begins with a stem, or it stands, if
    it may stand `anywhere`; -1 if there is none. The text begins with a space."""
    at = text.find(stem, start)
    while at >= 0 and not anywhere and text[at - 1].isalnum():
        at = text.find(stem, at + 1)
    return at


def _weights(stems: int, texts: Collection[Sequence[tuple[int, int]]]) -> list[float]:
    """The weight of each stem: the fewer of the texts contain it, the greater; above 0."""
    document_counts = [0] * stems
    for places in texts:
        for number in {number for _, number in places}:
            document_counts[number] += 1
    return [log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for count in document_counts]


def _closeness(places: Sequence[tuple[int, int]], weights: list[float]) -> float:
    """The proximity score of a text: for each stem its saturated gain from neighbouring stems,
    summed."""
    gains = [0.0] * len(weights)
    for (at, first), (next_at, second) in pairwise(places):
        if first != second:
            near = 1 / (1 + ((next_at - at) / NEAR_SIGNS) ** 2)
            gains[first] += weights[second] * near
            gains[second] += weights[first] * near
    return sum(
        min(1.0, weight) * gain / (gain + SATURATION)
        for weight, gain in zip(weights, gains, strict=True)
    )
