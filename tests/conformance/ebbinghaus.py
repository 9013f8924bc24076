"""Document 000 (ebbinghaus): its ops, and the issues that build what answers them."""

from __future__ import annotations

from tests.conformance.system import System

system = System()

system.waiting(
    "issue 5: laws, profiles, use",
    """
    retention recall_stability initial_stability strength scenario days_until_strength
    recalls_to_cap decay_passes rank final_score recall_scope stability_path recall_effect
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
