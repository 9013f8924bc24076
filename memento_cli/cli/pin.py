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
    from memento_cli.actions.edit import pin as act
    from memento_cli.actions.reading import known_id

    call = of(ctx)
    word = "pinned" if pinned else "unpinned"
    for id in [known_id(call.store, text) for text in ids]:
        changed = act(call.store, id, call.now, pinned)
        text = f"{safe(id)} is {word}" if changed else f"{safe(id)} was {word} already"
        call.out.value({"id": id, "pinned": pinned, "already": not changed}, text)
