"""By which law memories last that are used again and again, and would be lost all the same."""

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
"""Used at least so often, the first and the last time at least so many days apart."""
SOON_DAYS = 30
"""What is lost within so many days is lost soon; another law is worth it if it adds as many."""


class Lasting(NamedTuple):
    """A memory by another law: when it would be lost by its own, and by that; None is never."""

    law: str
    lost: datetime
    then: datetime | None


def is_lost_soon(memory: Memory, below: float, now: datetime) -> bool:
    """Whether it falls below a strength within days; what is below already is lost."""
    lost = falls_below(memory, below)
    return lost is not None and now < lost <= now + timedelta(days=SOON_DAYS)


def is_used_often(uses: Sequence[int]) -> bool:
    """Whether a memory with these times of use is used again and again, over a fortnight or more.

    They are microseconds since 1970; the first of them is when the memory was recorded.
    """
    again = uses[1:]
    return len(again) >= OFTEN and days_since(min(again), max(again)) >= LONG_DAYS


def laws_to_try(law: Law) -> list[str]:
    """The laws by which it may last longer: that which knows its times of use, else a longer
    half-life."""
    longer = [f"half-life={2 * law.parameter:g}"] if law.code == HALF_LIFE else []
    return ["base-level", *longer]


def lasting(memory: Memory, law: str, converted: Memory, below: float) -> Lasting | None:
    """What another law buys a memory that is lost soon; None if that is not worth it."""
    lost, then = falls_below(memory, below), falls_below(converted, below)
    if lost is None or (then is not None and then - lost < timedelta(days=SOON_DAYS)):
        return None
    return Lasting(law, lost, then)
