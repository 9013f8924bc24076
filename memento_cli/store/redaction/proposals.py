"""What the journal says of proposals, and what of erased memories is in proposals and their lines.

A line tells which proposal it is about under `more`, and under `text` what its file said: lines
that propose or reject are about the memory that the proposal is about, those that apply about the
one that it became. Those of a step of a plan are about the proposal, and name events as evidence,
or, if sleep proposes it, memories.
"""

from __future__ import annotations

import re

from memento_cli.core.journal.event_types import EVIDENCE
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from memento_cli.core.journal.history import JournalEntry

PROPOSED, APPLIED, REJECTED = PROPOSAL_ACTS = ("proposed", "applied", "rejected")
PROPOSAL = "proposal"
"""Under this key of `more` a line says which proposal it is about."""
SLEPT = "slept"
"""Under this key it has the key by which what sleep proposed is known again."""
FILE = "file"
"""Under this key of `text` it has what the file said."""
TARGET = re.compile(rb"\btarget[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']")
"""What a file of a proposal, or a copy of one, says of the memories that it is about."""
QUOTED = re.compile(rb"[\"']([^\"'\n]*)[\"']")
"""A text in such a file, as the events or memories are that a step of a plan names."""


def proposal_in(line: JournalEntry) -> str:
    """The proposal that a line is about, if it is about one."""
    id = line.more.get(PROPOSAL)
    return id if line.act in PROPOSAL_ACTS and isinstance(id, str) else ""


def leads_to(raw: bytes, ids: Collection[str]) -> str:
    """Which of these memories or events a file has a link to, or names; the first, or none."""
    said = (id.decode(errors="replace") for id in TARGET.findall(raw))
    named = [id.decode(errors="replace") for id in QUOTED.findall(raw)]
    return next((id for id in (*said, *named, *map(_event, named)) if id in ids), "")


def became(lines: Iterable[JournalEntry], ids: Collection[str]) -> dict[str, str]:
    """The proposals that these memories were recorded from, each with the memory."""
    applied = (line for line in lines if line.act == APPLIED and line.memory in ids)
    return {proposal_in(line): line.memory for line in applied if proposal_in(line)}


def planned(lines: Iterable[JournalEntry], ids: Collection[str]) -> dict[str, str]:
    """The steps of plans that go back to one of these events or memories, each with that."""
    named = ((proposal_in(line), goes_back_to(line, ids)) for line in lines)
    return {proposal: event for proposal, event in named if proposal and event}


def goes_back_to(line: JournalEntry, ids: Collection[str]) -> str:
    """Which of these events or memories an act goes back to; the first, or none."""
    told = line.more.get(EVIDENCE)
    named = [id for id in told if isinstance(id, str)] if isinstance(told, list) else []
    return next((ref for ref in (*named, *map(_event, named)) if ref in ids), "")


def _event(id: str) -> str:
    """How the event with an id is named, which may be so already."""
    return id if event_in(id) else ref_of(EVENTS, id)


def proposing(lines: Iterable[JournalEntry], proposals: Mapping[str, str]) -> dict[str, str]:
    """The lines that have the words of these proposals: their ids, with what they became, or what
    they go back to.

    They are about others, which the proposals were made for.
    """
    return {line.id: proposals[id] for line in lines if (id := proposal_in(line)) in proposals}
