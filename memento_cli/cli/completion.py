"""memento completion"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.offered import ARCHIVE, MEMORIES, PLACES, offered
from memento_cli.cli.options import one_of
from memento_cli.errors import Usage

SHELLS = ("bash", "zsh", "fish")


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
    place: Annotated[
        str | None,
        typer.Option("--in", metavar="|".join(PLACES), help="With --ids: other names, of these."),
    ] = None,
) -> None:
    """Print the completion script of a shell. In it, names are all that is asked of a store."""
    call = of(ctx)
    if place is not None:
        one_of(place, PLACES, "in")
    if ids:
        for id in offered(call, shell or "", place or (ARCHIVE if archived else MEMORIES)):
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
