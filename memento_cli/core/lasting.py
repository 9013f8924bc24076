"""By which law memories last that are used again and again, and would be lost all the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from memento_cli.core.forecast import falls_below
from memento_cli.core.laws import HalfLife, Law
from memento_cli.core.memory import Memory

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


def is_used_often(uses: Sequence[datetime]) -> bool:
    """Whether these times of use, the first of which is when it was recorded, are many and far
    between."""
    again = uses[1:]
    return len(again) >= OFTEN and max(again) - min(again) >= timedelta(days=LONG_DAYS)


def laws_to_try(law: Law) -> list[str]:
    """The laws by which it may last longer: that which knows its times of use, else a longer
    half-life."""
    longer = [f"half-life={2 * law.half_life_days:g}"] if isinstance(law, HalfLife) else []
    return ["base-level", *longer]


def lasting(memory: Memory, law: str, converted: Memory, below: float) -> Lasting | None:
    """What another law buys a memory that is lost soon; None if that is not worth it."""
    lost, then = falls_below(memory, below), falls_below(converted, below)
    if lost is None or (then is not None and then - lost < timedelta(days=SOON_DAYS)):
        return None
    return Lasting(law, lost, then)
