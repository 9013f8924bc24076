"""The score of a hit: S = α·relevance + β·recency + γ·importance + δ·usage − ε·duplication.

Document 002 gives the sum and its parts, document 000 a base with strength added, document 004
a product. A part that cannot be had is None and gives its weight to the others.
"""

from __future__ import annotations

from memento_cli.core.recall.score_parts import (
    importance,
    kind_recency,
    mmr,
    overlap,
    shared,
    usages,
    word_set,
)
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

MOST_COMPARED = 20  # hits that are compared with each other for duplication


class Weights(NamedTuple):
    """How much each part of a score counts; they need not sum up to 1."""

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
    """A way of scoring: a `sum`, a `product` or a `base`, what recency is, and the weights."""

    form: str
    recency: str
    weights: Weights


class Candidate(NamedTuple):
    """What a score is made of: a text score and a usage as they are, the others 0 to 1."""

    key: Any
    text: float
    strength: float = 1.0
    importance: float = 0.5
    usage: float = 0.0
    age_days: float = 0.0
    kind: str = "episodic"
    pinned: bool = False


class Ranked(NamedTuple):
    """A candidate's score, and the parts that it was made of."""

    key: Any
    score: float
    parts: Parts


AGENT = Weights(0.5, 0.2, 0.2, 0.1, 0.15)
BOUNDED = Weights(0.88, 0.04, 0.04, 0.04, 0.05)
PROFILES = {
    "half-life": Scheme("sum", "strength", BOUNDED),
    "companion": Scheme("sum", "strength", BOUNDED),
    "agent": Scheme("sum", "kind", AGENT),
    "ebbinghaus": Scheme("base", "strength", Weights(1.0, 0.0, 0.3, 0.0, 0.05)),
    "tiers": Scheme("product", "strength", Weights(1.0, 1.0, 0.0, 0.0, 0.05)),
}


def scheme_of(setting: Callable[[str], Any]) -> Scheme:
    """The scoring that a store's settings ask for: the profile's way, with their weights."""
    weights = Weights(*(setting(f"rank.{name}") for name in Weights._fields))
    return PROFILES[setting("profile")]._replace(weights=weights)


def ranked(candidates: Sequence[Candidate], scheme: Scheme, deep: bool = False) -> list[Ranked]:
    """The candidates by falling score, each with its parts; equal ones stay as they came.

    A candidate's text score counts as its share of the best one; its usage is raw.
    """
    best = max((one.text for one in candidates), default=0.0) or 1.0
    raw = [one.usage for one in candidates]
    spread = usages(raw) if any(raw) else [None for _ in raw]
    hits = []
    for one, used in zip(candidates, spread, strict=True):
        relevance = max(0.0, one.text / best)
        important = importance(one.importance, one.pinned, one.kind)
        parts = Parts(relevance, _recency_of(one, scheme), important, used, 0.0)
        hits.append(Ranked(one.key, total(parts, scheme, deep), parts))
    hits.sort(key=lambda hit: -hit.score)
    return hits


def in_force(parts: Parts, weights: Weights) -> Weights:
    """The weights with those of the missing parts given to the others, in proportion."""
    there = sum(
        weight for weight, part in zip(weights, parts[:4], strict=False) if part is not None
    )
    share = sum(weights[:4]) / there if there else 1.0
    relevance, recency, importance, usage = (weight * share for weight in weights[:4])
    return Weights(relevance, recency, importance, usage, weights.duplication)


def total(parts: Parts, scheme: Scheme, deep: bool = False) -> float:
    """The score that these parts have in a profile."""
    weights = scheme.weights
    if scheme.form == "sum":
        return score(parts, weights)
    repeated: float = weights.duplication * parts.duplication
    if scheme.form == "product":
        return tier_score(parts.relevance, parts.recency, deep) - repeated
    return base_score(parts.relevance, parts.recency, weights.importance) - repeated


def spread_out(
    hits: Sequence[Ranked], texts: Mapping[object, str], scheme: Scheme, deep: bool = False
) -> list[Ranked]:
    """The hits with those pushed down that repeat what stands above them.

    Only the first 20 are compared, and only those whose text is given.
    """
    rest = list(hits[:MOST_COMPARED])
    words = {hit.key: word_set(texts.get(hit.key, "")) for hit in rest}
    likest = dict.fromkeys(words, 0.0)
    balance = 1 / (1 + scheme.weights.duplication)
    chosen = []
    while rest:
        best = max(rest, key=lambda hit: mmr(hit.score, likest[hit.key], balance))
        rest.remove(best)
        parts = best.parts._replace(duplication=likest[best.key])
        chosen.append(Ranked(best.key, total(parts, scheme, deep), parts))
        for hit in rest:
            likest[hit.key] = max(likest[hit.key], overlap(words[hit.key], words[best.key]))
    return chosen + list(hits[MOST_COMPARED:])


def _recency_of(one: Candidate, scheme: Scheme) -> float:
    if scheme.recency == "kind":
        return kind_recency(one.kind, one.age_days)
    strength: float = one.strength
    return strength if 0.0 <= strength <= 1.0 else float(strength > 1.0)


def score(parts: Parts, weights: Weights = AGENT) -> float:
    """The sum of document 002; about 0 to 1, below 0 for what only repeats.

    A part that is None gives its weight to the others, each in proportion to its own.
    """
    if None in parts[:3]:
        return shared(zip(weights[:4], parts[:4], strict=True)) - weights[4] * parts[4]
    relevance, recency, importance, usage, duplication = parts
    alpha, beta, gamma, delta, epsilon = weights
    gained = alpha * relevance + beta * recency + gamma * importance
    if usage is None:
        there = alpha + beta + gamma
        gained *= (there + delta) / there if there else 0.0
    else:
        gained += delta * usage
    return gained - epsilon * duplication


def base_score(base: float, strength: float, importance_weight: float) -> float:
    """Document 000's score: a base, to which the strength is added instead of the importance."""
    return base + importance_weight * strength


def tier_score(relevance: float, weight: float, deep: bool = False) -> float:
    """Document 004's score: relevance × weight; a deep recall lifts the weight."""
    return relevance if deep else relevance * weight
