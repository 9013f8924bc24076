"""Document 002 (memento goals): its ops, what already answers them, and the issues of the rest."""

from __future__ import annotations

from collections.abc import Sequence

from memento_cli.actions.edit import pin as pin_memory
from memento_cli.actions.prune import forget as forget_memory
from memento_cli.actions.prune import restore
from memento_cli.actions.recall import recall
from memento_cli.core.memory import PRIVACIES
from memento_cli.core.query import Query
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, document, fresh_store, moment
from tests.conformance.system import NotApplicable, System

system = System()

system.waiting(
    "issue 3: the ranking",
    """
    score_mvp score_full recency_lambda recency_by_type importance usage_raw usage usage_batch
    bm25_norm tag_match title_hit relevance cosine duplication mmr keep_threshold
    """,
)
system.waiting(
    "issue 5: retention, forget score, review, use",
    """
    ttl ttl_from forget_score forget_candidate forget_score_reach soft_delete next_interval
    recall_probability needs_review review_due_after_days simple_review review_pass token_estimate
    feedback_events access_counts
    """,
)
system.waiting(
    "issue 8: the tools of agents, working memory, export",
    """
    remember_defaults remember_reject remember_accept recall_limit recall_result_fields
    recall_filter link link_types working_buffer injection injection_fit consolidation
    export_formats
    """,
)


@system.op
def privacy_levels() -> Sequence[str]:
    return PRIVACIES


def _pinned(state: str, pinned: bool) -> Facts:
    with fresh_store(document(pinned=state == "pinned")) as store:
        changed = pin_memory(store, "m", moment(LONG_AGO), pinned)
        return Facts(pinned=store.memories.read("m").value.pinned, already=not changed)


@system.op
def pin(*, state: str) -> Facts:
    return _pinned(state, True)


@system.op
def unpin(*, state: str, importance: float = 0.5, confirm: bool = True) -> Facts:
    if state == "pinned" and not confirm:
        raise NotApplicable("issue 8: confirming what agents unpin")
    return _pinned(state, False)


@system.op
def forget(*, pinned: bool, hard: bool, confirm: bool = False) -> Facts:
    if hard:
        raise NotApplicable("issue 4: erasure")
    now = moment(LONG_AGO)
    with fresh_store(document(pinned=pinned)) as store:
        forget_memory(store, "m", now)
        found = recall(store, Query(), now, everything=True).hits
        restore(store, ["m"], now)
        return Facts(in_search=bool(found), recoverable="m" in store.memories)
