"""A replica that stays in step with its hub while a server works on it: a thread that syncs when
the server has written, when the hub tells that another clone has, and now and then besides.

Who waits until the hub has what they wrote is told by the next sync that began after it, so that
many who write at once share one.
"""

from __future__ import annotations

import threading
import time
import traceback
from selectors import EVENT_READ, DefaultSelector
from socket import socketpair

from memento_cli.errors import Failed, MementoError
from memento_cli.hub.connection import connected
from memento_cli.hub.sync import sync
from memento_cli.hub.watching import EVERY, FIRST_PAUSE, LONGEST_PAUSE, RENEWED, listen
from memento_cli.standard import suppress
from memento_cli.store.directory.store import Store

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import Any

    import psycopg

PATIENCE = 15.0
"""So many seconds the answer of a hub is waited for."""
FIRST_SECONDS = LAST_SECONDS = 5.0
"""At the start, as hosts give up soon on a server that does not answer; and at the end."""
CALL_LIMIT = "select memento.call_limit(%s)"


class Follower:
    """The thread, and what it knows of the hub.

    `call_limit` is how many calls a minute the tenant may have; None: any number. `problem` is why
    the last sync did not come to its end; None if it did.
    """

    def __init__(
        self,
        root: str,
        hub: str,
        tenant: str,
        now: Callable[[], datetime],
        warn: Callable[[str], None],
    ) -> None:
        self.root = root
        self.call_limit: int | None = None
        self.problem: MementoError | None = None
        self._hub, self._tenant, self._now, self._log = hub, tenant, now, warn
        self._told = set[str]()
        self._state = threading.Condition()
        self._asked = self._done = 0
        self._has_news = self._is_ended = self._has_synced = False
        self._bell, self._rung = socketpair()
        self._bell.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)

    def start(self) -> MementoError | None:
        """Begin; why the first sync failed, or was not done in time, or None if it was done."""
        self._thread.start()
        return self.synced(FIRST_SECONDS)

    def stop(self) -> None:
        """Sync once more, if that is quickly done, and end."""
        with self._state:
            self._is_ended = True
        self.ring()
        self._thread.join(LAST_SECONDS)

    def ring(self) -> None:
        """Let a sync begin soon, which nobody waits for."""
        with suppress(BlockingIOError):  # it has been rung often enough
            self._bell.send(b"\0")

    def synced(self, seconds: float = PATIENCE) -> MementoError | None:
        """Wait for a sync that begins from now on; why it failed, or None if it did not."""
        with self._state:
            self._asked += 1
            mine = self._asked
            self.ring()
            if not self._state.wait_for(lambda: self._done >= mine, seconds):
                return Failed("the hub does not answer in time")
            return self.problem

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._is_ended:
            self._has_synced = False
            try:
                with connected(self._hub) as connection:
                    self._follow(connection)
            except MementoError as problem:
                if self._has_synced:  # of a connection that was good: a new one may be, too
                    pause = FIRST_PAUSE
                    continue
                self._settle(self._asked, problem)
            except Exception:
                self._warn(traceback.format_exc())
                self._settle(self._asked, Failed("the sync with the hub failed"))
            if not self._is_ended:
                self._wait([self._rung], pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _follow(self, connection: psycopg.Connection[Any]) -> None:
        """Sync over a connection for as long as it holds."""
        own = connection.info.backend_pid
        connection.add_notify_handler(lambda notice: self._hear(notice.pid != own))
        renewed = -RENEWED
        while True:
            store = Store(self.root, self._warn)
            if time.monotonic() > renewed + RENEWED:
                row = connection.execute(CALL_LIMIT, (self._tenant,)).fetchone()
                self.call_limit = row[0] if row else None
                listen(connection, self._tenant, store)
                renewed = time.monotonic()
            is_last, self._has_news = self._is_ended, False
            self._sync(store, connection)
            self._has_synced = True
            if is_last:
                return
            if not self._has_news:
                self._wait([self._rung, connection], EVERY)

    def _sync(self, store: Store, connection: psycopg.Connection[Any]) -> None:
        """One sync, and word to those who wait for it. What the hub refuses ends no connection."""
        asked, problem = self._asked, None
        try:
            done = sync(store, self._hub, self._tenant, connection, self._now())
            for held in done.held:
                self._warn(f"stays here: {held}")
        except MementoError as found:
            problem = found
        self._settle(asked, problem)

    def _settle(self, asked: int, problem: MementoError | None) -> None:
        """Let those who asked until then know how it went."""
        if problem:
            self._warn(problem.message)
        elif self.problem:
            self._told.discard(self.problem.message)
        with self._state:
            self._done, self.problem = max(self._done, asked), problem
            self._state.notify_all()

    def _warn(self, text: str) -> None:
        """Warn once of what each sync finds again."""
        if text not in self._told:
            self._told.add(text)
            self._log(text)

    def _hear(self, is_news: bool) -> None:
        self._has_news |= is_news

    def _wait(self, things: list[Any], seconds: float) -> None:
        """Wait until the bell is rung, or the hub says something."""
        with DefaultSelector() as selector:  # `select` takes no handle above 1023
            for thing in things:
                selector.register(thing, EVENT_READ)
            ready = [key.fileobj for key, _ in selector.select(seconds)]
        if self._rung in ready:
            self._rung.recv(1 << 16)
