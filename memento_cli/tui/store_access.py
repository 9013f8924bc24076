"""The threads that work on the store: screens ask them, and they hand back values.

So the keys stay quick while the index is searched, a forecast is made, or the lock is waited for.
Each piece of work opens the store anew, with the settings and the files of now.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

from memento_cli.actions.browse.acts import Hand, done
from memento_cli.named_tuple import NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, tzinfo

    from memento_cli.actions.browse.acts import Act, Acted
    from memento_cli.store.directory.store import Store

    Warn = Callable[[str], None]

T = TypeVar("T")

LOOKING = 3
"""Threads that read: one for the list, one for what is seen of a line, one for what takes long."""


class Host(NamedTuple):
    """What the program that opens the browser gives it.

    `opened` opens the store, and calls what it is given with warnings. `now` is the clock, `zone`
    that of the times that are typed and shown. `edited` is what the user's editor makes of a text,
    whose file has a suffix, and `kept` puts that aside where it cannot be written, and answers
    where. `done` is called with the store after each act. `hand` is who acts, and `plain` whether
    the terminal draws nothing but ASCII. `exporting` are the words of an export of this store, for
    who wants to call it.
    """

    opened: Callable[[Warn], Store]
    now: Callable[[], datetime]
    zone: tzinfo
    edited: Callable[[str, str], str]
    kept: Callable[[], str]
    done: Callable[[Store], None]
    hand: Hand = Hand()
    plain: bool = False
    exporting: tuple[str, ...] = ("memento", "export")


class StoreAccess:
    """Where work on the store is handed in; `warned` has what was skipped and is to be told, each
    once, `pending` how much is not done yet."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.warned: list[str] = []
        self._known = set[str]()
        self.pending = 0
        self._looking = ThreadPoolExecutor(LOOKING, "look")
        self._acting = ThreadPoolExecutor(1, "act")
        self._asked = Counter[str]()
        self._turns = defaultdict[str, asyncio.Lock](asyncio.Lock)

    def close(self) -> None:
        """Let the threads end when they have done what they are doing."""
        for threads in (self._looking, self._acting):
            threads.shutdown(wait=True, cancel_futures=True)

    async def ask(self, work: Callable[[Store, datetime], T]) -> T:
        """What work on the store at this moment answers; its errors are raised here."""
        return await self._done(self._looking, lambda: work(self._opened(), self.host.now()))

    async def newest(self, name: str, work: Callable[[Store, datetime], T]) -> T | None:
        """The same, for questions of which only the newest of a `name` counts, and which are asked
        one after the other: None for one that another has followed."""
        self._asked[name] += 1
        number = self._asked[name]
        async with self._turns[name]:
            if number != self._asked[name]:
                return None
            answer = await self.ask(work)
        return answer if number == self._asked[name] else None

    async def act(self, act: Act, hand: Hand) -> Acted:
        """Change the store by one act. Acts are done one after the other."""

        def work() -> Acted:
            store = self._opened()
            acted = done(store, self.host.now(), act, hand)
            if store.changed:
                self.host.done(store)
            return acted

        return await self._done(self._acting, work)

    async def _done(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        self.pending += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, work)
        finally:
            self.pending -= 1

    def _opened(self) -> Store:
        return self.host.opened(self._warn)

    def _warn(self, text: str) -> None:
        if text not in self._known:
            self._known.add(text)
            self.warned.append(text)
