"""memento rebuild"""

from __future__ import annotations

import typer

from memento_cli.cli.call import of
from memento_cli.cli.rows import counted
from memento_cli.cli.safe import safe


def rebuild(ctx: typer.Context) -> None:
    """Make the index again. It is only a shortcut: nothing is in it that the files do not say."""
    from memento_cli.actions.rebuild import rebuild as act

    call = of(ctx)
    with call.out.progress("reading", len(call.store.memories.ids())) as tick:
        done = act(call.store, tick)
    events = f", {counted(done.events, 'event')}" if done.events else ""
    what = f"{done.memories} memories{events} and {done.lines} lines"
    call.out.value(done._asdict(), f"Indexed {what} in {done.seconds:.1f} s")
    if done.broken:
        call.out.note(f"{done.broken} files cannot be read; `memento doctor` explains")
    call.out.note(f"In {safe(done.folder)}")
