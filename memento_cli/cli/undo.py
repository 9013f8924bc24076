"""memento undo"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import DryRun, Yes
from memento_cli.cli.safe import safe
from memento_cli.core.held import held

if TYPE_CHECKING:
    from memento_cli.core.history import Line

SHOWN = 10


def undo(
    ctx: typer.Context,
    act: Annotated[
        str | None,
        typer.Argument(metavar="ACT", help="An act or batch of `memento log`; your last if none."),
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Take back the last act with its whole batch, or the act or batch that is named.

    Undo an undo to do it again. An act of an earlier day is asked about first.
    """
    from memento_cli.actions.undo import meant
    from memento_cli.actions.undo import undo as take_back

    call = of(ctx)
    if act is None and not dry_run:
        last = meant(call.store, None)
        if last.done_at.astimezone(call.zone).date() < datetime.now(call.zone).date():
            question = f"Undo what was done on {last.done_at:%Y-%m-%d}? {_told(last.lines[0])}"
            call.out.confirmed(question, yes)
    undone = take_back(call.store, act, call.now, dry=dry_run)
    word = "Would undo" if dry_run else "Undid"
    lines = undone.lines
    more = [f"  and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    text = [f"{word}: {_told(line)}" for line in lines[:SHOWN]]
    acts = [{"id": line.id, "act": line.act, "memory": line.memory} for line in lines]
    value = {"undone": acts, "dry_run": dry_run, "batch": undone.batch}
    call.out.value(value, "\n".join(text + more))
    if undone.batch:
        call.out.note(f"`memento undo {undone.batch}` does it again")


def _told(line: Line) -> str:
    from memento_cli.actions.telling import details_of

    what = ", ".join(details_of(line)) if held(line.memory) else ""
    told = f" ({safe(what)})" if what else ""
    return f"{safe(line.act)} {safe(line.memory)}{told}, of {line.at:%Y-%m-%d %H:%M}"
