"""The fold of a memory's journal lines, from their rows in the index, and the columns that follow
from it.
"""

from __future__ import annotations

from memento_cli.core.fading.fold import fold
from memento_cli.core.fading.strength import Strength, peak
from memento_cli.core.journal.event_types import FOLD_COLUMNS
from memento_cli.core.journal.history import fold_rows
from memento_cli.index.fading.levels import fading_key, fading_of, level_of, mean_use_of
from memento_cli.index.fading.numbers import FADING, fade_of, packed_moments
from memento_cli.index.journal.lines import are_in_order, has_ambiguous_ids, rank_of, unpacked

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from memento_cli.core.fading.fold import FoldRow, State
    from memento_cli.core.fading.strength import Fade
    from memento_cli.store.directory.store import Store

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


def state_of(
    store: Store, id: str, rows: Sequence[Sequence[Any]], own: Strength, fade: Fade, now: int
) -> State:
    """The state of a memory at `now`, in microseconds since 1970, by its journal lines.

    `rows` are its lines as entries of a fold, in the order of (at, id); `own` are the numbers in
    its file.
    """
    entries = rows if are_in_order(rows) else _put_in_order(store, id, rows)
    return fold(entries, own, fade, now, store.settings.rules)


def _put_in_order(store: Store, id: str, rows: Sequence[Sequence[Any]]) -> list[FoldRow]:
    """The entries of rows that share ids, or of which some have ids that memento did not make.

    If two lines of one id differ, only the journal tells which of them counts.
    """
    if has_ambiguous_ids(rows):
        return fold_rows(store.journal.lines(id).lines)
    entries = {entry[1]: entry for entry in map(_with_texts, rows)}
    return sorted(entries.values(), key=lambda entry: tuple(entry[:2]))


def _with_texts(row: Sequence[Any]) -> FoldRow:
    """A row with its ids as texts, which are sorted alike whoever made them."""
    at, id, act, undoes, initial, last, count = row
    target = unpacked(undoes) if undoes is not None else None
    return at, unpacked(id), act, target, initial, last, count


def refold(database: sqlite3.Connection, keys: Iterable[int], state_of: Fold) -> None:
    """Fold the lines of the memories with these keys, and update their columns."""
    for key in keys:
        row = database.execute(f"SELECT {OWN} FROM memory WHERE key = ?", (key,)).fetchone()
        if row is None:
            continue  # the memory has no file
        id, pinned, initial, last, count, law, parameter, weight, floor = row
        own, fade = Strength(initial, last, count), fade_of(law, parameter, weight, floor)
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
