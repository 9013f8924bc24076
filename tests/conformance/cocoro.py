"""Document 003 (cocoro): its ops, and the issues that build what answers them."""

from __future__ import annotations

from tests.conformance.system import System

system = System()

system.waiting(
    "issue 6: states, revisions, preferences",
    """
    preference preference_domain preference_evidence_cap may_state_as_fact subject_same
    confirmed_snapshot_cap coexist state_kinds revision close_until mark_done close_without_id tidy
    tidy_due last_confirmed
    """,
)
system.waiting(
    "issue 7: events, threads, feelings, times",
    """
    follow_rate decay_factor mood_now mood_sequence mood_row mood_first mood_text
    mood_text_only_update severity clamp_axis clamp_confidence shock_half_life shock_follow_rate
    approach labels affect_text_length affect_required affect_per_event event_log meta_request
    reply_to link_labels thread_membership db_time iso_out year_bucket life_stage_bucket
    recall_mode spread recency_axis about_time
    """,
)
