"""memento used"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import Reason
from memento_cli.cli.safe import safe
from memento_cli.cli.stdin import read_stdin
from memento_cli.core.held import is_reference
from memento_cli.core.reinforcement import skip_reason


def used(
    ctx: typer.Context,
    ids: Annotated[
        list[str], typer.Argument(metavar="ID...", help="Ids; - reads them from stdin.")
    ],
    reason: Reason = "",
) -> None:
    """Note that memories were of use. It counts as a reinforcement; the files follow by settle."""
    from memento_cli.actions.reading import known_ids
    from memento_cli.actions.reinforce import used as act

    call = of(ctx)
    given = [
        id
        for text in ids
        for id in (read_stdin("ids", keep=False).split() if text == "-" else [text])
    ]
    others = [text for text in given if is_reference(text)]
    if others:
        call.out.note(f"Only memories are reinforced; left out: {safe(', '.join(others))}")
    whole = known_ids(call.store, [text for text in given if not is_reference(text)])
    uses = act(call.store, whole, call.now, reason)
    for use in uses:
        if use.result.skip:
            why = skip_reason(use.result, call.store.settings.rules)
            call.out.note(f"{safe(use.id)} noted, but no stronger: {why}")
    skipped = [use.id for use in uses if not use.result.applied]
    call.out.value({"used": whole, "no_stronger": skipped}, f"{len(whole)} used")
    call.note_if_ahead()
