"""The numbers of memories at a time for which the indexed ones do not hold.

Indexed numbers hold from a memory's last line on until its next, so these memories are few, unless
the time is in the past. Each is folded when it is needed.
"""

from __future__ import annotations

from memento_cli.core.fading.strength import Strength
from memento_cli.index.fading.numbers import FADING, fade_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from memento_cli.core.fading.fold import State
    from memento_cli.store.directory.store import Store

OWN = f"SELECT key, id, own_initial, own_last, own_count, {FADING} FROM memory WHERE key = ?"


class Refolded:
    """The states at `now`, in microseconds, of memories whose indexed numbers do not hold."""

    def __init__(self, database: sqlite3.Connection, store: Store, now: int) -> None:
        self.database = database
        self.store = store
        self.now = now
        self._states: dict[int, State | None] = {}
        for part in ("since > ?", "until <= ?"):
            rows = database.execute(f"SELECT key FROM memory WHERE {part}", (now,))
            self._states |= dict.fromkeys([key for (key,) in rows])

    def get(self, key: int) -> State | None:
        """The state of a memory; None if its indexed numbers hold."""
        state = self._states.get(key)
        if state is None and key in self._states:
            state = self._states[key] = self._folded(key)
        return state

    def items(self) -> Iterable[tuple[int, State]]:
        """All states, each with its key."""
        for key in self._states:
            if state := self.get(key):
                yield key, state

    def __contains__(self, key: int) -> bool:
        return key in self._states

    def __len__(self) -> int:
        return len(self._states)

    def __iter__(self) -> Iterator[int]:
        return iter(self._states)

    def _folded(self, key: int) -> State:
        from memento_cli.core.journal.event_types import FOLD_COLUMNS
        from memento_cli.index.journal.folding import state_of  # few lines are in the future

        row = self.database.execute(OWN, (key,)).fetchone()
        _, id, initial, last, count, law, parameter, weight, floor = row
        query = f"SELECT {FOLD_COLUMNS} FROM line WHERE memory = ? ORDER BY at, id"
        lines = self.database.execute(query, (key,)).fetchall()
        own, fade = Strength(initial, last, count), fade_of(law, parameter, weight, floor)
        return state_of(self.store, id, lines, own, fade, self.now)
