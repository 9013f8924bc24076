"""memento log"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from memento_cli.actions.explain import Entry
from memento_cli.actions.telling import act_words
from memento_cli.cli.call import Call, of
from memento_cli.cli.rows import note_cut
from memento_cli.cli.safe import safe
from memento_cli.core.acts import CLI
from memento_cli.errors import Usage

SHORT = 16  # signs of a batch that tell it from the others
ACT = 10  # signs of most acts
AGENTS = ("mcp:", f"{CLI}:")
"""What the doors of agents are called: `mcp:claude-code`, `cli:claude`."""
COLUMNS = ("at", "act", "memory", "by", "note", "batch")


def log(
    ctx: typer.Context,
    id: Annotated[
        str | None, typer.Argument(metavar="ID", help="One memory's; all if none is given.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-l", min=0, metavar="N", help="So many, 0 all.")
    ] = 10,
    git: Annotated[
        bool, typer.Option("--git", help="With the commits of its file between them.")
    ] = False,
) -> None:
    """What was done, the newest first: who, when, why, and what it changed."""
    from memento_cli.actions.explain import log_of
    from memento_cli.actions.held_reading import any_name

    call = of(ctx)
    if git and id is None:
        raise Usage("--git is for one memory's log", "memento log ID --git")
    whole = any_name(call.store, id) if id is not None else None
    found = log_of(call.store, whole, None)
    if git and whole is not None:
        from memento_cli.actions.git.life import with_commits

        found = with_commits(call.store, whole, found)
    entries = found[: limit or None]
    _print(call, entries)
    note_cut(call, len(entries), len(found))


def _print(call: Call, entries: Sequence[Entry]) -> None:
    if call.out.format is None and call.out.terminal:
        for entry in entries:
            call.out.say(_line(call, entry))
        return
    rows = [entry._asdict() | {"note": _note(entry)} for entry in entries]
    call.out.rows(rows, COLUMNS, "log")


def _line(call: Call, entry: Entry) -> str:
    when = call.out.style(f"{call.out.here(entry.at):%Y-%m-%d %H:%M}", "dim")
    batch = call.out.style(f"{safe(entry.batch[:SHORT]):<{SHORT}}", "dim")
    act = f"{safe(act_words(entry.act)):<{ACT}}"
    rest = "  ".join(filter(None, (safe(entry.memory), _note(entry))))
    return f"{when}  {batch}  {act} {rest}".rstrip()


def _note(entry: Entry) -> str:
    """Why, and what it changed."""
    reason = [f'"{entry.reason}"'] if entry.reason else []
    undone = ["undone since"] if entry.undone else []
    agent = [f"by {entry.via}"] if entry.via.startswith(AGENTS) else []
    return safe(", ".join([*reason, *entry.more, *agent, *undone]))
