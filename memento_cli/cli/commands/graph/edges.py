"""memento graph add, remove: how two names are related."""

from __future__ import annotations

from memento_cli.cli.input.acting import act_of, acting
from memento_cli.cli.input.selecting import selected
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.record_kinds import GRAPH, ref_of
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowSecret,
        Named,
        Object,
        Predicate,
        Reason,
        Subject,
        Yes,
    )


def add(
    call: Call,
    subject: Subject,
    predicate: Predicate,
    object: Object,
    weight: Annotated[
        float | None, typer.Option("--weight", metavar="W", help="What it weighs at first, 0 to 1.")
    ] = None,
    law: Annotated[
        str | None,
        typer.Option("--law", metavar="LAW[=N]", help="Its own law: never, daily=5, ttl=30d."),
    ] = None,
    evidence: Annotated[
        list[str] | None,
        typer.Option("--evidence", "-e", metavar="MEMORY", help="What says so; repeatable."),
    ] = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """Say how two names are related. Said again, it is as strong as new."""
    from memento_cli.actions.graph.relate import Statement, add_edge
    from memento_cli.core.memory.creation import law_from

    store = call.store
    own = law_from(law, "medium", "semantic", {}, store.settings.defaults) if law else None
    statement = Statement(subject, predicate, object, weight, own)
    params = {**call.params, "evidence": [selected(call, [one]) for one in evidence or ()]}
    done = acting(call, lambda act: add_edge(store, statement, act), params)
    triple = safe(f"{subject} {done.edge.predicate} {done.edge.object}")
    again = "" if done.is_new else ": stated again, as strong as new"
    value = {
        "id": ref_of(GRAPH, done.subject),
        "predicate": done.edge.predicate,
        "object": ref_of(GRAPH, done.object),
        "new": done.is_new,
    }
    call.out.value(value, triple + again)
    call.note_if_ahead()


def remove(
    call: Call,
    subject: Subject,
    predicate: Predicate,
    object: Object,
    reason: Reason = "",
    yes: Yes = False,
) -> None:
    """Take back how two names are related. The names stay."""
    from memento_cli.actions.graph.relate import Statement, remove_edge
    from memento_cli.core.graph.entities import predicate_of

    statement = Statement(subject, predicate, object)
    there = acting(call, lambda act: remove_edge(call.store, statement, act))
    triple = safe(f"{subject} {predicate_of(predicate)} {object}")
    text = f"{triple}: taken back" if there else f"{triple}: not stated"
    call.out.value({"subject": subject, "object": object, "changed": there}, text)
    call.note_if_ahead()


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
    from memento_cli.actions.graph.relate import describe, remove_alias

    others = alias or []
    if remove and (kind is not None or not others):
        raise Usage("--remove takes aliases away", "`memento graph name NAME --alias A --remove`")
    if remove:
        id, changed = acting(call, lambda act: remove_alias(call.store, name, others, act))
        names = safe(", ".join(others))
        outcome = f"is not called {names} any more" if changed else f"was not called {names}"
        text = f"{safe(name)} {outcome}"
    else:
        id, changed = acting(
            call, lambda act: describe(call.store, name, act, aliases=others, kind=kind)
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
    gone = forget_entity(call.store, name, act_of(call)._replace(agreed=True))
    value = {"id": ref_of(GRAPH, gone.id), "name": gone.name, "edges": gone.edges}
    call.out.value(value, f"{safe(gone.name)} is deleted, with {edges}")
    call.note_if_ahead()
