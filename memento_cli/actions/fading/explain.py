"""why and log: where a strength comes from, and what has been done."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby, islice
from math import isinf

from memento_cli.actions.memory.reading import (
    history_of,
    journal_entries,
    readable_entries,
    recent_entries,
)
from memento_cli.actions.undo.telling import details_of
from memento_cli.core.fading.reinforcement import reinforced
from memento_cli.core.fading.strength import days_since
from memento_cli.core.journal.event_types import PASSED, RECORDED, SET, WEAKENING
from memento_cli.core.journal.history import MEMENTO, distinct, undone_ids
from memento_cli.core.journal.projection import EVENTS
from memento_cli.core.memory.memory import (
    calculate_strength,
    days_below,
    retention_at,
    strength_at,
)
from memento_cli.core.memory.record_kinds import GRAPH, is_reference, whole_ref
from memento_cli.core.redaction.erased import ALSO
from memento_cli.core.time.when import iso, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.fading.strength import Fade
    from memento_cli.core.journal.history import (
        Folded,
        FoldStep,
        JournalEntry,
    )
    from memento_cli.core.memory.memory import (
        LogEntry,
        Memory,
    )
    from memento_cli.store.directory.store import Store

MORE = 4
"""So many times as many lines are read as entries are asked for, since several may tell one."""
TOLD_BEFORE = "told before, within the rest"


class ExplainedStep(NamedTuple):
    """A step of the fold as people are told it: what it did to the strength, if anything.

    `previous` is the strength then, `delta` what the initial strength gained or lost.
    """

    step: FoldStep
    previous: float | None = None
    delta: float = 0.0
    more: tuple[str, ...] = ()


class Why(NamedTuple):
    """The whole arithmetic of one strength."""

    memory: Memory
    folded: Folded
    told: tuple[ExplainedStep, ...]
    elapsed_days: float
    retention: float
    strength: float
    weak_at: datetime | None
    prunable_at: datetime | None
    next_use: Reinforced


class LogRow(NamedTuple):
    """One act, for people: `undone` if an undo in force took it back; `via` is the door."""

    at: datetime
    act: str
    memory: str
    by: str = ""
    reason: str = ""
    id: str = ""
    batch: str = ""
    undone: bool = False
    more: tuple[str, ...] = ()
    via: str = ""


def why(store: Store, id: str, now: datetime) -> Why:
    """Where a memory's strength at `now` comes from, and where it goes."""
    memory = (store.memories if id in store.memories else store.archive).read(id).value
    folded = history_of(store, memory, journal_entries(store, id), now)
    memory = memory._replace(strength=folded.strength)
    return Why(
        memory,
        folded,
        tuple(_told(folded.steps, memory.fade)),
        days_since(folded.strength.last, micros(now)),
        retention_at(memory, now),
        strength_at(memory, now),
        _falls_below(memory, store.settings["list.hide_below"]),
        _falls_below(memory, store.settings["prune.below"]),
        reinforced(folded.strength, memory.fade, micros(now), store.settings.rules),
    )


def _told(steps: Sequence[FoldStep], fade: Fade) -> Iterator[ExplainedStep]:
    """What each step did; of what was of no help, how much weaker it made the memory."""
    before = None
    for step in steps:
        entry, use, more = step.line, step.use, tuple(details_of(step.line))
        if entry.act == SET and before and before.uses:
            more = (*more, "the times of uses before are not kept")
        if use:
            yield ExplainedStep(step, use.previous, use.delta, more)
        elif before and entry.act in WEAKENING:
            then = calculate_strength(before, fade, entry.at)
            if step.skip:
                more = (TOLD_BEFORE, *more)
            yield ExplainedStep(step, then, step.strength.initial - before.initial, more)
        else:
            yield ExplainedStep(step, more=more)
        before = step.strength


def _falls_below(memory: Memory, threshold: float) -> datetime | None:
    """When the strength falls below a threshold, if its floor and its law ever let it."""
    days = days_below(memory, threshold)
    if isinf(days) or memory.fade.min_strength >= threshold:
        return None
    try:
        return memory.strength.last_reinforced + timedelta(days=days)
    except OverflowError:
        return None


def log_of(store: Store, id: str | None = None, limit: int | None = 10) -> list[LogRow]:
    """What has been done, to one memory or to all, the newest first."""
    if id is None and limit is not None:
        return _newest(store, limit)
    lines = distinct(_lines_about(store, id))
    entries = _entries(lines)
    if id is not None and not is_reference(id):
        entries += _only_in_file(store, id, lines)
        entries.sort(key=lambda entry: (entry.at, entry.id), reverse=True)
    return list(islice(_passes_together(entries), limit))


def _entries(entries: Sequence[JournalEntry]) -> list[LogRow]:
    """What lines in order tell, the newest first."""
    dead = undone_ids(entries)
    return [
        _entry(entry, entry.id in dead) for entry in reversed(entries) if ALSO not in entry.more
    ]


def _newest(store: Store, limit: int) -> list[LogRow]:
    """The newest entries of all; only so many lines are read as tell them."""
    count, since = limit, "any"
    found: list[LogRow] = []
    while since and len(found) <= limit:  # one more: the last may be a part of several passes
        count *= MORE
        lines, since = recent_entries(store, count)
        entries = (one for one in _entries(distinct(lines)) if iso(one.at) >= since)
        found = list(islice(_passes_together(entries), limit + 1))
    return found[:limit]


def _lines_about(store: Store, id: str | None) -> list[JournalEntry]:
    """The journal's lines about a memory, or anything else; about an entity, those of its edges."""
    if id is None or not id.startswith(f"{GRAPH}/"):
        return journal_entries(store, id)
    entries = readable_entries(store, store.journal.under(GRAPH))
    return [entry for entry in entries if id in (entry.memory, whole_ref(entry.memory))]


def _entry(entry: JournalEntry, undone: bool) -> LogRow:
    memory = "" if entry.act == PASSED else entry.memory
    reason, batch = str(entry.text.get("reason", "")), entry.batch or entry.id
    more = tuple(details_of(entry))
    return LogRow(
        entry.at, entry.act, memory, entry.by, reason, entry.id, batch, undone, more, entry.via
    )


def _passes_together(entries: Iterable[LogRow]) -> Iterator[LogRow]:
    """The same, with passes of `maintain` that nothing stands between as one: there are many."""
    for are_passes, group in groupby(entries, lambda entry: entry.act == PASSED):
        found = list(group)
        if are_passes and len(found) > 1:
            since = f"{len(found)} passes over the store since {found[-1].at:%Y-%m-%d}"
            yield found[0]._replace(more=(since,))
        else:
            yield from found


def _only_in_file(store: Store, id: str, entries: list[JournalEntry]) -> list[LogRow]:
    """Acts older than the journal, or another tool's, that only the memory's file tells."""
    folder = store.memories if id in store.memories else store.archive
    if id not in folder:
        return []
    ours = {(line.at, EVENTS.get(line.act)) for line in entries}
    opened = any(line.act == RECORDED and line.by != MEMENTO for line in entries)

    def foreign(entry: LogEntry) -> bool:
        told = entry.event == "created" and opened
        return not told and (entry.timestamp, entry.event) not in ours

    log = folder.read(id).value.log
    return [LogRow(e.timestamp, e.event, id, reason=e.note) for e in log if foreign(e)]
