"""For whom a context is read: of which stores, of whom, and as of when."""

from __future__ import annotations

from memento_cli.core.memory.refs import same_person, stored_ref
from memento_cli.core.security.trust import TRUSTS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.actions.recall.past import Past
    from memento_cli.core.sessions.sessions import Session
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord

    Files = Mapping[str, Sequence[LoadedRecord[Any]]]
    """What `states/` has, by the root of the store: it is read once."""


class Reader(NamedTuple):
    """For whom a context is read: the stores, the nearest first, when, and a persona, if any.

    What was recorded after `until` is left out. Times are told in the `zone`; without one in UTC.
    What a `session` has at hand is told in so many tokens as there is `room` for it. `alone`, only
    what is of the persona is told, and not what is of the store's own person. What is less
    trusted than `min_trust` takes no other's place. What is nobody's is told if what is
    `placeless` may be. With a `past` memories are told as they were at `now`.
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

    def concerns(self, store: Store, whose: str | None) -> bool:
        """Whether what is about this person, or about nobody, is told: the store's own, and the
        persona."""
        if whose is None:
            return self.placeless
        own = None if self.alone else stored_ref(store.settings["person"])
        return same_person(whose, own) or same_person(whose, self.persona)
