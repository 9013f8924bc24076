"""Laws by which memories last longer that are used often and would be lost soon."""

from __future__ import annotations

from datetime import timedelta

from memento_cli.core.fading.forecast import falls_below
from memento_cli.core.fading.laws import HALF_LIFE
from memento_cli.core.fading.strength import days_since
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memento_cli.core.fading.laws import Law
    from memento_cli.core.memory.memory import Memory

OFTEN, LONG_DAYS = 3, 14
"""The least number of uses, and the least days between the first and the last of them."""
SOON_DAYS = 30
"""A memory is lost soon if within so many days; another law must add at least as many."""


class Lasting(NamedTuple):
    """A law, when a memory is lost by its own law, and when by this one (None is never)."""

    law: str
    lost: datetime
    then: datetime | None


def is_lost_soon(memory: Memory, below: float, now: datetime) -> bool:
    """Whether a memory falls below a strength in the next `SOON_DAYS`, and is not below it yet."""
    lost = falls_below(memory, below)
    return lost is not None and now < lost <= now + timedelta(days=SOON_DAYS)


def is_used_often(uses: Sequence[int]) -> bool:
    """Whether a memory with these times is used often, over `LONG_DAYS` or more.

    The times are microseconds since 1970; the first is that of the recording.
    """
    later = uses[1:]
    return len(later) >= OFTEN and days_since(min(later), max(later)) >= LONG_DAYS


def laws_to_try(law: Law) -> list[str]:
    """The laws by which a memory may last longer: base-level, which uses its times of use, then a
    longer half-life."""
    longer = [f"half-life={2 * law.parameter:g}"] if law.code == HALF_LIFE else []
    return ["base-level", *longer]


def lasting(memory: Memory, law: str, converted: Memory, below: float) -> Lasting | None:
    """The gain by another law for a memory that is lost soon; None if it is too small."""
    lost, then = falls_below(memory, below), falls_below(converted, below)
    if lost is None or (then is not None and then - lost < timedelta(days=SOON_DAYS)):
        return None
    return Lasting(law, lost, then)
