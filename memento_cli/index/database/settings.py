"""A copy of the settings in the index, so that a command that only reads need not parse TOML."""

from __future__ import annotations

import marshal
import os

from memento_cli.index.database.database import STUMBLES, meta, open_database, set_meta
from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.refresh.freshness import SETTINGS, declared, plain_bytes, seen_stamp
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.values import Settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3

    from memento_cli.store.directory.store import Store


PREFIX = "setting."
PLAIN = (str, int, float)
VALUES = "setting_values"
FORMAT = 4
"""The format of `marshal` that every Python reads."""


def keep_settings(database: sqlite3.Connection, store: Store) -> None:
    """Copy the store's settings, with the bytes that they were read from, if they are valid."""
    is_sound = not store.problem and not store.settings.unknown
    raw = store.settings.raw if is_sound else b""
    if meta(database, "settings") == raw and meta(database, "declared") == declared():
        return
    set_meta(database, "settings", raw)
    set_meta(database, "declared", declared())
    set_meta(database, VALUES, marshal.dumps(dict(store.settings.filed), FORMAT))
    for key, value in store.settings.filed.items():
        set_meta(database, PREFIX + key, value if isinstance(value, PLAIN) else repr(value))


class KeptSettings(NamedTuple):
    """The settings in an index, and its stamp of the folder of memories, if that is still so
    (`index/refresh/freshness.py`)."""

    settings: Settings | None = None
    seen: str = ""


def kept_settings(root: str) -> KeptSettings:
    """The settings that the index of the store at this real path has.

    None if their file has changed, if they are not valid, or if the memento that copied them may
    have had other defaults.
    """
    raw = plain_bytes(os.path.join(root, SETTINGS))
    database = open_database(os.path.join(index_folder(root), FILE), root) if raw else None
    if database is None:
        return KeptSettings()
    try:
        seen = seen_stamp(database, root, index_folder(root))
        values = meta(database, VALUES)
        is_same = meta(database, "settings") == raw and meta(database, "declared") == declared()
        if not is_same or not isinstance(values, bytes):
            return KeptSettings(seen=seen)
        return KeptSettings(Settings(marshal.loads(values), raw=raw), seen)
    except (*STUMBLES, EOFError):
        return KeptSettings()
    finally:
        database.close()
