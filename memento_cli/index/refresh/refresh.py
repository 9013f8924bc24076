"""Bringing the index up to date: only what a check found is read again.

A refresh is one transaction. If several processes want one at once, the second checks again when
the first is done.
"""

from __future__ import annotations

import os
from itertools import chain

from memento_cli.index.database.database import (
    count_rows,
    meta,
    one_transaction,
    rows_among,
    set_meta,
)
from memento_cli.index.database.place import index_folder
from memento_cli.index.database.settings import keep_settings
from memento_cli.index.refresh.freshness import (
    UNBELIEVED,
    Changes,
    Erased,
    check_freshness,
    difference,
    differing,
    known_logs,
    log_stamps,
)
from memento_cli.index.refresh.writing import Writer
from memento_cli.store.files.names import is_value_name, names_in, stem_of
from memento_cli.store.files.system import IN_FOLDERS, stamp_of
from memento_cli.store.records.loaded import Broken

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from memento_cli.index.refresh.freshness import IndexStatus, Stamped
    from memento_cli.store.directory.store import Store


RULES, ERASURES, ENTRIES = "rules", "erasures", "entries"
Names = tuple[list[str], list[str], list[str]]
"""The names of files that were added, changed and removed."""


def refresh(
    database: sqlite3.Connection,
    store: Store,
    folder: str,
    *,
    everything: bool = False,
    names: Iterable[str] = (),
    compared: bool = False,
    tick: Callable[[], None] = lambda: None,
) -> Changes:
    """Read again what differs from the index.

    `names` are files to be compared beside those of the check; `everything` compares all. If a
    slice was `compared` just now, and what differed in it is in `names`, no other is.
    """
    with one_transaction(database):
        status = check_freshness(database, store.root, folder, files=not compared)
        status.names = list(dict.fromkeys((*status.names, *differing(database, store.root, names))))
        return _applied(database, store, status, everything, tick)


def filled(
    database: sqlite3.Connection, store: Store, folder: str, tick: Callable[[], None] = lambda: None
) -> None:
    """Fill the tables of a new index from the whole store."""
    status = check_freshness(database, store.root, folder)
    keep_settings(database, store)
    set_meta(database, RULES, repr(store.settings.rules))
    set_meta(database, ENTRIES, _entries(store))
    names, odd = _listed(store)
    writer = Writer(database, store, new=True)
    writer.number(names)
    writer.lines.refresh(store.root, status.logs)
    writer.lines.put_in_order()
    set_meta(database, ERASURES, writer.erasures())
    writer.read(names, tick)
    _compared(database, store, status, odd)
    count_rows(database)


def _applied(
    database: sqlite3.Connection,
    store: Store,
    status: IndexStatus,
    everything: bool,
    tick: Callable[[], None],
) -> Changes:
    keep_settings(database, store)
    writer = Writer(database, store)
    if meta(database, RULES) != repr(store.settings.rules):
        set_meta(database, RULES, repr(store.settings.rules))
        writer.touch_all()
    acted = writer.lines.refresh(store.root, status.logs)
    if acted and writer.erasures() != meta(database, ERASURES):
        raise Erased
    differing = None if everything else _differing(database, store, status)
    if differing is None:
        set_meta(database, ENTRIES, _entries(store))
        names, odd = _listed(store)
        differing = _swept(database, store, names)
        _compared(database, store, status, odd)
    added, changed, removed = differing
    writer.remove(removed)
    writer.read(added, tick)
    changed = writer.read(changed, tick)
    writer.fold()
    count_rows(database)
    return Changes(_ids(added), _ids(changed), _ids(removed), acted)


def _ids(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(stem_of, names))


def drift(database: sqlite3.Connection, store: Store, *, whole: bool) -> tuple[Names, int, int]:
    """What a refresh would read again: files, and the number of logs; and the number of all files.

    The stamps of all files are compared if `whole`, or if the folder has changed; else those of the
    slice of any check.
    """
    known = known_logs(database)
    logs = dict(log_stamps(store.root))
    behind = sum(known.get(path) != logs.get(path) for path in {**known, **logs})
    status = check_freshness(database, store.root, index_folder(store.root))
    if not (whole or status.folder_changed):
        files = database.execute("SELECT count(*) FROM file").fetchone()[0]
        return ([], status.names, []), behind, files
    names, odd = _listed(store)
    return _swept(database, store, names), behind, len(names) + len(odd)


def _listed(store: Store) -> tuple[list[str], list[str]]:
    """The names of the memories' files, and apart from them those that are no UTF-8, which have no
    id."""
    names = names_in(store.memories.folder)
    odd = [name for name in names if not name.isascii() and not _is_text(name)]
    return ([name for name in names if name not in odd] if odd else names), odd


def _swept(database: sqlite3.Connection, store: Store, names: Sequence[str]) -> Names:
    known = database.execute("SELECT name, mtime, ctime, size, inode FROM file ORDER BY name")
    names_of: dict[str, list[str]] = {"added": [], "changed": [], "removed": []}
    for change, name in difference(_stamped(store.memories.folder, names), known):
        names_of[change].append(name)
    return names_of["added"], names_of["changed"], names_of["removed"]


def _differing(database: sqlite3.Connection, store: Store, status: IndexStatus) -> Names | None:
    """The files that a check found changed, and those by which memento itself changed the folder.
    None if other files came or went with them, or one of them cannot be a memory."""
    written = status.written if status.folder_changed else []
    if written is None or not all(is_value_name(name) and _is_text(name) for name in written):
        return None
    names = {*differing(database, store.root, written), *status.names}
    folder = os.path.join(store.memories.folder, "")
    there = {name for name in names if os.path.lexists(folder + name)}
    known = {name for (name,) in rows_among(database, "SELECT name FROM file WHERE name IN", names)}
    added, removed = there - known, known - there
    if status.folder_changed:
        entries = _entries(store)
        has_strays = database.execute("SELECT 1 FROM stray").fetchone() is not None
        if has_strays or entries - len(added) + len(removed) != meta(database, ENTRIES):
            return None
        set_meta(database, ENTRIES, entries)
        _keep_folder(database, status)
    return sorted(added), sorted(there & known), sorted(removed)


def _entries(store: Store) -> int:
    """The number of entries in the folder of memories, of whatever kind; 0 if it is not there."""
    try:
        return len(os.listdir(store.memories.folder))
    except OSError:  # told where the folder is listed
        return 0


def _stamped(folder: str, names: Sequence[str]) -> Iterator[Stamped]:
    """These files of a folder with their stamps; the folder's handle makes `stat` cheaper."""
    handle = os.open(folder, os.O_RDONLY) if names and IN_FOLDERS else None
    before = "" if IN_FOLDERS else os.path.join(folder, "")
    try:
        for name in names:
            try:
                now = os.stat(before + name, dir_fd=handle, follow_symlinks=False)
            except FileNotFoundError:
                continue  # removed since it was listed
            except OSError:
                yield name, *UNBELIEVED
                continue
            yield name, *stamp_of(now)
    finally:
        if handle is not None:
            os.close(handle)


def _is_text(name: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in name)


def _keep_folder(database: sqlite3.Connection, status: IndexStatus) -> None:
    """Store the folder's stamp, unless it is too young to be believed and memento's own note, which
    needs the older one, explains it."""
    if status.folder or status.written is None:
        set_meta(database, "folder", status.folder)


def _compared(
    database: sqlite3.Connection, store: Store, status: IndexStatus, odd: Sequence[str]
) -> None:
    """Store that all files were compared, and the problems of those that cannot be memories."""
    _keep_folder(database, status)
    database.execute("DELETE FROM stray")
    for loaded in chain(store.memories.read_names(odd), store.memories.waiting()):
        if isinstance(loaded, Broken):
            problem = os.fsencode(loaded.problem.message)
            database.execute("INSERT INTO stray VALUES (?)", (problem,))
