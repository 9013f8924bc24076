"""memento list"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli import options
from memento_cli.cli.call import of
from memento_cli.cli.rows import note_nothing, print_hits


def list_(
    ctx: typer.Context,
    everything: Annotated[bool, typer.Option("--all", "-a", help="Weak ones too.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="What is in the archive.")] = False,
) -> None:
    """List memories, the strongest first. Weak ones are hidden: --all shows them."""
    from memento_cli.actions.recall import list_memories

    call = of(ctx)
    query = options.query(call)
    found = list_memories(call.store, query, call.now, weak=everything, archived=archived)
    print_hits(call.out, found.hits, call.now)
    if not found.hits:
        note_nothing(call, query)
    if found.weak:
        call.out.note(f"{found.weak} weak {_memories(found.weak)} hidden; --all shows them")
    if len(found.hits) < found.total:
        call.out.note(f"{len(found.hits)} of {found.total} shown")


def _memories(count: int) -> str:
    return "memory is" if count == 1 else "memories are"
