"""Which memories are no longer current, and which contradict each other.

`core/tidy/supersession.py` finds it out; whoever shows memories tells it.
"""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_NAMED = 3


class Standing(NamedTuple):
    """The memories that are history, each with a current one that came after it, and those that
    contradict each other with neither newer, each with its opponents."""

    history: Mapping[str, str] = {}
    conflicts: Mapping[str, tuple[str, ...]] = {}

    def of(self, id: str) -> tuple[str, tuple[str, ...]]:
        """What came after one of them, if it is history, and what contradicts it if it is not."""
        return self.history.get(id, ""), self.conflicts.get(id, ())


def named(ids: Sequence[str]) -> str:
    """Several memories by their ids; of more than three how many more there are."""
    more = len(ids) - MOST_NAMED
    return ", ".join(ids[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
