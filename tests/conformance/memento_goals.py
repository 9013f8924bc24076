"""Document 002 (memento goals): its ops, what already answers them, and the issues of the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

from memento_cli.actions.context.context import context
from memento_cli.actions.context.reader import Reader
from memento_cli.actions.context.sections import sections
from memento_cli.actions.exchange.export import What, export
from memento_cli.actions.fading.review import cards
from memento_cli.actions.memory.feedback import EVENTS, count_shown
from memento_cli.actions.memory.links import link as link_memories
from memento_cli.actions.memory.links import relation as relation_of
from memento_cli.actions.memory.prune import forget as forget_memory
from memento_cli.actions.memory.prune import prune, restore, retention_plan
from memento_cli.actions.memory.reading import memory_at
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.sessions.sessions import (
    NewItem,
    add_items,
    end_session,
    sessions,
    start_session,
)
from memento_cli.actions.tidy.proposals import apply_all
from memento_cli.actions.tidy.propose import propose
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.cli.command_line.options import EXPORTS
from memento_cli.cli.run import run
from memento_cli.core.context.budget import fitting_places
from memento_cli.core.fading import retention
from memento_cli.core.fading.policy import Policy
from memento_cli.core.fading.review import simple_intervals, spaced_recall_probability
from memento_cli.core.journal.event_types import VIEWED
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import RELATIONS, SUPERSEDES, Memory
from memento_cli.core.recall import ranking
from memento_cli.core.recall import ranking as parts
from memento_cli.core.recall.query import Query
from memento_cli.core.security.trust import PRIVACIES
from memento_cli.core.text import words as tokens
from memento_cli.core.tidy.sleep_steps import MAKING
from memento_cli.core.time.when import iso
from memento_cli.core.vectors import quantized
from memento_cli.errors import Refused
from memento_cli.store.exchange.export_rows import Row
from tests.conformance.compare import ITSELF, Facts
from tests.conformance.stores import LONG_AGO, contents, document, fresh_store, memory, moment
from tests.conformance.system import NotApplicable, NotUnderstood, System

system = System()
SESSION = timedelta(days=2)  # so long after its last item it is over

system.waiting(
    "how its program norms words, tags and titles; the document names a cosine and a correction by "
    "keywords, and here a hit's words count as their share of the best hit's (BM25)",
    "bm25_norm tag_match title_hit",
)
system.waiting(
    "an option of its program; the document has no floor, and a score is a share of the best "
    "hit's, of which none is too little by itself",
    "keep_threshold",
)
system.waiting(
    "the formula of its program, which on real reviews predicts worse than a constant; the "
    "document asks for reviews, and they are scheduled by FSRS",
    "next_interval needs_review review_due_after_days",
)

WORDS = "The words of this memory"
LATER = "2025-12-01T00:00:00Z"
MADE = re.compile(r"[A-Za-z]_?\d*")
SOFT_THRESHOLD = 0.6  # of the original program; memento's is a setting, and can be reached
HARD_THRESHOLD = 0.8  # of the original program; memento deletes nothing for good by a score


@system.op
def consolidation(*, recent_episodic_cluster: int = 3, conflict: bool = False) -> Facts:
    """Sleep over episodes of one time that belong together, of which one denies what another says
    if there is a conflict; what is proposed is applied."""
    said = [f"visit {n}: the quiet room is good for work" for n in range(recent_episodic_cluster)]
    said[-1] = "visit 0: the quiet room is never good for work" if conflict else said[-1]
    cluster = [
        document(f"m{place}", summary=text, topics=["room"]) for place, text in enumerate(said)
    ]
    with fresh_store(*cluster) as store:
        slept = propose(store, moment(LATER))
        making = [id for one, id in zip(*slept[:2], strict=True) if one.step.do in MAKING]
        made = [applied.memory for applied in apply_all(store, making, moment(LATER))]
    links = dict.fromkeys(link.rel for memory in made for link in memory.links)
    kinds = list(dict.fromkeys(memory.kind for memory in made))
    return Facts({"new_type": kinds[0] if kinds else None, "links": list(links)})


@system.op
def link_types(*, type: str | None = None) -> Facts:
    """Those of the document; what supersedes another is memento's own."""
    found = [rel for rel in RELATIONS if rel != SUPERSEDES]
    return Facts({ITSELF: found}, accepted=type is not None and relation_of(type) in found)


@system.op
def link(
    *,
    from_: str = "m1",
    to: str = "m2",
    type: str = "cause_of",
    relation: str = "",
    relation_type: str = "",
    same_link_twice: bool = False,
    exists: bool | None = None,
    back: bool = False,
) -> Facts:
    """Link a memory to another, which may not be there; and that one back."""
    rel = relation or relation_type or type
    there = {from_, to} if exists else {from_} if exists is False else _made_ids(from_, to)
    with fresh_store(*map(document, sorted(there))) as store:
        for _ in range(2 if same_link_twice else 1):
            link_memories(store, from_, rel, to, moment(LATER))
        if back:
            link_memories(store, to, rel, from_, moment(LATER))
        return Facts(links=sum(len(store.memories.read(id).value.links) for id in there))


def _made_ids(*ids: str) -> set[str]:
    """Those of memories that are there: a letter and a number; words name one that is not."""
    return {id for id in ids if MADE.fullmatch(id)}


@system.op
def feedback_events() -> Sequence[str]:
    return EVENTS


@system.op
def access_counts(*, recalled: str) -> Facts:
    now = moment(LATER)
    with fresh_store(document(recalled, summary=WORDS), profile="agent") as store:
        hits = recall(store, Query(words=("words",)), now).hits
        count_shown(store, [hit.memory.id for hit in hits], now)
        lines = [line for line in store.journal.lines(recalled).lines if line.act == VIEWED]
        with open_index(store, now) as here:
            (views,) = here.database.execute("SELECT views FROM memory").fetchone()
        seen = max(line.at for line in lines)
        return Facts(view_count_plus=views, last_accessed="now" if seen == now else iso(seen))


@system.op
def privacy_levels() -> Sequence[str]:
    return PRIVACIES


@system.op
def forget(
    *, pinned: bool = False, hard: bool = False, confirm: bool = False, state: str = ""
) -> Facts:
    if state not in ("", "pinned", "unpinned"):
        raise NotUnderstood(f"a memory that is {state}")
    pinned = pinned or state == "pinned"
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
        rows = [row.raw for row in export(store, What(), moment(LATER)) if isinstance(row, Row)]
        found = recall(store, Query(), moment(LONG_AGO), everything=True).hits
        return Facts(
            readable_after="m" in store.memories or "m" in store.archive,
            in_search="m" in [hit.memory.id for hit in found],
            links_left=len(store.memories.read("o").value.links),
            in_exports=any(
                WORDS.encode() in raw for raw in (*rows, *(path.read_bytes() for path in files))
            ),
        )


@system.op
def export_formats() -> Sequence[str]:
    """Those of the document that a store goes out in; a page is memento's own."""
    told, formats = StringIO(), [name for name in EXPORTS if name != "html"]
    with fresh_store(document(summary=WORDS)) as store, redirect_stderr(told):
        for format in formats:
            path = f"{store.root}-out.{format}"
            with redirect_stdout(told):
                code = run(["--store", store.root, "export", "--format", format, "-o", path])
            out = [Path(path)] if Path(path).is_file() else list(Path(path).iterdir())
            assert code == 0 and any(WORDS in each.read_text() for each in out)
    return formats


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
    if not (view or cite or edit):
        raise NotApplicable("what nothing in the store has is no part of the score: others weigh")
    return retention.usage_share(view, cite, edit)


@system.op
def usage_batch(*, items: Sequence[tuple[int, int, int]]) -> Sequence[float]:
    return parts.normalized_usage([parts.usage_raw(*item) for item in items])


@system.op
def relevance(*, embedding: float | None, bm25_norm: float, tag: float, title: float) -> float:
    return parts.relevance(embedding, bm25_norm, tag, title)


@system.op
def cosine(*, a: Sequence[float], b: Sequence[float]) -> float:
    return quantized.cosine(a, b)


@system.op
def duplication(*, candidate: str, chosen: Sequence[str]) -> float:
    """Of what stands below all the others, once the hits are told apart."""
    texts = dict(enumerate([*chosen, candidate]))
    hits = [
        ranking.Ranked(place, place < len(chosen), ranking.Parts(1.0, 1.0, 0.5, None))
        for place in texts
    ]
    *_, last = ranking.spread_out(hits, texts, ranking.PROFILES["agent"])
    assert last.key == len(chosen)
    found: float = last.parts.duplication
    return found


@system.op
def mmr(*, score: float, max_similarity: float, lambda_: float) -> float:
    return parts.mmr(score, max_similarity, lambda_)


@system.op
def recall_probability(*, days: float, interval: float) -> float:
    return spaced_recall_probability(days, interval)


@system.op
def simple_review(*, importance: float, usage: float, reviews: int) -> Sequence[int]:
    return simple_intervals(importance, usage, reviews)


@system.op
def review_pass(*, memory: str) -> Facts:
    """The look at night at a memory that is due; nothing in words can make it another."""
    if "due for review" not in memory:
        raise NotUnderstood(f"which memory is that: {memory!r}")
    card, now = document(), moment(LATER)
    card["memory"] |= {"kind": "semantic", "importance": 1.0}
    with fresh_store(card) as store:
        before = contents(store), memory_at(store, "m", now).strength
        assert [one.memory.id for one in cards(store, now)] == ["m"]
        after = contents(store), memory_at(store, "m", now).strength
        return Facts(last_accessed_changes=before != after)


def _of_kind(kind: str, **facts: str | bool) -> Memory:
    return memory(**facts)._replace(kind=kind)


@system.op
def ttl(
    *,
    type: str,
    age_hours: float = 0.0,
    age_days: float = 0.0,
    pinned: bool = False,
    created: str = LONG_AGO,
    now: str | None = None,
) -> str:
    """Of what is so old, or was created then and is looked at now."""
    at = moment(now or created) + timedelta(days=age_days, hours=age_hours)
    end = retention.expires_at(_of_kind(type, pinned=pinned, created=created), Policy())
    return "expired" if end and end <= at else "keep"


@system.op
def ttl_from(*, type: str) -> Facts:
    one = _of_kind(type, last_reinforced=LATER)
    end = retention.expires_at(one, Policy())
    from_creation = end == one.created + timedelta(days=Policy().kinds[type])
    return Facts(counts_from="created_at" if from_creation else "another moment")


@system.op
def forget_score(
    *, recency: float, usage: float, duplication: float, importance: float, pinned: bool
) -> float:
    return retention.forget_score(recency, usage, duplication, importance, pinned=pinned)


@system.op
def forget_candidate(*, score: float) -> bool:
    return retention.is_candidate(score, SOFT_THRESHOLD)


@system.op
def forget_score_reach(*, duplication: float | str, importance: float) -> Facts:
    if isinstance(duplication, str):
        if duplication != "(n-1)/n < 1":
            raise NotUnderstood(f"which duplication is that: {duplication!r}")
        most = _unused_score(retention.duplication_of(10**6), importance)
        return Facts(
            supremum=_unused_score(1.0, importance),
            hard_threshold=HARD_THRESHOLD,
            reachable=most >= HARD_THRESHOLD,
        )
    largest = _unused_score(duplication, importance)
    return Facts(
        largest=largest,
        soft_threshold=SOFT_THRESHOLD,
        reachable=retention.is_candidate(largest, SOFT_THRESHOLD),
    )


def _unused_score(duplication: float, importance: float) -> float:
    """What a memory comes to that is never used again."""
    return retention.forget_score(0.0, 0.0, duplication, importance)


@system.op
def soft_delete(*, memory: str) -> Facts:
    """Document 002's candidate: a fact that was never used. It comes back as it was."""
    if memory != "candidate":
        raise NotUnderstood(f"which memory is that: {memory!r}")
    now, fact = moment(LATER), document()
    fact["memory"]["kind"] = "semantic"
    with fresh_store(fact) as store:
        before = memory_at(store, "m", now).strength
        done = prune(store, retention_plan(store, now, Policy(by_score=True)), now)
        found = recall(store, Query(), now, everything=True).hits
        restore(store, done.ids, now)
        return Facts(
            hidden_from_recall=done.ids == ("m",) and not found,
            recoverable="m" in store.memories,
            last_accessed_changes=memory_at(store, "m", now).strength != before,
        )


@system.op
def token_estimate(*, chars: int = 0, text: str = "") -> int:
    return tokens.token_estimate(chars or len(text))


@system.op
def injection(
    *, budget_default: bool = True, token_budget: int | None = None, memories: int = 20
) -> Facts:
    """What is told by default, of more memories than that; one more is looked for."""
    if not budget_default and token_budget is None:
        raise NotUnderstood("which budget is that?")
    now = moment(LATER)
    with fresh_store(*(document(f"m{nth}", summary=WORDS) for nth in range(memories))) as store:
        query = Query(words=("words",))
        *_, last = sections(Reader([store], now), query)
        told = context([store], query, now, budget=token_budget)
        return Facts(
            token_budget=told.budget,
            fetched=len(last.parts),
            heading_says=len(told.sections[-1].parts),
        )


@system.op
def injection_fit(
    *, budget: int, items: Sequence[Mapping[str, Any]], max: int | None = None
) -> Sequence[str]:
    """Of the first `max`. A context looks for one more, in case that one of them does not fit."""
    places = fitting_places([item["tokens"] for item in items[:max]], budget)
    return [items[place]["id"] for place in places]


@system.op
def working_buffer(
    *,
    token_budget: int = 4000,
    tokens_now: int = 0,
    session: str = "open",
    items: int = 1,
    expires_at: str | None = None,
    now: str | None = None,
) -> Facts:
    """A session with so many tokens in so many items, as it is after the last of them, or ended,
    or as a later look leaves it, when its time may be over."""
    if session not in ("open", "ended", "expired"):
        raise NotUnderstood(f"a session that is {session}")
    start = moment(expires_at) - SESSION if expires_at else moment(LONG_AGO)
    with fresh_store() as store:
        act = Provenance(store.signed(start, "test"))
        id = start_session(store, act, token_budget=token_budget).id
        text = "w" * (tokens_now * tokens.SIGNS_A_TOKEN) or WORDS
        add_items(store, id, [NewItem(text)] * items, act)
        if session == "ended":
            end_session(store, id, act)
        if session == "expired" or now is not None:
            run_tidy(store, moment(now) if now else start + SESSION)
        made = [store.memories.read(each).value for each in store.memories.ids()]
        left = [item for one in sessions(store) for item in one.items]
        became = " and ".join(f"{memory.kind} snapshot" for memory in made)
        return Facts(becomes=became or None, buffer_empty=not left)
