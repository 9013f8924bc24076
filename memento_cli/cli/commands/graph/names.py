"""memento graph name, delete: what a name is, and what else it is called."""

from __future__ import annotations

from memento_cli.cli.input.acting import act_of, acting
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.safe import safe
from memento_cli.core.memory.record_kinds import GRAPH, ref_of
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, Named, Reason, Yes


def name(
    call: Call,
    name: Named,
    alias: Annotated[
        list[str] | None,
        typer.Option("--alias", metavar="NAME", help="What else it is called; repeatable."),
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="WORD", help="What it is: person, company.")
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="It is not called so: take the aliases away.")
    ] = False,
    reason: Reason = "",
    yes: Yes = False,
    allow_secret: AllowSecret = False,
) -> None:
    """Keep a name, what it is, and what else it is called; or take aliases away."""
    from memento_cli.actions.graph.relate import describe, unalias

    others = alias or []
    if remove and (kind is not None or not others):
        raise Usage("--remove takes aliases away", "`memento graph name NAME --alias A --remove`")
    if remove:
        id, changed = acting(call, call.params, lambda act: unalias(call.store, name, others, act))
        names = safe(", ".join(others))
        outcome = f"is not called {names} any more" if changed else f"was not called {names}"
        text = f"{safe(name)} {outcome}"
    else:
        id, changed = acting(
            call,
            call.params,
            lambda act: describe(call.store, name, act, aliases=others, kind=kind),
        )
        text = f"{safe(name)}: kept" if changed else f"{safe(name)}: known already"
    call.out.value({"id": ref_of(GRAPH, id), "changed": changed}, text)
    call.note_if_ahead()


def delete(call: Call, name: Named, reason: Reason = "", yes: Yes = False) -> None:
    """Delete a name with all its edges; an undo brings them back."""
    from memento_cli.actions.graph.relate import edges_lost, forget_entity

    lost = edges_lost(call.store, name)
    edges = counted(lost.edges, "edge")
    call.out.confirmed(f"Delete {lost.name} and {edges}?", yes)
    gone = forget_entity(call.store, name, act_of(call, call.params)._replace(agreed=True))
    value = {"id": ref_of(GRAPH, gone.id), "name": gone.name, "edges": gone.edges}
    call.out.value(value, f"{safe(gone.name)} is deleted, with {edges}")
    call.note_if_ahead()
