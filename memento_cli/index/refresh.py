"""Bringing the index up to date: what a look found is read again, and nothing else.

A refresh is one transaction. Several processes may want one at once: whoever comes second looks
again when the first is done.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from memento_cli.index.database import count_rows, meta, set_meta
from memento_cli.index.look import MEMORIES, Look, known_logs, log_stamps, look
from memento_cli.index.settings import keep_settings
from memento_cli.index.stamps import UNBELIEVED, Stamped, difference, stamp_of
from memento_cli.index.writing import Writer
from memento_cli.store.collection import Broken
from memento_cli.store.names import names_in, stem_of
from memento_cli.store.store import Store

RULES, ERASURES = "rules", "erasures"
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


class Erased(Exception):
    """Something was erased that the index may have: rows that are deleted leave words behind."""


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
    names, odd = _listed(store)
    writer = Writer(database, store, new=True)
    writer.number(names)
    writer.lines.refresh(store.root, seen.logs)
    writer.lines.put_in_order()
    set_meta(database, ERASURES, writer.erasures())
    writer.read(names, tick)
    _compared(database, store, seen, odd)
    count_rows(database)


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
    acted = writer.lines.refresh(store.root, seen.logs)
    if acted and writer.erasures() != meta(database, ERASURES):
        raise Erased
    if everything or seen.folder_changed:
        names, odd = _listed(store)
        added, changed, removed = _swept(database, store, names)
        _compared(database, store, seen, odd)
    else:
        added, changed, removed = _looked_at(store, seen.names)
    writer.remove(removed)
    writer.read(added, tick)
    changed = writer.read(changed, tick)
    writer.fold()
    count_rows(database)
    return Changes(_ids(added), _ids(changed), _ids(removed), acted)


def _ids(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(stem_of, names))


def drift(database: sqlite3.Connection, store: Store) -> tuple[Names, int, int]:
    """What a refresh of everything would read again: files, and how many log files.

    And how many files there are.
    """
    known = known_logs(database)
    logs = dict(log_stamps(store.root))
    behind = sum(known.get(path) != logs.get(path) for path in {**known, **logs})
    names, odd = _listed(store)
    return _swept(database, store, names), behind, len(names) + len(odd)


def _listed(store: Store) -> tuple[list[str], list[str]]:
    """The names of the memories' files; and those that cannot be read, so that they are nobody's.

    No id is made of other bytes than text.
    """
    names = names_in(store.memories.folder)
    odd = [name for name in names if not name.isascii() and not _is_text(name)]
    return ([name for name in names if name not in odd] if odd else names), odd


def _swept(database: sqlite3.Connection, store: Store, names: Sequence[str]) -> Names:
    """What differs, by the stamps of all files."""
    known = database.execute("SELECT name, mtime, ctime, size, inode FROM file ORDER BY name")
    found: dict[str, list[str]] = {"added": [], "changed": [], "removed": []}
    for change, name in difference(_stamped(store.memories.folder, names), known):
        found[change].append(name)
    return found["added"], found["changed"], found["removed"]


def _stamped(folder: str, names: Sequence[str]) -> Iterator[Stamped]:
    """These files of a folder with their stamps; a handle of it spares half of the way."""
    handle = os.open(folder, os.O_RDONLY) if names else -1
    try:
        for name in names:
            try:
                now = os.stat(name, dir_fd=handle, follow_symlinks=False)
            except FileNotFoundError:
                continue  # gone since it was listed
            except OSError:
                yield name, *UNBELIEVED
                continue
            yield name, now.st_mtime_ns, now.st_ctime_ns, now.st_size, now.st_ino
    finally:
        if names:
            os.close(handle)


def _is_text(name: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in name)


def _compared(database: sqlite3.Connection, store: Store, swept: Look, odd: Sequence[str]) -> None:
    """Note that all files were compared, and what cannot be a memory for its name alone, or yet."""
    set_meta(database, "folder", swept.folder)
    database.execute("DELETE FROM stray")
    for found in chain(store.memories.read_names(odd), store.memories.waiting()):
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
