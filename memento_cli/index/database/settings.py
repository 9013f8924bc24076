"""The settings as the index keeps them, so that a command that only asks need not read TOML."""

from __future__ import annotations

import marshal
import os

from memento_cli.index.database.database import meta, opened, set_meta
from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.database.sqlite import Error
from memento_cli.index.refresh.freshness import SETTINGS, declared, plain_bytes
from memento_cli.index.refresh.own_writes import seen_stamp
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
    """Keep the store's settings with the bytes that they were read from, if they are sound."""
    sound = not store.problem and not store.settings.unknown
    kept = store.settings.raw if sound else b""
    if meta(database, "settings") == kept and meta(database, "declared") == declared():
        return
    set_meta(database, "settings", kept)
    set_meta(database, "declared", declared())
    set_meta(database, VALUES, marshal.dumps(dict(store.settings.values), FORMAT))
    for key, value in store.settings.values.items():
        set_meta(database, PREFIX + key, value if isinstance(value, PLAIN) else repr(value))


class Kept(NamedTuple):
    """The settings that an index keeps, and the stamp that it has of the memories' folder, if the
    folder is as it says (`index/refresh/own_writes.py`)."""

    settings: Settings | None = None
    seen: str = ""


def kept_settings(root: str) -> Kept:
    """What the index of the store at this real path keeps of it.

    No settings if its file says anything else by now, if they are not sound, or if a memento has
    kept them that may have other defaults.
    """
    raw = plain_bytes(os.path.join(root, SETTINGS))
    database = opened(os.path.join(index_folder(root), FILE), root) if raw else None
    if database is None:
        return Kept()
    try:
        seen = seen_stamp(database, root, index_folder(root))
        kept = meta(database, VALUES)
        is_sound = meta(database, "settings") == raw and meta(database, "declared") == declared()
        if not is_sound or not isinstance(kept, bytes):
            return Kept(seen=seen)
        return Kept(Settings(marshal.loads(kept), raw=raw), seen)
    except (Error, ValueError, EOFError, TypeError):
        return Kept()
    finally:
        database.close()
