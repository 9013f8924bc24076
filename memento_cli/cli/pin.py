"""memento pin, memento unpin"""

from __future__ import annotations

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import Ids
from memento_cli.cli.safe import safe


def pin(ctx: typer.Context, ids: Ids) -> None:
    """Keep memories from fading and from being pruned."""
    _set(ctx, ids, True)


def unpin(ctx: typer.Context, ids: Ids) -> None:
    """Let memories fade again."""
    _set(ctx, ids, False)


def _set(ctx: typer.Context, ids: list[str], pinned: bool) -> None:
    from memento_cli.actions.edit import pin as pin_or_not
    from memento_cli.actions.reading import known_ids

    call = of(ctx)
    act, word = ("pinned", "is pinned") if pinned else ("unpinned", "is unpinned")
    whole = known_ids(call.store, ids)
    with call.store.one_act():
        done = {id: pin_or_not(call.store, id, call.now, pinned) for id in whole}
    values = [{"id": id, "pinned": pinned, "already": not new} for id, new in done.items()]
    texts = [f"{safe(id)} {word}{'' if new else ' already'}" for id, new in done.items()]
    call.out.values(values, texts, act)
