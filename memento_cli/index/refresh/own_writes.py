"""A note beside the index of what memento itself has written into the folder of memories.

Creating or replacing a file changes the folder's stamp, and then every file has to be compared with
the index. If a note tells that the folder was as the index has it until memento wrote, comparing
names and inodes is enough: a file that was replaced has another inode.
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
    """The stamp that the index has of the folder of memories; empty if another program has written
    there since. `folder` is that of the index."""
    row = database.execute("SELECT value FROM meta WHERE key = 'folder'").fetchone()
    indexed = str(row[0]) if row and row[0] else ""
    now = folder_stamp(os.path.join(root, MEMORIES), FOREVER)
    return indexed if indexed and (indexed == now or is_noted(folder, indexed, now)) else ""


def note_written(store: Store) -> None:
    """Note that only this process has changed the folder of memories since it was indexed."""
    memories = os.path.join(store.root, MEMORIES, "")
    if store.indexed_folder.stamp and any(path.startswith(memories) for path in store.changed):
        now = folder_stamp(memories, FOREVER)
        keep_bytes(
            os.path.join(index_folder(store.root), WRITTEN),
            noted_text(store.indexed_folder.stamp, now),
        )
