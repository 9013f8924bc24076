"""Steps of plans that wait for somebody to apply them: proposals with a table `[plan]`.

It says the step as an item of a plan does, and is checked again when it is applied.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from memento_cli.actions.events.plans import checked_steps, do_step
from memento_cli.actions.memory.reading import readable_records
from memento_cli.actions.tidy.proposal_files import PLAN, as_they_were, free_id, line_with, moved_in
from memento_cli.actions.tidy.sleep_steps import do_sleep_step, merged_files, sound_step
from memento_cli.core.events.plans import WORDS_SIGNS, PlanStep, step_of, words_of
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import APPLIED, PROPOSED
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.tidy.sleep_steps import (
    KEEP,
    MAKING,
    MERGE,
    STEPS,
    is_of_sleep,
    sleep_step_of,
    sleep_words,
)
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


BESIDE = ("evidence", "reason")
"""What an item of a plan says beside what it does."""
SOURCE = "extract"
"""The source of such a proposal."""


class Drafted(NamedTuple):
    """A step that may be proposed, with the memory as which lists show it, or which it makes."""

    draft: Draft
    step: PlanStep


def propose_steps(store: Store, steps: Sequence[PlanStep], provenance: Provenance) -> list[str]:
    """Propose steps that were checked, each by itself, as one act; the ids of the proposals.

    Of what waits already to be done that is the one that there is.
    """
    with store.lock.held():
        waiting = {
            _deed(plan_of(one)): one.id for one in readable_records(store, store.proposals.scan())
        }
        deeds, fresh = [_deed(_table(step)) for step in steps], dict[str, PlanStep]()
        for deed, step in zip(deeds, steps, strict=True):
            if deed not in waiting:
                fresh.setdefault(deed, step)
        drafts = [Drafted(step_draft(store, step, SOURCE), step) for step in fresh.values()]
        waiting |= zip(fresh, propose_drafts(store, drafts, provenance), strict=True)
        return [waiting[deed] for deed in deeds]


def propose_drafts(store: Store, drafts: Sequence[Drafted], provenance: Provenance) -> list[str]:
    """Propose what was drafted, as one act; the ids of the proposals.

    SecretFound if one says a key or a password, unless the act allows that.
    """
    lines, now = list[JournalEntry](), provenance.signature.at
    ids = [free_id(store, draft, now) for draft, _ in drafts]
    with as_they_were(store, ids):
        for id, (draft, step) in zip(ids, drafts, strict=True):
            kinds = allowed_kinds(
                [dict(step.said), draft.summary, draft.detail], provenance.allow_secret
            )
            raw = _file(store, id, draft, step, provenance)
            store.proposals.create_raw(id, raw)
            lines.append(line_with(provenance.signature, PROPOSED, id, id, raw, kinds))
        store.journal.append(lines)
    return ids


def _deed(item: Any) -> str:
    """What an item of a plan does, as a text, whatever it goes back to, and why."""
    said = item if isinstance(item, Mapping) else {}
    return json.dumps({key: said[key] for key in said if key not in BESIDE}, sort_keys=True)


def step_draft(store: Store, step: PlanStep, source: str) -> Draft:
    """A step as a memory is told, so that lists can show it."""
    person = person_ref(str(step.said.get("person") or store.settings["person"]))
    tags = Tags(topics=(step.do,))
    return Draft(_words_of(step), person, tags=tags, kind="semantic", source=source)


def _file(store: Store, id: str, draft: Draft, step: PlanStep, provenance: Provenance) -> bytes:
    memory = created_from(draft, id, provenance.signature.at, store.settings.defaults)
    data = store.proposals.codec.data(memory) | {PLAN: _table(step)}
    raw = moved_in(rendered(data).encode())
    store.proposals.codec.value(id, parsed(raw, id).data)
    return raw


def _table(step: PlanStep) -> dict[str, Any]:
    reason = {"reason": step.reason} if step.reason else {}
    return {"do": step.do, "evidence": list(step.evidence), **reason, **step.said}


def plan_of(proposal: LoadedRecord[Any]) -> Any:
    """The item of a plan that a proposal has, in what JSON can say; None if it is none."""
    return plain(proposal.document.data.get(PLAN))


def any_step_of(proposal: LoadedRecord[Any]) -> PlanStep:
    """The step that a proposal is, of sleep's or of another plan, by its form alone; BadData if it
    is none."""
    plan = plan_of(proposal)
    return sleep_step_of(plan) if is_of_sleep(plan) else step_of(plan)


def _words_of(step: PlanStep) -> str:
    return (sleep_words if step.do in STEPS else words_of)(step)


def as_told(proposal: LoadedRecord[Memory]) -> Memory:
    """A proposal with what its plan would do as its words, whatever its file says beside that.

    A memory that is to be made says its own.
    """
    try:
        step = any_step_of(proposal)
        if step.do in MAKING:
            return proposal.value
        words = _words_of(step)
    except BadData as problem:
        words = f"cannot be done: {'; '.join(problem.problems)}"[:WORDS_SIGNS]
    return proposal.value._replace(
        content=proposal.value.content._replace(summary=words, detail="")
    )


def planned_step(store: Store, proposal: LoadedRecord[Any], provenance: Provenance) -> PlanStep:
    """The step that a proposal is, as it can be done now; BadData if it cannot."""
    if is_of_sleep(plan_of(proposal)):
        return sound_step(store, proposal)
    steps, bad = checked_steps(store, [(proposal.id, plan_of(proposal))], provenance)
    if bad:
        hint = f"`memento tidy reject {proposal.id}` throws it away"
        raise BadData(bad[0].where, [bad[0].reason], hint)
    return steps[0]


def apply_planned(store: Store, proposal: LoadedRecord[Any], provenance: Provenance) -> str:
    """Do what a proposal says and take it away; the reference of what was made or changed.

    The lock is held, and so is the act of which it is a part.
    """
    id, step = proposal.id, planned_step(store, proposal, provenance)
    kinds = allowed_kinds(dict(step.said), provenance.allow_secret)
    signature, lines, touched = provenance.signature, list[JournalEntry](), list[str]()
    if step.do == MERGE:
        ref, touched = str(step.said[KEEP]), list(step.evidence)
    else:
        ref = (do_sleep_step if step.do in STEPS else do_step)(store, step, provenance)
    with as_they_were(store, [id]), store.all_or_nothing(touched):
        if step.do == MERGE:  # its files all change before a line tells of any
            why = signature._replace(reason=signature.reason or step.reason)
            lines += merged_files(store, step, why)
        raw = store.proposals.remove(id)
        store.journal.append([*lines, line_with(signature, APPLIED, id, id, raw, kinds)])
    return ref
