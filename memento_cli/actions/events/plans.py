"""Write plans of document 003: steps that a model or script extracted from events.

A plan is checked as a whole and then applied as one act. Each step names the events that are its
evidence; all of them must exist.
"""

from __future__ import annotations

from memento_cli.actions.events.events import event_named, unerased
from memento_cli.actions.events.feelings import feel, mood_text
from memento_cli.actions.events.notes import link_events
from memento_cli.actions.events.threads import add_to_thread, thread_named
from memento_cli.actions.exchange.sources.entry import BadItem, reason_of
from memento_cli.actions.facts.preferences import (
    RULES,
    Subject,
    check_subject,
    preference_of,
    set_preference,
    stated_preference,
)
from memento_cli.actions.facts.states import (
    StateDraft,
    add_state,
    checked_state,
    closing,
    duplicate_states,
    finishing,
    revise_state,
    state_named,
    state_of_draft,
    updating,
)
from memento_cli.actions.undo.undo import whole_act
from memento_cli.core.events.affect import affect_in
from memento_cli.core.events.plans import (
    AFFECT,
    LINK,
    PREFERENCE,
    STATE,
    THREAD,
    PlanStep,
    about_of,
    changes_of,
    step_of,
    values_of,
)
from memento_cli.core.events.threads import THREADS, checked_title
from memento_cli.core.facts.preferences import Word, with_one_confirmed
from memento_cli.core.facts.states import State
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import EVENTS, STATES, ref_of
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.secret_checks import allowed_kinds, refuse_secret
from memento_cli.errors import BadValue, Conflict, MementoError, NotFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.facts.states import Make
    from memento_cli.core.events.events import Event
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store

    Values = Mapping[str, Any]


def checked_steps(
    store: Store, items: Iterable[tuple[str, Any] | BadItem], provenance: Provenance
) -> tuple[list[PlanStep], list[BadItem]]:
    """The steps of some items, as they could be applied one after the other, with full ids of
    events and states; and the items that cannot be applied, with the reason. Nothing is written.
    """
    check, steps, bad = PlanCheck(store, provenance), list[PlanStep](), list[BadItem]()
    for entry in items:
        if isinstance(entry, BadItem):
            bad.append(entry)
            continue
        where, item = entry
        try:
            steps.append(check.checked(step_of(item, store.zone)))
        except MementoError as problem:
            why = filter(None, (reason_of(problem), problem.hint))
            bad.append(BadItem(where, ": ".join(why)))
    return steps, bad


def do_steps(store: Store, steps: Sequence[PlanStep], provenance: Provenance) -> list[str]:
    """Apply checked steps as one act; the reference of what each made or changed."""
    with whole_act(store, provenance.signature.at):
        return [do_step(store, step, provenance) for step in steps]


def do_step(store: Store, step: PlanStep, provenance: Provenance) -> str:
    """Apply a checked step with its evidence and reason; the reference of what it changed."""
    reason = step.reason or provenance.signature.reason
    provenance = provenance._replace(
        signature=provenance.signature._replace(reason=reason), evidence=step.evidence
    )
    return APPLIERS[step.do](store, step, values_of(step, store.zone), provenance)


def _state(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    adds = step.op == "add"
    id = restated_id(store, step, values, provenance) if adds else values["id"]
    if id:
        change = state_change(step, values, provenance, store.zone)
        state = revise_state(store, id, change, provenance)
    else:
        state = add_state(store, draft_of(step, values), provenance)
    return ref_of(STATES, state.id)


def _preference(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    about, polarity, note = subject_of(values), values["polarity"], values["note"] or ""
    after = set_preference(store, about, polarity, provenance, rule=step.op, note=note)
    return ref_of(STATES, after.id)


def _affect(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    event, person, mood = (values[key] or "" for key in ("event", "person", "mood"))
    feel(store, event_named(store, event), affect_in(values), provenance, person=person, mood=mood)
    return ref_of(EVENTS, event)


def _link(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    ends = values["from"], values["rel"], values["to"]
    link_events(store, *ends, provenance, confidence=_confidence(values))
    return ref_of(EVENTS, values["from"])


def _thread(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    title, events, sure = values["title"], values["events"], _confidence(values)
    return add_to_thread(store, title, events, provenance, confidence=sure).ref


def _confidence(values: Values) -> float:
    return 1.0 if values["confidence"] is None else float(values["confidence"])


APPLIERS: Mapping[str, Callable[[Store, PlanStep, Values, Provenance], str]] = {
    STATE: _state,
    PREFERENCE: _preference,
    AFFECT: _affect,
    LINK: _link,
    THREAD: _thread,
}


class PlanCheck:
    """Checks the steps of a plan in order, each against the store as the steps before leave it."""

    def __init__(self, store: Store, provenance: Provenance) -> None:
        self.store, self.provenance = store, provenance
        self.held: dict[str, Any] = {}  # states and preferences as changed by the steps so far
        self.events: dict[str, Event] = {}

    def checked(self, step: PlanStep) -> PlanStep:
        """The step with full ids. MementoError if it cannot be applied."""
        evidence = tuple(dict.fromkeys(self.event(text) for text in step.evidence))
        refuse_secret({"reason": step.reason})
        allowed_kinds([dict(step.values), {"reason": step.reason}], self.provenance.allow_secret)
        step = step._replace(evidence=evidence)
        full_ids = CHECKS[step.do](self, step, values_of(step, self.store.zone))
        return step._replace(values={**step.values, **full_ids})

    def event(self, text: str) -> str:
        """The id of the event with an id, a reference, or a unique prefix of one."""
        event = self.events.get(text) or event_named(self.store, text)
        self.events[text] = event
        return unerased(event).id

    def state(self, step: PlanStep, values: Values) -> Values:
        """Check a step on a state."""
        id = self._state_id(step, values)
        if not id:
            fresh = state_of_draft(self.store, draft_of(step, values), self.provenance.signature.at)
            self._keep(fresh.id, fresh)
            return {}
        before = self.held.get(id) or self.store.held(STATES).read(id).value
        if not isinstance(before, State):
            raise NotFound(f"{ref_of(STATES, id)} is no state", "it is a preference")
        make = state_change(step, values, self.provenance, self.store.zone)
        self._keep(id, checked_state(self.store, make(before)))
        return {} if step.op == "add" else {"id": id}

    def preference(self, step: PlanStep, values: Values) -> Values:
        """Check a step on a preference."""
        about, polarity = subject_of(values), values["polarity"]
        check_subject(self.store, about, step.op)
        before = preference_of(self.store, about)
        before = self.held.get(before.id, before)
        if step.op == "revoke" and not before.stance(polarity):
            stated_preference(self.store, about, polarity)
        at, note = self.provenance.signature.at, values["note"] or ""
        word = Word(at, polarity, step.evidence, note, self.provenance.trust)
        self._keep(before.id, RULES[step.op](with_one_confirmed(before), word))
        return {}

    def affect(self, step: PlanStep, values: Values) -> Values:
        """Check a feeling."""
        affect_in(values)
        if values["mood"] is not None:
            mood_text(values["mood"])
        if values["person"]:
            person_ref(values["person"])
        return {"event": self.event(values["event"])}

    def link(self, step: PlanStep, values: Values) -> Values:
        """Check a link between events."""
        ends = {key: self.event(values[key]) for key in ("from", "to")}
        if ends["from"] == ends["to"]:
            raise Conflict(f"{values['from']} cannot go back to itself")
        return ends

    def thread(self, step: PlanStep, values: Values) -> Values:
        """Check the adding of events to a thread."""
        if not values["events"]:
            raise BadValue("a thread has events", "name those that belong to it")
        if values["title"].startswith(f"{THREADS}/"):
            thread_named(self.store, values["title"])
        else:
            checked_title(values["title"])
        return {"events": list(dict.fromkeys(self.event(text) for text in values["events"]))}

    def _state_id(self, step: PlanStep, values: Values) -> str:
        """The id of the state that a step changes; "" if it adds a new one."""
        if step.op == "add":
            return restated_id(self.store, step, values, self.provenance, self.held)
        name = str(values["id"]).removeprefix(f"{STATES}/")
        if is_safe_id(name) and (name in self.held or name in self.store.held(STATES)):
            return name
        return state_named(self.store, name, self.provenance.signature.at).id

    def _keep(self, id: str, value: Any) -> None:
        """Remember a changed value for the next steps. BadData if no file can hold it."""
        self.store.held(STATES).raw_of(id, value)
        self.held[id] = value


CHECKS: Mapping[str, Callable[[PlanCheck, PlanStep, Values], Values]] = {
    STATE: PlanCheck.state,
    PREFERENCE: PlanCheck.preference,
    AFFECT: PlanCheck.affect,
    LINK: PlanCheck.link,
    THREAD: PlanCheck.thread,
}


def draft_of(step: PlanStep, values: Values) -> StateDraft:
    """The state that a step adds."""
    return StateDraft(
        values["kind"],
        values["body"],
        values["person"] or "",
        values["valid_from"],
        values["valid_until"],
        values["confidence"],
        step.values.get("payload", {}),
        about_of(values),
    )


def restated_id(
    store: Store, step: PlanStep, values: Values, provenance: Provenance,
    held: Mapping[str, Any] = {},
) -> str:  # fmt: skip
    """The id of the state in force that an added one would repeat, and that is updated instead, or
    "". `held`: states as the steps before have changed or added them.
    """
    draft, now = draft_of(step, values), provenance.signature.at
    planned = {id: one for id, one in held.items() if isinstance(one, State)}
    alike = duplicate_states(store, draft, now, planned)
    return next((state.id for state in alike), "")


def state_change(step: PlanStep, values: Values, provenance: Provenance, zone: tzinfo) -> Make:
    """The change that a step makes to a state."""
    match step.op:
        case "close":
            return closing(values["valid_until"], provenance)
        case "done":
            return finishing(provenance)
        case "confirm":
            return updating({}, provenance, zone)
    return updating(changes_of(step, values), provenance, zone)


def subject_of(values: Values) -> Subject:
    """The subject of a preference."""
    return Subject(values["subject"], values["domain"], values["person"] or "")
