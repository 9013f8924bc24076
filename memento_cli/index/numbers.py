"""The numbers that a strength follows from, as they stand in rows of the index."""

from __future__ import annotations

import sys

from memento_cli.core.curves import NEVER, TTL

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.core.curves import Fading, Numbers

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


def both_of(row: Sequence[Any]) -> tuple[Numbers, Fading]:
    """The columns of `STRENGTH` as what `core/curves.py` takes."""
    initial, last, count, times, *fading = row
    law, parameter, weight, floor = fading
    return (initial, last, count, moments_in(times)), (law, parameter, weight, floor)


def packed_moments(moments: Sequence[int]) -> bytes | None:
    """Moments in microseconds since 1970 as a column; few laws ask for any."""
    if not moments:
        return None
    return b"".join([at.to_bytes(MOMENT_BYTES, sys.byteorder, signed=True) for at in moments])


def moments_in(column: bytes | None) -> Sequence[int]:
    """The moments that were packed."""
    return memoryview(column).cast("q").tolist() if column else ()
