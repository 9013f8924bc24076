"""Opening a store with the settings in its index, if its file has not changed since."""

from __future__ import annotations

import os

from memento_cli.index.database.settings import kept_settings
from memento_cli.store.directory.store import Store

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable


def open_indexed_store(path: str, warn: Callable[[str], None]) -> Store:
    """The store in a folder. NotFound if it is none; `warn` is called for what is skipped in it."""
    root = os.path.realpath(path)
    cached = kept_settings(root)
    store = Store(root, warn, cached.settings)
    store.indexed_folder.note(cached.seen)
    return store
