"""The columns of the index from which a strength is computed."""

from __future__ import annotations

import sys

from memento_cli.core.fading.laws import NEVER, TTL, Law
from memento_cli.core.fading.strength import Fade, Strength

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

NUMBERS = "initial, last, count, times"
"""The numbers that the journal's fold gives a memory."""
FADING = "law, parameter, weight, floor"
"""The columns of fading from a memory's file; `weight` is the factor of the initial strength."""
STRENGTH = f"{NUMBERS}, {FADING}"
STEADY = f"(pinned OR law = {TTL} OR law = {NEVER})"
"""The rows that keep their peak, for ever or until their time to live ends."""
MOMENT_BYTES = 8


def strength_and_fade(columns: Sequence[Any]) -> tuple[Strength, Fade]:
    """The strength and the fading of a memory from the columns of `STRENGTH`."""
    initial, last, count, times, law, parameter, weight, floor = columns
    strength = Strength(initial, last, count, moments_in(times) if times else ())
    return strength, Fade(Law(law, parameter), floor, weight)


def packed_moments(moments: Sequence[int]) -> bytes | None:
    """Times in microseconds since 1970 as the value of a column; few laws need any."""
    if not moments:
        return None
    return b"".join([at.to_bytes(MOMENT_BYTES, sys.byteorder, signed=True) for at in moments])


def moments_in(column: bytes | None) -> tuple[int, ...]:
    """The times in such a value."""
    return tuple(memoryview(column).cast("q")) if column else ()
