"""The verbs of a noun: `memento fact set`, `memento state add`, and which options each takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import typer

from memento_cli.cli.options import one_of
from memento_cli.errors import Usage

SAYS, ENDS = ("set", "add", "write", "update"), ("delete", "close", "end", "revoke", "unset")
MEANT: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("set", "new", "create", "write", "put"), SAYS),
    **dict.fromkeys(("rm", "remove", "delete", "forget", "unset"), ENDS),
}
"""What a verb of other programs, and of other nouns, may mean here."""


def verb_argument(verbs: Iterable[str]) -> Any:
    """The argument that says what is done."""
    return typer.Argument(metavar=f"[{'|'.join(verbs)}]", help="What is done.")


def check_verb(ctx: typer.Context, verb: str, takes: Mapping[str, Collection[str]]) -> None:
    """Usage, if the noun has no such verb, or that does not take an option which was given.

    `takes` has the names of the options by verb.
    """
    one_of(verb, tuple(takes), "the verb", MEANT)
    for option, name in given(ctx).items():
        if name not in takes[verb]:
            others = ", ".join(other for other, options in takes.items() if name in options)
            raise Usage(f"{verb} takes no {option}", f"it is for {others}")


def given(ctx: typer.Context) -> dict[str, str]:
    """The command's own options that stand on the command line, each with the name of its value."""
    found = {}
    for param in ctx.command.params:
        source = ctx.get_parameter_source(param.name or "")
        if param.param_type_name == "option" and source and source.name == "COMMANDLINE":
            found[param.opts[0]] = param.name or ""
    return found
