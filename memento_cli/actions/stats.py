"""stats: what a store holds."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.reading import indexed
from memento_cli.core.refs import name_of
from memento_cli.index.counts import counted, span_of, strength_counts
from memento_cli.store.store import Store

BANDS = {"0.7 and above": 0.7, "0.3 to 0.7": 0.3, "0.15 to 0.3": 0.15, "below 0.15": 0.0}
"""The least strength of each band."""


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
    with indexed(store, now) as here:
        database = here.database
        oldest, newest = span_of(database)
        people = Counter[str]()
        for person, count in counted(database, "person"):
            people[name_of(person)] += count
        strengths = strength_counts(here, list(BANDS.values()))
        return Stats(
            memories=here.count(),
            archived=len(store.archive.ids()),
            pinned=here.count_pinned(),
            acts=here.count("line"),
            oldest=oldest,
            newest=newest,
            strength=dict(zip(BANDS, strengths, strict=True)),
            people=dict(people.most_common(most)),
            topics=dict(counted(database, "topic", most)),
            outcomes=dict(counted(database, "outcome")),
        )
