"""What `doctor` looks at in times: a clock that is ahead, and acts from before their memory."""

from __future__ import annotations

from memento_cli.actions.checkup.findings import noted
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
    store: Store, memory: Memory, path: str, lines: Sequence[JournalEntry], now: datetime
) -> Iterator[Repairable]:
    """A clock of forgetting that is ahead, as the journal has it, or else the file; early acts."""
    folded = history_of(store, memory, lines, now)
    last = folded.strength.last_reinforced
    if days_between(now, last) > 1:
        problem = f"its clock is ahead: it stays at its peak until {last:%Y-%m-%d}"
        yield noted(path, problem, ENDS.format(memory.id))
    early = _early(memory, folded)
    if early:
        acts = "one act" if len(early) == 1 else f"{len(early)} acts"
        problem = f"{acts} dated before it was there, the first {min(early):%Y-%m-%d}"
        yield noted(path, problem, COUNTS)


def _early(memory: Memory, folded: Folded) -> list[datetime]:
    """When acts were done more than a day before all that its beginning is dated."""
    begin = min(memory.created, memory.strength.last_reinforced)
    if folded.known:
        opening, *steps = folded.steps
        begin = min(begin, opening.line.at, opening.strength.last_reinforced)
    else:
        steps = list(folded.steps)
    return [step.line.at for step in steps if begin - step.line.at > DAY]
