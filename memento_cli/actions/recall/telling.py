"""The hits of a recall as a model is told them, within a budget."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from memento_cli.actions.recall.find import events_found, full_memory
from memento_cli.core.context.hits import FoundMemory, standing_labels
from memento_cli.core.recall.explanation import brief_reason
from memento_cli.core.time.when import iso

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.recall.find import Findings, Sighting
    from memento_cli.actions.recall.past import Past
    from memento_cli.core.events.events import Event


def told_memories(
    findings: Findings,
    now: datetime,
    zone: tzinfo | None = None,
    past: Past | None = None,
    *,
    several: bool = False,
) -> list[FoundMemory]:
    """The memories of a page, whole, each with its score, why it was found and what stands against
    it; with `several` stores the name of its own."""
    events = events_found(findings.page)
    return [
        FoundMemory(
            full_memory(one, now, past),
            _labels(one, several) | _talk(events.get((one.store.root, one.hit.id)), zone),
            one.hit.flags,
        )
        for one in findings.page
    ]


def _labels(one: Sighting, several: bool) -> dict[str, str]:
    score = f"{one.hit.score:.3f}" if one.hit.parts else ""
    store = os.path.basename(one.store.root) if several else ""
    reason = {"score": score, "recall_reason": brief_reason(one.hit)}
    return reason | standing_labels(one.newer, one.against, store)


def _talk(event: Event | None, zone: tzinfo | None) -> dict[str, str]:
    """In which talk an event was, and when its matter was."""
    if event is None:
        return {}
    from memento_cli.core.events.event_rows import talk_row

    row = talk_row(event, zone or UTC)
    about: Mapping[str, Any] = row.pop("about") or {}
    times = ", ".join(f"{key} {_text(one)}" for key, one in about.items())
    return {key: one or "" for key, one in row.items()} | {"about": times}


def _text(value: object) -> str:
    return iso(value) if isinstance(value, datetime) else str(value)
