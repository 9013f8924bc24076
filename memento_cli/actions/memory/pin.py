"""pin, unpin: changes of content. The file is written first, then the journal entry."""

from __future__ import annotations

from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.memory.edit import journal_content
from memento_cli.core.security.trust import USER, trust_of
from memento_cli.errors import Unasked

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.store.directory.store import Store

HEAVY = 0.8
"""Above this importance an agent unpins only with a person's consent (document 002)."""


def pin(
    store: Store,
    id: str,
    now: datetime,
    pinned: bool = True,
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
) -> bool:
    """Pin or unpin a memory; False if it was so already.

    Unasked if an agent (`by` is a trust level) unpins an important one, whoever vouches for it.
    """
    with store.all_or_nothing([id]):
        old = store.memories.read(id).value
        is_heavy = old.pinned and not pinned and old.importance > HEAVY
        if is_heavy and Provenance(store.signed(now, via), trust=by, agreed=agreed).must_ask:
            question = f"Let {id} fade, of importance {old.importance:g}?"
            raise Unasked(question, {"it says": old.content.summary}, trust_of(old))
        before, _, change = store.memories.change(id, lambda memory: memory._replace(pinned=pinned))
        if before.pinned == pinned:
            return False
        act = "pinned" if pinned else "unpinned"
        journal_content(store, before, store.signed(now, via), act, change)
    return True
