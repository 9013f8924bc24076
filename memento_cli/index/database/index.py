"""Opening the index of a store: bringing it up to date, or making it again."""

from __future__ import annotations

import os
from errno import EPERM

from memento_cli.core.journal.event_types import CODES, ERASED
from memento_cli.index.database.database import (
    STUMBLES,
    connect_to,
    faults_told,
    is_damaged,
    meta,
    open_database,
)
from memento_cli.index.database.place import (
    EVENTS,
    FILE,
    ROWS,
    VECTORS,
    delete,
    index_folder,
    is_trusted_index,
)
from memento_cli.index.database.settings import PREFIX
from memento_cli.index.database.sqlite import Error, OperationalError
from memento_cli.index.refresh.freshness import Changes, Erased, check_freshness, seen_stamp
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import closing, contextmanager, suppress
from memento_cli.store.directory.location import is_own
from memento_cli.store.files.names import FILE as SETTINGS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memento_cli.index.database.sqlite import Connection
    from memento_cli.store.directory.store import Store


IN_MEMORY = ":memory:"
FILES = (FILE, EVENTS)
ERASED_IDS = f"""
SELECT DISTINCT name.id FROM line JOIN name ON name.key = line.memory WHERE act = {CODES[ERASED]}
"""


class Index(NamedTuple):
    """An up-to-date index, and what had changed since it was opened before."""

    database: Connection
    changes: Changes


def no_progress() -> None:
    """A `tick` that reports no progress."""


@contextmanager
def index_of(
    store: Store,
    *,
    everything: bool = False,
    names: Sequence[str] = (),
    tick: Callable[[], None] = no_progress,
) -> Iterator[Index]:
    """The store's index, brought up to date with what a check of its freshness finds.

    `names` are files to be compared beside those of the check; `everything` compares all stamps.
    If the cache cannot be written, every file is read into an index in memory.
    """
    index = _index_of(store, everything, names, tick)

    def drop() -> None:
        discard(store.root)

    with closing(index.database), faults_told(index.database, "the index", drop):
        yield index


def discard(root: str) -> list[str]:
    """Delete the indexes of a store, which the next command makes again; the paths of those that
    are left, each with what the system says."""
    folder = index_folder(root)
    if not (is_own(os.path.dirname(folder)) and is_own(folder)):
        return []  # another user's folder, which memento does not read either
    return delete(os.path.join(folder, file) for file in FILES)


def discard_orphans() -> None:
    """Delete the indexes of stores that no longer exist, because they have their text, and vectors
    say as much."""
    from memento_cli.index.vectors.tables import drop_vectors

    files = (*FILES, VECTORS)
    with suppress(OSError), os.scandir(os.path.dirname(index_folder(""))) as folders:
        for path in (os.path.join(folder.path, file) for folder in folders for file in files):
            if not (is_trusted_index(path) and _is_of_nothing(path)):
                continue
            if os.path.basename(path) == VECTORS:
                drop_vectors(os.path.dirname(path))
            else:
                delete([path])


def _is_of_nothing(path: str) -> bool:
    """Whether the store that an index names is no longer there."""
    with suppress(OSError, Error), closing(connect_to(path)) as database:
        root = meta(database, "root")
        if isinstance(root, bytes):
            return not os.path.lexists(os.path.join(os.fsdecode(root), SETTINGS))
    return False


def _index_of(
    store: Store, everything: bool, names: Sequence[str], tick: Callable[[], None]
) -> Index:
    folder = index_folder(store.root)
    try:
        database = open_database(os.path.join(folder, FILE), store.root)
        if database is None:
            return Index(rebuild_index(store, tick), Changes())
        try:
            if meta(database, f"{PREFIX}timezone") != store.settings["timezone"]:
                raise Erased  # times without a zone were read in another
            changes = _refreshed(database, store, folder, everything, names, tick)
            store.indexed_folder.note(seen_stamp(database, store.root, folder))
            return Index(database, changes)
        except Erased:
            database.close()
            return Index(rebuild_index(store, tick, always=True), Changes())
        except STUMBLES as problem:
            damaged = is_damaged(database, problem)
            database.close()
            if not damaged:
                raise
            return Index(rebuild_index(store, tick, always=True), Changes())
    except (OSError, OperationalError) as problem:
        _not_of_the_store(problem, store.root)
        why = getattr(problem, "strerror", None) or str(problem)
        store.warn(f"{folder}: cannot keep an index there ({why}); reading every file instead")
    database = connect_to(IN_MEMORY)
    try:
        _fill(database, store, folder, tick)
    except OSError as problem:
        _not_of_the_store(problem, store.root)
        raise
    return Index(database, Changes())


def _not_of_the_store(problem: Exception, root: str) -> None:
    """Raise Failed if a file of the store is the problem, and not the cache."""
    path = getattr(problem, "filename", None)
    if path and os.fspath(path).startswith(root):
        from memento_cli.store.files.files import os_errors

        with os_errors(path):
            raise problem


def _refreshed(
    database: Connection,
    store: Store,
    folder: str,
    everything: bool,
    names: Sequence[str],
    tick: Callable[[], None],
) -> Changes:
    status = check_freshness(database, store.root, folder)
    if status.fresh and not (everything or names):
        return Changes()
    from memento_cli.index.refresh.refresh import refresh  # few commands find anything new

    return refresh(
        database, store, folder,
        everything=everything, names=(*names, *status.names), compared=status.compared, tick=tick,
    )  # fmt: skip


def rebuild_index(
    store: Store, tick: Callable[[], None] = no_progress, *, always: bool = False
) -> Connection:
    """Make the index from nothing; unless `always`, one just made by another process will do."""
    from memento_cli.index.database.making import make_index

    folder = index_folder(store.root)

    def fill(database: Connection) -> None:
        if left := _fill(database, store, folder, tick):
            raise OSError(EPERM, f"what was erased is left in {left[0]}")

    return make_index(store.root, FILE, fill, always=always)


def _fill(database: Connection, store: Store, folder: str, tick: Callable[[], None]) -> list[str]:
    """Read the store into an index; the files with vectors of what was erased that are left."""
    from memento_cli.index.database.database import create_orders, create_tables
    from memento_cli.index.refresh.refresh import filled

    create_tables(database, store.root)
    database.execute("BEGIN")
    filled(database, store, folder, tick)
    database.execute("COMMIT")
    left = _erase_vectors(database, store, folder)
    create_orders(database)
    return left


def _erase_vectors(database: Connection, store: Store, folder: str) -> list[str]:
    """Drop the vectors of what was erased, before an index is there that has taken note of it; the
    files that are left."""
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder)
    if any(name == VECTORS or name.endswith(ROWS) for name in names):
        from memento_cli.index.vectors.dropping import erase_vectors

        ids = {id for (id,) in database.execute(ERASED_IDS)}
        return erase_vectors(store.root, ids, store.has_memory, store.warn)
    return []
