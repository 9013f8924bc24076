"""The numbers that a strength follows from, as they stand in rows of the index."""

from __future__ import annotations

import sys

from memento_cli.core.fading.laws import NEVER, TTL, Law
from memento_cli.core.fading.strength import Fade, Strength

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

NUMBERS = "initial, last, count, times"
"""What the journal makes of a memory."""
FADING = "law, parameter, weight, floor"
"""How its file says that it fades; `weight` is what the initial strength counts."""
STRENGTH = f"{NUMBERS}, {FADING}"
STEADY = f"(pinned OR law = {TTL} OR law = {NEVER})"
"""The rows that keep their peak, for ever or until their end."""
OVER = f"law = {TTL} AND NOT pinned AND level <= ?"
"""The rows whose time to live has ended at a moment."""
MOMENT_BYTES = 8


def both_of(columns: Sequence[Any]) -> tuple[Strength, Fade]:
    """The numbers of a memory and how it fades, from the columns of `STRENGTH`."""
    initial, last, count, times, law, parameter, weight, floor = columns
    strength = Strength(initial, last, count, moments_in(times) if times else ())
    return strength, Fade(Law(law, parameter), floor, weight)


def packed_moments(moments: Sequence[int]) -> bytes | None:
    """Moments in microseconds since 1970 as a column; few laws ask for any."""
    if not moments:
        return None
    return b"".join([at.to_bytes(MOMENT_BYTES, sys.byteorder, signed=True) for at in moments])


def moments_in(column: bytes | None) -> tuple[int, ...]:
    """The moments that were packed."""
    return tuple(memoryview(column).cast("q")) if column else ()
