"""memento graph add, remove: how two names are related."""

from __future__ import annotations

from memento_cli.cli.input.acting import acting
from memento_cli.cli.input.selecting import selected
from memento_cli.cli.output.safe import safe
from memento_cli.core.memory.record_kinds import GRAPH, ref_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowSecret,
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
    from memento_cli.actions.graph.relate import Statement, relate
    from memento_cli.core.memory.creation import law_from

    store = call.store
    own = law_from(law, "medium", "semantic", {}, store.settings.defaults) if law else None
    statement = Statement(subject, predicate, object, weight, own)
    params = {**call.params, "evidence": [selected(call, [one]) for one in evidence or ()]}
    done = acting(call, params, lambda act: relate(store, statement, act))
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
    from memento_cli.actions.graph.relate import Statement, unrelate
    from memento_cli.core.graph.entities import predicate_of

    statement = Statement(subject, predicate, object)
    there = acting(call, call.params, lambda act: unrelate(call.store, statement, act))
    triple = safe(f"{subject} {predicate_of(predicate)} {object}")
    text = f"{triple}: taken back" if there else f"{triple}: not stated"
    call.out.value({"subject": subject, "object": object, "changed": there}, text)
    call.note_if_ahead()
