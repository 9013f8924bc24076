"""memento store secrets: keys and passwords in what a store keeps."""

from __future__ import annotations

from memento_cli.errors import Ended, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.security.secrets import KeptSecret
    from memento_cli.cli.call import Call

COLUMNS = ("where", "kind", "shown", "allowed")
FOUND = 4


def secrets(
    call: Call,
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
    secrets_found = _found(call, staged, history)
    if secrets_found or call.out.machine:
        rows = [
            {"where": each.where, **each._asdict(), "id": each.memory} for each in secrets_found
        ]
        call.out.rows(rows, COLUMNS, "secrets")
    if not secrets_found:
        call.out.note("No keys and no passwords found")
        return
    call.out.note("Make new ones where these are used; `memento help secrets` says how to go on")
    raise Ended(FOUND)


def _found(call: Call, staged: bool, history: bool) -> list[KeptSecret]:
    from memento_cli.actions.security.secrets import (
        history_secrets,
        searched_files,
        staged_secrets,
        stored_secrets,
    )

    store = call.store
    if staged:
        return staged_secrets(store)
    total = None if history else sum(1 for _ in searched_files(store.root))
    with call.out.progress("scanning", total) as tick:
        return history_secrets(store, tick) if history else stored_secrets(store, tick)
