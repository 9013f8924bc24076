"""Write plans of document 003: steps that a model or script extracted from events.

A plan is checked as a whole and then applied as one act. Each step names the events that are its
evidence; all of them must exist.
"""

from __future__ import annotations

from memento_cli.actions.events.events import event_named
from memento_cli.actions.events.feelings import feel
from memento_cli.actions.events.links import link_events
from memento_cli.actions.events.plan_checks import (
    PlanCheck,
    draft_of,
    restated_id,
    state_change,
    subject_of,
)
from memento_cli.actions.events.threads import weave
from memento_cli.actions.exchange.sources.entry import BadItem
from memento_cli.actions.facts.preferences import prefer
from memento_cli.actions.facts.states import add_state, revise_state
from memento_cli.actions.undo.undo import whole_act
from memento_cli.core.events.affect import affect_in
from memento_cli.core.events.plans import (
    AFFECT,
    LINK,
    PREFERENCE,
    STATE,
    THREAD,
    PlanStep,
    step_of,
    values_of,
)
from memento_cli.core.memory.record_kinds import EVENTS, STATES, ref_of
from memento_cli.errors import BadData, MementoError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.actions.events.plan_checks import Values
    from memento_cli.actions.facts.records import Provenance
    from memento_cli.store.directory.store import Store


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
            why = "; ".join(problem.problems) if isinstance(problem, BadData) else problem.message
            bad.append(BadItem(where, ": ".join(filter(None, (why, problem.hint)))))
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
    if not id:
        return ref_of(STATES, add_state(store, draft_of(step, values), provenance).id)
    return ref_of(
        STATES,
        revise_state(store, id, state_change(step, values, provenance, store.zone), provenance).id,
    )


def _preference(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    note = values["note"] or ""
    about, polarity = subject_of(values), values["polarity"]
    return ref_of(STATES, prefer(store, about, polarity, provenance, rule=step.op, note=note).id)


def _affect(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    event, person, mood = (values[key] or "" for key in ("event", "person", "mood"))
    feel(store, event_named(store, event), affect_in(values), provenance, person=person, mood=mood)
    return ref_of(EVENTS, event)


def _link(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    ends = values["from"], values["rel"], values["to"]
    link_events(store, *ends, provenance, confidence=_confidence(values))
    return ref_of(EVENTS, values["from"])


def _thread(store: Store, step: PlanStep, values: Values, provenance: Provenance) -> str:
    return weave(
        store, values["title"], values["events"], provenance, confidence=_confidence(values)
    ).ref


def _confidence(values: Values) -> float:
    return 1.0 if values["confidence"] is None else float(values["confidence"])


APPLIERS: Mapping[str, Callable[[Store, PlanStep, Values, Provenance], str]] = {
    STATE: _state,
    PREFERENCE: _preference,
    AFFECT: _affect,
    LINK: _link,
    THREAD: _thread,
}
