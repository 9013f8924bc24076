"""stats: counts of what a store holds."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from datetime import UTC, date, datetime

from memento_cli.actions.memory.reading import readable_values
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.store.stamps import last_pass
from memento_cli.core.facts.kv import Slot
from memento_cli.core.facts.preferences import Preference
from memento_cli.core.facts.states import State, is_closed
from memento_cli.core.facts.timeline import Facts, held_facts
from memento_cli.core.graph.entities import Entity
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.core.memory.refs import name_of
from memento_cli.core.sessions.sessions import Session
from memento_cli.core.time.when import EPOCH, in_zone, micros
from memento_cli.index.database.database import STUMBLES, open_database
from memento_cli.index.database.events import event_index
from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.database.statistics import (
    created_span,
    kind_tiers,
    quarters,
    strength_counts,
    value_counts,
)
from memento_cli.index.refresh.freshness import MEMORIES, log_stamps
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.clone import actor
from memento_cli.store.directory.trust import is_trusted
from memento_cli.store.files.names import ids_of, names_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import tzinfo

    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

KINDS = ("events", "facts", "states", "preferences", "blocks", "kv values", "entities", "edges",
         "sessions")  # fmt: skip
BANDS = {"0.7 and above": 0.7, "0.3 to 0.7": 0.3, "0.15 to 0.3": 0.15, "below 0.15": 0.0}
"""The lower bound of each band of strength."""
ARCHIVE = "archive"
YEAR_DAYS = 364
"""A year, without today."""


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


class DayCounts(NamedTuple):
    """How many memories were recorded on a day, and how many uses there were."""

    day: date
    recorded: int
    used: int


class Drawn(NamedTuple):
    """What pictures of a store show: the memories of each kind by tier, and the days of the last
    year on which something was recorded or used."""

    kinds: dict[str, dict[str, int]]
    year: tuple[DayCounts, ...]


def full_status(store: Store, now: datetime, most: int = 8) -> Stats:
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


def drawn_status(store: Store, now: datetime, zone: tzinfo = UTC) -> Drawn:
    """What there is to draw of a store at `now`, with the days of a zone."""
    with open_index(store, now) as index:
        return Drawn(kind_tiers(index), tuple(_year(index, now, zone)))


def _year(index: Strengths, now: datetime, zone: tzinfo) -> Iterator[DayCounts]:
    """The days of the last year on which something was recorded or used, in order."""
    today = in_zone(now, zone).date()
    first = max(1, today.toordinal() - YEAR_DAYS)
    days = [date.fromordinal(nth) for nth in range(first, today.toordinal() + 1)]
    begins = [micros(datetime(day.year, day.month, day.day, tzinfo=zone)) for day in days]
    recorded, used = (_by_day(parts, begins) for parts in quarters(index, begins[0]))
    for nth, day in enumerate(days):
        if nth in recorded or nth in used:
            yield DayCounts(day, recorded[nth], used[nth])


def _by_day(parts: Mapping[int, int], begins: Sequence[int]) -> Counter[int]:
    """The counts of moments by the place of their day; a search is quicker than its date."""
    counts = Counter[int]()
    for at, count in parts.items():
        counts[max(0, bisect_right(begins, at) - 1)] += count
    return counts


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
    if isinstance(value, Facts):
        return {"facts": len(held_facts(value, now, now))}
    if isinstance(value, State):
        return {"states": int(not is_closed(value, now))}
    if isinstance(value, Preference):
        return {"preferences": len(value.stances)}
    if isinstance(value, Slot):
        return {"kv values": int(bool(value.fact and value.fact.is_live(now)))}
    if isinstance(value, Entity):
        return {"entities": 1, "edges": len(value.edges)}
    return {"sessions": 1} if isinstance(value, Session) else {"blocks": 1}


class Status(NamedTuple):
    """A store and its index.

    `memories` counts the files in their folder, readable or not; `added`, `changed` and `removed`
    count files, and `logs` log files, that the index does not reflect yet; `problems` counts files
    and lines that cannot be read. `maintained` is the time of this clone's last `tidy run`.
    `trusted` is False for a store of a repository that this clone may not write to.
    """

    store: str
    profile: str
    writer: str
    memories: int
    archived: int
    journal_files: int
    index_file: str
    index_bytes: int
    indexed: int
    added: int
    changed: int
    removed: int
    logs: int
    problems: int
    maintained: datetime | None
    trusted: bool = True


def status(store: Store, *, whole: bool = False) -> Status:
    """The status without a refresh; `whole`: compare the stamps of all files."""
    folder = index_folder(store.root)
    path = os.path.join(folder, FILE)
    database = open_database(path, store.root)
    logs = dict(log_stamps(store.root))
    counts, index_bytes = None, 0
    if database is not None:
        try:
            counts = _counts(database, store, whole)
            index_bytes = os.path.getsize(path)
        except (*STUMBLES, OSError):  # the index is broken, or was deleted just now
            database = None
        else:
            database.close()
    if counts is None:
        files = len(names_in(os.path.join(store.root, MEMORIES)))
        counts = (files, 0, files, 0, 0, len(logs), 0)
    files, indexed, added, changed, removed, behind, problems = counts
    return Status(
        store=store.root,
        profile=store.settings["profile"],
        writer=actor(),
        memories=files,
        archived=len(ids_of(names_in(os.path.join(store.root, ARCHIVE)))),
        journal_files=len(logs),
        index_file=path if database is not None else "",
        index_bytes=index_bytes,
        indexed=indexed,
        added=added,
        changed=changed,
        removed=removed,
        logs=behind,
        problems=problems,
        maintained=at if (at := last_pass(store).at) > EPOCH else None,
        trusted=is_trusted(store.root),
    )


def _counts(database: sqlite3.Connection, store: Store, whole: bool) -> tuple[int, ...]:
    from memento_cli.index.refresh.refresh import drift

    names, logs, files = drift(database, store, whole=whole)
    count = "SELECT (SELECT count(*) FROM memory), "
    count += "(SELECT count(*) FROM file WHERE problem IS NOT NULL) + "
    indexed, problems = database.execute(count + "(SELECT count(*) FROM bad_line)").fetchone()
    added, changed, removed = map(len, names)
    return files, indexed, added, changed, removed, logs, problems
