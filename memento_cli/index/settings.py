"""The settings as the index keeps them, so that a command that only asks need not read TOML."""

from __future__ import annotations

import sqlite3

from memento_cli.index.database import meta, set_meta
from memento_cli.store.store import Store

PREFIX = "setting."
PLAIN = (str, int, float)


def keep_settings(database: sqlite3.Connection, store: Store) -> None:
    """Keep the store's settings with the bytes that they were read from, if they are sound."""
    sound = not store.problem and not store.settings.unknown
    kept = store.settings.raw if sound else b""
    if meta(database, "settings") == kept:
        return
    set_meta(database, "settings", kept)
    for key, value in store.settings.values.items():
        set_meta(database, PREFIX + key, value if isinstance(value, PLAIN) else repr(value))
