"""why and log: how a strength was computed, and what has been done."""

from __future__ import annotations

from itertools import groupby, islice

from memento_cli.actions.memory.reading import (
    history_of,
    journal_entries,
    readable_entries,
    recent_entries,
)
from memento_cli.actions.undo.telling import details_of, undo_words
from memento_cli.core.fading.reinforcement import reinforced
from memento_cli.core.fading.strength import days_since
from memento_cli.core.journal.event_types import PASSED, RECORDED, SET, UNDONE, WEAKENING
from memento_cli.core.journal.history import EVENTS, MEMENTO, distinct, undone_ids
from memento_cli.core.memory.memory import calculate_strength, days_below, retention_at, strength_at
from memento_cli.core.memory.record_kinds import GRAPH, is_reference, whole_ref
from memento_cli.core.redaction.erased import ALSO
from memento_cli.core.time.when import iso, later, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.fading.strength import Fade
    from memento_cli.core.journal.history import Folded, FoldStep, JournalEntry
    from memento_cli.core.memory.memory import LogEntry, Memory
    from memento_cli.store.directory.store import Store

MORE = 4
"""Journal entries read per row asked for, since several entries may make one row."""
TOLD_BEFORE = "told before, within the rest"


class ExplainedStep(NamedTuple):
    """A step of the fold with its effect on the strength, if any.

    `previous` is the strength at that time, `delta` the change of the initial strength.
    """

    step: FoldStep
    previous: float | None = None
    delta: float = 0.0
    more: tuple[str, ...] = ()


class Why(NamedTuple):
    """How one strength was computed, and when it falls below the thresholds."""

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
    """One act as `log` shows it; `via` is the interface (cli, mcp, …) that it was done with."""

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
    """How a memory's strength at `now` was computed, and how it will go on."""
    memory = (store.memories if id in store.memories else store.archive).read(id).value
    folded = history_of(store, memory, journal_entries(store, id), now)
    memory = memory._replace(strength=folded.strength)
    return Why(
        memory,
        folded,
        tuple(_explained(folded.steps, memory.fade)),
        days_since(folded.strength.last, micros(now)),
        retention_at(memory, now),
        strength_at(memory, now),
        _falls_below(memory, store.settings["list.hide_below"]),
        _falls_below(memory, store.settings["prune.below"]),
        reinforced(folded.strength, memory.fade, micros(now), store.settings.rules),
    )


def _explained(steps: Sequence[FoldStep], fade: Fade) -> Iterator[ExplainedStep]:
    """Each step with its effect: the gain of a use, or the loss by unhelpful and neglected."""
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
    """When the strength falls below a threshold; None if its floor or its law never lets it."""
    if memory.fade.min_strength >= threshold:
        return None
    return later(memory.strength.last_reinforced, days_below(memory, threshold))


def log_of(store: Store, id: str | None = None, limit: int | None = 10) -> list[LogRow]:
    """The acts on one memory, or on all, the newest first."""
    if id is None and limit is not None:
        return _newest(store, limit)
    entries = _lines_about(store, id)
    rows = acts_in(entries) if id is None or is_reference(id) else acts_on(store, id, entries)
    return rows[:limit]


def acts_on(store: Store, id: str, entries: Iterable[JournalEntry]) -> list[LogRow]:
    """The acts on a memory, the newest first: those in its entries of the journal, and those that
    its file alone tells of."""
    known = distinct(entries)
    rows = [*_rows(known), *_only_in_file(store, id, known)]
    return list(_passes_together(sorted(rows, key=lambda row: (row.at, row.id), reverse=True)))


def acts_in(entries: Iterable[JournalEntry]) -> list[LogRow]:
    """The acts in entries of the journal, the newest first."""
    return list(_passes_together(_rows(distinct(entries))))


def _rows(entries: Sequence[JournalEntry]) -> list[LogRow]:
    undone, by_id = undone_ids(entries), {entry.id: entry for entry in entries}
    rows = (entry for entry in reversed(entries) if ALSO not in entry.more)
    return [_row(entry, by_id, undone=entry.id in undone) for entry in rows]


def _newest(store: Store, limit: int) -> list[LogRow]:
    """The newest rows of all, reading no more of the journal than they need."""
    count, since = limit, "any"
    rows: list[LogRow] = []
    while since and len(rows) <= limit:  # one more, as the last may be a part of joined passes
        count *= MORE
        entries, since = recent_entries(store, count)
        new_rows = (row for row in _rows(distinct(entries)) if iso(row.at) >= since)
        rows = list(islice(_passes_together(new_rows), limit + 1))
    return rows[:limit]


def _lines_about(store: Store, id: str | None) -> list[JournalEntry]:
    """The journal entries about a memory or a record; for an entity also those of its edges."""
    if id is None or not id.startswith(f"{GRAPH}/"):
        return journal_entries(store, id)
    entries = readable_entries(store, store.journal.under(GRAPH))
    return [entry for entry in entries if id in (entry.memory, whole_ref(entry.memory))]


def _row(entry: JournalEntry, by_id: Mapping[str, JournalEntry], *, undone: bool) -> LogRow:
    memory = "" if entry.act == PASSED else entry.memory
    reason, batch = str(entry.text.get("reason", "")), entry.batch or entry.id
    more = tuple(details_of(entry))
    if entry.act == UNDONE:
        more = (undo_words(entry, by_id), *more[1:])
    return LogRow(
        entry.at, entry.act, memory, entry.by, reason, entry.id, batch, undone, more, entry.via
    )


def _passes_together(rows: Iterable[LogRow]) -> Iterator[LogRow]:
    """The rows with successive passes of `maintain`, of which there are many, joined into one."""
    for are_passes, group in groupby(rows, lambda entry: entry.act == PASSED):
        passes = list(group)
        if are_passes and len(passes) > 1:
            since = f"{len(passes)} passes over the store since {passes[-1].at:%Y-%m-%d}"
            yield passes[0]._replace(more=(since,))
        else:
            yield from passes


def _only_in_file(store: Store, id: str, entries: list[JournalEntry]) -> list[LogRow]:
    """The acts in the log of a memory's file that the journal lacks (older, or of other tools)."""
    folder = store.memories if id in store.memories else store.archive
    if id not in folder:
        return []
    journalled = {(entry.at, EVENTS.get(entry.act)) for entry in entries}
    is_recorded = any(entry.act == RECORDED and entry.by != MEMENTO for entry in entries)

    def foreign(entry: LogEntry) -> bool:
        is_known = entry.event == "created" and is_recorded
        return not is_known and (entry.timestamp, entry.event) not in journalled

    log = folder.read(id).value.log
    return [LogRow(e.timestamp, e.event, id, reason=e.note) for e in log if foreign(e)]
