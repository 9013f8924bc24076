"""init and open_store: create a store, and open one."""

from __future__ import annotations

import os

from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.creation import CLOSE, exposure, make_store
from memento_cli.store.directory.folders import ignore_warning
from memento_cli.store.directory.location import store_location
from memento_cli.store.directory.store import Store
from memento_cli.store.directory.trust import guarded

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable


class NewStore(NamedTuple):
    """A new store, and the names of the files written for it."""

    store: Store
    written: tuple[str, ...]


def init(
    path: str,
    *,
    profile: str = "half-life",
    person: str = "me",
    timezone: str = "UTC",
    warn: Callable[[str], None] = ignore_warning,
) -> NewStore:
    """Create a store in a folder, which may already have files and a git repository.

    `warn` is called if others may write to or read the folder, and if the store could not be
    marked as trusted (`store/directory/trust.py`).
    """
    written = make_store(path, {"profile": profile, "person": person, "timezone": timezone})
    store = Store(path, warn)
    if risk := exposure(store.root):
        warn(f"{store.root}: {risk}; {CLOSE}")
    try:
        with store.lock.held():
            store.writer()
    except MementoError as problem:
        warn(f"{problem.message}; not trusted yet, `memento store trust` mends that")
    return NewStore(store, tuple(written))


def open_store(path: str | None = None, warn: Callable[[str], None] = ignore_warning) -> Store:
    """The store at a path, or the one that the command line would find from the current folder.

    `warn` is called once for each file or line that has to be skipped.
    """
    return guarded(Store(store_location(path, os.environ), warn), path)
