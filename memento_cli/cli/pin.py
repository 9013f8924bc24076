"""memento pin, memento unpin"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from memento_cli.cli.acting import acting, by_whom
from memento_cli.cli.call import of
from memento_cli.cli.options import Ids, Yes
from memento_cli.cli.safe import safe

if TYPE_CHECKING:
    from memento_cli.actions.holding import Act


def pin(ctx: typer.Context, ids: Ids) -> None:
    """Keep memories from fading and from being pruned."""
    _set(ctx, ids, True)


def unpin(ctx: typer.Context, ids: Ids, yes: Yes = False) -> None:
    """Let memories fade again. Of an important one an agent asks."""
    _set(ctx, ids, False, yes)


def _set(ctx: typer.Context, ids: list[str], pinned: bool, yes: bool = False) -> None:
    from memento_cli.actions.pinning import pin as pin_or_not
    from memento_cli.actions.reading import known_ids

    call = of(ctx)
    act, word = ("pinned", "is pinned") if pinned else ("unpinned", "is unpinned")
    whole = known_ids(call.store, ids)

    def each(by: Act) -> dict[str, bool]:
        store, now = call.store, call.now
        with store.one_act():
            return {id: pin_or_not(store, id, now, pinned, **by_whom(by)) for id in whole}

    done = acting(call, {"yes": yes}, each)
    values = [{"id": id, "pinned": pinned, "already": not new} for id, new in done.items()]
    texts = [f"{safe(id)} {word}{'' if new else ' already'}" for id, new in done.items()]
    call.out.values(values, texts, act)
