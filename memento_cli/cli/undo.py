"""memento undo"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import DryRun
from memento_cli.cli.safe import safe

SHOWN = 10


def undo(
    ctx: typer.Context,
    act: Annotated[
        str | None,
        typer.Argument(metavar="ACT", help="An act or batch of `memento log`; your last if none."),
    ] = None,
    dry_run: DryRun = False,
) -> None:
    """Take back an act, of any kind, with its whole batch. Undo an undo to do it again."""
    from memento_cli.actions.undo import undo as take_back

    call = of(ctx)
    lines = take_back(call.store, act, call.now, dry=dry_run).lines
    word = "Would undo" if dry_run else "Undid"
    more = [f"  and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    text = [f"{word}: {line.act} {safe(line.memory)}" for line in lines[:SHOWN]]
    acts = [{"id": line.id, "act": line.act, "memory": line.memory} for line in lines]
    call.out.value({"undone": acts, "dry_run": dry_run}, "\n".join(text + more))
