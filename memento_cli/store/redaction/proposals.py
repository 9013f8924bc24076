"""The erased memories and events that the files of proposals name."""

from __future__ import annotations

import re

from memento_cli.core.journal.proposal_entries import event_ref

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection

TARGET = re.compile(rb"\btarget[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']")
"""The target of a link in the file of a proposal, or in a copy of one."""
QUOTED = re.compile(rb"[\"']([^\"'\n]*)[\"']")
"""A text in such a file; events and memories that a step of a plan names are some of these."""


def erased_target(raw: bytes, ids: Collection[str]) -> str:
    """The first of these memories or events that a file links to or names; empty if none."""
    targets = (id.decode(errors="replace") for id in TARGET.findall(raw))
    quoted = [id.decode(errors="replace") for id in QUOTED.findall(raw)]
    return next((id for id in (*targets, *quoted, *map(event_ref, quoted)) if id in ids), "")
