"""Whether a memory to be recorded may nearly repeat another, without a look at every file.

The index tells of those that it has read. Which files it has not read their names and inodes show,
which a folder lists without a look at the files: what was just recorded is there, or edited.
"""

from __future__ import annotations

import os
import time

from memento_cli.cli.front.index import PROBLEM, refreshed
from memento_cli.core.alike import may_repeat
from memento_cli.core.text import plain
from memento_cli.index.database import meta, opened
from memento_cli.index.look import folder_stamp
from memento_cli.index.place import FILE, index_folder
from memento_cli.index.search import SOME, rows_of, sharing
from memento_cli.index.sqlite import Connection, Error
from memento_cli.store.names import is_value, stem_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.core.memory import Draft
    from memento_cli.store.store import Store


def may_have_twin(store: Store, draft: Draft) -> bool:
    """Whether some memory may be nearly the same as a whole draft, or there is no way to tell."""
    folder = index_folder(store.root)
    database = opened(os.path.join(folder, FILE), store.root)
    if database is None:
        return True
    try:
        unread = _unread(database, store.memories.folder)
        if len(unread) > SOME:
            if not refreshed(database, store.root, folder):
                return True
            unread = []
        if database.execute(PROBLEM).fetchone():
            return True
        said, likeness = plain(draft.summary), store.settings["duplicates.likeness"]
        return any(
            person == draft.person and may_repeat(said, plain(summary), likeness)
            for person, summary in _told(database, store, draft, unread)
        )
    except Error:
        return True
    finally:
        database.close()


def _unread(database: Connection, folder: str) -> list[str]:
    """The files that the index does not know by name and inode."""
    stamp = folder_stamp(folder, time.time_ns())
    if stamp and stamp == meta(database, "folder"):
        return []  # nothing has come, gone or been replaced
    known = dict(database.execute("SELECT name, inode FROM file"))
    with os.scandir(folder) as entries:
        new = [entry.name for entry in entries if known.get(entry.name) != entry.inode()]
    return [name for name in new if is_value(name)]


def _told(
    database: Connection, store: Store, draft: Draft, unread: list[str]
) -> Iterator[tuple[str, str]]:
    """Whose they are and what they say: those that share words, and all that are unread."""
    for name in unread:
        memory = store.memories.read(stem_of(name)).value
        yield memory.person, memory.content.summary
    yield from rows_of(database, sharing(database, draft.summary), "person, summary").values()
