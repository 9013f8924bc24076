"""What subscribers are told: that what they may see of the store has changed.

While somebody subscribes, the stamps of the store's folders are looked at. Where they differ, or
some time has passed, each address that is subscribed to is read again, as its subscriber may see
it; who subscribes is told if it says something else.

A server that may not show all reads again at every look, whatever the stamps: else the moment at
which it tells of a change would tell that something hidden was written then.
"""

from __future__ import annotations

import os
import time
import traceback
from functools import partial
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from memento_cli.errors import Busy, MementoError, Usage
from memento_cli.index.refresh.freshness import UNBELIEVED, believable
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.location import store_location
from memento_cli.store.files.system import stamp_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

    from memento_cli.mcp.resources import StoreResources
    from memento_cli.store.files.system import Stamp
    from memento_cli.tools.request_context import RequestContext, ServerConfig

LOOK_SECONDS, SWEEP_SECONDS = 2.0, 30.0
"""Between two looks at the stamps, and the longest between two readings: a file that is saved in
place changes the stamp of no folder, and what holds changes with the time."""
AT_ONCE_SECONDS = 0.05  # after an act of this server's own
PART = 20
"""Looking takes at most such a part of a processor's time."""
PATIENCE_SECONDS = 5.0
"""So long a client may take to be told; who takes longer is told no more."""
MOST_SUBSCRIBERS, MOST_ADDRESSES, MOST_SIGNS = 100, 50, 2_000
"""At most so many subscribers, addresses of each, and signs of an address."""
LISTED = ""
"""The address of the list of resources, which has none."""
WITH_FILES = ("blocks", "events", "journal")
"""The folders whose files are looked at, too: blocks are few, and edited in place; logs grow."""


class Place(NamedTuple):
    """An address; for the list of resources, with the client whose it is."""

    address: str
    client: str = ""


class Subscriber:
    """Who is to be told, and how; `asks`, if it has asked for more than to be told of acts of this
    server's own."""

    def __init__(
        self,
        client: str,
        updated: Callable[[str], Awaitable[None]],
        list_changed: Callable[[], Awaitable[None]] | None,
        *,
        asks: bool = False,
    ) -> None:
        self.client, self.updated, self.list_changed = client, updated, list_changed
        self.addresses: dict[str, None] = {}
        self._asks = asks

    @property
    def asks(self) -> bool:
        """Whether the store is to be looked at for it."""
        return self._asks or bool(self.addresses)

    @property
    def places(self) -> list[Place]:
        """What may change for it."""
        listed = [Place(LISTED, self.client)] if self.list_changed else []
        return listed + list(map(Place, self.addresses))

    async def tell(self, place: Place) -> None:
        """Tell it that this has changed."""
        if place.address != LISTED:
            await self.updated(place.address)
        elif self.list_changed:
            await self.list_changed()


class Watching:
    """The subscribers of a server, and what they have been told of last."""

    def __init__(self, config: ServerConfig, shelf: StoreResources) -> None:
        self.config, self.shelf = config, shelf
        self.subscribers: set[Subscriber] = set()
        self.marks: dict[Place, int] = {}
        self._stamps: Mapping[str, Stamp] = {}
        self._read_at = self._next = self._cost = 0.0
        self._woken = anyio.Event()
        self._is_due = False
        self._limiter = anyio.CapacityLimiter(1)

    async def add(self, subscriber: Subscriber, addresses: Iterable[str] = ()) -> None:
        """Tell a subscriber of what changes from now on, also at these addresses. Busy or Usage if
        they are too many."""
        wanted = {**subscriber.addresses, **dict.fromkeys(addresses)}
        if len(wanted) > MOST_ADDRESSES:
            raise Usage(f"{len(wanted)} addresses; {MOST_ADDRESSES} are the most")
        if any(len(one) > MOST_SIGNS for one in wanted):
            raise Usage(f"an address has {MOST_SIGNS} signs at most")
        asking = sum(one.asks for one in self.subscribers if one is not subscriber)
        if (wanted or subscriber.asks) and asking >= MOST_SUBSCRIBERS:
            raise Busy("too many subscriptions", f"{MOST_SUBSCRIBERS} at once are the most")
        self.subscribers.add(subscriber)
        subscriber.addresses = wanted
        new = [place for place in subscriber.places if place not in self.marks]
        for place, mark in (await self._read(new)).items():
            self.marks.setdefault(place, mark)
        if subscriber.asks:
            self._woken.set()  # to look again after a while

    def drop(self, subscriber: Subscriber) -> None:
        """Tell a subscriber no more."""
        self.subscribers.discard(subscriber)

    def wake(self, *, lists: bool = False) -> None:
        """Look at once after an act of this server's own; one that changes `lists` is told to all
        clients, whatever they ask for."""
        self._is_due |= lists
        if self.subscribers and (lists or self._asked):
            self._woken.set()

    @property
    def _asked(self) -> bool:
        return any(one.asks for one in self.subscribers)

    async def run(self) -> None:
        """Look for as long as the server lives; while nobody asks it only waits."""
        while True:
            with anyio.move_on_after(LOOK_SECONDS if self._asked else None):
                await self._woken.wait()
            await anyio.sleep(max(AT_ONCE_SECONDS, self._next - time.monotonic()))
            self._woken = anyio.Event()
            try:
                await self._look()
            except Exception:
                self.config.warn(traceback.format_exc())

    async def _look(self) -> None:
        self._cost = 0.0
        places = {place for one in self.subscribers for place in one.places}
        if await anyio.to_thread.run_sync(self._due, limiter=self._limiter):
            marks = await self._read(places)
            changed = {one for one in marks if self.marks.get(one, marks[one]) != marks[one]}
            self.marks = {**self.marks, **marks}
            await self._tell(changed)
        there = {place for one in self.subscribers for place in one.places}
        self.marks = {place: mark for place, mark in self.marks.items() if place in there}
        self._next = time.monotonic() + PART * self._cost

    def _due(self) -> bool:
        """Whether what is subscribed to has to be read again."""
        now = time.monotonic()
        try:
            stamps = store_stamps(store_location(self.config.path, os.environ))
        except MementoError:  # there is none
            stamps = {}
        is_due = (
            self._is_due
            or stamps != self._stamps
            or UNBELIEVED in stamps.values()
            or now > self._read_at + SWEEP_SECONDS
            or self.config.request("").is_bounded
        )
        self._stamps = stamps
        if is_due:
            self._is_due, self._read_at = False, now
        return is_due

    async def _read(self, places: Iterable[Place]) -> dict[Place, int]:
        """The marks of what stands there now."""
        if not places:
            return {}
        read = partial(self._marks, list(places))
        return await anyio.to_thread.run_sync(read, limiter=self._limiter)

    def _marks(self, places: Iterable[Place]) -> dict[Place, int]:
        """The same; without those that cannot be read for a moment."""
        began, marks = time.thread_time(), dict[Place, int]()
        requests: dict[str, RequestContext] = {}
        looking = self.config._replace(read_only=True)  # a look is no use of a memory
        for place in places:
            request = requests.setdefault(place.client, looking.request(place.client))
            try:
                marks[place] = (
                    self.shelf.mark(request, place.address)
                    if place.address != LISTED
                    else self.shelf.list_mark(request)
                )
            except MementoError:  # the next look tells
                continue
            except Exception:
                self.config.warn(traceback.format_exc())
        for request in requests.values():
            request.close()
        self._cost += time.thread_time() - began
        return marks

    async def _tell(self, changed: Iterable[Place]) -> None:
        for place in changed:
            self.shelf.outdate(place.address)
        for subscriber in list(self.subscribers):
            with anyio.move_on_after(PATIENCE_SECONDS) as telling:
                for place in subscriber.places:
                    if place in changed:
                        await subscriber.tell(place)
            if telling.cancelled_caught:
                self.drop(subscriber)


def store_stamps(root: str) -> dict[str, Stamp]:
    """The stamps of a store's folders and settings, by path; UNBELIEVED for one that is too young
    to show a change that follows at once."""
    looked = time.time_ns()
    found = {entry.path: entry.stat(follow_symlinks=False) for entry in _entries(root)}
    return {path: believable(stamp_of(status), looked) for path, status in found.items()}


def _entries(root: str) -> Iterator[os.DirEntry[str]]:
    """What is looked at in a store."""
    for entry in _inside(root):
        yield entry
        if entry.name in WITH_FILES and entry.is_dir(follow_symlinks=False):
            for inner in _inside(entry.path):
                yield inner
                if inner.is_dir(follow_symlinks=False):
                    yield from _inside(inner.path)


def _inside(folder: str) -> list[os.DirEntry[str]]:
    """What is in a folder, but for what is hidden; nothing if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if not entry.name.startswith(".")]
    except OSError:
        return []
