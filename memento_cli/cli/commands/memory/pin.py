"""memento pin"""

from __future__ import annotations

from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.input.selecting import all_selected
from memento_cli.cli.output.values import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import MemoryNames, Yes
    from memento_cli.core.journal.provenance import Provenance


def pin(
    call: Call,
    words: MemoryNames,
    remove: Annotated[bool, typer.Option("--remove", help="Let them fade again.")] = False,
    yes: Yes = False,
) -> None:
    """Keep memories from fading and from being pruned; --remove lets them fade again.

    An agent asks before an important one may fade.
    """
    from memento_cli.actions.memory.edit import pin as pin_or_not

    pinned = not remove
    act, word = ("pinned", "is pinned") if pinned else ("unpinned", "is unpinned")
    whole = all_selected(call, words)

    def each(by: Provenance) -> dict[str, bool]:
        store, now = call.store, call.now
        with store.one_act():
            return {id: pin_or_not(store, id, now, pinned, **by_whom(by)) for id in whole}

    done = acting(call, each)
    values = [{"id": id, "pinned": pinned, "already": not new} for id, new in done.items()]
    texts = [f"{safe(id)} {word}{'' if new else ' already'}" for id, new in done.items()]
    call.out.values(values, texts, act)
