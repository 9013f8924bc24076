"""The fold of a memory, from the rows of its lines in the index."""

from __future__ import annotations

from memento_cli.core.fading.fold import fold
from memento_cli.core.journal.history import entries_of
from memento_cli.index.journal.lines import ambiguous, are_in_order, unpacked

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.core.fading.fold import Entry, State
    from memento_cli.core.fading.strength import Fade, Strength
    from memento_cli.store.directory.store import Store


def state_of(
    store: Store, id: str, rows: Sequence[Sequence[Any]], own: Strength, fade: Fade, now: int
) -> State:
    """What the lines of a memory make of it at `now`, microseconds since 1970.

    `rows` have its lines, by the columns of a fold and in the order of (at, id); `own` has the
    numbers in its file.
    """
    entries = rows if are_in_order(rows) else _put_in_order(store, id, rows)
    return fold(entries, own, fade, now, store.settings.rules)


def _put_in_order(store: Store, id: str, rows: Sequence[Sequence[Any]]) -> list[Entry]:
    """The lines in rows of which two have one id, or some have an id that memento did not give.

    Where two lines of one id differ, only the journal tells which of them counts.
    """
    if ambiguous(rows):
        return entries_of(store.journal.lines(id).lines)
    entries = {row[1]: _with_texts(row) for row in rows}
    return sorted(entries.values(), key=_place)


def _place(entry: Entry) -> tuple[int, str]:
    at, id, *_ = entry
    return at, id


def _with_texts(row: Sequence[Any]) -> Entry:
    """A row with its ids as texts, which have one order."""
    at, id, act, undoes, initial, last, count = row
    target = unpacked(undoes) if undoes is not None else None
    return at, unpacked(id), act, target, initial, last, count
