"""The numbers of a memory's strength, how it fades, and its strength at a moment.

Strength = max(floor, peak · retention) (document 001). It is never stored: only the numbers are.
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
"""The floor of a memory where nothing says another (document 001)."""


class Strength(NamedTuple):
    """The numbers from which a strength follows; the journal's lines lead to them (`fold`).

    `initial` is the strength at `last`, 0 or above; `last` is when the memory was last reinforced,
    or recorded; `uses`, of the law `base-level` only, are the times of the opening and of its uses
    from then on: uses that only `reinforcement_count` knows of are taken for as old as the first.
    Moments are microseconds since 1970.
    """

    initial: float
    last: int
    reinforcement_count: int = 0
    uses: tuple[int, ...] = ()

    @property
    def last_reinforced(self) -> datetime:
        """`last` as an aware datetime in UTC, for the doors and for files."""
        from memento_cli.core.time.when import from_micros

        return from_micros(self.last)

    def told(self) -> Strength:
        """The numbers as a file can say them, without the times of use."""
        return self._replace(uses=()) if self.uses else self


class Fade(NamedTuple):
    """How a memory fades: its law, and the floor below which its strength does not fall.

    `weight` is what the initial strength is multiplied by: the importance, 0 to 1, under
    `ebbinghaus` (document 000), and 1 under all other laws.
    """

    law: Law
    min_strength: float = MIN_STRENGTH
    weight: float = 1.0


def days_since(moment: int, now: int) -> float:
    """The days from a moment until now; 0 where the moment is yet to come."""
    return max(0, now - moment) / DAY_MICROS


def ages_of(moments: Iterable[int], now: int) -> Sequence[float]:
    """The days since each of these moments."""
    return [days_since(moment, now) for moment in moments]


def peak(strength: Strength, fade: Fade) -> float:
    """The strength before time takes from it: under `ebbinghaus` at most 1 (document 000)."""
    whole = strength.initial * fade.weight
    return min(1.0, whole) if fade.law.code == EBBINGHAUS else whole


def retained(strength: Strength, law: Law, now: int) -> float:
    """The share, 1 down to 0, that a law has left at a moment of a memory with these numbers."""
    _, last, uses, times = strength
    return retention(law, days_since(last, now), uses, ages_of(times, now) if times else ())


def is_over(strength: Strength, fade: Fade, pinned: object, now: int) -> bool:
    """Whether a memory had a time to live that has ended, which a pin puts off for ever."""
    law = fade.law
    return law.code == TTL and not pinned and retained(strength, law, now) == 0


def bare_strength(strength: Strength, fade: Fade, pinned: object, now: int) -> float:
    """The strength at a moment, the floor aside; that of a pinned memory is its peak."""
    whole = peak(strength, fade)
    return whole if pinned else whole * retained(strength, fade.law, now)


def strength_now(strength: Strength, fade: Fade, pinned: object, now: int) -> float:
    """The strength at a moment: max(floor, peak · retention), as document 001 has it."""
    return max(fade.min_strength, bare_strength(strength, fade, pinned, now))
