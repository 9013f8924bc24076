"""What the writing verbs of the front door share: a store, the moment, and what is to be told."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime

from memento_cli.store.place import found_store
from memento_cli.store.store import Store
from memento_cli.store.trust import guarded

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape


class Act:
    """One act on the store of a shape, at `now`; what it warns of is told before its result."""

    def __init__(self, shape: Shape) -> None:
        self.now = datetime.now(UTC).replace(microsecond=0)
        self.warned: list[str] = []
        named = shape.values.get("store")
        place = found_store(named, os.environ)
        self.store = guarded(Store(place, self.warned.append), named)
        self.store.lock.timeout = 0.0  # one that is not free is waited for by Typer's way

    def is_clear(self) -> bool:
        """Whether there is nothing to tell yet or to commit, and nobody to ask or to colour for."""
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        return not (self.warned or is_terminal or self.store.settings["git.autocommit"])

    def told(self, text: str) -> Said:
        """The warnings, then the result."""
        if not self.warned:
            return [(1, f"{text}\n")]
        from memento_cli.core.quoting import shown

        return [*((2, f"Warning: {shown(warning)}\n") for warning in self.warned), (1, f"{text}\n")]
