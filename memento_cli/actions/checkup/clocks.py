"""Checks of times: a memory whose clock is ahead of now, and acts dated before their memory."""

from __future__ import annotations

from memento_cli.actions.checkup.findings import note
from memento_cli.actions.memory.reading import history_of
from memento_cli.core.time.when import DAY, days_between

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.journal.history import Folded, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

ENDS = "`memento edit {} --set strength.last_reinforced=now` ends it, if a wrong clock wrote it"
COUNTS = "nothing to do: what was done then counts from its own beginning on"


def clock_cases(
    store: Store, memory: Memory, path: str, entries: Sequence[JournalEntry], now: datetime
) -> Iterator[Repairable]:
    """Cases of a memory last reinforced more than a day after `now`, or with acts before it began.

    The times are the journal's; those of the file where the journal does not know the memory.
    """
    folded = history_of(store, memory, entries, now)
    last = folded.strength.last_reinforced
    if days_between(now, last) > 1:
        problem = f"its clock is ahead: it stays at its peak until {last:%Y-%m-%d}"
        yield note(path, problem, ENDS.format(memory.id))
    early = _early(memory, folded)
    if early:
        acts = "one act" if len(early) == 1 else f"{len(early)} acts"
        problem = f"{acts} dated before it was there, the first {min(early):%Y-%m-%d}"
        yield note(path, problem, COUNTS)


def _early(memory: Memory, folded: Folded) -> list[datetime]:
    """The times of acts more than a day before the earliest date of the memory's beginning."""
    begin = min(memory.created, memory.strength.last_reinforced)
    if folded.known:
        opening, *steps = folded.steps
        begin = min(begin, opening.line.at, opening.strength.last_reinforced)
    else:
        steps = list(folded.steps)
    return [step.line.at for step in steps if begin - step.line.at > DAY]
