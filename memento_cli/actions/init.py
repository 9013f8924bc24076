"""init and open_store: where everything starts."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from memento_cli.errors import Failed
from memento_cli.store.making import made_store
from memento_cli.store.store import Store, found_store, silent
from memento_cli.store.trust import guarded


class Made(NamedTuple):
    """A new store, and the names of what was written for it."""

    store: Store
    written: tuple[str, ...]


def init(
    path: str, *, profile: str = "half-life", person: str = "me", timezone: str = "UTC"
) -> Made:
    """Make a store in a folder, which may have files and a git repository already."""
    written = made_store(path, {"profile": profile, "person": person, "timezone": timezone})
    store = Store(path)
    with suppress(Failed), store.lock.held():
        store.writer()  # who makes a store may write to it (`store/trust.py`); it is made already
    return Made(store, tuple(written))


def open_store(path: str | None = None, warn: Callable[[str], None] = silent) -> Store:
    """The store at a path, or the one that the command line would find from here.

    `warn` hears once of each file or line that has to be skipped.
    """
    return guarded(Store(found_store(path, os.environ), warn), path)
