"""Bringing the index up to date: what a look found is read again, and nothing else.

A refresh is one transaction. Several processes may want one at once: whoever comes second looks
again when the first is done.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from memento_cli.index.database import COUNTED, meta, set_meta
from memento_cli.index.logs import refresh_logs
from memento_cli.index.look import MEMORIES, Look, known_logs, log_stamps, look
from memento_cli.index.settings import keep_settings
from memento_cli.index.stamps import Stamp, difference, stamp_of
from memento_cli.index.writing import Writer
from memento_cli.store.collection import Broken
from memento_cli.store.names import names_in, stem_of
from memento_cli.store.store import Store

RULES = "rules"
Names = tuple[list[str], list[str], list[str]]
"""The names of files that were added, changed and removed."""


class Changes(NamedTuple):
    """The ids of memories whose files were added, changed or removed since the last refresh.

    `acted` are those of whom the journal has new lines, or other ones.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()


def refresh(
    database: sqlite3.Connection,
    store: Store,
    folder: str,
    *,
    everything: bool = False,
    names: Iterable[str] = (),
    tick: Callable[[], None] = lambda: None,
) -> Changes:
    """Read again what is not as the index has it.

    `names` are files to compare that the look may have passed by; `everything` compares all.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        seen = look(database, store.root, folder)
        seen.names = list(dict.fromkeys((*seen.names, *differing(database, store.root, names))))
        changes = _applied(database, store, seen, everything, tick)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return changes


def filled(
    database: sqlite3.Connection,
    store: Store,
    folder: str,
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Fill the tables of a new index: everything in the store is new to it."""
    seen = look(database, store.root, folder)
    keep_settings(database, store)
    set_meta(database, RULES, repr(store.settings.rules))
    names = list(filter(is_text, names_in(store.memories.folder)))
    writer = Writer(database, store, new=True)
    writer.number(names)
    refresh_logs(database, store, seen.logs, writer)
    writer.put_in_order()
    writer.read(names, tick)
    _close(database, store, seen)


def _applied(
    database: sqlite3.Connection,
    store: Store,
    seen: Look,
    everything: bool,
    tick: Callable[[], None],
) -> Changes:
    keep_settings(database, store)
    writer = Writer(database, store)
    if meta(database, RULES) != repr(store.settings.rules):
        set_meta(database, RULES, repr(store.settings.rules))
        writer.touch_all()
    acted = refresh_logs(database, store, seen.logs, writer)
    sweep = everything or seen.folder_changed
    names = _swept(database, store) if sweep else _looked_at(store, seen.names)
    added, changed, removed = names
    writer.remove(removed)
    writer.read(added, tick)
    changed = writer.read(changed, tick)
    writer.fold()
    _close(database, store, seen if sweep else None)
    return Changes(_ids(added), _ids(changed), _ids(removed), acted)


def _close(database: sqlite3.Connection, store: Store, swept: Look | None) -> None:
    """What the index notes about itself at the end: counts, and the folder if all was compared."""
    if swept:
        set_meta(database, "folder", swept.folder)
        _keep_strays(database, store)
    for table in COUNTED:
        count = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        set_meta(database, f"count.{table}", count)


def _ids(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(stem_of, names))


def drift(database: sqlite3.Connection, store: Store) -> tuple[Names, int]:
    """What a refresh of everything would read again: files, and how many log files."""
    known = known_logs(database)
    logs = dict(log_stamps(store.root))
    behind = sum(known.get(path) != logs.get(path) for path in {**known, **logs})
    return _swept(database, store), behind


def _swept(database: sqlite3.Connection, store: Store) -> Names:
    """What differs, by the stamps of all files."""
    rows = database.execute("SELECT name, mtime, ctime, size, inode FROM file ORDER BY name")
    known = ((name, (mtime, ctime, size, inode)) for name, mtime, ctime, size, inode in rows)
    found: dict[str, list[str]] = {"added": [], "changed": [], "removed": []}
    for change, name in difference(stamps_in(os.path.join(store.root, MEMORIES)), known):
        found[change].append(name)
    return found["added"], found["changed"], found["removed"]


def stamps_in(folder: str) -> Iterator[tuple[str, Stamp]]:
    """The stamps of a folder's files, by name."""
    for name in names_in(folder):
        try:
            if is_text(name):
                yield name, stamp_of(os.lstat(f"{folder}/{name}"))
        except OSError:
            continue  # gone since it was listed


def is_text(name: str) -> bool:
    """Whether a file's name can be read: as no id is made of other bytes, it is nobody's."""
    return name.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in name)


def _keep_strays(database: sqlite3.Connection, store: Store) -> None:
    """What cannot be a memory for its name alone; it has no place among those that can."""
    database.execute("DELETE FROM stray")
    odd = [name for name in names_in(store.memories.folder) if not is_text(name)]
    for found in store.memories.read_names(odd):
        if isinstance(found, Broken):
            problem = os.fsencode(found.problem.message)
            database.execute("INSERT INTO stray VALUES (?)", (problem,))


def differing(database: sqlite3.Connection, root: str, names: Iterable[str]) -> Iterator[str]:
    """Those of the named files that are not as the index has them."""
    query = "SELECT mtime, ctime, size, inode FROM file WHERE name = ?"
    for name in names:
        known = database.execute(query, (name,)).fetchone()
        try:
            stamp = stamp_of(os.lstat(os.path.join(root, MEMORIES, name)))
        except OSError:
            stamp = None
        if known != stamp:
            yield name


def _looked_at(store: Store, names: Iterable[str]) -> Names:
    """The files that a look found changed, and those that are gone."""
    there = os.path.join(store.root, MEMORIES, "")
    gone = [name for name in names if not os.path.lexists(there + name)]
    return [], [name for name in names if name not in gone], gone
