"""status: the store, its index, and how far the index is behind its files. Changes neither."""

from __future__ import annotations

import os
import sqlite3

from memento_cli.actions.store.stamps import last_pass
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
    """A store and its index.

    `memories` counts the files in their folder, readable or not; `added`, `changed` and `removed`
    count files, and `logs` log files, that the index does not reflect yet; `problems` counts files
    and lines that cannot be read. `maintained` is the time of this clone's last `tidy run`.
    `trusted` is False for a store of a repository that this clone may not write to.
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
    """The status without a refresh; `whole`: compare the stamps of all files."""
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
        files = len(names_in(os.path.join(store.root, MEMORIES)))
        counts = (files, 0, files, 0, 0, len(logs), 0)
    files, indexed, added, changed, removed, behind, problems = counts
    return Status(
        store=store.root,
        profile=store.settings["profile"],
        writer=actor(),
        memories=files,
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
        maintained=at if (at := last_pass(store).at) > EPOCH else None,
        trusted=is_trusted(store.root),
    )


def _counts(database: sqlite3.Connection, store: Store, whole: bool) -> tuple[int, ...]:
    from memento_cli.index.refresh.refresh import drift

    names, logs, files = drift(database, store, whole=whole)
    count = "SELECT (SELECT count(*) FROM memory), "
    count += "(SELECT count(*) FROM file WHERE problem IS NOT NULL) + "
    indexed, problems = database.execute(count + "(SELECT count(*) FROM bad_line)").fetchone()
    added, changed, removed = map(len, names)
    return files, indexed, added, changed, removed, logs, problems
