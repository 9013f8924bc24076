"""memento store watch"""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from math import isfinite

from memento_cli.cli.output.values import json_text, safe
from memento_cli.core.memory.summary import Summary, summary_of
from memento_cli.errors import Usage
from memento_cli.store.directory.platform_folders import user_file

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.vectors.following import Following
    from memento_cli.cli.call import Call
    from memento_cli.store.directory.store import Store
    from memento_cli.watch.watching import Change

COLUMNS = ("at", "event", "id", "acts", "summary")
WIDTH = 8


def watch(
    call: Call,
    debounce: Annotated[
        float,
        typer.Option(
            "--debounce", metavar="SECONDS", help="How long nothing happens after a burst."
        ),
    ] = 0.2,
    poll: Annotated[
        bool, typer.Option("--poll", help="Look by itself: for network folders.")
    ] = False,
    every: Annotated[
        float, typer.Option("--every", metavar="SECONDS", help="How often --poll looks.")
    ] = 2.0,
    command: Annotated[
        str | None,
        typer.Option("--exec", metavar="COMMAND", help="Shell command to run after each burst."),
    ] = None,
) -> None:
    """Tell every change as it happens and keep the index fresh, until Ctrl-C."""
    from memento_cli.watch.command import Command
    from memento_cli.watch.watching import watching

    _check("--debounce", debounce, 0.0, 60.0)
    _check("--every", every, 0.01, 3600.0)
    store, pause = call.store, every if poll else None
    vectors = _followed(store)
    with watching(store, quiet=debounce, every=pause, warn=call.out.warn) as watched:
        call.out.note(safe(f"Watching {store.root} ({watched.count} memories); Ctrl-C ends"))
        runs = Command(command, store.root, watched.wake) if command else None
        for batch in watched.batches(call.moving_now):
            rows = [_row(change) for change in batch.changes]
            _print(call, rows)
            if runs and runs.heard([json_text(row) for row in rows], batch.woken) and runs.code:
                call.out.warn(f"the command ended with code {runs.code}")
            if vectors and (
                note := vectors.take(change.id for change in batch.changes if change.id)
            ):
                call.out.note(note)
            if not rows and reader_is_gone():
                return


def _followed(store: Store) -> Following | None:
    """What gives changed memories their vectors; None where the user has no settings at all."""
    if not os.path.lexists(user_file()):
        return None
    from memento_cli.actions.vectors.following import Following

    return Following(store)


def _check(name: str, seconds: float, least: float, most: float) -> None:
    if not (isfinite(seconds) and least <= seconds <= most):
        raise Usage(f"{name} is a number of seconds, {least:g} to {most:g}")


def _row(change: Change) -> dict[str, Any]:
    memory = change.memory
    summary = summary_of(memory, change.at)._asdict() if memory else dict.fromkeys(Summary._fields)
    head = {"at": change.at, "event": change.event, "id": change.id, "acts": change.acts}
    return {**head, **summary, "id": change.id}


def _print(call: Call, rows: list[dict[str, Any]]) -> None:
    """A line for each, at once: a stream has no end at which one document could be closed."""
    out = call.out
    if out.format == "json":
        out.format = "ndjson"
    if rows and (out.format == "table" or (out.format is None and out.terminal)):
        for row in rows:
            out.say(_line(call, row))
    elif rows:
        out.rows(rows, COLUMNS)
    if rows and sys.stdout is not None:
        sys.stdout.flush()


def _line(call: Call, row: dict[str, Any]) -> str:
    when = call.out.style(f"{call.out.here(row['at']):%Y-%m-%d %H:%M:%S}", "dim")
    acts = f"({', '.join(row['acts'])})" if row["acts"] else ""
    words = (f"{row['event']:<{WIDTH}}", row["id"], acts, row["summary"])
    return f"{when}  {'  '.join(safe(word) for word in words if word)}"


def reader_is_gone() -> bool:
    """Whether stdout is a pipe that nobody reads any more (`| head`)."""
    if sys.stdout is None or not hasattr(select, "poll"):
        return False
    waiting = select.poll()
    with suppress(OSError, ValueError):
        waiting.register(sys.stdout.fileno(), 0)
        return any(state & (select.POLLERR | select.POLLHUP) for _, state in waiting.poll(0))
    return False
