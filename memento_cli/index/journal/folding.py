"""The fold of a memory's journal lines, from their rows in the index."""

from __future__ import annotations

from memento_cli.core.fading.fold import fold
from memento_cli.core.journal.history import fold_rows
from memento_cli.index.journal.lines import are_in_order, has_ambiguous_ids, unpacked

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.core.fading.fold import FoldRow, State
    from memento_cli.core.fading.strength import Fade, Strength
    from memento_cli.store.directory.store import Store


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
    return sorted(entries.values(), key=_place)


def _place(entry: FoldRow) -> tuple[int, str]:
    at, id, *_ = entry
    return at, id


def _with_texts(row: Sequence[Any]) -> FoldRow:
    """A row with its ids as texts, which are sorted alike whoever made them."""
    at, id, act, undoes, initial, last, count = row
    target = unpacked(undoes) if undoes is not None else None
    return at, unpacked(id), act, target, initial, last, count
