"""memento stats"""

from __future__ import annotations

import typer

from memento_cli.cli.call import of
from memento_cli.cli.rows import labelled


def stats(ctx: typer.Context) -> None:
    """What the store holds: how many, how strong, about whom and what."""
    from memento_cli.actions.stats import stats as act

    call = of(ctx)
    found = act(call.store, call.now)
    span = f"{found.oldest:%Y-%m-%d} to {found.newest:%Y-%m-%d}" if found.oldest else ""
    facts = [
        ("store", call.store.root),
        ("memories", found.memories),
        ("created", span),
        ("pinned", found.pinned),
        ("archived", found.archived),
        ("acts", found.acts),
        ("strength", ", ".join(f"{name}: {n}" for name, n in found.strength.items())),
        ("people", ", ".join(f"{name} {n}" for name, n in found.people.items())),
        ("topics", ", ".join(f"{name} {n}" for name, n in found.topics.items())),
        ("outcomes", ", ".join(f"{name} {n}" for name, n in found.outcomes.items())),
    ]
    call.out.value({"store": call.store.root, **found._asdict()}, labelled(facts, call.out))
