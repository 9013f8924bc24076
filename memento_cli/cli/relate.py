"""memento relate, unrelate"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.acting import acting
from memento_cli.cli.call import of
from memento_cli.cli.options import Reason, Yes
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.core.held import GRAPH, ref_of

Subject = Annotated[str, typer.Argument(metavar="SUBJECT", help="Who or what: a name or alias.")]
Predicate = Annotated[str, typer.Argument(metavar="PREDICATE", help="What joins them: works_at.")]
Object = Annotated[str, typer.Argument(metavar="OBJECT", help="To whom or what.")]


def relate(
    ctx: typer.Context,
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
        typer.Option("--evidence", "-e", metavar="ID", help="A memory that says so; repeatable."),
    ] = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """State how two things are related. Stated again, it is as strong as new."""
    from memento_cli.actions.reading import known_ids
    from memento_cli.actions.relate import Statement
    from memento_cli.actions.relate import relate as act
    from memento_cli.core.fresh import law_from

    call = of(ctx)
    store = call.store
    own = law_from(law, "medium", "semantic", {}, store.settings.defaults) if law else None
    statement = Statement(subject, predicate, object, weight, own)
    said = {**ctx.params, "evidence": known_ids(store, evidence or ())}
    done = acting(call, said, lambda signed: act(store, statement, signed))
    told = safe(f"{subject} {done.edge.predicate} {done.edge.object}")
    again = "" if done.is_new else ": stated again, as strong as new"
    value = {
        "id": ref_of(GRAPH, done.subject),
        "predicate": done.edge.predicate,
        "object": ref_of(GRAPH, done.object),
        "new": done.is_new,
    }
    call.out.value(value, told + again)
    call.note_if_ahead()


def unrelate(
    ctx: typer.Context,
    subject: Subject,
    predicate: Predicate,
    object: Object,
    reason: Reason = "",
    yes: Yes = False,
) -> None:
    """Take back that two things are related. What they are stays."""
    from memento_cli.actions.relate import Statement
    from memento_cli.actions.relate import unrelate as act
    from memento_cli.core.entities import predicate_of

    call = of(ctx)
    statement = Statement(subject, predicate, object)
    there = acting(call, ctx.params, lambda signed: act(call.store, statement, signed))
    told = safe(f"{subject} {predicate_of(predicate)} {object}")
    text = f"{told}: taken back" if there else f"{told}: not stated"
    call.out.value({"subject": subject, "object": object, "changed": there}, text)
    call.note_if_ahead()
