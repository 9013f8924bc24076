"""The tiers of strength, and which hits they hide (document 004)."""

from __future__ import annotations

from math import inf

from memento_cli.named_tuple import Generic, NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    class Strong(Protocol):
        """Anything with a strength, such as a hit."""

        @property
        def strength(self) -> float: ...


H = TypeVar("H", bound="Strong")
BOUNDS: Mapping[str, tuple[float, float]] = {
    "active": (0.7, inf),
    "faded": (0.3, 0.7),
    "ghost": (-inf, 0.3),
}
"""The strength at which each tier begins, and the one below which it ends."""
TIERS = tuple(BOUNDS)


class Shown(NamedTuple, Generic[H]):
    """The hits that are shown, in their order, and how many of each tier are hidden."""

    hits: list[H]
    hidden: Mapping[str, int]


def tier_of(strength: float) -> str:
    """The tier of a strength: active from 0.7 on, faded from 0.3 on, ghost below."""
    return next(tier for tier, (low, _) in BOUNDS.items() if strength >= low)


def shown(hits: Sequence[H], *, hide: bool) -> Shown[H]:
    """With `hide`, the active hits; the faded ones only if none is active; ghosts never.

    A deep recall hides nothing (`hide=False`).
    """
    if not hide:
        return Shown(list(hits), {})
    tiers = [tier_of(hit.strength) for hit in hits]
    best = next((tier for tier in ("active", "faded") if tier in tiers), None)
    kept = [hit for hit, tier in zip(hits, tiers, strict=True) if tier == best]
    hidden = {tier: tiers.count(tier) for tier in TIERS if tier != best}
    return Shown(kept, {tier: count for tier, count in hidden.items() if count})
