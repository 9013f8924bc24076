"""How well a ranking answers: R@k, MRR, any of the gold ones among the first, and the first."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from memento_cli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

DEPTH = 100

Ranking = Sequence[str]


class Scores(NamedTuple):
    """Means over all questions, from 0 to 1."""

    r5: float
    r10: float
    mrr: float
    any5: float
    first: float


def recall_at(ranking: Ranking, gold: Collection[str], k: int) -> float:
    """The share of the gold documents that are among the first k."""
    return sum(key in gold for key in dict.fromkeys(ranking[:k])) / len(gold)


def any_at(ranking: Ranking, gold: Collection[str], k: int) -> bool:
    """Whether any of the gold documents is among the first k."""
    return any(key in gold for key in ranking[:k])


def reciprocal_rank(ranking: Ranking, gold: Collection[str]) -> float:
    """1 by the rank of the first gold document; 0 where none is in the ranking."""
    return next((1 / rank for rank, key in enumerate(ranking, start=1) if key in gold), 0.0)


def scores(rankings: Sequence[Ranking], golds: Sequence[Collection[str]]) -> Scores:
    """The means over questions; rankings are as deep as they were asked for, at most 100."""
    pairs = list(zip(rankings, golds, strict=True))
    return Scores(
        fmean(recall_at(ranking, gold, 5) for ranking, gold in pairs),
        fmean(recall_at(ranking, gold, 10) for ranking, gold in pairs),
        fmean(reciprocal_rank(ranking, gold) for ranking, gold in pairs),
        fmean(any_at(ranking, gold, 5) for ranking, gold in pairs),
        fmean(any_at(ranking, gold, 1) for ranking, gold in pairs),
    )
