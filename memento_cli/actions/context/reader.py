"""Who a context is for: which stores are read, for whom, and as of when."""

from __future__ import annotations

from memento_cli.core.memory.refs import same_person, stored_ref
from memento_cli.core.security.trust import TRUSTS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from memento_cli.actions.recall.past import Past
    from memento_cli.core.sessions.sessions import Session
    from memento_cli.store.directory.store import Store

SPARE = 1
"""So many more memories or events are searched than shown, in case that one does not fit."""


class Reader(NamedTuple):
    """The stores of a context, the nearest first, its time, its persona, and what it may include.

    What was recorded after `until` is left out. Times are in the `zone`; None is UTC. The items of
    a `session` take at most `room` tokens. With `alone` only what belongs to the persona is
    included, and not what belongs to the store's own person. What is less trusted than `min_trust`
    does not hide what it replaced. What belongs to nobody is included with `placeless`. With a
    `past` memories are those of the moment `now`. `budget` are the tokens that were asked for, 0
    if none were.
    """

    stores: Sequence[Store]
    now: datetime
    persona: str | None = None
    until: datetime | None = None
    zone: tzinfo | None = None
    session: Session | None = None
    room: int = 0
    alone: bool = False
    min_trust: str = TRUSTS[-1]
    placeless: bool = True
    past: Past | None = None
    budget: int = 0

    def concerns(self, store: Store, owner: str | None) -> bool:
        """Whether what belongs to this person, or to nobody (None), is included."""
        if owner is None:
            return self.placeless
        own = None if self.alone else stored_ref(store.settings["person"])
        return same_person(owner, own) or same_person(owner, self.persona)
