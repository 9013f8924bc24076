"""The rows of memories that may be hits, with the columns that ranking and filtering need.

A page shows ten memories of up to 500 that are ranked: only these ten are read as memories.
"""

from __future__ import annotations

from memento_cli.core.fading.strength import bare_strength, is_over
from memento_cli.core.recall.score_parts import usage_raw
from memento_cli.index.fading.numbers import STRENGTH, strength_and_fade
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.index.journal.refolded import Refolded

COLUMNS = f"{STRENGTH}, pinned, importance, kind, uses, edits, views, opened, id, created, session"


class Row(NamedTuple):
    """A memory as the index has it, at a time; times are in microseconds since 1970.

    `bare` is its strength without the floor, `is_over` whether its time to live has ended, `opened`
    the id of its first line, and `usage` the value of `usage_raw`.
    """

    key: int
    id: str
    created: int
    opened: bytes
    session: str | None
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


def row_of(key: int, columns: Sequence[Any], now: int, others: Refolded | None = None) -> Row:
    """The row of these `COLUMNS` at `now`; `others` are the states of the memories whose indexed
    numbers do not hold then."""
    *both, pinned, importance, kind, uses, edits, views, opened, id, created, session = columns
    strength, fade = strength_and_fade(both)
    other = others.get(key) if others else None
    if other:
        strength, uses, edits, views = other.strength, other.uses, other.edits, other.views
    bare = bare_strength(strength, fade, pinned, now)
    floor = fade.min_strength
    return Row(
        key,
        id,
        created,
        opened or b"",
        session,
        kind,
        bool(pinned),
        importance,
        usage_raw(views, uses, edits),
        strength.last,
        bare if bare > floor else floor,
        bare,
        is_over(strength, fade, pinned, now),
    )
