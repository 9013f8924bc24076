"""The hits of a recall as a model is told them, within a budget."""

from __future__ import annotations

import os

from memento_cli.actions.recall.find import events_found, full_memory
from memento_cli.core.context.hits import FoundMemory, standing_labels
from memento_cli.core.memory.about import About, about_beside, about_told
from memento_cli.core.recall.explanation import brief_reason

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from memento_cli.actions.recall.find import Findings, Sighting
    from memento_cli.actions.recall.past import Past
    from memento_cli.core.events.events import Event


def told_memories(
    findings: Findings,
    now: datetime,
    past: Past | None = None,
    *,
    several: bool = False,
) -> list[FoundMemory]:
    """The memories of a page, whole, each with its score, why it was found and what stands against
    it; with `several` stores the name of its own."""
    events = events_found(findings.page)
    told = list[FoundMemory]()
    for one in findings.page:
        memory, zone = full_memory(one, now, past), one.store.zone
        labels = _labels(one, several)
        labels |= {"about": about_beside(memory.more, memory.created, zone)}
        labels |= _talk(events.get((one.store.root, one.hit.id)), zone)
        told.append(FoundMemory(memory, labels, one.hit.flags))
    return told


def _labels(one: Sighting, several: bool) -> dict[str, str]:
    score = f"{one.hit.score:.3f}" if one.hit.parts else ""
    store = os.path.basename(one.store.root) if several else ""
    reason = {"score": score, "recall_reason": brief_reason(one.hit)}
    return reason | standing_labels(one.newer, one.against, store)


def _talk(event: Event | None, zone: tzinfo) -> dict[str, str]:
    """In which talk an event was, and when its matter was."""
    if event is None:
        return {}
    from memento_cli.core.events.event_rows import talk_row
    from memento_cli.core.events.events import about_of_event

    row = {key: one or "" for key, one in talk_row(event, zone).items()}
    about = about_told(about_of_event(event, zone), zone, estimated=event.about == About())
    return row | {"about": about}
