"""memento forget, memento restore"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import DryRun, Id, Reason, Yes
from memento_cli.cli.safe import safe


def forget(
    ctx: typer.Context, id: Id, reason: Reason = "", dry_run: DryRun = False, yes: Yes = False
) -> None:
    """Archive one memory. It is found no more; restore and undo bring it back."""
    from memento_cli.actions.prune import forget as act
    from memento_cli.actions.reading import known_id

    call = of(ctx)
    whole = known_id(call.store, id)
    summary = safe(call.store.memories.read(whole).value.content.summary)
    if dry_run:
        call.out.value({"id": whole, "forgotten": False}, f"would archive {safe(whole)}: {summary}")
        return
    call.out.confirmed(f"Archive {safe(whole)} ({summary})?", yes)
    batch = act(call.store, whole, call.now, reason).batch
    call.out.value({"id": whole, "forgotten": True, "batch": batch}, f"{safe(whole)} is archived")


def restore(
    ctx: typer.Context,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids in the archive.")],
) -> None:
    """Bring memories back from the archive, as they were."""
    from memento_cli.actions.prune import restore as act
    from memento_cli.actions.reading import archived_id

    call = of(ctx)
    whole = [archived_id(call.store, text) for text in ids]
    batch = act(call.store, whole, call.now).batch
    text = "\n".join(f"{safe(id)} is back" for id in whole)
    call.out.value({"restored": whole, "batch": batch}, text)
