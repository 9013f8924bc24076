"""The score of a hit: S = α·relevance + β·recency + γ·importance + δ·usage − ε·duplication.

The sum and its parts are document 002's; document 000 adds the strength to a base, document 004
multiplies. The weight of a missing part (None) is shared among the others.
"""

from __future__ import annotations

from math import exp, log

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

MOST_COMPARED = 20  # the first hits, which are compared with each other for duplication

HALF_LIFE_DAYS = {"working": 2.0, "episodic": 30.0, "procedural": 90.0, "semantic": 180.0}
KIND_BONUS = {"semantic": 0.1, "procedural": 0.05, "working": -0.05}
PINNED_BONUS = 0.2
EMBEDDING, KEYWORDS, TAGS, TITLE = 0.60, 0.30, 0.05, 0.05


class Weights(NamedTuple):
    """The weight of each part of a score; they need not sum to 1."""

    relevance: float
    recency: float
    importance: float
    usage: float
    duplication: float


class Parts(NamedTuple):
    """The parts of a score, each 0 to 1; the usage is None where no candidate was ever used."""

    relevance: float
    recency: float
    importance: float
    usage: float | None
    duplication: float = 0.0


class Scheme(NamedTuple):
    """How scores are computed: the form (`sum`, `product` or `base`), what recency is, the
    weights; and whether a cosine counts as document 002 has it, or calibrated."""

    form: str
    recency: str
    weights: Weights
    plain_cosine: bool = False


class Candidate(NamedTuple):
    """A hit before scoring: its raw text score and raw usage, and the other parts, 0 to 1."""

    key: Any
    text: float
    strength: float = 1.0
    importance: float = 0.5
    usage: float = 0.0
    age_days: float = 0.0
    kind: str = "episodic"
    pinned: bool = False


class Ranked(NamedTuple):
    """The score of a candidate, and its parts."""

    key: Any
    score: float
    parts: Parts


AGENT = Weights(0.5, 0.2, 0.2, 0.1, 0.15)
BOUNDED = Weights(0.88, 0.04, 0.04, 0.04, 0.05)
PROFILES = {
    "half-life": Scheme("sum", "strength", BOUNDED),
    "companion": Scheme("sum", "strength", BOUNDED),
    "agent": Scheme("sum", "kind", AGENT, plain_cosine=True),
    "ebbinghaus": Scheme("base", "strength", Weights(1.0, 0.0, 0.3, 0.0, 0.05)),
    "tiers": Scheme("product", "strength", Weights(1.0, 1.0, 0.0, 0.0, 0.05)),
}


def scheme_of(setting: Callable[[str], Any]) -> Scheme:
    """The scheme that a store's settings choose: that of the profile, with their weights."""
    weights = Weights(*(setting(f"rank.{name}") for name in Weights._fields))
    return PROFILES[setting("profile")]._replace(weights=weights)


def ranked(
    candidates: Sequence[Candidate],
    scheme: Scheme,
    deep: bool = False,
    whole: float | None = None,
) -> list[Ranked]:
    """The candidates by falling score, with their parts; ties keep their order.

    The relevance is the text score over the best text score, or over that of a `whole` relevance;
    usage is normalized over the candidates.
    """
    best_text = whole or max((candidate.text for candidate in candidates), default=0.0) or 1.0
    raw_usage = [candidate.usage for candidate in candidates]
    normalized = normalized_usage(raw_usage) if any(raw_usage) else [None for _ in raw_usage]
    hits = []
    for candidate, usage in zip(candidates, normalized, strict=True):
        relevance = max(0.0, candidate.text / best_text)
        important = importance(candidate.importance, candidate.pinned, candidate.kind)
        parts = Parts(relevance, _recency_of(candidate, scheme), important, usage, 0.0)
        hits.append(Ranked(candidate.key, total(parts, scheme, deep), parts))
    hits.sort(key=lambda hit: -hit.score)
    return hits


def effective_weights(parts: Parts, weights: Weights) -> Weights:
    """The weights, with those of missing parts shared among the others in proportion."""
    present = sum(
        weight for weight, part in zip(weights, parts[:4], strict=False) if part is not None
    )
    factor = sum(weights[:4]) / present if present else 1.0
    relevance, recency, importance, usage = (weight * factor for weight in weights[:4])
    return Weights(relevance, recency, importance, usage, weights.duplication)


def total(parts: Parts, scheme: Scheme, deep: bool = False) -> float:
    """The score of these parts under a scheme: document 002's sum, document 004's product, or
    document 000's base and weighted strength, which stands in for the importance."""
    weights = scheme.weights
    if scheme.form == "sum":
        return score(parts, weights)
    penalty: float = weights.duplication * parts.duplication
    if scheme.form == "product":
        return tier_score(parts.relevance, parts.recency, deep) - penalty
    return parts.relevance + weights.importance * parts.recency - penalty


def spread_out(
    hits: Sequence[Ranked], texts: Mapping[Any, str], scheme: Scheme, deep: bool = False
) -> list[Ranked]:
    """The hits reranked by maximal marginal relevance: what repeats a higher hit is pushed down.

    Only the first 20 are compared, and only those with a text.
    """
    rest = list(hits[:MOST_COMPARED])
    words = {hit.key: word_set(texts.get(hit.key, "")) for hit in rest}
    likeness = dict.fromkeys(words, 0.0)
    balance = 1 / (1 + scheme.weights.duplication)
    reranked = []
    while rest:
        best = max(rest, key=lambda hit: mmr(hit.score, likeness[hit.key], balance))
        rest.remove(best)
        parts = best.parts._replace(duplication=likeness[best.key])
        reranked.append(Ranked(best.key, total(parts, scheme, deep), parts))
        for hit in rest:
            likeness[hit.key] = max(likeness[hit.key], jaccard(words[hit.key], words[best.key]))
    return reranked + list(hits[MOST_COMPARED:])


def _recency_of(candidate: Candidate, scheme: Scheme) -> float:
    if scheme.recency == "kind":
        return kind_recency(candidate.kind, candidate.age_days)
    strength: float = candidate.strength
    return strength if 0.0 <= strength <= 1.0 else float(strength > 1.0)


def score(parts: Parts, weights: Weights = AGENT) -> float:
    """Document 002's sum; about 0 to 1, below 0 for a mere duplicate.

    The weight of a part that is None is shared among the others in proportion.
    """
    if None in parts[:3]:
        return weighted_sum(zip(weights[:4], parts[:4], strict=True)) - weights[4] * parts[4]
    relevance, recency, importance, usage, duplication = parts
    alpha, beta, gamma, delta, epsilon = weights
    total = alpha * relevance + beta * recency + gamma * importance
    if usage is None:
        present = alpha + beta + gamma
        total *= (present + delta) / present if present else 0.0
    else:
        total += delta * usage
    return total - epsilon * duplication


def tier_score(relevance: float, weight: float, deep: bool = False) -> float:
    """Document 004's score: relevance × weight; a deep recall takes the weight as 1."""
    return relevance if deep else relevance * weight


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
    return log(1 + views) + 2 * log(1 + uses) + 0.5 * log(1 + edits)


def normalized_usage(raw: Sequence[float]) -> list[float]:
    """The raw usages of the candidates scaled to 0 to 1; 0.5 each where all are equal."""
    low, high = min(raw, default=0.0), max(raw, default=0.0)
    if low == high:
        return [0.5 for _ in raw]
    return [(usage - low) / (high - low + 1e-6) for usage in raw]


def jaccard(one: Iterable[str], other: Iterable[str]) -> float:
    """Jaccard's index of two sets of words, 0 to 1."""
    one, other = frozenset(one), frozenset(other)
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def relevance(embedding: float | None, keywords: float, tags: float, title: float) -> float:
    """Document 002's relevance, 0 to 1; without an embedding its weight is shared
    among the rest."""
    pairs = [(EMBEDDING, embedding), (KEYWORDS, keywords), (TAGS, tags), (TITLE, title)]
    return weighted_sum(pairs)


def word_set(text: str) -> frozenset[str]:
    """The words by which duplication is judged."""
    return frozenset(text.lower().split())


def mmr(score: float, likeness: float, balance: float) -> float:
    """Maximal marginal relevance: balance · score − (1 − balance) · likeness."""
    return balance * score - (1 - balance) * likeness
