"""The changes that a watcher reports: one for each memory and burst."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import stem_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.watch.seen import Difference

ADDED, CHANGED, REMOVED, ACTED = "added", "changed", "removed", "acted"
JOURNAL, SETTINGS = "journal", "settings"


class Change(NamedTuple):
    """A change of a memory's file (`added`, `changed`, `removed`), a new journal entry about a
    memory (`acted`), a log that changed otherwise than at its end (`journal`), or `settings`.

    `acts` are the event types of the new journal entries, the oldest first; `memory` is the memory
    as it is now, if it can be read.
    """

    at: datetime
    event: str
    id: str = ""
    acts: tuple[str, ...] = ()
    memory: Memory | None = None


class Batch(NamedTuple):
    """The changes of one burst, or none; `woken` if a caller asked for the look by `wake`."""

    changes: tuple[Change, ...] = ()
    woken: bool = False


def changes_of(
    difference: Difference, memories: Mapping[str, Memory], at: datetime
) -> tuple[Change, ...]:
    """The changes of a difference, at the time `at`; `memories` are the present ones, by id."""
    acts: dict[str, tuple[str, ...]] = {}
    for entry in difference.entries:
        acts[entry.memory] = (*acts.get(entry.memory, ()), entry.act)
    files = (
        (ADDED, difference.added),
        (CHANGED, difference.changed),
        (REMOVED, difference.removed),
    )
    changes = [
        Change(at, event, id, acts.pop(id, ()), memories.get(id))
        for event, names in files
        for id in map(stem_of, names)
    ]
    changes += [Change(at, ACTED, id, done, memories.get(id)) for id, done in acts.items()]
    changes += [Change(at, JOURNAL)] if difference.logs else []
    changes += [Change(at, SETTINGS)] if difference.settings else []
    return tuple(changes)
