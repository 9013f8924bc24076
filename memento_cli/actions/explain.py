"""why and log: where a strength comes from, and what has been done."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import isinf
from typing import NamedTuple

from memento_cli.actions.reading import history_of, journal_lines
from memento_cli.core.erased import ALSO
from memento_cli.core.history import MEMENTO, RECORDED, Folded, Line, distinct, undone_ids
from memento_cli.core.laws import retention
from memento_cli.core.memory import LogEntry, Memory, days_below, law_in_force, strength_at
from memento_cli.core.projection import EVENTS
from memento_cli.core.reinforcement import Reinforced, reinforced
from memento_cli.core.secret_marks import ALLOWED
from memento_cli.core.when import elapsed_days
from memento_cli.store.store import Store


class Why(NamedTuple):
    """The whole arithmetic of one strength."""

    memory: Memory
    folded: Folded
    elapsed_days: float
    retention: float
    strength: float
    weak_at: datetime | None
    prunable_at: datetime | None
    next_use: Reinforced


class Entry(NamedTuple):
    """One act, for people: `undone` if an undo in force took it back."""

    at: datetime
    act: str
    memory: str
    by: str = ""
    reason: str = ""
    id: str = ""
    batch: str = ""
    undone: bool = False
    more: tuple[str, ...] = ()


def why(store: Store, id: str, now: datetime) -> Why:
    """Where a memory's strength at `now` comes from, and where it goes."""
    memory = (store.memories if id in store.memories else store.archive).read(id).value
    folded = history_of(store, memory, journal_lines(store, id), now)
    memory = memory._replace(strength=folded.strength)
    law, elapsed = law_in_force(memory), elapsed_days(folded.strength.last_reinforced, now)
    return Why(
        memory,
        folded,
        elapsed,
        retention(law, elapsed),
        strength_at(memory, now),
        _falls_below(memory, store.settings["list.hide_below"]),
        _falls_below(memory, store.settings["prune.below"]),
        reinforced(folded.strength, memory.fade, now, store.settings.rules),
    )


def _falls_below(memory: Memory, threshold: float) -> datetime | None:
    """When the strength falls below a threshold, if its floor and its law ever let it."""
    days = days_below(memory.strength, law_in_force(memory), threshold)
    if isinf(days) or memory.fade.min_strength >= threshold:
        return None
    try:
        return memory.strength.last_reinforced + timedelta(days=days)
    except OverflowError:
        return None


def log_of(store: Store, id: str | None = None, limit: int | None = 10) -> list[Entry]:
    """What has been done, to one memory or to all, the newest first."""
    lines = distinct(journal_lines(store, id))
    dead = undone_ids(lines)
    entries = [_entry(line, line.id in dead) for line in lines if ALSO not in line.more]
    if id is not None:
        entries += _only_in_file(store, id, lines)
    entries.sort(key=lambda entry: (entry.at, entry.id), reverse=True)
    return entries[:limit]


def _entry(line: Line, undone: bool) -> Entry:
    left, undid = line.more.get("left"), line.more.get("undid")
    details = [f"strength {left:.3f}"] if isinstance(left, float) else []
    details += [f"undid {undid}"] if undid else []
    after = line.text.get("after")
    if isinstance(after, dict) and after:
        details.append("changed " + ", ".join(key.removeprefix("memory.") for key in after))
    allowed = line.more.get(ALLOWED)
    details += [f"allowed {', '.join(map(str, allowed))}"] if isinstance(allowed, list) else []
    reason = str(line.text.get("reason", ""))
    batch = line.batch or line.id
    return Entry(
        line.at, line.act, line.memory, line.by, reason, line.id, batch, undone, tuple(details)
    )


def _only_in_file(store: Store, id: str, lines: list[Line]) -> list[Entry]:
    """Acts older than the journal, or another tool's, that only the memory's file tells."""
    folder = store.memories if id in store.memories else store.archive
    if id not in folder:
        return []
    ours = {(line.at, EVENTS.get(line.act)) for line in lines}
    opened = any(line.act == RECORDED and line.by != MEMENTO for line in lines)

    def foreign(entry: LogEntry) -> bool:
        told = entry.event == "created" and opened
        return not told and (entry.timestamp, entry.event) not in ours

    log = folder.read(id).value.log
    return [Entry(e.timestamp, e.event, id, reason=e.note) for e in log if foreign(e)]
