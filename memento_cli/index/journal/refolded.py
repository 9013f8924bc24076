"""The numbers of memories at a moment for which the kept ones do not hold.

They hold from a memory's last line on until the next, so these are few, but for a moment in the
past. Each is folded when it is asked for.
"""

from __future__ import annotations

from memento_cli.core.fading.laws import Law
from memento_cli.core.fading.strength import Fade, Strength
from memento_cli.index.fading.numbers import FADING

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from memento_cli.core.fading.fold import State
    from memento_cli.store.directory.store import Store

OWN = f"SELECT key, id, own_initial, own_last, own_count, {FADING} FROM memory WHERE key = ?"


class Refolded:
    """The states at `now`, in microseconds, of those whose kept numbers do not hold, by key."""

    def __init__(self, database: sqlite3.Connection, store: Store, now: int) -> None:
        self.database = database
        self.store = store
        self.now = now
        self._known: dict[int, State | None] = {}
        for part in ("since > ?", "until <= ?"):
            rows = database.execute(f"SELECT key FROM memory WHERE {part}", (now,))
            self._known |= dict.fromkeys([key for (key,) in rows])

    def get(self, key: int) -> State | None:
        """The state of a memory; None if its kept numbers hold."""
        known = self._known.get(key)
        if known is None and key in self._known:
            known = self._known[key] = self._folded(key)
        return known

    def items(self) -> Iterable[tuple[int, State]]:
        """All of them, each with its key."""
        for key in self._known:
            if state := self.get(key):
                yield key, state

    def __contains__(self, key: int) -> bool:
        return key in self._known

    def __len__(self) -> int:
        return len(self._known)

    def __iter__(self) -> Iterator[int]:
        return iter(self._known)

    def _folded(self, key: int) -> State:
        """What the lines of a memory make of it."""
        from memento_cli.core.journal.event_types import ENTRY
        from memento_cli.index.journal.folding import state_of  # few lines are in the future

        row = self.database.execute(OWN, (key,)).fetchone()
        _, id, initial, last, count, law, parameter, weight, floor = row
        query = f"SELECT {ENTRY} FROM line WHERE memory = ? ORDER BY at, id"
        lines = self.database.execute(query, (key,)).fetchall()
        own, fade = Strength(initial, last, count), Fade(Law(law, parameter), floor, weight)
        return state_of(self.store, id, lines, own, fade, self.now)
