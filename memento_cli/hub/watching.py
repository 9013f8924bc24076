"""sync --watch: a store that stays in step with a hub, and waits out a hub that is away."""

from __future__ import annotations

import time

from memento_cli.errors import Busy, Failed
from memento_cli.hub.connection import connected
from memento_cli.hub.remote import Remote
from memento_cli.hub.sync import sync

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from typing import Any

    import psycopg

    from memento_cli.hub.sync import Synced
    from memento_cli.store.directory.store import Store

EVERY = 5.0
"""Seconds after which files are looked at again; what others push is told at once."""
RENEWED = 60.0
"""Seconds after which the hub is asked again to tell; it stops after two minutes."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0


def following(
    opened: Callable[[], Store],
    hub: str,
    tenant: str,
    now: Callable[[], datetime],
    away: Callable[[str], None],
) -> Iterator[Synced]:
    """What each sync did that did anything, for as long as one asks; the first in any case.

    `opened` opens the store anew. `away` is told once why a hub cannot be reached, and that it is
    tried again until it can.
    """
    pause, is_first = FIRST_PAUSE, True
    while True:
        try:
            with connected(hub) as connection:
                pause, asked = FIRST_PAUSE, -RENEWED
                while True:
                    store = opened()
                    done = sync(store, hub, tenant, connection, now())
                    if is_first or any(done[:5]):
                        yield done
                    is_first = False
                    if time.monotonic() > asked + RENEWED:
                        listen(connection, tenant, store)
                        asked = time.monotonic()
                    for _ in connection.notifies(timeout=EVERY, stop_after=1):
                        pass
        except (Failed, Busy) as problem:
            if pause == FIRST_PAUSE:
                away(problem.message)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def listen(connection: psycopg.Connection[Any], tenant: str, store: Store) -> None:
    """Ask to be told of changes. Behind a pool of connections nothing is told, and EVERY counts."""
    from psycopg import sql

    channel = Remote(connection, tenant, store.writer()[1]).channel()
    connection.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
