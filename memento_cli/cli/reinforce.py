"""memento reinforce"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, Ids, Reason
from memento_cli.cli.safe import safe
from memento_cli.core.reinforcement import skip_reason

if TYPE_CHECKING:
    from memento_cli.actions.reinforce import Use


def reinforce(ctx: typer.Context, ids: Ids, reason: Reason = "", dry_run: DryRun = False) -> None:
    """Make memories stronger. Skipped within a day of the last time, and above strength 1.5."""
    from memento_cli.actions.reading import known_ids
    from memento_cli.actions.reinforce import reinforce as act

    call = of(ctx)
    whole = known_ids(call.store, ids)
    with nullcontext() if dry_run else call.store.one_act():
        uses = [act(call.store, id, call.now, reason, dry=dry_run) for id in whole]
    texts = [_text(call, use, "would be" if dry_run else "is now") for use in uses]
    call.out.values([_value(use) for use in uses], texts, "reinforced")
    call.note_if_ahead()


def _text(call: Call, use: Use, word: str) -> str:
    why = skip_reason(use.result, call.store.settings.rules)
    said = f"unchanged: {why}" if why else f"{word} {use.result.now:.3f}"
    return f"{safe(use.id)} {said}"


def _value(use: Use) -> dict[str, object]:
    result = use.result
    return {
        "id": use.id,
        "applied": result.applied,
        "skip": result.skip,
        "previous": result.previous,
        "delta": result.delta,
        "strength": result.now,
        "reinforcement_count": result.strength.reinforcement_count,
    }
