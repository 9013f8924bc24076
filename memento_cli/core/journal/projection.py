"""What a memory's file shows of its journal: the numbers, and the newest acts."""

from __future__ import annotations

from collections import Counter

from memento_cli.core.journal.event_types import SET, USES
from memento_cli.core.memory.memory import LogEntry

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.journal.history import Folded, FoldStep, JournalEntry
    from memento_cli.core.memory.memory import Memory

SHOWN = 50
EVENTS = {"reinforced": "reinforced", "used": "used", SET: "set", "edited": "updated"}


def projected(memory: Memory, entries: Sequence[JournalEntry], folded: Folded) -> Memory:
    """The memory as its file should show it.

    Log entries that the journal does not know (older than its adoption, or of another tool) stay.
    Those of acts that are undone, still in the future, or not among the newest, go.
    """
    acts = [step for step in folded.steps if step.line.act in EVENTS]
    shown = [log_entry_of(step) for step in acts if _is_told(step)]
    known = {(entry.at, EVENTS.get(entry.act)) for entry in entries}
    foreign = [entry for entry in memory.log if (entry.timestamp, entry.event) not in known]
    room = max(0, SHOWN - len(foreign))
    shown = shown[max(0, len(shown) - room) :]
    own_entries = {(entry.timestamp, entry.event): entry for entry in memory.log}
    counts = Counter((entry.timestamp, entry.event) for entry in shown)
    merged = foreign + [
        own_entries.get(key, entry) if counts[key := (entry.timestamp, entry.event)] == 1 else entry
        for entry in shown
    ]
    log = sorted(merged, key=lambda entry: entry.timestamp)
    return memory._replace(strength=folded.strength.without_uses(), log=tuple(log))


def _is_told(step: FoldStep) -> bool:
    """Whether the file shows an act: `used` only if the memory gained by it."""
    use = step.use
    return use is None or (use.applied and (step.line.act != "used" or use.delta > 0))


def log_entry_of(step: FoldStep) -> LogEntry:
    """An act as an entry of the file's log."""
    entry, use = step.line, step.use
    note = str(entry.text.get("reason", ""))
    if entry.act in USES and use:
        return LogEntry(entry.at, EVENTS[entry.act], note, round(use.delta, 12))
    delta = entry.strength.initial if entry.strength else 0.0
    return LogEntry(entry.at, EVENTS[entry.act], note, delta)
