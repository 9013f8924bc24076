"""The columns of the index that follow from the lines of a memory's log."""

from __future__ import annotations

from memento_cli.core.fading.laws import Law
from memento_cli.core.fading.strength import Fade, Strength, peak
from memento_cli.core.journal.event_types import ENTRY
from memento_cli.index.fading.levels import fading_key, fading_of, level_of, middle_in
from memento_cli.index.fading.numbers import FADING, packed_moments
from memento_cli.index.journal.lines import rank_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from memento_cli.core.fading.fold import State

    Fold = Callable[[str, Sequence[Any], Strength, Fade], State]
    """From an id, the rows of its lines, its own numbers, and how it fades."""

OWN = f"id, pinned, own_initial, own_last, own_count, {FADING}"
LINES = f"SELECT {ENTRY} FROM line WHERE memory = ? ORDER BY at, id"
FOLDED = (
    "initial", "last", "count", "times", "peak", "middle", "fading", "level",
    "opened", "uses", "edits", "views", "since", "until",
)  # fmt: skip
"""The columns that follow from a memory's lines, as `kept` answers them."""
UPDATE = f"UPDATE memory SET {', '.join(f'{name} = ?' for name in FOLDED)} WHERE key = ?"


def folded_again(database: sqlite3.Connection, keys: Iterable[int], state_of: Fold) -> None:
    """Give the memories of these keys the numbers that their lines fold to."""
    for key in keys:
        row = database.execute(f"SELECT {OWN} FROM memory WHERE key = ?", (key,)).fetchone()
        if row is None:
            continue  # of a memory that has no file
        id, pinned, initial, last, count, law, parameter, weight, floor = row
        own, fade = Strength(initial, last, count), Fade(Law(law, parameter), floor, weight)
        state = state_of(id, database.execute(LINES, (key,)).fetchall(), own, fade)
        fading = fading_key(database, fading_of(state.strength, fade, pinned))
        database.execute(UPDATE, (*kept(state, fade, fading), key))


def kept(state: State, fade: Fade, fading: int) -> tuple[Any, ...]:
    """The columns of what lines fold to, in the order of `FOLDED`."""
    strength = state.strength
    opened = None if state.opening is None else rank_of(state.opening)
    return (
        strength.initial, strength.last, strength.reinforcement_count,
        packed_moments(strength.uses), peak(strength, fade), middle_in(strength, fade), fading,
        level_of(strength, fade), opened, state.uses, state.edits, state.views, state.since,
        state.until,
    )  # fmt: skip
