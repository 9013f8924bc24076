"""Tiers of strength, what they hide, and rank by weight (document 004)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Generic, NamedTuple, Protocol, TypeVar

from memento_cli.errors import BadValue

BOUNDS: Mapping[str, tuple[float, float]] = {
    "active": (0.7, inf),
    "faded": (0.3, 0.7),
    "ghost": (-inf, 0.3),
}
"""From which strength on, and below which, a memory is in a tier."""
TIERS = tuple(BOUNDS)


class Strong(Protocol):
    """Whatever has a strength, as a hit has."""

    @property
    def strength(self) -> float: ...


H = TypeVar("H", bound=Strong)


class Shown(NamedTuple, Generic[H]):
    """The hits that the tiers leave, in their order, and how many of each tier they hide."""

    hits: list[H]
    hidden: Mapping[str, int]


def tier_of(strength: float) -> str:
    """active from 0.7 on, faded from 0.3 on, ghost below."""
    return next(tier for tier, (low, _) in BOUNDS.items() if strength >= low)


def shown(hits: Sequence[H], *, hide: bool) -> Shown[H]:
    """With `hide`, the active hits; the faded ones only if none is active; ghosts never.

    A deep recall hides nothing (`hide=False`).
    """
    tiers = [tier_of(hit.strength) for hit in hits]
    best = next((tier for tier in ("active", "faded") if tier in tiers), None)
    kept = [hit for hit, tier in zip(hits, tiers, strict=True) if not hide or tier == best]
    hidden = Counter(tier for tier in tiers if hide and tier != best)
    return Shown(kept, {tier: hidden[tier] for tier in TIERS if hidden[tier]})


def weight(number: float) -> float:
    """A weight of document 004: a strength from 0 to 1. BadValue outside of it."""
    if not 0 <= number <= 1:
        raise BadValue(f"weight {number:g} is outside 0..1")
    return number


def weight_in_turn(number: float, *, deep: bool) -> float:
    """What a weight counts as in this recall: itself, or 1 in a deep one. It changes nothing."""
    checked = weight(number)
    return 1.0 if deep else checked


def by_weight(relevance: float, number: float, *, deep: bool = False) -> float:
    """The score relevance · weight; a deep recall takes the weight out of it again."""
    return relevance * weight_in_turn(number, deep=deep)
