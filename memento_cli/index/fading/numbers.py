"""The columns of the index from which a strength is computed, and the rows that have it."""

from __future__ import annotations

import sys

from memento_cli.core.fading.laws import NEVER, TTL, Law
from memento_cli.core.fading.strength import Fade, Strength, bare_strength, is_over
from memento_cli.core.recall.ranking import usage_raw
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from memento_cli.core.fading.fold import State

NUMBERS = "initial, last, count, times"
"""The numbers that the journal's fold gives a memory."""
FADING = "law, parameter, weight, floor"
"""The columns of fading from a memory's file; `weight` is the factor of the initial strength."""
STRENGTH = f"{NUMBERS}, {FADING}"
STEADY = f"(pinned OR law = {TTL} OR law = {NEVER})"
"""The rows that keep their peak, for ever or until their time to live ends."""
COLUMNS = (
    f"{STRENGTH}, pinned, importance, kind, uses, edits, views, opened, id, created, session, words"
)
"""The columns of a `Row` beside its key."""
MOMENT_BYTES = 8


def fade_of(law: int, parameter: float, weight: float, floor: float) -> Fade:
    """The fading in the columns of `FADING`."""
    return Fade(Law(law, parameter), floor, weight)


class Fades(dict[tuple[int, float, float, float], Fade]):
    """Fadings by the columns of `FADING`, each made once: most memories of a store share one."""

    def __missing__(self, columns: tuple[int, float, float, float]) -> Fade:
        """The fading of these columns, from now on kept."""
        self[columns] = fade = fade_of(*columns)
        return fade


def strength_and_fade(columns: Sequence[Any]) -> tuple[Strength, Fade]:
    """The strength and the fading of a memory from the columns of `STRENGTH`."""
    initial, last, count, times, law, parameter, weight, floor = columns
    strength = Strength(initial, last, count, moments_in(times) if times else ())
    return strength, fade_of(law, parameter, weight, floor)


def packed_moments(moments: Sequence[int]) -> bytes | None:
    """Times in microseconds since 1970 as the value of a column; few laws need any."""
    if not moments:
        return None
    return b"".join([at.to_bytes(MOMENT_BYTES, sys.byteorder, signed=True) for at in moments])


def moments_in(column: bytes | None) -> tuple[int, ...]:
    """The times in such a value."""
    return tuple(memoryview(column).cast("q")) if column else ()


class Row(NamedTuple):
    """A memory as the index has it, at a time; times are in microseconds since 1970.

    `words` is the number of words in its texts, `bare` its strength without the floor, `is_over`
    whether its time to live has ended, `opened` the id of its first line, and `usage` the value of
    `usage_raw`.
    """

    key: int
    id: str
    created: int
    opened: bytes
    session: str | None
    words: int
    kind: str
    pinned: bool
    importance: float
    usage: float
    last_reinforced: int
    strength: float
    bare: float
    is_over: bool

    @property
    def score(self) -> float:
        """The score of a memory that was not ranked, because the query has no words."""
        return 0.0


def rows_at(
    rows: Iterable[Sequence[Any]], now: int, state_of: Callable[[int], State | None] | None = None
) -> list[Row]:
    """The rows of a key and these `COLUMNS` each, at `now`. `state_of` has the state of a memory by
    its key, if its indexed numbers do not hold then."""
    fades = Fades()
    return [_row_of(row, now, fades, state_of(row[0]) if state_of else None) for row in rows]


def _row_of(row: Sequence[Any], now: int, fades: Fades, other: State | None) -> Row:
    (
        key, initial, last, count, times, law, parameter, weight, floor,
        pinned, importance, kind, uses, edits, views, opened, id, created, session, words,
    ) = row  # fmt: skip
    strength = Strength(initial, last, count, moments_in(times) if times else ())
    fade = fades[law, parameter, weight, floor]
    if other:
        strength, uses, edits, views = other.strength, other.uses, other.edits, other.views
    bare = bare_strength(strength, fade, pinned, now)
    return Row(
        key,
        id,
        created,
        opened or b"",
        session,
        words,
        kind,
        bool(pinned),
        importance,
        usage_raw(views, uses, edits) if views or uses or edits else 0.0,
        strength.last,
        bare if bare > floor else floor,
        bare,
        law == TTL and is_over(strength, fade, pinned, now),
    )
