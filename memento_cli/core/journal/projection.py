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


def projected(memory: Memory, lines: Sequence[JournalEntry], folded: Folded) -> Memory:
    """The memory as its file should show it.

    Log entries that the journal does not know (older than its adoption, or written by another
    tool) stay; those of acts that were undone, are yet to come, or are not of the newest, go.
    """
    acts = [step for step in folded.steps if step.line.act in EVENTS]
    shown = [entry_of(step) for step in acts if _is_told(step)]
    ours = {(line.at, EVENTS.get(line.act)) for line in lines}
    foreign = [entry for entry in memory.log if (entry.timestamp, entry.event) not in ours]
    room = max(0, SHOWN - len(foreign))
    shown = shown[max(0, len(shown) - room) :]
    kept = {(entry.timestamp, entry.event): entry for entry in memory.log}
    alone = Counter((entry.timestamp, entry.event) for entry in shown)
    merged = foreign + [
        kept.get(key, entry) if alone[key := (entry.timestamp, entry.event)] == 1 else entry
        for entry in shown
    ]
    log = sorted(merged, key=lambda entry: entry.timestamp)
    return memory._replace(strength=folded.strength.told(), log=tuple(log))


def _is_told(step: FoldStep) -> bool:
    """Whether the file tells of an act: of one that was only noted, if the memory gained by it."""
    use = step.use
    return use is None or (use.applied and (step.line.act != "used" or use.delta > 0))


def entry_of(step: FoldStep) -> LogEntry:
    """An act as an entry of the file's log."""
    line, use = step.line, step.use
    note = str(line.text.get("reason", ""))
    if line.act in USES and use:
        return LogEntry(line.at, EVENTS[line.act], note, round(use.delta, 12))
    delta = line.strength.initial if line.strength else 0.0
    return LogEntry(line.at, EVENTS[line.act], note, delta)
