"""The numbers of a memory's strength, how it fades, and its strength at a moment.

Strength = max(floor, peak · retention) (document 001). It is never stored; the numbers are.
"""

from __future__ import annotations

from memento_cli.core.fading.laws import EBBINGHAUS, TTL, retention
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from memento_cli.core.fading.laws import Law

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
    return max(0, now - moment) / DAY_MICROS


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
