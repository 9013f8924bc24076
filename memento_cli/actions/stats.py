"""stats: what a store holds."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.reading import present
from memento_cli.core.memory import strength_at
from memento_cli.core.refs import name_of
from memento_cli.store.store import Store

BANDS = ((0.7, "0.7 and above"), (0.3, "0.3 to 0.7"), (0.15, "0.15 to 0.3"), (0.0, "below 0.15"))


class Stats(NamedTuple):
    """Counts over the memories of a store at a moment."""

    memories: int
    archived: int
    pinned: int
    acts: int
    oldest: datetime | None
    newest: datetime | None
    strength: dict[str, int]
    people: dict[str, int]
    topics: dict[str, int]
    outcomes: dict[str, int]


def stats(store: Store, now: datetime, most: int = 8) -> Stats:
    """Count what the store holds at `now`."""
    memories = present(store, now)
    created = sorted(memory.created for memory in memories)
    bands = Counter(_band(strength_at(memory, now)) for memory in memories)
    return Stats(
        memories=len(memories),
        archived=len(store.archive.ids()),
        pinned=sum(memory.pinned for memory in memories),
        acts=len(store.journal.lines().lines),
        oldest=created[0] if created else None,
        newest=created[-1] if created else None,
        strength={name: bands[name] for _, name in BANDS},
        people=dict(Counter(name_of(memory.person) for memory in memories).most_common(most)),
        topics=dict(Counter(t for m in memories for t in m.tags.topics).most_common(most)),
        outcomes=dict(Counter(m.tags.outcome for m in memories if m.tags.outcome).most_common()),
    )


def _band(strength: float) -> str:
    return next(name for low, name in BANDS if strength >= low)
