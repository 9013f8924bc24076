"""The numbers of a memory's strength, how it fades, and its strength at a moment; when it has
fallen to a share; and the tiers of strength (document 004).

Strength = max(floor, peak · retention) (document 001). It is never stored; the numbers are.
"""

from __future__ import annotations

from math import exp, inf, log, log1p, log2

from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    DAILY,
    DAYS_LIMIT,
    EBBINGHAUS,
    HALF_LIFE,
    PERCENT_LIMIT,
    SOONEST_DAYS,
    TTL,
    base_level_retention,
    retention,
    stability_after,
)
from memento_cli.named_tuple import Generic, NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Protocol

    from memento_cli.core.fading.laws import Law

    class Strong(Protocol):
        """Anything with a strength, such as a hit."""

        @property
        def strength(self) -> float: ...


DAY_MICROS = 86_400_000_000
MIN_STRENGTH = 0.1
"""The default floor of a memory (document 001)."""


class Strength(NamedTuple):
    """The numbers from which a strength follows; the entries of the journal lead to them (`fold`).

    `initial` is the strength at `last`, 0 or above. `last` is when the memory was last reinforced,
    or recorded. `uses`, for the law `base-level` only, are the times of the opening and of the uses
    since; uses that only `reinforcement_count` counts are taken to be as old as the first. Moments
    are microseconds since 1970.
    """

    initial: float
    last: int
    reinforcement_count: int = 0
    uses: tuple[int, ...] = ()

    @property
    def last_reinforced(self) -> datetime:
        """`last` as an aware datetime in UTC."""
        from memento_cli.core.time.when import from_micros

        return from_micros(self.last)

    def without_uses(self) -> Strength:
        """The numbers that a file stores: all but the times of use."""
        return self._replace(uses=()) if self.uses else self


class Fade(NamedTuple):
    """How a memory fades: its law, and the floor below which its strength does not fall.

    `weight` is a factor of the initial strength: the importance, 0 to 1, under `ebbinghaus`
    (document 000), and 1 under all other laws.
    """

    law: Law
    min_strength: float = MIN_STRENGTH
    weight: float = 1.0


def days_since(moment: int, now: int) -> float:
    """The days from a moment until now; 0 where the moment is in the future."""
    return (now - moment) / DAY_MICROS if now > moment else 0.0


def ages_of(moments: Iterable[int], now: int) -> Sequence[float]:
    """The days since each of these moments."""
    return [days_since(moment, now) for moment in moments]


def peak(strength: Strength, fade: Fade) -> float:
    """The strength at the last use, before fading; under `ebbinghaus` at most 1 (document 000)."""
    strength_at_last = strength.initial * fade.weight
    return min(1.0, strength_at_last) if fade.law.code == EBBINGHAUS else strength_at_last


def retention_now(strength: Strength, law: Law, now: int) -> float:
    """The retention, 1 down to 0, of a memory with these numbers at a moment."""
    _, last, uses, moments = strength
    return retention(law, days_since(last, now), uses, ages_of(moments, now) if moments else ())


def is_over(strength: Strength, fade: Fade, pinned: object, now: int) -> bool:
    """Whether a memory's time to live has ended; a pinned memory's never does."""
    law = fade.law
    return law.code == TTL and not pinned and retention_now(strength, law, now) == 0


def bare_strength(strength: Strength, fade: Fade, pinned: object, now: int) -> float:
    """The strength at a moment without the floor: peak · retention; of a pinned memory its peak."""
    at_peak = peak(strength, fade)
    return at_peak if pinned else at_peak * retention_now(strength, fade.law, now)


def strength_now(strength: Strength, fade: Fade, pinned: object, now: int) -> float:
    """The strength at a moment: max(floor, peak · retention) (document 001)."""
    return max(fade.min_strength, bare_strength(strength, fade, pinned, now))


def halving_days(law: Law, uses: int = 0) -> float | None:
    """The days in which half is lost after so many uses, under a law that is an exponential.

    None under other laws, and where nothing is lost.
    """
    code, parameter = law
    if code == HALF_LIFE:
        return max(parameter, SOONEST_DAYS)
    if code == EBBINGHAUS:
        return stability_after(parameter, uses) * log(2)
    if code == DAILY:
        lost = -log1p(-parameter / PERCENT_LIMIT)
        return log(2) / lost if lost else None
    return None


def days_until(law: Law, share: float, strength: Strength | None = None) -> float:
    """The days from the last use until a law leaves only `share`; infinite if it never does.

    `strength` are the numbers of the memory, with its uses; without it there were none.
    """
    if share >= 1:
        return 0.0
    if law.code == TTL:
        return law.parameter
    if share <= 0:
        return inf
    if law.code == BASE_LEVEL:
        return _base_level_days(law.parameter, share, strength)
    half = halving_days(law, strength.reinforcement_count if strength else 0)
    return inf if half is None else -log2(share) * half


def _base_level_days(decay: float, share: float, strength: Strength | None) -> float:
    uses = strength.reinforcement_count if strength else 0
    ages: Sequence[float] = (ages_of(strength.uses, strength.last) if strength else ()) or (0.0,)

    def share_after(log_days: float) -> float:
        days = exp(log_days)
        return base_level_retention([age + days for age in ages], uses, decay)

    low, high = -25.0, log(DAYS_LIMIT) + 25.0
    if share_after(high) > share:
        return inf
    middle = (low + high) / 2
    while low < middle < high:
        low, high = (middle, high) if share_after(middle) > share else (low, middle)
        middle = (low + high) / 2
    return exp(high)


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
