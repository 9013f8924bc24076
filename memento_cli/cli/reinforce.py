"""memento reinforce"""

from __future__ import annotations

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import DryRun, Ids, Reason
from memento_cli.cli.safe import safe
from memento_cli.core.reinforcement import skip_reason


def reinforce(ctx: typer.Context, ids: Ids, reason: Reason = "", dry_run: DryRun = False) -> None:
    """Make memories stronger. Skipped within a day of the last time, and above strength 1.5."""
    from memento_cli.actions.reading import known_id
    from memento_cli.actions.reinforce import reinforce as act

    call = of(ctx)
    for id in [known_id(call.store, text) for text in ids]:
        result = act(call.store, id, call.now, reason, dry=dry_run).result
        why = skip_reason(result.skip, call.store.settings.rules) if result.skip else ""
        would = "would be" if dry_run else "is now"
        text = f"unchanged: {why}" if why else f"{would} {result.strength.initial:.3f}"
        value = {
            "id": id,
            "applied": result.applied,
            "skip": result.skip,
            "previous": result.previous,
            "delta": result.delta,
            "strength": result.strength.initial if result.applied else result.previous,
            "reinforcement_count": result.strength.reinforcement_count,
        }
        call.out.value(value, f"{safe(id)} {text}")
