"""link, unlink: relations between memories. The file changes first, its journal line follows."""

from __future__ import annotations

from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.memory.edit import content_entry, journal_content
from memento_cli.actions.security.approval import check_history, check_theirs
from memento_cli.core.memory.memory import RELATIONS, Link
from memento_cli.core.security.trust import USER
from memento_cli.errors import Conflict, unknown

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from memento_cli.core.journal.history import EntrySignature
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection as Folder


def link(
    store: Store,
    id: str,
    rel: str,
    target: str,
    now: datetime,
    *,
    via: str = "cli",
    reason: str = "",
    by: str = USER,
    agreed: bool = False,
) -> bool:
    """Relate a memory to another; whether it was not so already.

    Circles are allowed; a memory that is related to itself is a Conflict. NotFound without either.
    Unasked if an agent (`by`, a trust) lets what a person vouches for be history, and they have not
    `agreed`.
    """
    with store.all_or_nothing([id]):
        fresh = Link(relation(rel), store.memories.read(target).id)
        if fresh.target == id:
            raise Conflict(f"{id} cannot be related to itself")
        one = store.memories.read(id).value
        if fresh in one.links:
            return False
        act = Provenance(store.signed(now, via, reason), trust=by, agreed=agreed)
        check_history(store, act, one, [fresh])
        before, _, change = store.memories.change(
            id, lambda memory: memory._replace(links=(*memory.links, fresh))
        )
        journal_content(store, before, act.signature, "linked", change)
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
    by: str = USER,
    agreed: bool = False,
) -> bool:
    """Take a relation away, also to a memory that is gone; whether there was one.

    Unasked if an agent takes it from a memory that a person vouches for.
    """
    with store.all_or_nothing([id]):
        old = Link(relation(rel), target)
        one = store.memories.read(id).value
        if old not in one.links:
            return False
        act = Provenance(store.signed(now, via, reason), trust=by, agreed=agreed)
        check_theirs(act, [one], f"Take a link from {id}, which the user vouches for?")
        before, _, change = store.memories.change(
            id, lambda memory: memory._replace(links=tuple(x for x in memory.links if x != old))
        )
        journal_content(store, before, act.signature, "unlinked", change)
    return True


def take_out(
    store: Store,
    folder: Folder[Memory],
    id: str,
    targets: Collection[str],
    signature: EntrySignature,
    batch: str,
) -> None:
    """Take out the links of one memory that lead to what is erased; the lock is held.

    It is of one `batch` with the erasure, so without an undo.
    """
    change = folder.change(
        id,
        lambda memory: memory._replace(
            links=tuple(link for link in memory.links if link.target not in targets)
        ),
    )[2]
    if change.before:
        line = content_entry(signature, "unlinked", id, change)
        store.journal.append([line._replace(batch=batch)])


def relation(text: str) -> str:
    """The relation that a text means: `cause-of` is cause_of. BadValue if it is none."""
    name = text.replace("-", "_")
    if name not in RELATIONS:
        raise unknown("relation", text, RELATIONS)
    return name
