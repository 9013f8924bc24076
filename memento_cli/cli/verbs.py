"""The verbs of a noun: `memento fact set`, `memento state add`, and which options each takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import typer

from memento_cli.cli.options import one_of
from memento_cli.errors import Usage


def verb_argument(verbs: Iterable[str]) -> Any:
    """The argument that says what is done."""
    return typer.Argument(metavar=f"[{'|'.join(verbs)}]", help="What is done.")


def check_verb(ctx: typer.Context, verb: str, takes: Mapping[str, Collection[str]]) -> None:
    """Usage, if the noun has no such verb, or that does not take an option which was given.

    `takes` has the names of the options by verb.
    """
    one_of(verb, tuple(takes), "the verb")
    for param in ctx.command.params:
        name = param.name or ""
        source = ctx.get_parameter_source(name)
        given = source is not None and source.name == "COMMANDLINE"
        if given and param.param_type_name == "option" and name not in takes[verb]:
            others = ", ".join(other for other, options in takes.items() if name in options)
            raise Usage(f"{verb} takes no {param.opts[0]}", f"it is for {others}")
