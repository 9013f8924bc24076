"""memento forget, memento restore"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import DryRun, Ids, Reason, Yes
from memento_cli.cli.safe import safe


def forget(
    ctx: typer.Context, ids: Ids, reason: Reason = "", dry_run: DryRun = False, yes: Yes = False
) -> None:
    """Archive memories. They are found no more; restore and undo bring them back."""
    from memento_cli.actions.prune import forget as act
    from memento_cli.actions.reading import known_ids

    call = of(ctx)
    whole = known_ids(call.store, ids)
    for id in whole:
        summary = call.store.memories.read(id).value.content.summary
        call.out.note(f"{safe(id)}: {safe(summary)}")
    if dry_run:
        call.out.value({"forgotten": whole, "dry_run": True}, f"would archive {len(whole)}")
        return
    call.out.confirmed(f"Archive {'it' if len(whole) == 1 else 'them'}?", yes)
    batch = act(call.store, whole, call.now, reason).batch
    text = "\n".join(f"{safe(id)} is archived" for id in whole)
    call.out.value({"forgotten": whole, "dry_run": False, "batch": batch}, text)


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
