"""memento log"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.actions.explain import Entry
from memento_cli.cli.call import Call, of
from memento_cli.cli.safe import safe

COLUMNS = ("at", "act", "memory", "by", "reason", "batch")


def log(
    ctx: typer.Context,
    id: Annotated[
        str | None, typer.Argument(metavar="ID", help="One memory's; all if none is given.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-l", metavar="N", help="So many, 0 all.")] = 10,
) -> None:
    """What was done, the newest first: who, when, why, and what it changed."""
    from memento_cli.actions.explain import log_of
    from memento_cli.actions.reading import once_known_id

    call = of(ctx)
    whole = once_known_id(call.store, id) if id is not None else None
    entries = log_of(call.store, whole, limit or None)
    if call.out.format is None and call.out.terminal:
        for entry in entries:
            call.out.say(_line(call, entry))
        return
    call.out.rows([entry._asdict() for entry in entries], COLUMNS, "log")


def _line(call: Call, entry: Entry) -> str:
    notes = [*(f"({more})" for more in entry.more if not more.startswith("act "))]
    if entry.undone:
        notes.append("(undone)")
    if entry.reason:
        notes.insert(0, f'"{entry.reason}"')
    when = call.out.style(f"{entry.at:%Y-%m-%d %H:%M}", "dim")
    batch = call.out.style(entry.batch[:26] or " " * 26, "dim")
    act, memory = f"{safe(entry.act):<10}", safe(entry.memory)
    return f"{when}  {batch}  {act} {memory} {safe(' '.join(notes))}".rstrip()
