"""An entity with its edges and memories, as JSON has it and as text."""

from __future__ import annotations

from memento_cli.cli.output.rows import law_value
from memento_cli.cli.output.safe import safe
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.memory.record_kinds import GRAPH, ref_of
from memento_cli.core.memory.summary import summary_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.graph.graph import Joined, Shown
    from memento_cli.core.memory.memory import Memory

    Here = Callable[[datetime], datetime]


def entity_value(shown: Shown, now: datetime) -> dict[str, Any]:
    """What JSON says of an entity."""
    return {
        "id": ref_of(GRAPH, shown.id),
        "name": shown.entity.name,
        "kind": shown.entity.kind,
        "aliases": list(shown.entity.aliases),
        "out": [_edge_value(one) for one in shown.out],
        "in": [_edge_value(one) for one in shown.into],
        "memories": [summary_of(one, now)._asdict() for one in shown.memories],
        "mentions": shown.mentions,
    }


def entity_text(shown: Shown, now: datetime, in_zone: Here) -> str:
    """An entity for people: its names, its edges, and the memories, a line each. `in_zone` shifts
    a moment to the reader's zone."""
    entity = shown.entity
    kind = f" ({safe(entity.kind)})" if entity.kind else ""
    also = f", also {safe(', '.join(entity.aliases))}" if entity.aliases else ""
    edges = _edge_lines((*shown.out, *shown.into), in_zone)
    memories = [_memory_line(one, now) for one in shown.memories]
    return "\n".join([f"{safe(entity.name)}{kind}{also}", *edges, *memories])


def _edge_value(one: Joined) -> dict[str, Any]:
    return {
        "from": one.subject_name,
        "predicate": one.edge.predicate,
        "to": one.object_name,
        "weight": one.weight,
        "tier": tier_of(one.weight),
        "since": one.edge.since,
        "last_used": one.last_used,
        "law": law_value(one.law),
        "evidence": list(one.edge.evidence),
    }


def _edge_lines(edges: Iterable[Joined], in_zone: Here) -> list[str]:
    return [
        _line(
            one.weight,
            f"{one.subject_name} {one.edge.predicate} {one.object_name}",
            f"  since {in_zone(one.edge.since):%Y-%m-%d}",
        )
        for one in edges
    ]


def _memory_line(one: Memory, now: datetime) -> str:
    return _line(strength_at(one, now), f"{one.id}  {one.content.summary}")


def _line(weight: float, text: str, rest: str = "") -> str:
    return f"  {weight:.3f}  {tier_of(weight):<6}  {safe(text)}{rest}"
