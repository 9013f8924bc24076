"""The steps that sleep proposed: checked again when they are applied, and then done.

A new memory is in the proposal beside its plan, and is recorded as any other proposal
(`actions/tidy/proposals.py`); changes of existing memories are made here.
"""

from __future__ import annotations

from memento_cli.actions.fading.law import law_changes, set_law
from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import moved_files
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.tidy.proposal_files import PLAN
from memento_cli.core.journal.event_types import LEAVES, RESTORED
from memento_cli.core.journal.history import JournalEntry, distinct, undone_ids
from memento_cli.core.memory.memory import Link
from memento_cli.core.security.secret_checks import allowed_in
from memento_cli.core.tidy.copies import DUPLICATES, merged_memory
from memento_cli.core.tidy.sleep_steps import (
    CONVERT,
    KEEP,
    LAW,
    LINKING,
    MAKING,
    MERGE,
    SEEN,
    memory_hash,
    sleep_step_of,
)
from memento_cli.errors import BadData, Conflict, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.journal import by_memory
from memento_cli.store.toml.changes import changed_keys, plain

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from typing import Any

    from memento_cli.core.events.plans import PlanStep
    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.store.toml.changes import Change


MADE, CHANGED, ARCHIVED = "made", "changed", "archived"


class Effect(NamedTuple):
    """The effect of a step on one memory: it is made, changed or archived.

    `change` has the keys of its file, before and after. A memory that is to be made has no id yet.
    """

    how: str
    id: str
    summary: str
    change: Change


def checked_step(store: Store, proposal: LoadedRecord[Any]) -> PlanStep:
    """The step of a proposal whose memories have not changed since.

    BadData if it is no step; Conflict if a memory has changed, NotFound if one is gone since.
    """
    hint = f"`memento tidy reject {proposal.id}` throws it away; `memento tidy propose` looks again"
    try:
        step = sleep_step_of(plain(proposal.document.data.get(PLAN)))
    except BadData as problem:
        raise BadData(proposal.id, problem.problems, hint) from None
    merged_ids = _merged_already(store, step)
    for id, seen_hash in zip(step.evidence, step.values[SEEN], strict=True):
        folder = store.archive if id in merged_ids else store.memories
        try:
            memory = folder.read(id).value
        except NotFound:
            raise NotFound(f"{id} is gone since {proposal.id} was proposed", hint) from None
        if memory_hash(memory) != seen_hash:
            raise Conflict(f"{id} has changed since {proposal.id} was proposed", hint)
    return step


def _merged_already(store: Store, step: PlanStep) -> list[str]:
    """The memories that a killed act has already merged: archived, and linked from the one that
    stays."""
    kept_id = str(step.values.get(KEEP, ""))
    if not kept_id or kept_id not in store.memories:
        return []
    links = store.memories.read(kept_id).value.links
    archived = [id for id in step.evidence if id not in store.memories and id in store.archive]
    return [id for id in archived if Link(DUPLICATES, id) in links]


def do_sleep_step(store: Store, step: PlanStep, provenance: Provenance) -> str:
    """Do a checked step that links or converts, and return the id of its first memory.

    It is part of an act under the lock.
    """
    first, *others = step.evidence
    signature = provenance.signature
    now, via, reason = signature.at, signature.via, signature.reason or step.reason
    match step.do:
        case "convert":
            plan = law_changes(store, [first], str(step.values[LAW]), now)
            set_law(store, plan, now, reason, via=via)
        case _:
            link(store, first, LINKING[step.do], others[0], now, via=via, reason=reason)
    return first


def merged_files(store: Store, step: PlanStep, signature: EntrySignature) -> list[JournalEntry]:
    """Merge copies into one memory, which gets their tags and links, and a link to each as its
    duplicate; archive the others. Returns the entries of it, as `moved_files` does."""
    kept_id, other_ids = str(step.values[KEEP]), list[str]()
    _restore_unfinished(store, step)
    other_ids += (id for id in step.evidence if id != kept_id and id in store.memories)
    copies = [store.memories.read(id).value for id in other_ids]
    kept_entries, entries = journal_entries(store, kept_id), list[JournalEntry]()
    before, after, change = store.memories.change(kept_id, lambda one: merged_memory(one, copies))
    if before != after:
        entries += adoption_of(before, history_of(store, before, kept_entries, signature.at))
        entries.append(
            content_entry(signature, "linked", kept_id, change, allowed_in(kept_entries))
        )
    return entries + moved_files(store, "forgotten", other_ids, signature)


def _restore_unfinished(store: Store, step: PlanStep) -> None:
    """Bring back memories that a killed act has merged without journal entries, to merge them
    again: otherwise no undo could bring them back."""
    entries = by_memory(journal_entries(store))
    unfinished = [id for id in _merged_already(store, step) if not _has_left(entries.get(id, []))]
    if unfinished:
        store.archive.move(unfinished, store.memories)
        removed = {Link(DUPLICATES, id) for id in unfinished}

        def without(memory: Memory) -> Memory:
            return memory._replace(
                links=tuple(link for link in memory.links if link not in removed)
            )

        store.memories.change(str(step.values[KEEP]), without)


def _has_left(entries: Iterable[JournalEntry]) -> bool:
    ordered = distinct(entries)
    undone = undone_ids(ordered)
    moves = [
        entry for entry in ordered if entry.id not in undone and entry.act in (RESTORED, *LEAVES)
    ]
    return bool(moves) and max(moves, key=lambda entry: entry.id).act in LEAVES


def effects(store: Store, proposal: LoadedRecord[Memory], now: datetime) -> list[Effect]:
    """The effects of applying a proposal of sleep; raises as `checked_step` does."""
    step = checked_step(store, proposal)
    if step.do in MAKING:
        memory = proposal.value
        keys = store.memories.codec.data(memory)["memory"]
        tables = {name: keys[name] for name in ("kind", "content", "tags", "links") if name in keys}
        return [Effect(MADE, "", memory.content.summary, changed_keys({}, {"memory": tables}))]
    present = [id for id in step.evidence if id in store.memories]
    by_id = {id: store.memories.read(id).value for id in present}
    first, *others = step.evidence
    if step.do == MERGE:
        kept = by_id.pop(str(step.values[KEEP]))
        changed = _effect(store, kept, merged_memory(kept, by_id.values()))
        archived = (_effect(store, memory, memory, ARCHIVED) for memory in by_id.values())
        return [changed, *archived]
    if step.do == CONVERT:
        (plan,) = law_changes(store, [first], str(step.values[LAW]), now)
        return [_effect(store, plan.memory, plan.memory._replace(fade=plan.fade))]
    memory, new = by_id[first], Link(LINKING[step.do], others[0])
    return [
        _effect(store, memory, memory._replace(links=tuple(dict.fromkeys((*memory.links, new)))))
    ]


def _effect(store: Store, before: Memory, after: Memory, how: str = CHANGED) -> Effect:
    old, new = (store.memories.codec.data(one) for one in (before, after))
    return Effect(how, before.id, before.content.summary, changed_keys(old, new))
