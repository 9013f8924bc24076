"""memento secrets, and the question whether a secret is to be kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.out import can_ask
from memento_cli.cli.safe import safe
from memento_cli.errors import SecretFound, Usage

if TYPE_CHECKING:
    from memento_cli.actions.secrets import Found

AllowSecret = Annotated[
    bool, typer.Option("--allow-secret", help="Keep it although it has a key or a password.")
]
COLUMNS = ("where", "kind", "shown", "allowed")
FOUND = 4
T = TypeVar("T")


def secrets(
    ctx: typer.Context,
    staged: Annotated[
        bool, typer.Option("--staged", help="What the next commit would add, as git has it.")
    ] = False,
    history: Annotated[
        bool, typer.Option("--history", help="Every version that git has, on every branch.")
    ] = False,
) -> None:
    """Find keys and passwords in the store's files and logs. Code 4 if there are any."""
    if staged and history:
        raise Usage("--staged and --history are two questions", "ask one after the other")
    call = of(ctx)
    found = _found(call, staged, history)
    if found or call.out.machine:
        call.out.rows([_row(each) for each in found], COLUMNS, "secrets")
    if not found:
        call.out.note("No keys and no passwords found")
        return
    call.out.note("Make new ones where these are used; `memento manual secrets` says how to go on")
    raise typer.Exit(FOUND)


def _found(call: Call, staged: bool, history: bool) -> list[Found]:
    from memento_cli.actions.secrets import (
        history_secrets,
        kept_files,
        staged_secrets,
        stored_secrets,
    )

    store = call.store
    if staged:
        return staged_secrets(store)
    total = None if history else sum(1 for _ in kept_files(store.root))
    with call.out.progress("scanning", total) as tick:
        return history_secrets(store, tick) if history else stored_secrets(store, tick)


def _row(found: Found) -> dict[str, object]:
    return {"where": found.where, **found._asdict(), "id": found.memory}


def unless_secret(call: Call, act: Callable[[bool], T], allow: bool) -> T:
    """What an act does, told whether secrets are allowed; a person may still allow what it found.

    In a script SecretFound stays.
    """
    try:
        return act(allow)
    except SecretFound as problem:
        question = f"{safe(problem.message)}. Keep it anyway?"
        if not can_ask() or call.out.ask(question, {"y": "yes", "n": "no"}, "n") != "y":
            raise
    return act(True)
