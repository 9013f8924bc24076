"""What memento itself has written into the folder of memories, as a note beside the index.

Whatever is created or replaced there changes the folder's stamp, and then every file is compared
with the index. Where a note tells that the folder was as the index has it until this memento wrote,
names and inodes are enough: a file that is written anew has another inode.
"""

from __future__ import annotations

import os

from memento_cli.index.database.place import WRITTEN, index_folder
from memento_cli.index.refresh.freshness import (
    FOREVER,
    MEMORIES,
    folder_stamp,
    is_noted,
    keep_bytes,
    noted_text,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3

    from memento_cli.store.directory.store import Store


def seen_stamp(database: sqlite3.Connection, root: str, folder: str) -> str:
    """The stamp that the index in this folder has of the memories' folder; empty if somebody else
    has written there since."""
    row = database.execute("SELECT value FROM meta WHERE key = 'folder'").fetchone()
    known = str(row[0]) if row and row[0] else ""
    now = folder_stamp(os.path.join(root, MEMORIES), FOREVER)
    return known if known and (known == now or is_noted(folder, known, now)) else ""


def note_written(store: Store) -> None:
    """Note that nobody but this store's writer has changed the folder since the index saw it."""
    memories = os.path.join(store.root, MEMORIES, "")
    if store.indexed_folder.stamp and any(path.startswith(memories) for path in store.changed):
        now = folder_stamp(memories, FOREVER)
        keep_bytes(
            os.path.join(index_folder(store.root), WRITTEN),
            noted_text(store.indexed_folder.stamp, now),
        )
