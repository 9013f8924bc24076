"""link, unlink: relations between memories. The file is written first, then the journal entry."""

from __future__ import annotations

from memento_cli.actions.memory.edit import content_entry, journal_content
from memento_cli.actions.security.approval import check_history, check_vouched
from memento_cli.core.journal.provenance import Provenance
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
    """Link a memory to another; False if it is linked so already.

    Circles are allowed; a link of a memory to itself raises Conflict. NotFound if either memory is
    missing. Unasked if an agent (`by` is a trust level) supersedes a memory that a person vouches
    for without `agreed`.
    """
    with store.all_or_nothing([id]):
        new = Link(relation(rel), store.memories.read(target).id)
        if new.target == id:
            raise Conflict(f"{id} cannot be related to itself")
        memory = store.memories.read(id).value
        if new in memory.links:
            return False
        provenance = Provenance(store.signed(now, via, reason), trust=by, agreed=agreed)
        check_history(store, provenance, memory, [new])
        before, _, change = store.memories.change(
            id, lambda memory: memory._replace(links=(*memory.links, new))
        )
        journal_content(store, before, provenance.signature, "linked", change)
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
    """Remove a link, whether or not its target still exists; False if there was none.

    Unasked if an agent removes it from a memory that a person vouches for.
    """
    with store.all_or_nothing([id]):
        old = Link(relation(rel), target)
        memory = store.memories.read(id).value
        if old not in memory.links:
            return False
        provenance = Provenance(store.signed(now, via, reason), trust=by, agreed=agreed)
        check_vouched(provenance, [memory], f"Take a link from {id}, which the user vouches for?")
        before, _, change = store.memories.change(
            id, lambda memory: memory._replace(links=tuple(x for x in memory.links if x != old))
        )
        journal_content(store, before, provenance.signature, "unlinked", change)
    return True


def take_out(
    store: Store,
    folder: Folder[Memory],
    id: str,
    targets: Collection[str],
    signature: EntrySignature,
    batch: str,
) -> None:
    """Remove the links of a memory to what is erased; the caller holds the lock.

    The journal entry is in the `batch` of the erasure, so it cannot be undone.
    """
    change = folder.change(
        id,
        lambda memory: memory._replace(
            links=tuple(link for link in memory.links if link.target not in targets)
        ),
    )[2]
    if change.before:
        entry = content_entry(signature, "unlinked", id, change)
        store.journal.append([entry._replace(batch=batch)])


def relation(text: str) -> str:
    """The relation that a text names: `cause-of` is cause_of. BadValue if there is none."""
    name = text.replace("-", "_")
    if name not in RELATIONS:
        raise unknown("relation", text, RELATIONS)
    return name
