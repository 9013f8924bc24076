"""Proposals: memories that somebody may want, each a file; not recalled until it is applied.

Or a link between two that are there, where the file says so by its source: `conflict`. Or a step of
a plan, which it says in a table of its own: `[plan]`.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.memory.reading import journal_entries, readable_records, resolve_id
from memento_cli.actions.memory.record import (
    Recorded,
    complete_draft,
    create_file,
    memory_of_draft,
    opening_entry,
)
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.security.approval import BETWEEN
from memento_cli.actions.tidy.proposal_files import (
    about_in,
    as_they_were,
    free_id,
    is_planned,
    is_to_be_made,
    line_with,
    moved_in,
    superseding,
)
from memento_cli.actions.tidy.proposed_links import CONFLICT, link_proposed, pair_of
from memento_cli.actions.undo.whole_act import whole_act
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import APPLIED, PROPOSED, REJECTED
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.ids import resolve
from memento_cli.core.memory.memory import RELATIONS, Draft
from memento_cli.core.security.allowances import allowance, allowed_in
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import AGENT, TRUST, USER, trust_of, vouched
from memento_cli.errors import NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.redaction.erasure import erased_behind_proposal, erasures
from memento_cli.store.redaction.files import bytes_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


class Applied(NamedTuple):
    """What came of a proposal: the memory that it says, its file, and how it is named (`ref`).

    Of a step of a plan, what that has made or changed is named: `states/…`, `events/…`.
    """

    memory: Memory
    path: str
    ref: str


@contextmanager
def proposing(
    store: Store,
    memory: Memory,
    said: tuple[str, str],
    signature: EntrySignature,
    *,
    allow_secret: bool = False,
) -> Iterator[JournalEntry]:
    """Propose a memory that supersedes another: the file, and the line of it. `said` is what it
    says, and the trust of who says so.

    The line is to be journalled inside; if that fails there is no file. SecretFound if the answer
    has a key or a password, unless that is allowed.
    """
    answer, by = said
    kinds = allowed_kinds({"answer": answer}, allow_secret)
    draft = complete_draft(store, superseding(memory, answer, by))
    id = free_id(store, draft, signature.at)
    proposal = created_from(draft, id, signature.at, store.settings.defaults)
    raw = moved_in(store.proposals.raw_of(id, proposal))
    with as_they_were(store, [id]):
        store.proposals.create_raw(id, raw)
        yield line_with(signature, PROPOSED, memory.id, id, raw, kinds, answer=answer.strip())


def proposals(store: Store) -> list[Memory]:
    """All proposals as lists show them, the oldest first."""
    return [told_proposal(one) for one in proposed(store)]


def proposed(store: Store) -> list[LoadedRecord[Memory]]:
    """All proposals, the oldest first; a file that cannot be read is named and skipped.

    What a merge has brought back of what was erased is passed over.
    """
    gone, found = erasures(store), []
    for one in readable_records(store, store.proposals.scan()):
        if not (gone and erased_behind_proposal(store, gone, one.document.text.encode())):
            found.append(one)
    return sorted(found, key=lambda one: (one.value.created, one.id))


def told_proposal(proposal: LoadedRecord[Memory]) -> Memory:
    """A proposal as lists show it: a step of a plan by what it would do."""
    if not is_planned(proposal):
        return proposal.value
    from memento_cli.actions.events.planned import with_plan_summary  # few proposals are one

    return with_plan_summary(proposal)


def proposal_id(store: Store, text: str, source: str = "") -> str:
    """The proposal that an id, or a unique part of one, means; of an erased memory, none.

    With a `source`, of those that come from there.
    """
    ids = store.proposals.ids()
    if source:
        ids = [
            one.id
            for one in readable_records(store, store.proposals.scan())
            if one.value.source == source
        ]
    try:
        id = resolve(text, ids)
    except NotFound:
        raise NotFound(f"No proposal {text}", "`memento tidy list` lists them") from None
    gone = erasures(store)
    if gone and erased_behind_proposal(store, gone, bytes_of(store.proposals.path(id))):
        raise NotFound(f"No proposal {text}", "what it is about was erased")
    return id


def apply(
    store: Store, id: str, now: datetime, *, via: str = "cli", allow_secret: bool = False
) -> Applied:
    """Record what a proposal says, with its links, or do it; one undo takes that back."""
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
    """Record, or do, what several proposals say, all or none: one act, whose reason the journal
    tells.

    `by` is the trust of who applies them: a person vouches for what others proposed, and what an
    agent, or a program, applies stays as trusted as it was (`core/security/trust.py`). Unasked if
    an agent does: what is proposed waits for a person.
    """
    signature = store.signed(now, via, reason)
    act = Provenance(signature, allow_secret=allow_secret, trust=by, agreed=agreed)
    with whole_act(store, now):
        found = {id: store.proposals.read(id) for id in ids}
        _check_asked(found.values(), act, "Apply what was proposed?")
        made = [one for one in found.values() if is_to_be_made(one)]
        for one in made:
            _check_sources(store, one)
        plans = {id: one for id, one in found.items() if is_planned(one) and one not in made}
        done = {id: _planned(store, one, act) for id, one in plans.items()}
        others = {id: one.value for id, one in found.items() if id not in plans}
        recorded = _record_all(store, others, act) if others else []
        pairs = zip(others, recorded, strict=True)
        done |= {id: Applied(*one, one.memory.id) for id, one in pairs}
    return [done[id] for id in ids]


def _planned(store: Store, proposal: LoadedRecord[Memory], provenance: Provenance) -> Applied:
    from memento_cli.actions.events.planned import apply_planned  # few proposals are one

    path = store.proposals.path(proposal.id)
    provenance = provenance._replace(trust=vouched(AGENT, provenance.trust))
    return Applied(proposal.value, path, apply_planned(store, proposal, provenance))


def _check_sources(store: Store, proposal: LoadedRecord[Memory]) -> None:
    from memento_cli.actions.tidy.sleep_steps import sound_step  # few proposals are one

    sound_step(store, proposal)


def _record_all(
    store: Store, found: Mapping[str, Memory], provenance: Provenance
) -> list[Recorded]:
    signature, now, via = provenance.signature, provenance.signature.at, provenance.signature.via
    done, lines, made = list[Recorded](), list[JournalEntry](), list[str]()
    linked = {id: pair_of(store, one) for id, one in found.items() if one.source == CONFLICT}
    with as_they_were(store, found), store.all_or_nothing(link[0] for link in linked.values()):
        try:
            for id in found:
                if id in linked:
                    done.append(link_proposed(store, id, linked[id], signature, lines))
                    continue
                draft = _resolved(store, _draft(found[id], provenance.trust))
                memory_of_draft(store, draft, now)
                kinds = allowed_kinds(draft, provenance.allow_secret)
                left = _left_by_a_kill(store, draft, now, [one.memory.id for one in done])
                done.append(left or create_file(store, draft, now))
                made += [] if left else [done[-1].path]
                memory, raw = done[-1].memory, store.proposals.remove(id)
                opening = opening_entry(store, memory, now, via)._replace(more=allowance(kinds))
                lines += [opening, line_with(signature, APPLIED, memory.id, id, raw, kinds)]
            store.journal.append(lines)
        except BaseException:
            for path in made:
                os.unlink(path)
            raise
    return done


def _check_asked(
    found: Iterable[LoadedRecord[Memory]], provenance: Provenance, question: str
) -> None:
    says = BETWEEN.join(told_proposal(one).content.summary for one in found)
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
    """Throw proposals away; the journal tells which, and why. An undo brings them back.

    Unasked if an agent does.
    """
    signature, lines = store.signed(now, via, reason), list[JournalEntry]()
    act = Provenance(signature, trust=by, agreed=agreed)
    with as_they_were(store, ids):
        if act.must_ask:
            found = [store.proposals.read(id) for id in ids]
            _check_asked(found, act, "Reject what was proposed?")
        for id in ids:
            raw = store.proposals.remove(id)
            about = about_in(store, id, raw)
            allowed = allowed_in(store.journal.lines(about).lines)
            lines.append(line_with(signature, REJECTED, about, id, raw, allowed))
        store.journal.append(lines)


def _resolved(store: Store, draft: Draft) -> Draft:
    """The draft as it is recorded, its links to what is there."""
    links = (link._replace(target=resolve_id(store, link.target)) for link in draft.links)
    return complete_draft(store, draft)._replace(links=tuple(links))


def _left_by_a_kill(
    store: Store, draft: Draft, now: datetime, done: Collection[str]
) -> Recorded | None:
    """The memory that an act which did not get to its journal has made of the same proposal.

    It says to the letter what this one would make; those in `done` are its own.
    """
    with open_index(store, now) as here:
        links = here.linked([link.target for link in draft.links], RELATIONS)
    for id in dict.fromkeys(one for one, _, _ in links if one not in done):
        memory = store.memories.read(id).value
        expected = created_from(draft, id, memory.created, store.settings.defaults)
        if _words(memory) != _words(expected) or journal_entries(store, id):
            continue
        if memory == expected:
            return Recorded(memory, store.memories.path(id))
        store.memories.remove(id)  # somebody else applies it, by whose word it is made
    return None


def _words(memory: Memory) -> Memory:
    """A memory, whoever vouches for it."""
    return memory._replace(more={**memory.more, TRUST: None})


def _draft(proposal: Memory, by: str) -> Draft:
    content, trust = proposal.content, trust_of(proposal)
    raised = vouched(trust, by)
    return Draft(
        content.summary,
        person=proposal.person,
        detail=content.detail,
        significance=content.significance,
        tags=proposal.tags,
        kind=proposal.kind,
        source=proposal.source,
        privacy=proposal.privacy,
        importance=proposal.importance,
        project=proposal.project,
        agent=proposal.agent,
        links=proposal.links,
        more={**proposal.more, TRUST: raised} if raised != trust else proposal.more,
    )
