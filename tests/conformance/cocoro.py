"""Document 003 (cocoro): its ops, and the issues that build what answers them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from memento_cli.actions.facts.preferences import Subject, preferences, set_preference
from memento_cli.actions.facts.records import create
from memento_cli.actions.facts.states import (
    StateDraft,
    add_state,
    close_states,
    confirm_states,
    finish_tasks,
    states,
    update_state,
)
from memento_cli.actions.tidy.run import tidy as tidied
from memento_cli.actions.undo.revisions import Revision, revisions_of
from memento_cli.core.facts.preferences import (
    Preference,
    Stance,
    confirmed_snapshot,
    subject_key,
)
from memento_cli.core.facts.preferences import may_state_as_fact as may_state
from memento_cli.core.facts.states import (
    KINDS,
    MOOD,
    TASK,
    State,
    end_of,
    holds,
    payload_of,
)
from memento_cli.core.facts.states import tidy_due as is_tidy_due
from memento_cli.core.journal.provenance import Provenance, evidence_of
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.time.when import EPOCH
from memento_cli.errors import BadValue
from memento_cli.store.directory.store import Store
from tests.conformance.compare import ITSELF, Facts
from tests.conformance.stores import LONG_AGO, contents, fresh_store, moment
from tests.conformance.system import System

START = moment(LONG_AGO)
RULES = {"candidate": "suggest", "confirm": "confirm", "revoke": "revoke"}

system = System()


def _then(seconds: float) -> datetime:
    """The moment that a vector gives in seconds."""
    return EPOCH + timedelta(seconds=seconds)


def _seconds(at: datetime | None) -> float | None:
    return None if at is None else (at - EPOCH).total_seconds()


def _when(given: float | str | None) -> datetime | None:
    """A moment as a vector gives it; 0 is none in document 003."""
    return moment(given) if isinstance(given, str) else _then(given) if given else None


def _act(store: Store, at: datetime, reason: str = "", evidence: Sequence[str] = ()) -> Provenance:
    return Provenance(store.signed(at, "cli", reason), tuple(evidence))


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
def state_kinds(*, kind: str | None = None) -> Facts:
    with _state_of(kind or "fact"):
        return Facts({ITSELF: KINDS}, accepted=kind is not None)


@system.op
def revision(
    *,
    change: str = "fact",
    event_id: int | None = None,
    evidence: Sequence[int] = (),
    new_row: bool = False,
    reason: str | None = "because",
) -> Facts:
    """What a change leaves: of a state of that kind, of a preference, of a twin; else of a fact.

    Ids of document 003 count from 1.
    """
    event = "" if event_id is None else str(event_id)
    told = evidence_of(event, [str(id) for id in evidence if id > 0])
    with fresh_store() as store:
        act = _act(store, START, reason or "", told)
        acts = [act] if new_row else [_act(store, START), act]
        make = next((make for word, make in CHANGES.items() if word in change), _state_changed)
        newest = _revisions(store, make(store, change, acts))[0]
    return Facts(
        newest._asdict()
        | {"evidence": [int(id) for id in newest.evidence]}
        | {"has": [key for key in ("before", "after", "reason") if getattr(newest, key)]}
    )


def _state_changed(store: Store, change: str, acts: Sequence[Provenance]) -> str:
    kind = MOOD if "mood" in change else change if change in KINDS else "fact"
    state = add_state(store, StateDraft(kind, "I live in Lisbon"), acts[0])
    for act in acts[1:]:
        update_state(store, state.id, {"body": "I live in Porto"}, act)
    return state.id


def _preference_changed(store: Store, change: str, acts: Sequence[Provenance]) -> str:
    for act, rule in zip(acts, ("suggest", "confirm"), strict=False):
        after = set_preference(store, Subject("coffee", "food"), "like", act, rule=rule)
    return after.id


def _twin_closed(store: Store, change: str, acts: Sequence[Provenance]) -> str:
    for _ in range(2):
        add_state(store, StateDraft("fact", "I live in Lisbon"), acts[0])
    (twin,) = tidied(store, acts[-1])
    return twin.state.id


CHANGES = {"tidy": _twin_closed, "preference": _preference_changed}


@system.op
def mark_done(*, payload: Mapping[str, Any], valid_to: float | None = None) -> Facts:
    with fresh_store() as store:
        draft = StateDraft(TASK, "Call Ann", payload=payload, valid_until=_when(valid_to))
        task = add_state(store, draft, _act(store, START))
        (after,) = finish_tasks(store, [task.id], _act(store, START))
    return Facts(payload=after.payload, valid_to=_seconds(after.valid_until))


@system.op
def close_until(
    *, valid_to: float | None = None, about_end: float | None = None, event_time: float
) -> float | None:
    return _seconds(end_of(_when(valid_to), _when(about_end), _then(event_time)))


@system.op
def close_without_id(*, op: str = "close") -> Facts:
    with _state_of() as (store, _):
        before, act = contents(store), _act(store, START)
        if op == "mark_done":
            finish_tasks(store, [], act)
        else:
            close_states(store, [], None, act)
        after = contents(store)
    return Facts(changed=sum(before.get(path) != after[path] for path in after))


@system.op
def tidy(*, states: Sequence[Mapping[str, Any]]) -> Facts:
    with fresh_store() as store:
        ids = {_filed(store, place, row): row["id"] for place, row in enumerate(states)}
        found = tidied(store, _act(store, START))
        assert len(store.held(STATES).ids()) == len(ids)
    return Facts(closed=sorted(ids[twin.state.id] for twin in found))


def _filed(store: Store, place: int, row: Mapping[str, Any]) -> str:
    """A state as any other program would leave it, though its kind is single."""
    at = _then(row["confirmed"])
    state = State(f"s{place:03}", row["kind"], "ctx://person/alex", row["body"], at, at)
    end = at if row.get("closed") else _when(row.get("valid_to"))
    payload = payload_of(row.get("payload") or {})
    state = state._replace(valid_until=end, payload=payload)
    create(store, ref_of(STATES, state.id), state, _act(store, at))
    return state.id


@system.op
def tidy_due(*, chat_turns_since: int, first_run: bool) -> bool:
    return is_tidy_due(chat_turns_since, first_run)


@system.op
def last_confirmed(*, event_time: float, supplied: float | str | None = None) -> Facts:
    with _state_of(valid_from=_when(supplied)) as (store, state):
        (after,) = confirm_states(store, [state.id], _act(store, _then(event_time)))
    return Facts(last_confirmed_at=_seconds(after.confirmed))


@system.op
def subject_same(*, a: str, b: str) -> bool:
    return subject_key(a) == subject_key(b)


@system.op
def preference(*, domain: str, subject: str, ops: Sequence[Mapping[str, Any]]) -> Facts:
    with fresh_store() as store:
        for nth, op in enumerate(ops):
            act = _act(store, _then(op["at"]), evidence=[f"event-{nth}"])
            rule = RULES[op["op"].removeprefix("upsert_")]
            set_preference(store, Subject(subject, domain), op["polarity"], act, rule=rule)
        made = preferences(store)
        rows = {polarity: _row(said) for one in made for polarity, said in one.stances.items()}
        return Facts(rows=rows, revisions=sum(_rows_revised(store, one.id) for one in made))


def _row(stance: Stance) -> dict[str, Any]:
    return {
        "status": stance.status,
        "confirmed_at": _seconds(stance.confirmed_at),
        "revoked_at": _seconds(stance.revoked_at),
    }


def _rows_revised(store: Store, id: str) -> int:
    """How often a like or a dislike was changed; one line may tell of both."""
    return sum(
        any(key.startswith(f"preference.{polarity}.") for key in line.after or {})
        for line in _revisions(store, id)
        for polarity in ("like", "dislike")
    )


@system.op
def preference_domain(*, domain: str | None) -> Facts:
    with fresh_store() as store:
        try:
            set_preference(store, Subject("coffee", domain or ""), "like", _act(store, START))
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
            set_preference(store, Subject("coffee", "food"), "like", act)
        kept = [id for one in preferences(store) if one.like for id in one.like.evidence]
    which = {"last": ids[-len(kept) :], "first": ids[: len(kept)]}
    return Facts(kept=len(kept), which=next(name for name in which if which[name] == kept))


@system.op
def confirmed_snapshot_cap(*, confirmed_in_one_group: int) -> Facts:
    stances = [Stance("confirmed", _then(nth)) for nth in range(confirmed_in_one_group)]
    made = [Preference(f"p-{nth}", "p", "food", f"s-{nth}", one) for nth, one in enumerate(stances)]
    shown = [row.stance for row in confirmed_snapshot(made)]
    is_latest = shown == stances[::-1][: len(shown)]
    return Facts(shown=len(shown), order="latest confirmed first" if is_latest else "another")
