"""Opening a store: with the settings that its index keeps, where its file still says the same."""

from __future__ import annotations

import os

from memento_cli.index.database.settings import kept_settings
from memento_cli.store.directory.store import Store

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable


def open_indexed_store(place: str, warn: Callable[[str], None]) -> Store:
    """The store in this folder. NotFound if it is none; `warn` hears of what is skipped in it."""
    root = os.path.realpath(place)
    kept = kept_settings(root)
    store = Store(root, warn, kept.settings)
    store.indexed_folder.note(kept.seen)
    return store
