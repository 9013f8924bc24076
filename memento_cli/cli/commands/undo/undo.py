"""memento undo"""

from __future__ import annotations

from datetime import datetime

from memento_cli.cli.commands.memory.forget import note_going
from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.input.selecting import ACTS, row_named
from memento_cli.cli.output.out import broken
from memento_cli.cli.output.values import safe
from memento_cli.core.journal.event_types import LEAVES
from memento_cli.core.memory.record_kinds import held
from memento_cli.core.time.when import in_zone
from memento_cli.errors import Refused

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, Yes
    from memento_cli.cli.output.out import Output
    from memento_cli.core.journal.history import JournalEntry

SHOWN = 10


def undo(
    call: Call,
    act: Annotated[
        str | None,
        typer.Argument(
            metavar="ACT", help="An act or its number in `memento log`; your last if none."
        ),
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Take back the last act with its whole batch, or the act or batch that is named.

    Undo an undo to do it again. An act of an earlier day is asked about first, and so is one before
    an event, which is never undone. An agent asks before it takes back what a person did.
    """
    from memento_cli.actions.undo.undo import undo as take_back
    from memento_cli.actions.undo.undo import undo_target

    out = call.out
    if act is not None:
        row = row_named(call, act, ACTS)
        if not row:
            raise Refused(f"{act} is a commit of git, and no act", "`git revert` takes it back")
        act = row
    if act is None and not dry_run:
        last = undo_target(call.store, None)
        description = _told(out, last.lines[0])
        question = ""
        if in_zone(last.done_at, call.zone).date() < datetime.now(call.zone).date():
            question = f"Undo what was done on {out.here(last.done_at):%Y-%m-%d}?"
        elif call.store.events.last_id() > max(line.id for line in last.lines):
            observed = "The last act observed an event, which is never undone"
            question = f"{observed}. Undo the act before it?"
        if question:
            take_back(call.store, None, call.now, dry=True)  # what cannot be is not asked about
            out.confirmed(f"{question} {description}", yes)
    undone = acting(
        call, lambda by: take_back(call.store, act, call.now, dry=dry_run, **by_whom(by))
    )
    word = "Would undo" if dry_run else "Undid"
    lines = undone.lines
    more = [f"  and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    text = [f"{word}: {_told(out, line)}" for line in lines[:SHOWN]]
    acts = [{"id": line.id, "act": line.act, "memory": line.memory} for line in lines]
    value = {"undone": acts, "dry_run": dry_run, "batch": undone.batch}
    out.value(value, broken("\n".join(text + more)))
    if undone.gone:
        out.note(f"What had expired stays gone: {safe(', '.join(undone.gone[:SHOWN]))}")
    if undone.batch:
        out.note(f"`memento undo {undone.batch}` redoes it")
        note_going(call, [line.memory for line in lines if line.act in LEAVES])


def _told(out: Output, line: JournalEntry) -> str:
    from memento_cli.actions.undo.telling import details_of

    details = ", ".join(details_of(line)) if held(line.memory) else ""
    suffix = f" ({safe(details)})" if details else ""
    return f"{safe(line.act)} {safe(line.memory)}{suffix}, of {out.minute(line.at)}"
