"""memento completion"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Annotated

import typer

from memento_cli.cli.call import Call, of
from memento_cli.errors import MementoError, Usage

SHELLS = ("bash", "zsh", "fish")
# Shells evaluate some of what they are offered: an id with any other sign is not.
PLAIN_ID = re.compile(r"[A-Za-z0-9._-]+")


def completion(
    ctx: typer.Context,
    shell: Annotated[
        str | None,
        typer.Argument(metavar="|".join(SHELLS), help="The shell; with --ids, how the ids begin."),
    ] = None,
    ids: Annotated[bool, typer.Option("--ids", help="Print ids; what the scripts call.")] = False,
    archived: Annotated[
        bool, typer.Option("--archived", help="With --ids: those in the archive.")
    ] = False,
) -> None:
    """Print the completion script of a shell. In it, ids are all that is asked of a store."""
    call = of(ctx)
    if ids:
        for id in offered(call, shell or "", archived):
            call.out.say(id)
        return
    if shell is None:
        raise Usage("which shell?", "one of: " + ", ".join(SHELLS))
    if shell not in SHELLS:
        raise Usage(f"no script for {shell!r}", "one of: " + ", ".join(SHELLS))
    call.out.say(script(shell).rstrip("\n"))


def script(shell: str) -> str:
    """The completion script of a shell; the same for every store and user."""
    match shell:
        case "bash":
            from memento_cli.cli.reference.bash import script as made
        case "zsh":
            from memento_cli.cli.reference.zsh import script as made
        case _:
            from memento_cli.cli.reference.fish import script as made
    return made()


def offered(call: Call, start: str, archived: bool) -> Iterator[str]:
    """The ids that begin so. No file is read, and nobody is told of a problem."""
    from memento_cli.store.store import Store, found_store

    try:
        store = Store(found_store(call.store_path, os.environ))
        ids = (store.archive if archived else store.memories).ids()
    except (MementoError, OSError):
        return
    for id in ids:
        if id.startswith(start) and PLAIN_ID.fullmatch(id):
            yield id
