"""The hits of several searches (of stores, or of kinds) in one order.

A hit's relevance is its share of the best text score of its own search. Pooled, it is its share of
the best of all searches, so a store without a good match puts nothing at the top.
"""

from __future__ import annotations

from memento_cli.core.recall.ranking import total

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.recall.query import Hit
    from memento_cli.core.recall.ranking import Scheme


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
