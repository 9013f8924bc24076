"""memento log --changes: what each change of one thing changed."""

from __future__ import annotations

from memento_cli.cli.output.rows import note_cut
from memento_cli.cli.output.safe import safe
from memento_cli.core.memory.record_kinds import KV
from memento_cli.core.memory.refs import name_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.actions.undo.revisions import Revision
    from memento_cli.cli.call import Call


def print_changes(call: Call, ref: str, limit: int) -> None:
    """Print each change of what a reference names, the newest first: what stood there before and
    after, who changed it, why, and by what evidence. A `limit` of 0 prints all."""
    from memento_cli.actions.undo.revisions import revisions_of

    revisions = revisions_of(call.store, ref)
    page = revisions[: limit or None]
    texts = [_text(call, revision) for revision in page]
    call.out.values([revision._asdict() for revision in page], texts, "revisions")
    note_cut(call, len(page), len(revisions))
    if not revisions:
        is_hard = ref.startswith(f"{KV}/")
        note = "what a hard fact said is kept nowhere" if is_hard else f"{ref} was never changed"
        call.out.note(safe(note))


def _text(call: Call, revision: Revision) -> str:
    """A change, and its keys as they were and are, a line each."""
    undone = ", undone since" if revision.undone else ""
    head = f"{call.out.minute(revision.at)}  {revision.act} by {safe(name_of(revision.by))}{undone}"
    lines = [call.out.style(head, "bold"), f"  {safe(revision.reason)}"]
    if revision.evidence:
        lines.append(f"  evidence: {safe(', '.join(revision.evidence))}")
    before, after = revision.before or {}, revision.after or {}
    for key in dict.fromkeys((*before, *after)):
        lines.append(f"  {safe(key)}: {_change(call, before.get(key), after.get(key))}")
    return "\n".join(lines) + "\n"


def _change(call: Call, before: Any, after: Any) -> str:
    values = _told(call, after)
    return values if before is None else f"{_told(call, before)} -> {values}"


def _told(call: Call, value: Any) -> str:
    """A value on one line; what is not there is none."""
    from memento_cli.cli.output.values import json_text

    return "nothing" if value is None else safe(json_text(value, call.out.zone))
