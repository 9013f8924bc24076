"""memento config completion: the scripts of three shells, put where these read them; and what the
scripts ask memento for."""

from __future__ import annotations

import os

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.input.offered import ARCHIVE, MEMORIES, PLACES, offered
from memento_cli.cli.output.values import safe
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun

FOLDER = "completions"
FILES = {"bash": "memento.bash", "zsh": "_memento", "fish": "memento.fish"}
SHELLS = tuple(FILES)
INSTALL = "install"
COMMANDS = "commands"


def completion(
    call: Call,
    what: Annotated[
        str,
        typer.Argument(
            metavar="|".join((*SHELLS, INSTALL)),
            help="Whose script to print; or install it for the shell that you use.",
        ),
    ],
    shell: Annotated[
        str | None,
        typer.Argument(metavar="[SHELL]", help="Of install: for this shell, and not for $SHELL."),
    ] = None,
    dry_run: DryRun = False,
) -> None:
    """Print a shell's completion script, or install it where your shell reads it."""
    one_of(what, (*SHELLS, INSTALL), "the shell")
    if what == INSTALL:
        _install(call, shell or os.path.basename(os.environ.get("SHELL", "")), dry_run)
    elif shell is not None or dry_run:
        raise Usage(f"{what} prints its script, and takes no more", "`install` takes a shell, too")
    else:
        call.out.say(script(what).rstrip("\n"))


def complete(
    call: Call,
    start: Annotated[str, typer.Argument(metavar="START", help="How the names begin.")] = "",
    archived: Annotated[bool, typer.Option("--archived", help="Those in the archive.")] = False,
    place: Annotated[
        str | None,
        typer.Option("--in", metavar="|".join((*PLACES, COMMANDS)), help="Other names, of these."),
    ] = None,
) -> None:
    """Print the names in a store that begin so: the completion scripts of the shells call this."""
    if place == COMMANDS:
        from memento_cli.cli.command_line.surface import members
        from memento_cli.cli.reference.pages import names_in_order, settings_here

        entries = members("")
        for name in names_in_order(settings_here(call)):
            if name.startswith(start):
                call.out.say(f"{name}\t{entries[name].help}")
        return
    if place is not None:
        one_of(place, PLACES, "in")
    for name in offered(call, start, place or (ARCHIVE if archived else MEMORIES)):
        call.out.say(name)


def complete_for_older(
    call: Call,
    start: Annotated[str, typer.Argument(metavar="START", help="How the names begin.")] = "",
    ids: Annotated[bool, typer.Option("--ids", help="What older scripts say.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Those in the archive.")] = False,
    place: Annotated[
        str | None, typer.Option("--in", metavar="|".join(PLACES), help="Other names, of these.")
    ] = None,
) -> None:
    """Print names for a completion script that an older memento made: it says --ids."""
    if not ids:
        raise Usage("there is no `memento completion`", "`memento config completion install`")
    complete(call, start, archived, place)


def script(shell: str) -> str:
    """The completion script of a shell, which `reference/generate.py` has made: in a checkout it
    stands beside the package, in an installed memento within it."""
    import memento_cli

    package = os.path.dirname(os.path.abspath(memento_cli.__file__))
    inside = os.path.join(package, FOLDER, FILES[shell])
    beside = os.path.join(os.path.dirname(package), FOLDER, FILES[shell])
    with open(inside if os.path.exists(inside) else beside, encoding="utf-8") as file:
        return file.read()


def _install(call: Call, shell: str, dry: bool) -> None:
    from memento_cli.cli.commands.help.shell_files import installed

    if shell not in SHELLS:
        named = f"{shell} is not one of {', '.join(SHELLS)}" if shell else "$SHELL says nothing"
        raise Usage(f"for which shell? {named}", "`memento config completion install bash`")
    rows = installed(shell, script(shell), os.environ, dry=dry)
    done = "would write" if dry else "written"
    texts = [f"{done if row.written else 'is there':<11}  {safe(row.path)}" for row in rows]
    call.out.values([row._asdict() | {"shell": shell} for row in rows], texts, "files")
    if any(row.written for row in rows) and not dry:
        call.out.note(f"It works in each {shell} that you start from now on")
