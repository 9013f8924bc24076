"""link, unlink: relations between memories. The file changes first, its journal line follows."""

from __future__ import annotations

from datetime import datetime

from memento_cli.actions.edit import append_content
from memento_cli.core.memory import RELATIONS, Link
from memento_cli.errors import Conflict, unknown
from memento_cli.store.store import Store


def link(
    store: Store,
    id: str,
    rel: str,
    target: str,
    now: datetime,
    *,
    via: str = "cli",
    reason: str = "",
) -> bool:
    """Relate a memory to another; whether it was not so already.

    Circles are allowed; a memory that is related to itself is a Conflict. NotFound without either.
    """
    with store.all_or_nothing([id]):
        fresh = Link(relation(rel), store.memories.read(target).id)
        if fresh.target == id:
            raise Conflict(f"{id} cannot be related to itself")
        if fresh in store.memories.read(id).value.links:
            return False
        before, _, change = store.memories.change(
            id, lambda memory: memory._replace(links=(*memory.links, fresh))
        )
        append_content(store, before, store.signed(now, via, reason), "linked", change)
    return True


def unlink(
    store: Store,
    id: str,
    rel: str,
    target: str,
    now: datetime,
    *,
    via: str = "cli",
    reason: str = "",
) -> bool:
    """Take a relation away, also to a memory that is gone; whether there was one."""
    with store.all_or_nothing([id]):
        old = Link(relation(rel), target)
        if old not in store.memories.read(id).value.links:
            return False
        before, _, change = store.memories.change(
            id, lambda memory: memory._replace(links=tuple(x for x in memory.links if x != old))
        )
        append_content(store, before, store.signed(now, via, reason), "unlinked", change)
    return True


def relation(text: str) -> str:
    """The relation that a text means: `cause-of` is cause_of. BadValue if it is none."""
    name = text.replace("-", "_")
    if name not in RELATIONS:
        raise unknown("relation", text, RELATIONS)
    return name
