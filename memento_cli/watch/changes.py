"""Changes as they are told: one for each memory and burst."""

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
    """What happened to a memory's file (`added`, `changed`, `removed`), or only to the memory
    (`acted`); or to more than the end of a log (`journal`), or to the settings (`settings`).

    `acts` are what the journal says was done, in its words, the oldest first; `memory` is what it
    is now, where it can be read.
    """

    at: datetime
    event: str
    id: str = ""
    acts: tuple[str, ...] = ()
    memory: Memory | None = None


class Batch(NamedTuple):
    """The changes of one burst, maybe none; `woken` if somebody asked for this look."""

    changes: tuple[Change, ...] = ()
    woken: bool = False


def changes_of(
    difference: Difference, memories: Mapping[str, Memory], at: datetime
) -> tuple[Change, ...]:
    """A difference as changes seen at `at`; `memories` are what is there now, by id."""
    acts: dict[str, tuple[str, ...]] = {}
    for line in difference.lines:
        acts[line.memory] = (*acts.get(line.memory, ()), line.act)
    files = (
        (ADDED, difference.added),
        (CHANGED, difference.changed),
        (REMOVED, difference.removed),
    )
    found = [
        Change(at, event, id, acts.pop(id, ()), memories.get(id))
        for event, names in files
        for id in map(stem_of, names)
    ]
    found += [Change(at, ACTED, id, done, memories.get(id)) for id, done in acts.items()]
    found += [Change(at, JOURNAL)] if difference.logs else []
    found += [Change(at, SETTINGS)] if difference.settings else []
    return tuple(found)
