"""memento store vectors export and import"""

from __future__ import annotations

import os

from memento_cli.cli.call import opened
from memento_cli.cli.commands.vectors.provider import the_embedder
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe
from memento_cli.errors import PARTLY, Ended, Refused

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import Yes

SHOWN = 5


def export(
    call: Call,
    path: Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for stdout.")],
    yes: Yes = False,
) -> None:
    """Write all vectors as JSON lines: hashes of texts and numbers, no words.

    For another machine, or to keep what a provider was paid for.
    """
    from memento_cli.actions.vectors.exchange import export_vectors
    from memento_cli.store.files.atomic_export import atomic_file

    lines = export_vectors(call.store, the_embedder())
    if path == "-":
        for line in lines:
            call.out.say(line)
        return
    if os.path.isdir(path):
        raise Refused(f"{path} is a folder", "give the name of a file")
    if os.path.lexists(path):
        call.out.confirmed(f"{path} is already there. Write over it?", yes)
    count = -1  # the first line is no vector
    with atomic_file(path) as file:
        for line in lines:
            file.write(f"{line}\n".encode())
            count += 1
    call.out.value({"exported": count}, f"{counted(count, 'vector')} exported")


def import_(
    call: Call,
    path: Annotated[str, typer.Argument(metavar="FILE", help="An export, or - for stdin.")],
    strict: Annotated[
        bool, typer.Option("--strict", help="Code 7 if a line was no vector.")
    ] = False,
) -> None:
    """Take in the vectors of an export, for the texts that the store's memories have.

    Vectors of another model, or of one that was asked otherwise, are refused.
    """
    from memento_cli.actions.vectors.exchange import import_vectors
    from memento_cli.cli.input.piped import standard_input

    embedder = the_embedder()
    if path == "-":
        done = import_vectors(call.store, embedder, standard_input(call, "JSON"), "stdin")
    else:
        with opened(path) as file:
            done = import_vectors(call.store, embedder, file, os.path.basename(path))
    for number, problem in list(done.bad.items())[:SHOWN]:
        call.out.warn(safe(f"line {number}: {problem}; left out"))
    others = f", {done.others} of texts that are not here" if done.others else ""
    bad = f", {counted(len(done.bad), 'line')} left out" if done.bad else ""
    text = f"{counted(done.added, 'vector')} added, {done.already} there already{others}{bad}"
    call.out.value(done._asdict() | {"bad": len(done.bad)}, text)
    if strict and done.bad:
        raise Ended(PARTLY)
