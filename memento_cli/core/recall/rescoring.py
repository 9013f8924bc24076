"""Steps of scoring after the first search, over its best candidates.

A question is rarely the answer to a question; the person asked about is often the speaker. The hits
of several searches are pooled into one order.
"""

from __future__ import annotations

from math import sqrt

from memento_cli.core.recall.ranking import total
from memento_cli.core.text.words import SENTENCE_ENDS, STOP_WORDS, ends_in_question, whole

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.core.recall.query import Hit
    from memento_cli.core.recall.ranking import Scheme

SPEAKER, QUESTION = 0.1, 0.2  # shares of the best score
BREAKS = (*SENTENCE_ENDS, ": ")
LONGEST_NAME = 40


def with_speaker_and_question(
    scores: Mapping[int, float], query: str, terms: Sequence[str], texts: Mapping[int, str]
) -> dict[int, float]:
    """The text scores, raised by a tenth of the best one where a person named in the query speaks,
    and lowered by up to a fifth for questions if the query is one.

    A text of several lines has other speakers, too, and gains less; one that only ends in a
    question loses less. `texts` are those of the best candidates.
    """
    raised = dict(scores)
    best = max(scores.values(), default=0.0)
    names = {term.lower() for term in terms}
    asks = "?" in query or "？" in query
    for key in scores.keys() & texts.keys():
        text = texts[key]
        if _speaker(text) in names:
            raised[key] += SPEAKER * best / (1 + text.count("\n"))
        if asks:
            raised[key] -= QUESTION * best * sqrt(question_share(text))
    return raised


def shares_said(query: str, texts: Mapping[int, str]) -> dict[int, float]:
    """The share of the speeches in each text of talk that somebody makes whom the query names, 0
    to 1; none if it names nobody who speaks.

    A speech is a line with the name of somebody with whose a text begins. A speaker is named by
    any word of the name, such as the first name.
    """
    openers = {key: speaker for key, text in texts.items() if (speaker := _speaker(text))}
    names = set(openers.values())
    asked = {word.lower() for word in whole(query)} - STOP_WORDS
    named = {name for name in names if not asked.isdisjoint(map(str.lower, whole(name)))}
    shares: dict[int, float] = {}
    for key in openers if named else ():
        speakers = [one for line in texts[key].split("\n") if (one := _speaker(line)) in names]
        shares[key] = sum(one in named for one in speakers) / len(speakers)
    return shares


def question_share(text: str) -> float:
    """The share of a text that its last sentence has if this is a question, else 0."""
    text = text.rstrip()
    if not ends_in_question(text):
        return 0.0
    start = max(text.rfind(end, 0, -1) for end in BREAKS)
    return (len(text) - max(start, 0)) / len(text)


def _speaker(text: str) -> str:
    name, colon, _ = text[:LONGEST_NAME].partition(":")
    return name.strip().lower() if colon else ""


def pooled_hits(
    searches: Sequence[tuple[float, Sequence[Hit]]], scheme: Scheme, deep: bool = False
) -> list[list[Hit]]:
    """The hits of each search, with the scores that they have among the hits of all.

    Each search comes with the text score of its best hit. The best coverage is that of all.
    """
    best = max((score for score, _ in searches), default=0.0)
    if not best:
        return [list(hits) for _, hits in searches]
    factor = max((hit.coverage for _, hits in searches for hit in hits if hit.parts), default=1.0)
    return [
        [_scaled(hit, score / best, factor, scheme, deep) for hit in hits]
        for score, hits in searches
    ]


def _scaled(hit: Hit, share: float, factor: float, scheme: Scheme, deep: bool) -> Hit:
    if hit.parts is None or (share == 1.0 and hit.coverage == factor):
        return hit
    parts = hit.parts._replace(relevance=hit.parts.relevance * share)
    gains = tuple((name, gain * share) for name, gain in hit.gains)
    score = total(parts, scheme, deep) * factor
    return hit._replace(score=score, parts=parts, gains=gains, coverage=factor)
