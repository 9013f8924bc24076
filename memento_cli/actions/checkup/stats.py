"""stats: counts of what a store holds."""

from __future__ import annotations

from collections import Counter

from memento_cli.actions.memory.reading import readable_values
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.facts.kv import Slot
from memento_cli.core.facts.preferences import Preference
from memento_cli.core.facts.states import State, is_closed
from memento_cli.core.facts.timeline import Facts, held_facts
from memento_cli.core.graph.entities import Entity
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.core.memory.refs import name_of
from memento_cli.core.sessions.sessions import Session
from memento_cli.index.database.events import event_index
from memento_cli.index.database.statistics import created_span, strength_counts, value_counts
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.store.directory.store import Store

KINDS = ("events", "facts", "states", "preferences", "blocks", "hard facts", "entities", "edges",
         "sessions")  # fmt: skip
BANDS = {"0.7 and above": 0.7, "0.3 to 0.7": 0.3, "0.15 to 0.3": 0.15, "below 0.15": 0.0}
"""The lower bound of each band of strength."""


class Stats(NamedTuple):
    """Counts of the memories of a store at a moment, and of events and records (`held`)."""

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
    held: dict[str, int]


def stats(store: Store, now: datetime, most: int = 8) -> Stats:
    """Count what the store holds at `now`; `most`: how many people and topics are listed."""
    with open_index(store, now) as index:
        database = index.database
        oldest, newest = created_span(database)
        people = Counter[str]()
        for person, count in value_counts(database, "person"):
            people[name_of(person)] += count
        strengths = strength_counts(index, list(BANDS.values()))
        return Stats(
            memories=index.count(),
            archived=len(store.archive.ids()),
            pinned=index.count_pinned(),
            acts=index.count("line"),
            oldest=oldest,
            newest=newest,
            strength=dict(zip(BANDS, strengths, strict=True)),
            people=dict(people.most_common(most)),
            topics=dict(value_counts(database, "topic", most)),
            outcomes=dict(value_counts(database, "outcome")),
            held=_held(store, now),
        )


def _held(store: Store, now: datetime) -> dict[str, int]:
    """The numbers of events and of records valid at `now`, of each kind with any."""
    count = Counter[str]()
    if store.events.files():
        with event_index(store, now) as index:
            count["events"] = index.count()
    for folder in FOLDERS:
        for value in readable_values(store, store.held(folder).scan()):
            count.update(_kinds(value, now))
    return {kind: count[kind] for kind in KINDS if count[kind]}


def _kinds(value: object, now: datetime) -> dict[str, int]:
    """What a record adds to the counts of kinds."""
    if isinstance(value, Facts):
        return {"facts": len(held_facts(value, now, now))}
    if isinstance(value, State):
        return {"states": int(not is_closed(value, now))}
    if isinstance(value, Preference):
        return {"preferences": len(value.stances)}
    if isinstance(value, Slot):
        return {"hard facts": int(bool(value.fact and value.fact.is_live(now)))}
    if isinstance(value, Entity):
        return {"entities": 1, "edges": len(value.edges)}
    return {"sessions": 1} if isinstance(value, Session) else {"blocks": 1}
