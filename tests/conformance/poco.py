"""Document 004 (poco): its ops, and the issues that build what answers them."""

from __future__ import annotations

from tests.conformance.system import LATER, System

system = System()

system.waiting(
    "issue 5: laws, tiers, deep recall",
    """
    weight_after tier first_day_in_tier daily_percent used query rank deep_recall deep_score
    decay_half_life pruned_types forget
    """,
)
system.waiting(
    "issue 6: hard facts, graph, newest wins",
    """
    kv_live kv_expired_not_yet_purged kv_purge kv_deep_recall kv_no_weight_decay kv_set_again
    kv_read graph newer_wins types
    """,
)
system.waiting(LATER, "decay_continuous")
