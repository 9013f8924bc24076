"""The parts of a hit's score, each 0 to 1 (document 002, 4.1)."""

from __future__ import annotations

from math import exp, log, sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HALF_LIFE_DAYS = {"working": 2.0, "episodic": 30.0, "procedural": 90.0, "semantic": 180.0}
KIND_BONUS = {"semantic": 0.1, "procedural": 0.05, "working": -0.05}
PINNED_BONUS = 0.2
EMBEDDING, KEYWORDS, TAGS, TITLE = 0.60, 0.30, 0.05, 0.05


def shared(pairs: Iterable[tuple[float, float | None]]) -> float:
    """The weighted sum of the parts that are there, which take over the weight of the others."""
    whole = there = gained = 0.0
    for weight, part in pairs:
        whole += weight
        if part is not None:
            there += weight
            gained += weight * part
    return gained * (whole / there) if there else 0.0


def recency(age_days: float, decay: float) -> float:
    """e^(−decay · days), 1 down to 0; what is yet to come is as of today (document 002)."""
    return exp(-decay * max(0.0, age_days))


def kind_recency(kind: str, age_days: float) -> float:
    """Recency with the half-life of its kind: working 2, episodic 30, procedural 90 days …"""
    return recency(age_days, log(2) / HALF_LIFE_DAYS.get(kind, HALF_LIFE_DAYS["episodic"]))


def importance(given: float, pinned: bool, kind: str) -> float:
    """The given importance, raised by a pin and by kinds that last; 0 to 1."""
    raised = given + PINNED_BONUS * pinned + KIND_BONUS.get(kind, 0.0)
    return raised if 0.0 <= raised <= 1.0 else float(raised > 1.0)


def usage_raw(views: int, uses: int, edits: int) -> float:
    """ln(1 + views) + 2 · ln(1 + uses) + 0.5 · ln(1 + edits); from 0 up without bound."""
    if not (views or uses or edits):
        return 0.0  # most memories, of which a recall ranks hundreds
    return log(1 + views) + 2 * log(1 + uses) + 0.5 * log(1 + edits)


def usages(raw: Sequence[float]) -> list[float]:
    """Raw usages spread over 0 to 1 among the candidates; 0.5 where all are equal."""
    low, high = min(raw, default=0.0), max(raw, default=0.0)
    if low == high:
        return [0.5 for _ in raw]
    return [(one - low) / (high - low + 1e-6) for one in raw]


def overlap(one: Iterable[str], other: Iterable[str]) -> float:
    """Shared words over all words, 0 to 1."""
    one, other = frozenset(one), frozenset(other)
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def relevance(embedding: float | None, keywords: float, tags: float, title: float) -> float:
    """Document 002's relevance, 0 to 1; without a vector its weight goes to the words."""
    pairs = [(EMBEDDING, embedding), (KEYWORDS, keywords), (TAGS, tags), (TITLE, title)]
    return shared(pairs)


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """The cosine of two vectors, 0 to 1: opposite counts as unrelated, no length as nothing."""
    lengths = sqrt(sum(x * x for x in one) * sum(x * x for x in other))
    if len(one) != len(other) or not lengths:
        return 0.0
    return max(0.0, sum(x * y for x, y in zip(one, other, strict=True)) / lengths)


def word_set(text: str) -> frozenset[str]:
    """The words of a text that repetition is judged by."""
    return frozenset(text.lower().split())


def mmr(score: float, likest: float, balance: float) -> float:
    """Maximal marginal relevance: balance · score − (1 − balance) · likest."""
    return balance * score - (1 - balance) * likest
