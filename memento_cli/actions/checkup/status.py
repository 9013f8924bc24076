"""status: the store, its index, and how far the index is behind. Changes neither."""

from __future__ import annotations

import os
import sqlite3

from memento_cli.actions.tidy.passes import last_seen
from memento_cli.core.time.when import EPOCH
from memento_cli.index.database.database import open_database
from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.refresh.freshness import MEMORIES, log_stamps
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.clone import actor
from memento_cli.store.directory.trust import is_trusted
from memento_cli.store.files.names import ids_of, names_in

TYPE_CHECKING = False

ARCHIVE = "archive"

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.store.directory.store import Store


class Status(NamedTuple):
    """A store and its index; the drift is counted against the files on the disk.

    `memories` are the files in their folder, readable or not; `added`, `changed` and
    `removed` are files, and `logs` the log files, of which the index does not know yet; `problems`
    are files and lines that cannot be read. `maintained` is when this clone's last pass was. It is
    `trusted` unless it came with a repository and this clone may not write to it.
    """

    store: str
    profile: str
    writer: str
    memories: int
    archived: int
    journal_files: int
    index_file: str
    index_bytes: int
    indexed: int
    added: int
    changed: int
    removed: int
    logs: int
    problems: int
    maintained: datetime | None
    trusted: bool = True


def status(store: Store, *, whole: bool = False) -> Status:
    """How far the index is behind; nothing is refreshed. The stamps of all files are compared if
    `whole`."""
    folder = index_folder(store.root)
    path = os.path.join(folder, FILE)
    database = open_database(path, store.root)
    logs = dict(log_stamps(store.root))
    counts = None
    if database is not None:
        try:
            counts = _counts(database, store, whole)
        except sqlite3.Error:
            database = None
        else:
            database.close()
    if counts is None:
        here = len(names_in(os.path.join(store.root, MEMORIES)))
        counts = (here, 0, here, 0, 0, len(logs), 0)
    here, indexed, added, changed, removed, behind, problems = counts
    return Status(
        store=store.root,
        profile=store.settings["profile"],
        writer=actor(),
        memories=here,
        archived=len(ids_of(names_in(os.path.join(store.root, ARCHIVE)))),
        journal_files=len(logs),
        index_file=path if database is not None else "",
        index_bytes=os.path.getsize(path) if database is not None else 0,
        indexed=indexed,
        added=added,
        changed=changed,
        removed=removed,
        logs=behind,
        problems=problems,
        maintained=at if (at := last_seen(store).at) > EPOCH else None,
        trusted=is_trusted(store.root),
    )


def _counts(database: sqlite3.Connection, store: Store, whole: bool) -> tuple[int, ...]:
    from memento_cli.index.refresh.refresh import drift

    names, logs, here = drift(database, store, whole=whole)
    count = "SELECT (SELECT count(*) FROM memory), "
    count += "(SELECT count(*) FROM file WHERE problem IS NOT NULL) + "
    indexed, problems = database.execute(count + "(SELECT count(*) FROM bad_line)").fetchone()
    added, changed, removed = map(len, names)
    return here, indexed, added, changed, removed, logs, problems
