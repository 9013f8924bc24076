"""States and tasks: add, update, close, confirm, done (document 003 §2 and §3).

Each change is one line of the journal, with what stood there before and after, its reason and its
evidence. When it was confirmed is always the time of the act, whatever else is supplied.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from memento_cli.actions.facts.records import create, revise
from memento_cli.actions.facts.trusted import trusted_states
from memento_cli.actions.memory.naming import checked_person
from memento_cli.actions.memory.reading import state_files
from memento_cli.core.facts.states import (
    COEXISTS,
    DUE,
    KINDS,
    OPEN,
    STATUS,
    TASK,
    State,
    closed_state,
    done_task,
    is_changed,
    is_closed,
    is_over,
    payload_as,
    payload_of,
    state_id,
    trust_after,
    words_of,
)
from memento_cli.core.memory.about import About, checked_about
from memento_cli.core.memory.ids import matching, the_one, with_suffix
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import person_ref, same_person
from memento_cli.core.security.trust import is_persons, least_of
from memento_cli.errors import BadData, BadValue, NotFound, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


Make = Callable[[State], State]
"""What an act makes of a state."""


class StateDraft(NamedTuple):
    """What someone wants held; without a person it is the store's own."""

    kind: str
    body: str
    person: str = ""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    confidence: float | None = None
    payload: Mapping[str, Any] = {}
    about: About = About()


def states(
    store: Store,
    person: str | None = None,
    *,
    until: datetime | None = None,
    among: Sequence[LoadedRecord[Any]] | None = None,
    least: str | None = None,
) -> list[State]:
    """Every state, or those of one person, the oldest first; a file that cannot be read is named
    and skipped. What was first told after `until` is left out.

    `among` is what `states/` has, if it was read already. Each is as somebody so trusted has told
    it last (`least`), if anybody so trusted has.
    """
    whose = None if person is None else person_ref(person)
    found = state_files(store) if among is None else among
    rows = [one.value for one in found if isinstance(one.value, State)]
    rows = [one for one in rows if whose is None or same_person(one.person, whose)]
    told = [one for one in rows if until is None or one.created <= until]
    told = told if least is None else trusted_states(store, told, least)
    return sorted(told, key=lambda state: (state.created, state.id))


def state_named(store: Store, text: str, now: datetime, kind: str | None = None) -> State:
    """The state, or that of a kind, that an id or a reference, or a unique part of one, means.

    Of several whose part it is, the only one that is not over is meant. NotFound, Ambiguous.
    """
    rows = {state.id: state for state in states(store) if kind in (None, state.kind)}
    found = matching(text.removeprefix(f"{STATES}/"), rows)
    current = [id for id in found if not is_over(rows[id], now)]
    if len(current) == 1:
        found = current
    if not found:
        noun, only = (TASK, f" --kind {TASK}") if kind == TASK else ("state", "")
        hint = f"`memento state list{only} --all` shows every one"
        raise NotFound(f"No {noun} with id {text}", hint)
    return rows[the_one(text, found)]


def add_state(store: Store, draft: StateDraft, provenance: Provenance) -> State:
    """Hold a new state; of a kind that is single, the one that is there says it from now on."""
    fresh = state_of_draft(store, draft, provenance.signature.at)._replace(trust=provenance.trust)
    with store.lock.held():
        folder, id = store.held(STATES), fresh.id
        if id in folder and not COEXISTS[fresh.kind]:
            return revise_state(
                store,
                id,
                lambda old: fresh._replace(created=old.created, person=old.person),
                provenance,
            )
        is_taken = store.settings["ids.unique"] and COEXISTS[fresh.kind]
        while is_taken or id in folder:
            id, is_taken = with_suffix(fresh.id, os.urandom(4)), False
        fresh = fresh._replace(id=id)
        create(store, ref_of(STATES, id), fresh, provenance)
    return fresh


def add_task(
    store: Store, draft: StateDraft, due: datetime | None, provenance: Provenance
) -> State:
    """Hold an open task. When it is `due` its payload says; overdue it stays open."""
    payload = {STATUS: OPEN, DUE: due} if due else {STATUS: OPEN}
    return add_state(
        store, draft._replace(kind=TASK, payload=payload | dict(draft.payload)), provenance
    )


def update_state(
    store: Store, id: str, changes: Mapping[str, Any], provenance: Provenance
) -> State:
    """Say something else of a state: its body, valid_from, valid_until, about …

    Of its payload only the keys that are given change; null takes one away. Unasked if an agent
    changes what a person told.
    """
    return revise_state(store, id, updating(changes, provenance, store.zone), provenance)


def updating(changes: Mapping[str, Any], provenance: Provenance, zone: tzinfo) -> Make:
    """What an update makes of a state; times without an offset are in the store's `zone`.

    BadValue for one that is closed, and would be so still: it says nothing of now.
    """

    def updated(old: State) -> State:
        said = dict(changes)
        checked_about(said.get("about", About()))
        if "payload" in said:
            fresh = payload_as(old.kind, said["payload"], zone)
            said["payload"] = payload_of({**old.payload, **said["payload"], **fresh})
        new = old._replace(**said, confirmed=_at(provenance))
        if new.valid_until == old.valid_until and is_closed(old, _at(provenance)):
            since = f"{old.valid_until:%Y-%m-%d %H:%M} UTC"
            opens = f'`memento state add {old.kind} "..."` opens a new one'
            hint = f"{opens}; `state update --until` moves its end"
            raise BadValue(f"{old.id} is closed since {since}", hint)
        return new

    return updated


def duplicate_states(
    store: Store, draft: StateDraft, now: datetime, planned: Mapping[str, State] = {}
) -> list[State]:
    """The states beside which a draft would say the same words again; those that are over aside.
    `planned` are those, by id, that will be other ones, or new."""
    fresh = state_of_draft(store, draft, now)
    if not COEXISTS[fresh.kind]:
        return []
    wanted, every = words_of(fresh), {one.id: one for one in states(store)} | dict(planned)
    return [one for one in every.values() if words_of(one) == wanted and not is_over(one, now)]


def confirm_states(store: Store, ids: Sequence[str], provenance: Provenance) -> list[State]:
    """Note that states hold still, as one act."""
    return _each(store, ids, updating({}, provenance, store.zone), provenance)


def close_states(
    store: Store, ids: Sequence[str], at: datetime | None, provenance: Provenance
) -> list[State]:
    """Let states hold no more: from `at` on, else from when what they are about ended, else from
    now. What they say stays. One act; of no state, nothing."""
    return _each(store, ids, closing(at, provenance), provenance)


def closing(at: datetime | None, provenance: Provenance) -> Make:
    """What closing makes of a state; of one that is closed, nothing else."""

    def close(old: State) -> State:
        is_over_already = at is None and is_closed(old, _at(provenance))
        return old if is_over_already else closed_state(old, at, _at(provenance))

    return close


def finish_tasks(store: Store, ids: Sequence[str], provenance: Provenance) -> list[State]:
    """Mark tasks as done, as one act; what they were valid for stays."""
    return _each(store, ids, finishing(provenance), provenance)


def finishing(provenance: Provenance) -> Make:
    """What doing it makes of a task. BadValue for any other state."""

    def finish(old: State) -> State:
        if old.kind != TASK:
            raise BadValue(f"{old.id} is no task, but a {old.kind}", "`state close` ends it")
        return old if old.is_done else done_task(old, _at(provenance))

    return finish


def _at(provenance: Provenance) -> datetime:
    return provenance.signature.at


def _each(store: Store, ids: Sequence[str], make: Make, provenance: Provenance) -> list[State]:
    """One act on several, of which each must be possible, and be agreed to, before the first is
    done."""
    with store.lock.held(), store.one_act():
        before = [store.held(STATES).read(id).value for id in ids]
        _check_asked([(old, checked_state(store, make(old))) for old in before], provenance)
        return [revise_state(store, id, make, provenance) for id in ids]


def revise_state(store: Store, id: str, make: Make, provenance: Provenance) -> State:
    """The state, made something else by an act, as it is then. BadValue if no file can say that;
    Unasked if an agent changes what a person told."""

    def made(old: State) -> State:
        new = make(old)
        new = checked_state(store, new._replace(trust=trust_after(old, new, provenance.trust)))
        _check_asked([(old, new)], provenance)
        return new

    return revise(store, ref_of(STATES, id), made, provenance)[0]


def _check_asked(pairs: Iterable[tuple[State, State]], provenance: Provenance) -> None:
    """Unasked if a person told what is to be another state, or to hold no more."""
    theirs = [pair for pair in pairs if is_persons(pair[0].trust) and is_changed(*pair)]
    if not theirs:
        return
    says = {"it says": " / ".join(old.body for old, _ in theirs)}
    would = " / ".join(new.body for old, new in theirs if new.body != old.body)
    does = "Change" if would else "End, or change the terms of,"
    kinds = ", ".join(dict.fromkeys(old.kind.replace("_", " ") for old, _ in theirs))
    trust = least_of(old.trust for old, _ in theirs)
    provenance.check_asked(
        trust, f"{does} what the user told ({kinds})?", says | {"it would say": would}
    )


def state_of_draft(store: Store, draft: StateDraft, at: datetime) -> State:
    """The state that a draft would become, its id free or not."""
    if draft.kind not in COEXISTS:
        raise unknown("kind", draft.kind, KINDS)
    person = checked_person(store, draft.person)
    said = draft._asdict() | {
        "person": person,
        "payload": payload_as(draft.kind, draft.payload, store.zone),
    }
    checked_about(draft.about)
    id = state_id(person, draft.kind, draft.body, at)
    return checked_state(store, State(id=id, created=at, confirmed=at, **said))


def checked_state(store: Store, state: State) -> State:
    """The state; BadValue with all that no file of a state can say."""
    codec = store.held(STATES).codec
    try:
        value: State = codec.value(state.id, codec.data(state))
        return value
    except BadData as problem:
        told = [text.removeprefix("state.") for text in problem.problems]
        raise BadValue("; ".join(told)) from None
