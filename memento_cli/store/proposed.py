"""What the journal says of proposals, and what of erased memories is in proposals and their lines.

A line tells which proposal it is about under `more`, and under `text` what its file said: lines
that propose or reject are about the memory that the proposal is about, those that apply about the
one that it became.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from memento_cli.core.history import Line

PROPOSED, APPLIED, REJECTED = PROPOSAL_ACTS = ("proposed", "applied", "rejected")
PROPOSAL = "proposal"
"""Under this key of `more` a line says which proposal it is about."""
FILE = "file"
"""Under this key of `text` it has what the file said."""
TARGET = re.compile(rb"\btarget[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']")
"""What a file of a proposal, or a copy of one, says of the memories that it is about."""


def proposal_in(line: Line) -> str:
    """The proposal that a line is about, if it is about one."""
    id = line.more.get(PROPOSAL)
    return id if line.act in PROPOSAL_ACTS and isinstance(id, str) else ""


def leads_to(raw: bytes, ids: Collection[str]) -> str:
    """Which of these memories a file has a link to; the first, or none."""
    said = (id.decode(errors="replace") for id in TARGET.findall(raw))
    return next((id for id in said if id in ids), "")


def became(lines: Iterable[Line], ids: Collection[str]) -> dict[str, str]:
    """The proposals that these memories were recorded from, each with the memory."""
    applied = (line for line in lines if line.act == APPLIED and line.memory in ids)
    return {proposal_in(line): line.memory for line in applied if proposal_in(line)}


def proposing(lines: Iterable[Line], applied: Mapping[str, str]) -> dict[str, str]:
    """The lines that have the words of proposals that were applied: their ids, with the memories.

    They are about others, which the proposals were made for.
    """
    return {line.id: applied[id] for line in lines if (id := proposal_in(line)) in applied}
