"""Document 004 (poco): its ops, and the issues that build what answers them.

A weight is the strength of a memory at the moment of its last use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memento_cli.core.memory import Memory, strength_at
from memento_cli.core.query import Hit, Query, in_order, recalled
from memento_cli.core.tiers import Shown, by_weight, shown, tier_of, weight_in_turn
from memento_cli.core.tiers import weight as weight_of
from memento_cli.core.when import iso
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, memory, moment
from tests.conformance.system import LATER, NotApplicable, System

DECAY = "issue 5: the daily law, and uses that bring a weight back"
NOW = moment(LONG_AGO)

system = System()

system.waiting(
    DECAY, "weight_after first_day_in_tier daily_percent used decay_half_life pruned_types forget"
)
system.waiting(
    "issue 6: hard facts, graph, newest wins",
    """
    kv_live kv_expired_not_yet_purged kv_purge kv_deep_recall kv_no_weight_decay kv_set_again
    kv_read graph newer_wins types
    """,
)
system.waiting(LATER, "decay_continuous")


@system.op
def tier(*, weight: float) -> str:
    return tier_of(weight_of(weight))


@system.op
def query(*, weights: Mapping[str, float], matches: Sequence[str]) -> Facts:
    found = _recalled(_memories(weights, matches), deep=False)
    return Facts(returned=_ids(found), hidden=found.hidden)


@system.op
def deep_recall(
    *,
    weights: Mapping[str, float] | None = None,
    matches: Sequence[str] = (),
    memory: Mapping[str, Any] | None = None,
    then: str = "not used",
) -> Facts:
    if then != "not used":
        raise NotApplicable(DECAY)
    if memory is not None:
        weights, matches = {"m": memory["weight"]}, ["m"]
    memories = _memories(weights or {}, matches, (memory or {}).get("created", LONG_AGO))
    found = _recalled(memories, deep=True)
    after = {one.id: strength_at(one, NOW) for one in memories}
    return Facts(
        returned=_ids(found),
        created_returned=next((iso(hit.memory.created) for hit in found.hits), None),
        weight_in_turn={h.memory.id: weight_in_turn(h.strength, deep=True) for h in found.hits},
        weight_after_turn={id: after[id] for id in _ids(found)},
    )


@system.op
def deep_score(*, relevance: float, weight: float) -> Facts:
    return Facts(normal=by_weight(relevance, weight), deep=by_weight(relevance, weight, deep=True))


@system.op
def rank(*, items: Sequence[Mapping[str, Any]], deep: bool) -> list[str]:
    hits = [
        Hit(
            memory(item["id"]),
            item["weight"],
            by_weight(item["relevance"], item["weight"], deep=deep),
        )
        for item in items
    ]
    return [hit.memory.id for hit in in_order(hits, Query(sort="score"))]


def _memories(
    weights: Mapping[str, float], matches: Sequence[str], created: str = LONG_AGO
) -> list[Memory]:
    """Memories with these weights, of which some have the word that will be asked for."""
    return [
        memory(
            id,
            created=created,
            summary="asked for" if id in matches else "another matter",
            initial=weight_of(weight),
            last_reinforced=LONG_AGO,
            min_strength=0.0,
        )
        for id, weight in weights.items()
    ]


def _recalled(memories: Sequence[Memory], *, deep: bool) -> Shown[Hit]:
    return shown(recalled(memories, Query(words=("asked",)), NOW), hide=not deep)


def _ids(found: Shown[Hit]) -> list[str]:
    return [hit.memory.id for hit in found.hits]
