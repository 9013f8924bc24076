"""The parts of a score, each 0 to 1 (document 002, 4.1)."""

from __future__ import annotations

from math import exp, log, sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HALF_LIFE_DAYS = {"working": 2.0, "episodic": 30.0, "procedural": 90.0, "semantic": 180.0}
KIND_BONUS = {"semantic": 0.1, "procedural": 0.05, "working": -0.05}
PINNED_BONUS = 0.2
EMBEDDING, KEYWORDS, TAGS, TITLE = 0.60, 0.30, 0.05, 0.05


def weighted_sum(pairs: Iterable[tuple[float, float | None]]) -> float:
    """The sum of weight · part; the weights of missing parts are shared among the others."""
    all_weights = present_weights = total = 0.0
    for weight, part in pairs:
        all_weights += weight
        if part is not None:
            present_weights += weight
            total += weight * part
    return total * (all_weights / present_weights) if present_weights else 0.0


def recency(age_days: float, decay: float) -> float:
    """e^(−decay · days), 1 down to 0; a negative age counts as 0 (document 002)."""
    return exp(-decay * max(0.0, age_days))


def kind_recency(kind: str, age_days: float) -> float:
    """The recency with the half-life in days of the kind: working 2, episodic 30, procedural 90,
    semantic 180."""
    return recency(age_days, log(2) / HALF_LIFE_DAYS.get(kind, HALF_LIFE_DAYS["episodic"]))


def importance(given: float, pinned: bool, kind: str) -> float:
    """The given importance raised by a pin and by lasting kinds, lowered for working memories; 0
    to 1."""
    raised = given + PINNED_BONUS * pinned + KIND_BONUS.get(kind, 0.0)
    return raised if 0.0 <= raised <= 1.0 else float(raised > 1.0)


def usage_raw(views: int, uses: int, edits: int) -> float:
    """ln(1 + views) + 2 · ln(1 + uses) + 0.5 · ln(1 + edits); 0 or above, unbounded."""
    if not (views or uses or edits):
        return 0.0  # most memories, of which a recall ranks hundreds
    return log(1 + views) + 2 * log(1 + uses) + 0.5 * log(1 + edits)


def normalized_usage(raw: Sequence[float]) -> list[float]:
    """The raw usages of the candidates scaled to 0 to 1; 0.5 each where all are equal."""
    low, high = min(raw, default=0.0), max(raw, default=0.0)
    if low == high:
        return [0.5 for _ in raw]
    return [(usage - low) / (high - low + 1e-6) for usage in raw]


def overlap(one: Iterable[str], other: Iterable[str]) -> float:
    """Jaccard's index of two sets of words, 0 to 1."""
    one, other = frozenset(one), frozenset(other)
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def relevance(embedding: float | None, keywords: float, tags: float, title: float) -> float:
    """Document 002's relevance, 0 to 1; without an embedding its weight is shared
    among the rest."""
    pairs = [(EMBEDDING, embedding), (KEYWORDS, keywords), (TAGS, tags), (TITLE, title)]
    return weighted_sum(pairs)


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """The cosine of two vectors, 0 to 1; 0 where it is negative, undefined, or the
    lengths differ."""
    lengths = sqrt(sum(x * x for x in one) * sum(x * x for x in other))
    if len(one) != len(other) or not lengths:
        return 0.0
    return max(0.0, sum(x * y for x, y in zip(one, other, strict=True)) / lengths)


def word_set(text: str) -> frozenset[str]:
    """The words by which duplication is judged."""
    return frozenset(text.lower().split())


def mmr(score: float, likeness: float, balance: float) -> float:
    """Maximal marginal relevance: balance · score − (1 − balance) · likeness."""
    return balance * score - (1 - balance) * likeness
