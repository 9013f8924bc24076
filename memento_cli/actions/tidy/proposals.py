"""Proposals: memories that wait for a decision, each in a file, not recalled until applied.

A proposal may also be a link between two memories, if its source is `conflict`, or a step of a
plan, if it has a table `[plan]`.
"""

from __future__ import annotations

import os

from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.reading import (
    history_of,
    journal_entries,
    readable_records,
    resolve_id,
)
from memento_cli.actions.memory.record import (
    Recorded,
    complete_draft,
    create_file,
    memory_of_draft,
    opening_entry,
)
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.security.approval import BETWEEN
from memento_cli.actions.tidy.proposal_files import (
    about_in,
    is_planned,
    is_to_be_made,
    new_file,
    proposal_entry,
)
from memento_cli.actions.undo.undo import whole_act
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import APPLIED, PROPOSED, REJECTED
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.ids import resolve
from memento_cli.core.memory.memory import RELATIONS, Link
from memento_cli.core.security.secret_checks import allowance, allowed_in, allowed_kinds
from memento_cli.core.security.trust import AGENT, TRUST, USER, raised_trust
from memento_cli.core.tidy.proposal_drafts import superseding, vouched_for
from memento_cli.errors import BadData, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager
from memento_cli.store.redaction.erasure import erased_behind_proposal, erasures
from memento_cli.store.redaction.files import bytes_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


CONFLICT = "conflict"
"""The source of a proposal to link two memories."""


class Applied(NamedTuple):
    """The result of a proposal: the memory, its file, and its reference.

    The reference of a step of a plan names what that made or changed: `states/…`, `events/…`.
    """

    memory: Memory
    path: str
    ref: str


@contextmanager
def proposing(
    store: Store,
    memory: Memory,
    answer_by: tuple[str, str],
    signature: EntrySignature,
    *,
    allow_secret: bool = False,
) -> Iterator[JournalEntry]:
    """Propose a memory that supersedes another, with the text and the trust in `answer_by`.

    The entry is to be journalled in the context; if that fails, the file is removed. SecretFound
    if the answer has a key or a password, unless that is allowed.
    """
    answer, by = answer_by
    kinds = allowed_kinds({"answer": answer}, allow_secret)
    draft = complete_draft(store, superseding(memory, answer, by))
    id, raw = new_file(store, draft, signature.at)
    with store.all_or_nothing(proposals=[id]):
        store.proposals.create_raw(id, raw)
        yield proposal_entry(signature, PROPOSED, memory.id, id, raw, kinds, answer=answer.strip())


def proposals(store: Store) -> list[Memory]:
    """All proposals as shown in lists, the oldest first."""
    return [listed_proposal(one) for one in proposal_records(store)]


def proposal_records(store: Store) -> list[LoadedRecord[Memory]]:
    """All proposals, the oldest first; an unreadable file is skipped with a warning.

    What a merge has brought back of erased memories is left out.
    """
    erased, records = erasures(store), []
    for record in readable_records(store, store.proposals.scan()):
        if not (erased and erased_behind_proposal(store, erased, record.document.text.encode())):
            records.append(record)
    return sorted(records, key=lambda record: (record.value.created, record.id))


def listed_proposal(proposal: LoadedRecord[Memory]) -> Memory:
    """A proposal as shown in lists: a step of a plan has its effect as its summary."""
    if not is_planned(proposal):
        return proposal.value
    from memento_cli.actions.events.planned import with_plan_summary  # few proposals are one

    return with_plan_summary(proposal)


def proposal_id(store: Store, text: str) -> str:
    """The id of the proposal that an id, or a unique part of one, means. NotFound, also for what
    was erased."""
    try:
        id = resolve(text, store.proposals.ids())
    except NotFound:
        raise NotFound(f"No proposal {text}", "`memento tidy list` lists them") from None
    erased = erasures(store)
    if erased and erased_behind_proposal(store, erased, bytes_of(store.proposals.path(id))):
        raise NotFound(f"No proposal {text}", "what it is about was erased")
    return id


def apply(
    store: Store, id: str, now: datetime, *, via: str = "cli", allow_secret: bool = False
) -> Applied:
    """Record the memory of a proposal, or do its step."""
    return apply_all(store, [id], now, via=via, allow_secret=allow_secret)[0]


def apply_all(
    store: Store,
    ids: Sequence[str],
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
    allow_secret: bool = False,
) -> list[Applied]:
    """Record the memories of several proposals, or do their steps: all or none, as one act.

    `by` is the trust of who applies them: a person vouches for what others proposed, and what an
    agent or a program applies stays as trusted as it was (`core/security/trust.py`). Unasked for
    an agent without consent.
    """
    signature = store.signed(now, via, reason)
    act = Provenance(signature, allow_secret=allow_secret, trust=by, agreed=agreed)
    with whole_act(store, now):
        proposals = {id: store.proposals.read(id) for id in ids}
        _check_agreed(proposals.values(), act, "Apply what was proposed?")
        making = [proposal for proposal in proposals.values() if is_to_be_made(proposal)]
        if making:
            from memento_cli.actions.tidy.sleep_steps import checked_step  # few proposals are one

            for proposal in making:
                checked_step(store, proposal)
        plans = {
            id: proposal
            for id, proposal in proposals.items()
            if is_planned(proposal) and proposal not in making
        }
        applied = {id: _apply_planned(store, proposal, act) for id, proposal in plans.items()}
        memories = {id: proposal.value for id, proposal in proposals.items() if id not in plans}
        recorded = _record_all(store, memories, act) if memories else []
        pairs = zip(memories, recorded, strict=True)
        applied |= {id: Applied(*proposal, proposal.memory.id) for id, proposal in pairs}
    return [applied[id] for id in ids]


def _apply_planned(store: Store, proposal: LoadedRecord[Memory], provenance: Provenance) -> Applied:
    from memento_cli.actions.events.planned import apply_planned  # few proposals are one

    path = store.proposals.path(proposal.id)
    provenance = provenance._replace(trust=raised_trust(AGENT, provenance.trust))
    return Applied(proposal.value, path, apply_planned(store, proposal, provenance))


def _record_all(
    store: Store, proposals: Mapping[str, Memory], provenance: Provenance
) -> list[Recorded]:
    signature, now, via = provenance.signature, provenance.signature.at, provenance.signature.via
    done, entries, new_paths = list[Recorded](), list[JournalEntry](), list[str]()
    links = {
        id: _proposed_link(store, proposal)
        for id, proposal in proposals.items()
        if proposal.source == CONFLICT
    }
    with store.all_or_nothing((link[0] for link in links.values()), proposals):
        try:
            for id in proposals:
                if id in links:
                    done.append(_apply_link(store, id, links[id], signature, entries))
                    continue
                draft = _resolved(store, vouched_for(proposals[id], provenance.trust))
                memory_of_draft(store, draft, now)
                kinds = allowed_kinds(draft, provenance.allow_secret)
                unfinished = _unfinished(
                    store, draft, now, [recorded.memory.id for recorded in done]
                )
                done.append(unfinished or create_file(store, draft, now))
                new_paths += [] if unfinished else [done[-1].path]
                memory, raw = done[-1].memory, store.proposals.remove(id)
                opening = opening_entry(store, memory, now, via)._replace(more=allowance(kinds))
                entries += [opening, proposal_entry(signature, APPLIED, memory.id, id, raw, kinds)]
            store.journal.append(entries)
        except BaseException:
            for path in new_paths:
                os.unlink(path)
            raise
    return done


def _check_agreed(
    proposals: Iterable[LoadedRecord[Memory]], provenance: Provenance, question: str
) -> None:
    says = BETWEEN.join(listed_proposal(proposal).content.summary for proposal in proposals)
    provenance.check_asked(USER, question, {"it says": says})


def reject(
    store: Store,
    ids: Sequence[str],
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
) -> None:
    """Remove proposals, which the journal keeps. Unasked for an agent without consent."""
    signature, entries = store.signed(now, via, reason), list[JournalEntry]()
    act = Provenance(signature, trust=by, agreed=agreed)
    with store.all_or_nothing(proposals=ids):
        if act.must_ask:
            records = [store.proposals.read(id) for id in ids]
            _check_agreed(records, act, "Reject what was proposed?")
        for id in ids:
            raw = store.proposals.remove(id)
            about = about_in(store, id, raw)
            allowed = allowed_in(store.journal.lines(about).lines)
            entries.append(proposal_entry(signature, REJECTED, about, id, raw, allowed))
        store.journal.append(entries)


def _resolved(store: Store, draft: Draft) -> Draft:
    links = (link._replace(target=resolve_id(store, link.target)) for link in draft.links)
    return complete_draft(store, draft)._replace(links=tuple(links))


def _unfinished(
    store: Store, draft: Draft, now: datetime, done: Collection[str]
) -> Recorded | None:
    """The memory that a killed act has recorded from the same proposal, without a journal entry.

    It equals what would be recorded now. Those in `done` are of the present act.
    """

    def untrusted(memory: Memory) -> Memory:
        return memory._replace(more={**memory.more, TRUST: None})

    with open_index(store, now) as index:
        links = index.linked([link.target for link in draft.links], RELATIONS)
    for id in dict.fromkeys(id for id, _, _ in links if id not in done):
        memory = store.memories.read(id).value
        expected = created_from(draft, id, memory.created, store.settings.defaults)
        if untrusted(memory) != untrusted(expected) or journal_entries(store, id):
            continue
        if memory == expected:
            return Recorded(memory, store.memories.path(id))
        store.memories.remove(id)  # it was applied with another trust
    return None


def _proposed_link(store: Store, proposal: Memory) -> tuple[str, Link]:
    """The memory that a proposal would link, and the link. BadData if it proposes no link."""
    if len(proposal.links) != 2:
        raise BadData(proposal.id, ["proposes a link, and does not name two memories"])
    id_from, id_to = (resolve_id(store, link.target) for link in proposal.links)
    return id_from, Link(proposal.links[1].rel, id_to)


def _apply_link(
    store: Store,
    id: str,
    proposed: tuple[str, Link],
    signature: EntrySignature,
    new_entries: list[JournalEntry],
) -> Recorded:
    """Link two memories as proposed, unless they are linked; its entries are appended to
    `new_entries`."""
    id_from, link = proposed
    entries = journal_entries(store, id_from)
    before, after, change = store.memories.change(
        id_from, lambda memory: memory._replace(links=tuple(dict.fromkeys((*memory.links, link))))
    )
    if change.before != change.after:
        new_entries += adoption_of(before, history_of(store, before, entries, signature.at))
        new_entries.append(content_entry(signature, "linked", id_from, change, allowed_in(entries)))
    raw = store.proposals.remove(id)
    new_entries.append(proposal_entry(signature, APPLIED, id_from, id, raw, allowed_in(entries)))
    return Recorded(after, store.memories.path(id_from))
