"""Proposals in the journal.

An entry names its proposal under `more`, and has the text of its file under `text`. Entries that
propose or reject are about the memory that the proposal is about; those that apply, about the one
that it became. Those of a step of a plan are about the proposal, and name events, or memories if
sleep proposes it, as evidence.
"""

from __future__ import annotations

from memento_cli.core.journal.event_types import EVIDENCE
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from memento_cli.core.journal.history import JournalEntry

PROPOSED, APPLIED, REJECTED = PROPOSAL_ACTS = ("proposed", "applied", "rejected")
PROPOSAL = "proposal"
"""The key of `more` for the proposal that an entry is about."""
SLEPT = "slept"
"""The key of `more` for the key by which a proposal of sleep is recognised later."""
FILE = "file"
"""The key of `text` for the content of the proposal's file."""


def proposal_in(entry: JournalEntry) -> str:
    """The proposal that an entry is about; empty if it is about none."""
    id = entry.more.get(PROPOSAL)
    return id if entry.act in PROPOSAL_ACTS and isinstance(id, str) else ""


def applied_proposals(entries: Iterable[JournalEntry], ids: Collection[str]) -> dict[str, str]:
    """The proposals that became one of these memories, each with the memory."""
    applied = (entry for entry in entries if entry.act == APPLIED and entry.memory in ids)
    return {proposal_in(entry): entry.memory for entry in applied if proposal_in(entry)}


def proposals_from(entries: Iterable[JournalEntry], ids: Collection[str]) -> dict[str, str]:
    """The proposals whose evidence is one of these events or memories, each with that."""
    pairs = ((proposal_in(entry), evidence_among(entry, ids)) for entry in entries)
    return {proposal: ref for proposal, ref in pairs if proposal and ref}


def evidence_among(entry: JournalEntry, ids: Collection[str]) -> str:
    """The first of these events or memories that an entry has as evidence; empty if none."""
    evidence = entry.more.get(EVIDENCE)
    named = [id for id in evidence if isinstance(id, str)] if isinstance(evidence, list) else []
    return next((ref for ref in (*named, *map(event_ref, named)) if ref in ids), "")


def event_ref(id: str) -> str:
    """The name of an event in the journal, from its id or its name."""
    return id if event_in(id) else ref_of(EVENTS, id)


def entries_with_proposals(
    entries: Iterable[JournalEntry], proposals: Mapping[str, str]
) -> dict[str, str]:
    """The ids of the entries with the text of these proposals, each with the value in `proposals`.

    These entries are about the memories that the proposals were made for.
    """
    return {entry.id: proposals[id] for entry in entries if (id := proposal_in(entry)) in proposals}
