"""Checks for events that the journal refers to and that are in no event log.

Their lines were removed or their ids changed by hand: memento never removes a line from a log.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from memento_cli.actions.checkup.findings import note
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
    entries: Collection[JournalEntry], answered: Mapping[str, str]
) -> Iterator[Repairable]:
    """Cases of events that are in no log, with counts of what refers to them.

    `answered` maps the id of each event in a log to the id that it replies to, or "".
    """
    references = defaultdict[str, Counter[str]](Counter)
    undone = undone_ids(entries)
    for entry in entries:
        if entry.id not in undone:
            for event in dict.fromkeys(_events_of(entry)):
                if event not in answered and line_number(event):
                    references[event][KINDS.get(entry.act, EVIDENCE)] += 1
    for target in answered.values():
        if target and target not in answered:
            references[target][ANSWER] += 1
    for event, kinds in sorted(references.items()):
        counts = ", ".join(f"{count} × {kind}" for kind, count in sorted(kinds.items()))
        advice = f"`git log --full-history -S {event} -p -- {EVENTS}` may have its line"
        yield note(ref_of(EVENTS, event), f"is in no log, and is led to by {counts}", advice)


def _events_of(entry: JournalEntry) -> Iterator[str]:
    """The ids of the events that an entry is about, links to, or names as evidence."""
    about = event_in(entry.memory)
    if about and entry.act in KINDS:
        yield about
        target = entry.more.get(TARGET)
        if isinstance(target, str):
            yield target
    evidence = entry.more.get(EVIDENCE)
    for id in evidence if isinstance(evidence, Iterable) and not isinstance(evidence, str) else ():
        if isinstance(id, str):
            yield event_in(id) or id
