"""Steps that sleep proposed: looked at again when they are applied, and then done.

A memory that is to be made stands in the proposal beside its plan, and is recorded as any other
proposal (`actions/tidy/proposals.py`); what is done to memories that are there is done here.
"""

from __future__ import annotations

from memento_cli.actions.fading.law import conversions, convert
from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import moved_files
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.tidy.proposal_files import PLAN
from memento_cli.core.journal.event_types import LEAVES, RESTORED
from memento_cli.core.journal.history import JournalEntry, distinct, undone_ids
from memento_cli.core.memory.memory import Link
from memento_cli.core.security.allowances import allowed_in
from memento_cli.core.tidy.copies import DUPLICATES, merged
from memento_cli.core.tidy.sleep_steps import (
    CONVERT,
    KEEP,
    LAW,
    LINKING,
    MAKING,
    MERGE,
    SEEN,
    said_hash,
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

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.events.plans import PlanStep
    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.store.toml.changes import Change


MADE, CHANGED, ARCHIVED = "made", "changed", "archived"


class Effect(NamedTuple):
    """What a step would do to one memory: it is made, changed or archived.

    `summary` is what it says; `change` has the keys of its file, before and after. A memory that is
    to be made has no id yet.
    """

    how: str
    id: str
    summary: str
    change: Change


def sound_step(store: Store, proposal: LoadedRecord[Any]) -> PlanStep:
    """The step that a proposal is, if all that it is about is as it was seen.

    BadData if it is none; Conflict if a memory has changed, NotFound if one is gone since.
    """
    hint = f"`memento tidy reject {proposal.id}` throws it away; `memento tidy propose` looks again"
    try:
        step = sleep_step_of(plain(proposal.document.data.get(PLAN)))
    except BadData as problem:
        raise BadData(proposal.id, problem.problems, hint) from None
    merged_already = _merged_already(store, step)
    for id, seen in zip(step.evidence, step.said[SEEN], strict=True):
        folder = store.archive if id in merged_already else store.memories
        try:
            memory = folder.read(id).value
        except NotFound:
            raise NotFound(f"{id} is gone since {proposal.id} was proposed", hint) from None
        if said_hash(memory) != seen:
            raise Conflict(f"{id} has changed since {proposal.id} was proposed", hint)
    return step


def _merged_already(store: Store, step: PlanStep) -> list[str]:
    """The memories that an act which did not get to its end has merged: archived, and led to by the
    one that stays."""
    kept = str(step.said.get(KEEP, ""))
    if not kept or kept not in store.memories:
        return []
    links = store.memories.read(kept).value.links
    gone = [id for id in step.evidence if id not in store.memories and id in store.archive]
    return [id for id in gone if Link(DUPLICATES, id) in links]


def do_sleep_step(store: Store, step: PlanStep, provenance: Provenance) -> str:
    """Do a step that was found sound; the memory that it is about. Part of an act under the lock.

    What merges or makes memories is not done here.
    """
    first, *others = step.evidence
    signature = provenance.signature
    now, via, reason = signature.at, signature.via, signature.reason or step.reason
    match step.do:
        case "convert":
            planned = conversions(store, [first], str(step.said[LAW]), now)
            convert(store, planned, now, reason, via=via)
        case _:
            link(store, first, LINKING[step.do], others[0], now, via=via, reason=reason)
    return first


def merged_files(store: Store, step: PlanStep, signature: EntrySignature) -> list[JournalEntry]:
    """Let one memory stand for several: it gets their tags and links, and a link to each as its
    duplicate; they go to the archive. The lines that are to tell of it, as `moved_files`.
    """
    kept, others = str(step.said[KEEP]), list[str]()
    _put_back(store, step)
    others += (id for id in step.evidence if id != kept and id in store.memories)
    copies = [store.memories.read(id).value for id in others]
    known, lines = journal_entries(store, kept), list[JournalEntry]()
    before, after, change = store.memories.change(kept, lambda one: merged(one, copies))
    if before != after:
        lines += adoption_of(before, history_of(store, before, known, signature.at))
        lines.append(content_entry(signature, "linked", kept, change, allowed_in(known)))
    return lines + moved_files(store, "forgotten", others, signature)


def _put_back(store: Store, step: PlanStep) -> None:
    """Bring back what an act that did not get to its journal has merged, to be merged again: else
    no line would tell of it, and no undo take it back."""
    told = by_memory(journal_entries(store))
    half = [id for id in _merged_already(store, step) if not _has_left(told.get(id, []))]
    if half:
        store.archive.move(half, store.memories)
        gone = {Link(DUPLICATES, id) for id in half}

        def without(memory: Memory) -> Memory:
            return memory._replace(links=tuple(one for one in memory.links if one not in gone))

        store.memories.change(str(step.said[KEEP]), without)


def _has_left(lines: Iterable[JournalEntry]) -> bool:
    """Whether the journal says that a memory is archived."""
    known = distinct(lines)
    dead = undone_ids(known)
    moves = [line for line in known if line.id not in dead and line.act in (RESTORED, *LEAVES)]
    return bool(moves) and max(moves, key=lambda line: line.id).act in LEAVES


def effects(store: Store, proposal: LoadedRecord[Memory], now: datetime) -> list[Effect]:
    """What applying a proposal of sleep would do, memory by memory; raises as `sound_step` does."""
    step = sound_step(store, proposal)
    if step.do in MAKING:
        made = proposal.value
        keys = store.memories.codec.data(made)["memory"]
        said = {name: keys[name] for name in ("kind", "content", "tags", "links") if name in keys}
        return [Effect(MADE, "", made.content.summary, changed_keys({}, {"memory": said}))]
    here = [id for id in step.evidence if id in store.memories]
    there = {id: store.memories.read(id).value for id in here}
    first, *others = step.evidence
    if step.do == MERGE:
        kept = there.pop(str(step.said[KEEP]))
        changed = _changed(store, kept, merged(kept, there.values()))
        gone = (_changed(store, one, one, ARCHIVED) for one in there.values())
        return [changed, *gone]
    if step.do == CONVERT:
        (plan,) = conversions(store, [first], str(step.said[LAW]), now)
        return [_changed(store, plan.memory, plan.memory._replace(fade=plan.fade))]
    one, fresh = there[first], Link(LINKING[step.do], others[0])
    return [_changed(store, one, one._replace(links=tuple(dict.fromkeys((*one.links, fresh)))))]


def _changed(store: Store, before: Memory, after: Memory, how: str = CHANGED) -> Effect:
    old, new = (store.memories.codec.data(one) for one in (before, after))
    return Effect(how, before.id, before.content.summary, changed_keys(old, new))
