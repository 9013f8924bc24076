"""One sync of a clone at a time, and whether another one waits for its turn already."""

from __future__ import annotations

import os

from memento_cli.errors import Busy
from memento_cli.standard import contextmanager
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.lock import Lock

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.store.directory.store import Store

UNDER_WAY, NEXT = "sync", "sync.next"


@contextmanager
def alone(store: Store) -> Iterator[None]:
    """While one sync of this clone is under way, others wait as for the store's lock, one of them
    as the next."""
    from contextlib import ExitStack

    timeout = store.settings["lock.timeout_seconds"]
    with ExitStack() as under_way:
        with _lock(store, NEXT, timeout).held():
            under_way.enter_context(_lock(store, UNDER_WAY, timeout).held())
        yield


def has_next(store: Store) -> bool:
    """Whether a sync waits that has not begun, and so will push whatever is written by now."""
    try:
        with _lock(store, NEXT, 0).held():
            return False
    except Busy:
        return True


def _lock(store: Store, name: str, timeout: float) -> Lock:
    return Lock(os.path.join(store.root, PRIVATE, name), timeout)
