"""Plans: what somebody extracted from events, checked whole, and then done as one act.

This is the write plan of document 003, for any model or script to hand in. A step says from which
events it comes; each must be there.
"""

from __future__ import annotations

from memento_cli.actions.events.events import event_named
from memento_cli.actions.events.feelings import feel
from memento_cli.actions.events.links import link_events
from memento_cli.actions.events.plan_checks import (
    PlanCheck,
    draft_of,
    made_by,
    said_again,
    subject_of,
)
from memento_cli.actions.events.threads import weave
from memento_cli.actions.exchange.sources.entry import BadItem
from memento_cli.actions.facts.preferences import prefer
from memento_cli.actions.facts.states import add_state, revise_state
from memento_cli.actions.undo.whole_act import whole_act
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

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.store.directory.store import Store


def checked_steps(
    store: Store, items: Iterable[tuple[str, Any] | BadItem], provenance: Provenance
) -> tuple[list[PlanStep], list[BadItem]]:
    """The steps that items tell, each with its place, as `act` would do them one after the other;
    and of those that cannot be done, why. Nothing is written.

    References are made whole: a step names events and states by their ids.
    """
    look, steps, bad = PlanCheck(store, provenance), list[PlanStep](), list[BadItem]()
    for this in items:
        if isinstance(this, BadItem):
            bad.append(this)
            continue
        where, item = this
        try:
            steps.append(look.at(step_of(item, store.zone)))
        except MementoError as problem:
            said = "; ".join(problem.problems) if isinstance(problem, BadData) else problem.message
            bad.append(BadItem(where, ": ".join(filter(None, (said, problem.hint)))))
    return steps, bad


def do_steps(store: Store, steps: Sequence[PlanStep], provenance: Provenance) -> list[str]:
    """Do steps that were checked, as one act; what each has made or changed."""
    with whole_act(store, provenance.signature.at):
        return [do_step(store, step, provenance) for step in steps]


def do_step(store: Store, step: PlanStep, provenance: Provenance) -> str:
    """Do a step that was checked, with its evidence and its reason; the reference of what it has
    made or changed."""
    reason = step.reason or provenance.signature.reason
    provenance = provenance._replace(
        signature=provenance.signature._replace(reason=reason), evidence=step.evidence
    )
    return DOING[step.do](store, step, values_of(step, store.zone), provenance)


def _state(store: Store, step: PlanStep, values: Mapping[str, Any], provenance: Provenance) -> str:
    adds = step.op == "add"
    id = said_again(store, step, values, provenance) if adds else values["id"]
    if not id:
        return ref_of(STATES, add_state(store, draft_of(step, values), provenance).id)
    return ref_of(
        STATES, revised(store, id, made_by(step, values, provenance, store.zone), provenance).id
    )


def _preference(
    store: Store, step: PlanStep, values: Mapping[str, Any], provenance: Provenance
) -> str:
    note = values["note"] or ""
    about, polarity = subject_of(values), values["polarity"]
    return ref_of(STATES, prefer(store, about, polarity, provenance, rule=step.op, note=note).id)


def _affect(store: Store, step: PlanStep, values: Mapping[str, Any], provenance: Provenance) -> str:
    event, person, mood = (values[key] or "" for key in ("event", "person", "mood"))
    feel(store, event_named(store, event), affect_in(values), provenance, person=person, mood=mood)
    return ref_of(EVENTS, event)


def _link(store: Store, step: PlanStep, values: Mapping[str, Any], provenance: Provenance) -> str:
    ends = values["from"], values["rel"], values["to"]
    link_events(store, *ends, provenance, confidence=_sure(values))
    return ref_of(EVENTS, values["from"])


def _thread(store: Store, step: PlanStep, values: Mapping[str, Any], provenance: Provenance) -> str:
    return weave(store, values["title"], values["events"], provenance, confidence=_sure(values)).ref


def _sure(values: Mapping[str, Any]) -> float:
    return 1.0 if values["confidence"] is None else float(values["confidence"])


DOING: Mapping[str, Callable[[Store, PlanStep, Mapping[str, Any], Provenance], str]] = {
    STATE: _state,
    PREFERENCE: _preference,
    AFFECT: _affect,
    LINK: _link,
    THREAD: _thread,
}
