"""init and open_store: where everything starts."""

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


class Made(NamedTuple):
    """A new store, and the names of what was written for it."""

    store: Store
    written: tuple[str, ...]


def init(
    path: str,
    *,
    profile: str = "half-life",
    person: str = "me",
    timezone: str = "UTC",
    warn: Callable[[str], None] = ignore_warning,
) -> Made:
    """Make a store in a folder, which may have files and a git repository already.

    `warn` hears if it is made in a folder that others may write to or look into, and if its maker
    is not trusted yet (`store/directory/trust.py`).
    """
    written = make_store(path, {"profile": profile, "person": person, "timezone": timezone})
    store = Store(path, warn)
    if told := exposure(store.root):
        warn(f"{store.root}: {told}; {CLOSE}")
    try:
        with store.lock.held():
            store.writer()
    except MementoError as problem:
        warn(f"{problem.message}; not trusted yet, `memento store trust` mends that")
    return Made(store, tuple(written))


def open_store(path: str | None = None, warn: Callable[[str], None] = ignore_warning) -> Store:
    """The store at a path, or the one that the command line would find from here.

    `warn` hears once of each file or line that has to be skipped.
    """
    return guarded(Store(store_location(path, os.environ), warn), path)
