"""memento stats"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.pictures import Ascii, look_of
from memento_cli.cli.rows import labelled


def stats(
    ctx: typer.Context,
    health: Annotated[
        bool,
        typer.Option("--health", help="What wants to be looked after, and by which command."),
    ] = False,
    ascii: Ascii = False,
) -> None:
    """What the store holds: how many, how strong, about whom and what; or how it fares."""
    call = of(ctx)
    if health:
        from memento_cli.actions.health import health as look_through
        from memento_cli.cli.health import print_health

        print_health(call, look_through(call.store, call.now), look_of(call, ascii))
    else:
        _print_counts(call)


def _print_counts(call: Call) -> None:
    from memento_cli.actions.stats import stats as act

    found = act(call.store, call.now)
    days = [f"{call.out.here(at):%Y-%m-%d}" for at in (found.oldest, found.newest) if at]
    facts = [
        ("store", call.store.root),
        ("memories", found.memories),
        ("created", " to ".join(days)),
        ("pinned", found.pinned),
        ("archived", found.archived),
        ("acts", found.acts),
        ("strength", ", ".join(f"{name}: {n}" for name, n in found.strength.items())),
        ("people", ", ".join(f"{name} {n}" for name, n in found.people.items())),
        ("topics", ", ".join(f"{name} {n}" for name, n in found.topics.items())),
        ("outcomes", ", ".join(f"{name} {n}" for name, n in found.outcomes.items())),
        ("holds", ", ".join(f"{name} {n}" for name, n in found.held.items())),
    ]
    call.out.value({"store": call.store.root, **found._asdict()}, labelled(facts, call.out))
