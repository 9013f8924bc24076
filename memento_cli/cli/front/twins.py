"""Whether a memory to be recorded may nearly repeat another, without a look at every file.

The index tells of those that it has read. Which files it has not read their names and inodes show,
which a folder lists without a look at the files: what was just recorded is there, or edited.
"""

from __future__ import annotations

import os
import time

from memento_cli.cli.front.index import PROBLEM, refreshed
from memento_cli.core.alike import may_repeat
from memento_cli.index.database import meta, opened
from memento_cli.index.look import folder_stamp, keep_bytes, plain_bytes
from memento_cli.index.place import FILE, RECORDED, index_folder
from memento_cli.index.search import SOME, rows_of, sharing
from memento_cli.index.sqlite import Connection, Error
from memento_cli.store.names import SUFFIX, is_value, stem_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.core.memory import Draft
    from memento_cli.store.store import Store

END = "."  # of what is noted, if it is whole
FOREVER = 1 << 63  # nanoseconds

Unread = tuple[str, str, list[str]]
"""The folder's stamp that the index has seen, the one now, and the files that came between."""


def without_twin(store: Store, draft: Draft) -> Unread | None:
    """What no index has read yet, if no memory at all is nearly the same as a whole draft.

    None if one may be, or if there is no way to tell.
    """
    folder = index_folder(store.root)
    database = opened(os.path.join(folder, FILE), store.root)
    if database is None:
        return None
    try:
        found = _unread(database, store.memories.folder, folder)
        if len(found[2]) > SOME:
            if not refreshed(database, store.root, folder):
                return None
            found = _unread(database, store.memories.folder, folder)
        if database.execute(PROBLEM).fetchone():
            return None
        likeness = store.settings["duplicates.likeness"]
        for person, summary in _told(database, store, draft, found[2]):
            if person == draft.person and may_repeat(draft.summary, summary, likeness):
                return None
        return found
    except Error:
        return None
    finally:
        database.close()


def is_as_seen(store: Store, unread: Unread) -> bool:
    """Whether nothing has come into the folder since it was looked at."""
    return _stamp(store.memories.folder) == unread[1]


def keep_unread(store: Store, unread: Unread, id: str) -> None:
    """Note for the next record what no index has read, the memory just recorded too.

    With a hundred thousand files it would take a tenth of a second to see that there is one more.
    """
    base, _, names = unread
    kept = [base, _stamp(store.memories.folder), *names, id + SUFFIX, END]
    if not any("\n" in part for part in kept):
        path = os.path.join(index_folder(store.root), RECORDED)
        keep_bytes(path, os.fsencode("\n".join(kept)))


def _unread(database: Connection, folder: str, place: str) -> Unread:
    """The files that the index does not know by name and inode."""
    base, stamp = str(meta(database, "folder") or ""), _stamp(folder)
    if stamp == base and stamp == folder_stamp(folder, time.time_ns()):
        return base, stamp, []  # nothing has come, gone or been replaced
    kept = os.fsdecode(plain_bytes(os.path.join(place, RECORDED))).split("\n")
    if kept[:2] == [base, stamp] and kept[-1] == END:
        return base, stamp, kept[2:-1]  # nothing since the last record, which told what was before
    known = dict(database.execute("SELECT name, inode FROM file"))
    with os.scandir(folder) as entries:
        new = [entry.name for entry in entries if known.get(entry.name) != entry.inode()]
    return base, stamp, [name for name in new if is_value(name)]


def _stamp(folder: str) -> str:
    """The stamp of a folder, however young."""
    return folder_stamp(folder, FOREVER)


def _told(
    database: Connection, store: Store, draft: Draft, unread: list[str]
) -> Iterator[tuple[str, str]]:
    """Whose they are and what they say: those that share words, and all that are unread."""
    for name in unread:
        memory = store.memories.read(stem_of(name)).value
        yield memory.person, memory.content.summary
    yield from rows_of(database, sharing(database, draft.summary), "person, summary").values()
