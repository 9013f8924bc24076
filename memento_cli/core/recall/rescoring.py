"""Steps of scoring after the first search, over its best candidates.

Query words that stand close together count more than scattered ones; a question is rarely the
answer to a question; the person asked about is often the speaker; and a match raises what stands
beside it, since a turn that answers a question rarely repeats its words. The hits of several
searches are pooled into one order.
"""

from __future__ import annotations

from itertools import pairwise
from math import log

from memento_cli.core.recall.ranking import total
from memento_cli.core.text.words import is_cut, is_unit

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

    from memento_cli.core.recall.query import Hit
    from memento_cli.core.recall.ranking import Scheme

CLOSENESS, SPEAKER, QUESTION = 0.75, 0.1, 0.1  # shares of the best score
NEAR_SIGNS = 40.0  # the distance between two words at which closeness has fallen to a half
SATURATION = 1.2
LONGEST_NAME = 40
ENDINGS = ("ing", "ied", "ies", "ed", "es", "ly", "s", "e", "y")

NEIGHBOURS = (0.4, 0.2)  # the shares of its score that a memory gives to neighbours 1 and 2 away
SESSION = 0.4  # the share of a session's best score that each of its scored memories gains
LINK = 0.2  # the share of its score that a memory gives to each linked one


def with_proximity(
    scores: Mapping[int, float], terms: Sequence[str], texts: Mapping[int, str]
) -> dict[int, float]:
    """The text scores, raised by up to 3/4 of the best one where query terms stand close together.

    Büttcher, Clarke and Lushman (2006): each term gains by the weight of the term next to it, the
    more the nearer it is. Terms that the index cuts do not take part. `texts` are those of at most
    the best 50 candidates.
    """
    raised = dict(scores)
    stems = list(dict.fromkeys(_stem(term) for term in terms if not is_cut(term)))
    if len(stems) < 2 or not texts:
        return raised
    positions = {key: _places(stems, text.lower()) for key, text in texts.items()}
    weights = _weights(len(stems), positions.values())
    proximities = {key: _closeness(places, weights) for key, places in positions.items()}
    greatest = max(proximities.values())
    best = max(scores.values(), default=0.0)
    for key, proximity in proximities.items():
        if proximity:
            raised[key] = raised.get(key, 0.0) + CLOSENESS * best * proximity / greatest
    return raised


def with_speaker_and_question(
    scores: Mapping[int, float], query: str, terms: Sequence[str], texts: Mapping[int, str]
) -> dict[int, float]:
    """The text scores, raised by a tenth of the best one where a person named in the query speaks,
    and lowered by as much for questions if the query is one.

    `texts` are those of at most the best 50 candidates.
    """
    raised = dict(scores)
    best = max(scores.values(), default=0.0)
    names = {term.lower() for term in terms}
    asks = "?" in query or "？" in query
    for key, text in texts.items():
        if _speaker(text) in names:
            raised[key] = raised.get(key, 0.0) + SPEAKER * best
        if asks and text.rstrip().endswith(("?", "？")):
            raised[key] = raised.get(key, 0.0) - QUESTION * best
    return raised


def _speaker(text: str) -> str:
    name, colon, _ = text[:LONGEST_NAME].partition(":")
    return name.strip().lower() if colon else ""


def _stem(term: str) -> str:
    """The common beginning of the forms of an English word; an approximation that serves to find
    them."""
    term = term.lower()
    if term.isascii():
        for ending in ENDINGS:
            if term.endswith(ending) and len(term) - len(ending) >= 3:
                return term[: -len(ending)]
    return term


def _places(stems: Sequence[str], text: str) -> list[tuple[int, int]]:
    """The positions at which words of the text begin with a stem, each with the stem's number, in
    order.

    A stem matches at the beginnings of words, or anywhere in scripts without spaces between words.
    """
    text = " " + text
    places = []
    for number, stem in enumerate(stems):
        anywhere = is_unit(stem[0])
        at = text.find(stem)
        while at >= 0:
            if anywhere or not text[at - 1].isalnum():
                places.append((at, number))
            at = text.find(stem, at + (1 if anywhere else len(stem)))
    places.sort()
    return places


def _weights(stems: int, texts: Collection[list[tuple[int, int]]]) -> list[float]:
    """The weight of each stem: the fewer of the texts contain it, the greater; above 0."""
    document_counts = [0] * stems
    for places in texts:
        for number in {number for _, number in places}:
            document_counts[number] += 1
    return [log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for count in document_counts]


def _closeness(places: list[tuple[int, int]], weights: list[float]) -> float:
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


def with_neighbours(
    scores: Mapping[int, float],
    sessions: Iterable[tuple[Hashable, Sequence[int]]],
    links: Iterable[tuple[int, int]] = (),
) -> dict[int, float]:
    """The text scores with the gains from neighbours, sessions and links, which can add memories.

    `sessions` are runs of memories in order of time, each with its session; `links` are pairs. Only
    memories in `sessions` and `links` can be added.
    """
    gained = dict(scores)
    runs = [(session, keys) for session, keys in sessions if len(keys) > 1]
    best: dict[Hashable, float] = {}
    for session, keys in runs:
        own = [scores.get(key, 0.0) for key in keys]
        best[session] = max(best.get(session, 0.0), *own)
        _give_to_neighbours(gained, keys, own)
    for session, keys in runs:
        for key in keys:
            if key in gained:
                gained[key] += SESSION * best[session]
    for source, target in links:
        _give(gained, source, LINK * scores.get(target, 0.0))
        _give(gained, target, LINK * scores.get(source, 0.0))
    return gained


def _give_to_neighbours(gained: dict[int, float], keys: Sequence[int], own: list[float]) -> None:
    count = len(keys)
    for at, score in enumerate(own):
        if not score:
            continue
        for distance, share in enumerate(NEIGHBOURS, 1):
            if at >= distance:
                _give(gained, keys[at - distance], share * score)
            if at + distance < count:
                _give(gained, keys[at + distance], share * score)


def _give(gained: dict[int, float], key: int, score: float) -> None:
    if score:
        gained[key] = gained.get(key, 0.0) + score


def pooled_hits(
    searches: Sequence[tuple[float, Sequence[Hit]]], scheme: Scheme, deep: bool = False
) -> list[list[Hit]]:
    """The hits of each search, with the scores that they have among the hits of all.

    Each search comes with the text score of its best hit.
    """
    best = max((score for score, _ in searches), default=0.0)
    if not best:
        return [list(hits) for _, hits in searches]
    return [[_scaled(hit, score / best, scheme, deep) for hit in hits] for score, hits in searches]


def _scaled(hit: Hit, share: float, scheme: Scheme, deep: bool) -> Hit:
    if hit.parts is None or share == 1.0:
        return hit
    parts = hit.parts._replace(relevance=hit.parts.relevance * share)
    gains = tuple((name, gain * share) for name, gain in hit.gains)
    return hit._replace(score=total(parts, scheme, deep), parts=parts, gains=gains)
