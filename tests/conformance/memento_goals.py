"""Document 002 (memento goals): its ops, what already answers them, and the issues of the rest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from memento_cli.actions.edit import pin as pin_memory
from memento_cli.actions.prune import forget as forget_memory
from memento_cli.actions.prune import restore
from memento_cli.actions.recall import recall
from memento_cli.cli.app import run
from memento_cli.core import parts, ranking
from memento_cli.core.memory import PRIVACIES
from memento_cli.core.query import Query
from memento_cli.errors import Refused
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, document, fresh_store, moment
from tests.conformance.system import NotApplicable, System

system = System()

WORDS = "The words of this memory"

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
        return _erased(pinned, confirm)
    now = moment(LONG_AGO)
    with fresh_store(document(pinned=pinned)) as store:
        forget_memory(store, "m", now)
        found = recall(store, Query(), now, everything=True).hits
        restore(store, ["m"], now)
        return Facts(in_search=bool(found), recoverable="m" in store.memories)


def _erased(pinned: bool, confirm: bool) -> Facts:
    """By the command, because it is what asks for a confirmation."""
    other = document("o")
    other["memory"]["links"] = [{"rel": "derived_from", "target": "m"}]
    with fresh_store(document(pinned=pinned, summary=WORDS), other) as store:
        command = ["--store", store.root, "forget", "m", "--erase", *(["--yes"] if confirm else [])]
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as told:
            if run(command):
                raise Refused(told.getvalue())
        files = [path for path in Path(store.root).rglob("*") if path.is_file()]
        found = recall(store, Query(), moment(LONG_AGO), everything=True).hits
        return Facts(
            readable_after="m" in store.memories or "m" in store.archive,
            in_search="m" in [hit.memory.id for hit in found],
            links_left=len(store.memories.read("o").value.links),
            in_exports=any(WORDS.encode() in path.read_bytes() for path in files),
        )


@system.op
def score_mvp(*, relevance: float, recency: float, importance: float, usage: float) -> float:
    return ranking.score(ranking.Parts(relevance, recency, importance, usage))


@system.op
def score_full(*, weights: Sequence[float] = ranking.AGENT, **given: float) -> float:
    return ranking.score(ranking.Parts(**given), ranking.Weights(*weights))


@system.op
def recency_lambda(*, lambda_: float, age_days: float) -> float:
    return parts.recency(age_days, lambda_)


@system.op
def recency_by_type(*, type: str, age_days: float) -> float:
    return parts.kind_recency(type, age_days)


@system.op
def importance(*, user: float, pinned: bool, type: str) -> float:
    return parts.importance(user, pinned, type)


@system.op
def usage_raw(*, view: int, cite: int, edit: int) -> float:
    return parts.usage_raw(view, cite, edit)


@system.op
def usage(*, view: int, cite: int, edit: int) -> float:
    return parts.usage(view, cite, edit)


@system.op
def usage_batch(*, items: Sequence[tuple[int, int, int]]) -> Sequence[float]:
    return parts.usages([parts.usage_raw(*item) for item in items])


@system.op
def bm25_norm(*, bm25: float) -> float:
    return parts.bm25_norm(bm25)


@system.op
def tag_match(*, query: Sequence[str], tags: Sequence[str]) -> float:
    return parts.tag_match(query, tags)


@system.op
def title_hit(*, query: str, title: str) -> float:
    return parts.title_hit(query, title)


@system.op
def relevance(*, embedding: float | None, bm25_norm: float, tag: float, title: float) -> float:
    return parts.relevance(embedding, bm25_norm, tag, title)


@system.op
def cosine(*, a: Sequence[float], b: Sequence[float]) -> float:
    return parts.cosine(a, b)


@system.op
def duplication(*, candidate: str, chosen: Sequence[str]) -> float:
    return parts.duplication(parts.word_set(candidate), map(parts.word_set, chosen))


@system.op
def mmr(*, score: float, max_similarity: float, lambda_: float) -> float:
    return parts.mmr(score, max_similarity, lambda_)


@system.op
def keep_threshold(*, scores: Sequence[float]) -> Sequence[float]:
    return ranking.kept(scores)
