"""memento used ID...: a line for each; what it does is decided when it is read."""

from __future__ import annotations

import os

from memento_cli.cli.front.answer import once
from memento_cli.cli.front.ids import key_of
from memento_cli.cli.front.index import Here, from_index
from memento_cli.cli.front.lines import PRIVATE, append_acts
from memento_cli.cli.safe import safe
from memento_cli.core.skips import skip_by_law, skip_text
from memento_cli.index.numbers import STRENGTH, both_of
from memento_cli.store.lock import Lock
from memento_cli.store.pending import nothing_pending
from memento_cli.store.trust import may_write

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape

AUTOCOMMIT = "git.autocommit"
FORMAT = 1
"""The newest version of a store that this memento writes, as in `store/settings.py`."""
AT_ONCE = 0.0  # a lock that is not free is waited for by Typer's way
ROW = f"""
SELECT id, {STRENGTH} FROM memory
WHERE key = ? AND opened IS NOT NULL AND since <= ? AND (until IS NULL OR until > ?)
"""


def answer(shape: Shape) -> Said | None:
    """Notes of those that grow no stronger, and how many were used."""
    return from_index(shape, _used, files=False)


def _used(here: Here, shape: Shape) -> Said | None:
    found = [key_of(here, text) for text in shape.words]
    keys = list(dict.fromkeys(key for key in found if key is not None))
    if None in found or not all(map(here.is_file_as_indexed, keys)):
        return None
    rows = noted(here, "used", keys, shape.values.get("reason", ""))
    if rows is None:
        return None
    notes = [] if "quiet" in shape.values else [_note(here, *row) for row in rows]
    return [*((2, note) for note in notes if note), (1, f"{len(rows)} used\n")]


def noted(
    here: Here, act: str, keys: Sequence[int], reason: str = "", *, together: bool = False
) -> list[Any] | None:
    """Append an act on these memories, as `append_acts` does; their ids and numbers before it.

    None, with nothing done, where that is Typer's; Tried if the system refuses it.
    """
    if here.setting("schema_version") > FORMAT or here.setting(AUTOCOMMIT):
        return None
    if not may_write(here.root, here.named):
        return None
    lock = Lock(os.path.join(here.root, PRIVATE, "lock"), AT_ONCE)
    with lock.held():
        if not (nothing_pending(here.root) and here.has_all_lines()):
            return None
        rows = [here.one(ROW, key, here.now, here.now) for key in keys]
        if None in rows:
            return None
        ids = [row[0] for row in rows]
        done = once(lambda: append_acts(here.root, act, ids, here.now, reason, together=together))
    return rows if done else None


def _note(here: Here, id: str, *row: Any) -> str:
    """Why a use made the memory no stronger; empty if it did."""
    rules = [here.setting(f"reinforce.{name}") for name in ("boost", "max_strength", "rest_hours")]
    numbers, fading = both_of(row)
    skip = skip_by_law(numbers, fading, here.now, rules)
    why = skip_text(skip, numbers[2], rules[1], rules[2])
    return why and f"{safe(id)} noted, but no stronger: {why}\n"
