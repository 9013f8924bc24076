"""memento store settle"""

from __future__ import annotations

from memento_cli.cli.input.selecting import selected

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call


def settle(
    call: Call,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="Recent acts too, whatever the settings say.")
    ] = False,
    adopt: Annotated[
        list[str] | None,
        typer.Option("--adopt", metavar="MEMORY", help="Take the numbers in its file for true."),
    ] = None,
) -> None:
    """Bring the numbers in the files up to what the journal says. Changes no strength."""
    from memento_cli.actions.memory.reinforce import settle as act

    ids = [selected(call, [text]) for text in adopt or []]
    total = len(call.store.memories.ids())
    with call.out.progress("settling", total) as tick:
        touched = act(call.store, call.now, everything=everything, adopt=ids, tick=tick)
    call.out.value({"settled": touched}, f"{len(touched)} of {total} memories settled")
