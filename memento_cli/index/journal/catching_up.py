"""The columns of a memory that follow from its journal lines."""

from __future__ import annotations

from memento_cli.core.fading.laws import Law
from memento_cli.core.fading.strength import Fade, Strength, peak
from memento_cli.core.journal.event_types import FOLD_COLUMNS
from memento_cli.index.fading.levels import fading_key, fading_of, level_of, mean_use_of
from memento_cli.index.fading.numbers import FADING, packed_moments
from memento_cli.index.journal.lines import rank_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from memento_cli.core.fading.fold import State

    Fold = Callable[[str, Sequence[Any], Strength, Fade], State]
    """Folds, from an id, the rows of its lines, the numbers in its file, and how it fades."""

OWN = f"id, pinned, own_initial, own_last, own_count, {FADING}"
LINES = f"SELECT {FOLD_COLUMNS} FROM line WHERE memory = ? ORDER BY at, id"
FOLDED = (
    "initial", "last", "count", "times", "peak", "middle", "fading", "level",
    "opened", "uses", "edits", "views", "since", "until",
)  # fmt: skip
"""The columns that follow from a memory's lines, as `folded_columns` answers them."""
UPDATE = f"UPDATE memory SET {', '.join(f'{name} = ?' for name in FOLDED)} WHERE key = ?"


def refold(database: sqlite3.Connection, keys: Iterable[int], state_of: Fold) -> None:
    """Fold the lines of the memories with these keys, and update their columns."""
    for key in keys:
        row = database.execute(f"SELECT {OWN} FROM memory WHERE key = ?", (key,)).fetchone()
        if row is None:
            continue  # the memory has no file
        id, pinned, initial, last, count, law, parameter, weight, floor = row
        own, fade = Strength(initial, last, count), Fade(Law(law, parameter), floor, weight)
        state = state_of(id, database.execute(LINES, (key,)).fetchall(), own, fade)
        fading = fading_key(database, fading_of(state.strength, fade, pinned))
        database.execute(UPDATE, (*folded_columns(state, fade, fading), key))


def folded_columns(state: State, fade: Fade, fading: int) -> tuple[Any, ...]:
    """The values of a fold, in the order of `FOLDED`."""
    strength = state.strength
    opened = None if state.opening is None else rank_of(state.opening)
    return (
        strength.initial, strength.last, strength.reinforcement_count,
        packed_moments(strength.uses), peak(strength, fade), mean_use_of(strength, fade), fading,
        level_of(strength, fade), opened, state.uses, state.edits, state.views, state.since,
        state.until,
    )  # fmt: skip
