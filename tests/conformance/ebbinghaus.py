"""Document 000 (ebbinghaus): its ops, and the issues that build what answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memento_cli.core.ranking import base_score
from tests.conformance.system import System

system = System()

system.waiting(
    "issue 5: laws, profiles, use",
    """
    retention recall_stability initial_stability strength scenario days_until_strength
    recalls_to_cap decay_passes recall_scope stability_path recall_effect
    decay_pass_fields decay_interval_hours new_memory_has_strength_at_once published_fsrs_curve
    """,
)
system.waiting(
    "issue 6: facts in time, blocks, context",
    """
    state_as_of state_update state_keys state_current state_history state_isolation state_backdate
    block_write block_read block_delete block_list context_output standard_blocks
    """,
)


@system.op
def final_score(
    *,
    base: float,
    importance_weight: float,
    strength: float | None,
    recency_weight: float,
    age_days: float,
    access_count: int,
    importance: float = 0.5,
) -> float:
    return base_score(
        base, strength, importance, importance_weight, recency_weight, age_days, access_count
    )


@system.op
def rank(*, items: Sequence[Mapping[str, Any]], importance_weight: float) -> Sequence[str]:
    scores = {
        item["id"]: base_score(
            item["base"], item["strength"], item["importance"], importance_weight
        )
        for item in items
    }
    return sorted(scores, key=scores.__getitem__, reverse=True)
