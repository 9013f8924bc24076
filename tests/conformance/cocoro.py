"""Document 003 (cocoro): its ops, and the issues that build what answers them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from memento_cli.actions.holding import Act
from memento_cli.actions.preferences import Subject, prefer, preferences
from memento_cli.actions.revisions import Revision, revisions_of
from memento_cli.actions.states import (
    StateDraft,
    add_state,
    close_states,
    confirm_states,
    finish_tasks,
    states,
    update_state,
)
from memento_cli.actions.tidying import tidy as tidied
from memento_cli.core.held import STATES, ref_of
from memento_cli.core.preferences import (
    Preference,
    Stance,
    confirmed_snapshot,
    subject_key,
)
from memento_cli.core.preferences import may_state_as_fact as may_state
from memento_cli.core.states import KINDS, MOOD, TASK, State, end_of, evidence_of, holds
from memento_cli.core.states import tidy_due as is_tidy_due
from memento_cli.core.when import EPOCH
from memento_cli.errors import BadValue
from memento_cli.store.store import Store
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, contents, fresh_store, moment
from tests.conformance.system import System

START = moment(LONG_AGO)
RULES = {"candidate": "suggest", "confirm": "confirm", "revoke": "revoke"}

system = System()

system.waiting(
    "issue 7: events, threads, feelings, times",
    """
    follow_rate decay_factor mood_now mood_sequence mood_first mood_text
    mood_text_only_update severity clamp_axis clamp_confidence shock_half_life shock_follow_rate
    approach labels affect_text_length affect_required affect_per_event event_log meta_request
    reply_to link_labels thread_membership db_time iso_out year_bucket life_stage_bucket
    recall_mode spread recency_axis about_time
    """,
)


def _then(seconds: float) -> datetime:
    """The moment that a vector gives in seconds."""
    return EPOCH + timedelta(seconds=seconds)


def _act(store: Store, at: datetime, reason: str = "", evidence: Sequence[str] = ()) -> Act:
    return Act(store.signed(at, "cli", reason), tuple(evidence))


@contextmanager
def _state_of(kind: str = "fact", **said: Any) -> Iterator[tuple[Store, State]]:
    """A store with one state."""
    with fresh_store() as store:
        draft = StateDraft(kind, "I live in Lisbon", **said)
        yield store, add_state(store, draft, _act(store, START))


def _revisions(store: Store, id: str) -> list[Revision]:
    return revisions_of(store, ref_of(STATES, id))


@system.op
def coexist(*, kind: str, upserts_without_id: int) -> Facts:
    with fresh_store() as store:
        for nth in range(upserts_without_id):
            at = START + timedelta(minutes=nth)
            add_state(store, StateDraft(kind, f"the body number {nth}"), _act(store, at))
        end = START + timedelta(days=1)
        return Facts(active_rows=sum(holds(state, end) for state in states(store)))


@system.op
def state_kinds() -> Sequence[str]:
    return KINDS


@system.op
def revision(
    *,
    change: str = "fact",
    event_id: int | None = None,
    evidence: Sequence[int] = (),
    new_row: bool = False,
    reason: str = "because",
) -> Facts:
    with _state_of(change) as (store, state):
        if not new_row:
            event = "" if event_id is None else str(event_id)
            act = _act(store, START, reason, evidence_of(event, map(str, evidence)))
            update_state(store, state.id, {"body": "I live in Porto"}, act)
        newest = _revisions(store, state.id)[0]
    return Facts(
        newest._asdict()
        | {"evidence": [int(id) for id in newest.evidence]}
        | {"has": [key for key in ("before", "after", "reason") if getattr(newest, key)]}
    )


@system.op
def mark_done(*, payload: Mapping[str, Any]) -> Facts:
    with fresh_store() as store:
        draft = StateDraft(TASK, "Call Ann", payload=payload)
        task = add_state(store, draft, _act(store, START))
        (after,) = finish_tasks(store, [task.id], _act(store, START))
    return Facts(payload=after.payload, valid_to=after.valid_until)


@system.op
def close_until(
    *, valid_to: float | None, about_end: float | None, event_time: float
) -> float | None:
    given, about = (None if at is None else _then(at) for at in (valid_to, about_end))
    return (end_of(given, about, _then(event_time)) - EPOCH).total_seconds()


@system.op
def close_without_id() -> Facts:
    with _state_of() as (store, _):
        before = contents(store)
        close_states(store, [], None, _act(store, START))
        after = contents(store)
    return Facts(changed=sum(before.get(path) != after[path] for path in after))


@system.op
def tidy(*, states: Sequence[Mapping[str, Any]]) -> Facts:
    with fresh_store() as store:
        ids = {}
        for row in states:
            draft = StateDraft(row["kind"], row["body"], payload=row["payload"])
            ids[_filed(store, draft, _then(row["confirmed"]))] = row["id"]
        before = len(store.held(STATES).ids())
        found = tidied(store, _act(store, START))
        assert len(store.held(STATES).ids()) == before
    return Facts(closed=sorted(ids[twin.state.id] for twin in found))


def _filed(store: Store, draft: StateDraft, at: datetime) -> str:
    """A state as any other program would leave it, though its kind is single."""
    state = add_state(store, draft._replace(kind="summary"), _act(store, at))
    store.held(STATES).change(state.id, lambda old: old._replace(kind=draft.kind))
    return state.id


@system.op
def tidy_due(*, chat_turns_since: int, first_run: bool) -> bool:
    return is_tidy_due(chat_turns_since, first_run)


@system.op
def last_confirmed(*, event_time: float, supplied: float) -> Facts:
    with _state_of(valid_from=_then(supplied)) as (store, state):
        (after,) = confirm_states(store, [state.id], _act(store, _then(event_time)))
    return Facts(last_confirmed_at=(after.confirmed - EPOCH).total_seconds())


@system.op
def mood_row(*, events: int) -> Facts:
    with fresh_store() as store:
        for nth in range(events):
            act = _act(store, START + timedelta(hours=nth), evidence=[f"event-{nth}"])
            mood = add_state(store, StateDraft(MOOD, f"Mood {nth}"), act)
        return Facts(mood_rows=len(states(store)), revisions=len(_revisions(store, mood.id)))


@system.op
def subject_same(*, a: str, b: str) -> bool:
    return subject_key(a) == subject_key(b)


@system.op
def preference(*, domain: str, subject: str, ops: Sequence[Mapping[str, Any]]) -> Facts:
    with fresh_store() as store:
        for op in ops:
            act = _act(store, _then(op["at"]), evidence=[f"event-{op['at']}"])
            rule = RULES[op["op"]]
            after = prefer(store, Subject(subject, domain), op["polarity"], act, rule=rule)
        rows = {polarity: _row(stance) for polarity, stance in after.stances.items()}
        return Facts(rows=rows, revisions=_rows_revised(store, after.id))


def _row(stance: Stance) -> dict[str, Any]:
    moments = {
        key: at and (at - EPOCH).total_seconds()
        for key, at in (("confirmed_at", stance.confirmed_at), ("revoked_at", stance.revoked_at))
    }
    return {"status": stance.status, **moments}


def _rows_revised(store: Store, id: str) -> int:
    """How often a like or a dislike was changed; one line may tell of both."""
    return sum(
        any(key.startswith(f"preference.{polarity}.") for key in line.after or {})
        for line in _revisions(store, id)
        for polarity in ("like", "dislike")
    )


@system.op
def preference_domain(*, domain: str) -> Facts:
    with fresh_store() as store:
        try:
            prefer(store, Subject("coffee", domain), "like", _act(store, START))
        except BadValue:
            return Facts(accepted=False)
        return Facts(accepted=bool(preferences(store)))


@system.op
def may_state_as_fact(*, status: str) -> bool:
    return may_state(status)


@system.op
def preference_evidence_cap(*, ids_seen: int) -> Facts:
    with fresh_store() as store:
        ids = [f"event-{nth}" for nth in range(ids_seen)]
        for id in ids:
            act = _act(store, START, evidence=[id])
            after = prefer(store, Subject("coffee", "food"), "like", act)
    kept = list(after.like.evidence) if after.like else []
    which = {"last": ids[-len(kept) :], "first": ids[: len(kept)]}
    return Facts(kept=len(kept), which=next(name for name in which if which[name] == kept))


@system.op
def confirmed_snapshot_cap(*, confirmed_in_one_group: int) -> Facts:
    stances = [Stance("confirmed", _then(nth)) for nth in range(confirmed_in_one_group)]
    made = [Preference(f"p-{nth}", "p", "food", f"s-{nth}", one) for nth, one in enumerate(stances)]
    shown = [row.stance for row in confirmed_snapshot(made)]
    is_latest = shown == stances[::-1][: len(shown)]
    return Facts(shown=len(shown), order="latest confirmed first" if is_latest else "another")
