"""What a server does beside its work where its store is the replica of a hub's tenant: calls are
counted for the whole tenant, and an act is acknowledged when the hub has it.

A model is told no more of the hub than what that means for its act; the log says the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memento_cli.errors import Busy, Failed, Refused
from memento_cli.hub.remote import Full
from memento_cli.mcp.pace import RateLimit

if TYPE_CHECKING:
    from memento_cli.hub.follower import Follower

MINUTE = 60


class Replicated:
    """The bounds and the acknowledgements of one tenant, whoever calls.

    `local_ack`: an act is acknowledged at once, and pushed afterwards.
    """

    def __init__(self, follower: Follower, *, local_ack: bool = False) -> None:
        self.follower, self.local_ack = follower, local_ack
        self._pace, self._limit = RateLimit(), 0

    def step(self) -> None:
        """Count one call. Busy if the tenant has had as many as it may."""
        limit = self.follower.call_limit
        if limit is None:
            return
        if limit != self._limit:
            self._pace, self._limit = RateLimit(limit, limit / MINUTE), limit
        try:
            self._pace.step()
        except Busy:
            raise Busy(f"too many calls: the team may have {limit} a minute") from None

    def check_room(self) -> None:
        """Refused, before anything is written, as long as the tenant is full."""
        if isinstance(self.follower.problem, Full) and isinstance(self.follower.synced(), Full):
            raise Refused("nothing was written: the team's memory is full", "tell the user")

    def acknowledge(self, *, waits: bool) -> None:
        """Bring to the hub what was just written; one who `waits` returns when it is there.

        Kept if the hub is away, or does not take it: what was written stays in the replica, and
        goes when it can.
        """
        if self.local_ack or not waits:
            self.follower.ring()
            return
        problem = self.follower.synced()
        if isinstance(problem, Full):
            raise _kept("the team's memory is full", "when it has room again")
        if isinstance(problem, Failed | Busy):
            raise _kept("the team's hub is away", "when it is back")
        if problem:
            raise _kept("the team's hub does not take it, and the log says why", "later")


class Kept(Failed):
    """What was written is kept in the replica, and not on the hub yet: to write it again would
    write it twice. Programs know this by the name of the class."""


def _kept(why: str, when: str) -> Kept:
    text = f"{why}: what was written is kept here, and goes there {when}; do not write it again"
    return Kept(text)
