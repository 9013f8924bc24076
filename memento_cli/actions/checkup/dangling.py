"""What `doctor` says of events that the journal leads to, and that are in no log.

Somebody has removed their lines, or changed their ids: nothing else takes a line out of a log.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from memento_cli.actions.checkup.findings import noted
from memento_cli.core.events.threads import TARGET
from memento_cli.core.journal.event_types import (
    EVIDENCE,
    FELT,
    LINKED,
    THREADED,
    UNLINKED,
    UNTHREADED,
)
from memento_cli.core.journal.history import undone_ids
from memento_cli.core.journal.line_ids import line_number
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.journal.history import JournalEntry

KINDS = {FELT: "feeling", LINKED: "link", UNLINKED: "link", THREADED: "thread",
         UNTHREADED: "thread"}  # fmt: skip
ANSWER = "answer"


def dangling_cases(
    lines: Collection[JournalEntry], answered: Mapping[str, str]
) -> Iterator[Repairable]:
    """The events that are in no log, and what of these lines leads to them.

    `answered` are the events that there are, each with the one that it replies to, if any.
    """
    found = defaultdict[str, Counter[str]](Counter)
    dead = undone_ids(lines)
    for line in lines:
        if line.id not in dead:
            for event in dict.fromkeys(_events_of(line)):
                if event not in answered and line_number(event):
                    found[event][KINDS.get(line.act, EVIDENCE)] += 1
    for other in answered.values():
        if other and other not in answered:
            found[other][ANSWER] += 1
    for event in sorted(found):
        told = ", ".join(f"{count} × {kind}" for kind, count in sorted(found[event].items()))
        advice = f"`git log --full-history -S {event} -p -- {EVENTS}` may have its line"
        yield noted(ref_of(EVENTS, event), f"is in no log, and is led to by {told}", advice)


def _events_of(line: JournalEntry) -> Iterator[str]:
    """The events that a line is about, leads to, or goes back to."""
    about = event_in(line.memory)
    if about and line.act in KINDS:
        yield about
        target = line.more.get(TARGET)
        if isinstance(target, str):
            yield target
    told = line.more.get(EVIDENCE)
    for id in told if isinstance(told, Iterable) and not isinstance(told, str) else ():
        if isinstance(id, str):
            yield event_in(id) or id
