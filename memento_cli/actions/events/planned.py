"""extract: apply a write plan at once, or keep its steps as proposals (document 003).

A proposed step is a proposal with a table `[plan]`, which has the keys of an item of a plan; it is
checked again when a person applies it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from memento_cli.actions.events.plans import checked_steps, do_step, do_steps
from memento_cli.actions.memory.reading import readable_records
from memento_cli.actions.tidy.proposal_files import (
    PLAN,
    free_id,
    indented,
    proposal_entry,
)
from memento_cli.actions.tidy.sleep_steps import checked_step, do_sleep_step, merged_files
from memento_cli.core.events.plans import (
    THREAD,
    WORDS_SIGNS,
    PlanStep,
    step_of,
    suggestion,
    thread_title,
    words_of,
)
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import APPLIED, PROPOSED
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import AGENT, least_of
from memento_cli.core.tidy.sleep_steps import (
    KEEP,
    MAKING,
    MERGE,
    STEPS,
    is_of_sleep,
    sleep_step_of,
    sleep_step_text,
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

    from memento_cli.actions.exchange.sources.entry import BadItem
    from memento_cli.core.events.threads import ProposedThread
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


BESIDE = ("evidence", "reason")
"""The keys of an item of a plan that do not change what it does."""
SOURCE = "extract"
"""The `source` of a proposal made of an extracted plan."""


class Drafted(NamedTuple):
    """A step to be proposed, with the draft by which lists show it, or of the memory it makes."""

    draft: Draft
    step: PlanStep


def propose_steps(store: Store, steps: Sequence[PlanStep], provenance: Provenance) -> list[str]:
    """Propose checked steps, one proposal each, as one act; the ids of the proposals.

    A step that waits already keeps its proposal.
    """
    with store.lock.held():
        waiting = {
            _effect_of(plan_of(one)): one.id
            for one in readable_records(store, store.proposals.scan())
        }
        effects, fresh = [_effect_of(_table(step)) for step in steps], dict[str, PlanStep]()
        for effect, step in zip(effects, steps, strict=True):
            if effect not in waiting:
                fresh.setdefault(effect, step)
        drafts = [Drafted(step_draft(store, step, SOURCE), step) for step in fresh.values()]
        waiting |= zip(fresh, propose_drafts(store, drafts, provenance), strict=True)
        return [waiting[effect] for effect in effects]


def propose_drafts(store: Store, drafts: Sequence[Drafted], provenance: Provenance) -> list[str]:
    """Write the proposals of some drafts as one act; their ids.

    SecretFound for a key or a password in one, unless the act allows it.
    """
    lines, now = list[JournalEntry](), provenance.signature.at
    ids = [free_id(store, draft, now) for draft, _ in drafts]
    with store.all_or_nothing(proposals=ids):
        for id, (draft, step) in zip(ids, drafts, strict=True):
            kinds = allowed_kinds(
                [dict(step.values), draft.summary, draft.detail], provenance.allow_secret
            )
            memory = created_from(draft, id, now, store.settings.defaults)
            data = store.proposals.codec.data(memory) | {PLAN: _table(step)}
            raw = indented(rendered(data).encode())
            store.proposals.codec.value(id, parsed(raw, id).data)
            store.proposals.create_raw(id, raw)
            lines.append(proposal_entry(provenance.signature, PROPOSED, id, id, raw, kinds))
        store.journal.append(lines)
    return ids


def _effect_of(item: Any) -> str:
    """What an item of a plan does, as a JSON text, without its evidence and reason."""
    keys = item if isinstance(item, Mapping) else {}
    return json.dumps({key: keys[key] for key in keys if key not in BESIDE}, sort_keys=True)


def step_draft(store: Store, step: PlanStep, source: str) -> Draft:
    """A step as the draft of a memory, so that lists can show it."""
    person = person_ref(str(step.values.get("person") or store.settings["person"]))
    tags = Tags(topics=(step.do,))
    return Draft(_words_of(step), person, tags=tags, kind="semantic", source=source)


def _table(step: PlanStep) -> dict[str, Any]:
    reason = {"reason": step.reason} if step.reason else {}
    return {"do": step.do, "evidence": list(step.evidence), **reason, **step.values}


def plan_of(proposal: LoadedRecord[Any]) -> Any:
    """The item of a plan in a proposal, as plain JSON values; None if it has none."""
    return plain(proposal.document.data.get(PLAN))


def any_step_of(proposal: LoadedRecord[Any]) -> PlanStep:
    """The step in a proposal, of `tidy propose` or of another plan, not checked against the store.
    BadData if it is invalid."""
    plan = plan_of(proposal)
    return sleep_step_of(plan) if is_of_sleep(plan) else step_of(plan)


def _words_of(step: PlanStep) -> str:
    return (sleep_step_text if step.do in STEPS else words_of)(step)


def with_plan_summary(proposal: LoadedRecord[Memory]) -> Memory:
    """A proposal with what its step does as its summary, whatever the summary in its file is.

    A proposed memory keeps its own.
    """
    try:
        step = any_step_of(proposal)
        if step.do in MAKING:
            return proposal.value
        words = _words_of(step)
    except BadData as problem:
        words = f"cannot be done: {'; '.join(problem.problems)}"[:WORDS_SIGNS]
    content = proposal.value.content._replace(summary=words, detail="")
    return proposal.value._replace(content=content)


def planned_step(store: Store, proposal: LoadedRecord[Any], provenance: Provenance) -> PlanStep:
    """The step in a proposal, checked against the store as it is now; BadData if it fails."""
    if is_of_sleep(plan_of(proposal)):
        return checked_step(store, proposal)
    steps, bad = checked_steps(store, [(proposal.id, plan_of(proposal))], provenance)
    if bad:
        hint = f"`memento tidy reject {proposal.id}` throws it away"
        raise BadData(bad[0].where, [bad[0].reason], hint)
    return steps[0]


def apply_planned(store: Store, proposal: LoadedRecord[Any], provenance: Provenance) -> str:
    """Apply a proposal and remove it; the reference of what it made or changed.

    The caller holds the lock and has the act open of which this is a part.
    """
    id, step = proposal.id, planned_step(store, proposal, provenance)
    kinds = allowed_kinds(dict(step.values), provenance.allow_secret)
    signature, lines, touched = provenance.signature, list[JournalEntry](), list[str]()
    if step.do == MERGE:
        ref, touched = str(step.values[KEEP]), list(step.evidence)
    else:
        ref = (do_sleep_step if step.do in STEPS else do_step)(store, step, provenance)
    with store.all_or_nothing(touched, [id]):
        if step.do == MERGE:  # all of its files change before any journal entry is written
            why = signature._replace(reason=signature.reason or step.reason)
            lines += merged_files(store, step, why)
        raw = store.proposals.remove(id)
        store.journal.append([*lines, proposal_entry(signature, APPLIED, id, id, raw, kinds)])
    return ref


class Extracted(NamedTuple):
    """The steps, the reference that each made or changed, and the items skipped.

    A step that `waits` was proposed instead, and its reference is the id of the proposal.
    """

    steps: tuple[PlanStep, ...] = ()
    refs: tuple[str, ...] = ()
    skipped: tuple[BadItem, ...] = ()
    waits: tuple[bool, ...] = ()

    @property
    def queued(self) -> bool:
        """Whether all of the steps wait."""
        return bool(self.waits) and all(self.waits)

    def then(self, other: Extracted) -> Extracted:
        """The outcome of both."""
        return Extracted(
            self.steps + other.steps,
            self.refs + other.refs,
            self.skipped + other.skipped,
            self.waits + other.waits,
        )


def extract(
    store: Store,
    items: Sequence[tuple[str, Any] | BadItem],
    provenance: Provenance,
    *,
    queue: bool | None = None,
    skip_bad: bool = False,
    dry: bool = False,
) -> Extracted:
    """Apply the items of a plan, or propose them (`queue`), all as one act.

    What a plan writes has at most the trust of an agent (`core/security/trust.py`) until a person
    applies its proposals. `queue` defaults to the setting `extract.queue`; queued by the setting,
    states become candidates. Unasked if an agent applies at once what changes a person's words.
    BadData with every problem, and nothing done; with `skip_bad` the sound items are applied.
    """
    provenance = provenance._replace(
        trust=least_of((provenance.trust, AGENT)), agreed=not provenance.must_ask
    )
    is_careful = store.settings["extract.queue"] and queue is not False
    queue = is_careful or bool(queue)
    if dry:
        steps, bad = sound_steps(store, items, provenance, skip_bad, is_careful)
        return Extracted(steps, ("",) * len(steps), bad, (queue,) * len(steps))
    with store.lock.held():
        steps, bad = sound_steps(store, items, provenance, skip_bad, is_careful)
        do = propose_steps if queue else do_steps
        refs = tuple(do(store, steps, provenance))
        return Extracted(steps, refs, bad, (queue,) * len(steps))


def sound_steps(
    store: Store,
    items: Sequence[tuple[str, Any] | BadItem],
    provenance: Provenance,
    skip_bad: bool,
    is_careful: bool,
) -> tuple[tuple[PlanStep, ...], tuple[BadItem, ...]]:
    """The steps of the items that can be done, and the items that cannot.

    BadData with every problem, unless bad ones are skipped. Carefully, confirmations become
    suggestions.
    """
    steps, bad = checked_steps(store, items, provenance)
    if bad and not skip_bad:
        problems = [f"{item.where}: {item.reason}" for item in bad]
        raise BadData("the plan", problems, "nothing was done; --skip-bad does the rest")
    return tuple(suggestion(step) if is_careful else step for step in steps), tuple(bad)


def queue_threads(
    store: Store, proposed: Sequence[ProposedThread], provenance: Provenance
) -> list[str]:
    """Keep proposals of threads, each by itself, as one act; the ids of those that were not waiting
    already, by their titles."""
    with store.lock.held():
        return propose_steps(store, thread_steps(store, proposed), provenance)


def thread_steps(store: Store, proposed: Sequence[ProposedThread]) -> list[PlanStep]:
    """The steps that make proposed threads, without those whose title has a proposal already."""
    waiting = {
        thread_title(plan_of(thread)) for thread in readable_records(store, store.proposals.scan())
    }
    steps = list[PlanStep]()
    for one in proposed:
        if one.title not in waiting:
            keys = {"title": one.title, "events": list(one.events), "confidence": one.confidence}
            steps.append(PlanStep(THREAD, keys, one.events, one.evidence))
    return steps
