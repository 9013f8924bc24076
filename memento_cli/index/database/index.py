"""The index of a store: opened, brought up to date, or made again."""

from __future__ import annotations

import os

from memento_cli.errors import BrokenIndex, Failed
from memento_cli.index.database.database import connected, meta, opened
from memento_cli.index.database.place import EVENTS, FILE, are_believed, index_folder
from memento_cli.index.database.settings import PREFIX
from memento_cli.index.database.sqlite import DatabaseError, Error, OperationalError
from memento_cli.index.refresh.changes import Changes, Erased
from memento_cli.index.refresh.freshness import check_freshness
from memento_cli.index.refresh.own_writes import seen_stamp
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import closing, contextmanager, suppress
from memento_cli.store.directory.layout import FILE as SETTINGS
from memento_cli.store.directory.location import is_own

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memento_cli.index.database.sqlite import Connection
    from memento_cli.store.directory.store import Store


IN_MEMORY = ":memory:"


FILES = (FILE, EVENTS)


class Index(NamedTuple):
    """An index that is as the store was when it was opened, and what had changed since before."""

    database: Connection
    changes: Changes


def silent() -> None:
    """Nobody watches the progress."""


@contextmanager
def index_of(
    store: Store,
    *,
    everything: bool = False,
    names: Sequence[str] = (),
    tick: Callable[[], None] = silent,
) -> Iterator[Index]:
    """The store's index, as fresh as a look makes it.

    `names` are files to compare beside those of the look; `everything` compares the stamps of all.

    Where the cache cannot be written, every file is read into an index that is gone afterwards.
    """
    index = _index_of(store, everything, names, tick)
    try:
        yield index
    except OperationalError as problem:  # of a disk, a limit: not of what is in the file
        raise Failed(f"the index: {problem}", "`memento store rebuild` makes another") from problem
    except DatabaseError as problem:
        discard(store.root)
        raise BrokenIndex(f"the index was broken ({problem})", "do it again") from problem
    finally:
        index.database.close()


def discard(root: str) -> None:
    """Throw the indexes of a store away; the next command makes others."""
    folder = index_folder(root)
    if not (is_own(os.path.dirname(folder)) and is_own(folder)):
        return  # it is not this user's: nothing of it was believed
    for file in FILES:
        with suppress(OSError):
            os.unlink(os.path.join(folder, file))


def discard_lost() -> None:
    """Throw away the indexes of stores that are no more where they were: they keep their words."""
    with suppress(OSError), os.scandir(os.path.dirname(index_folder(""))) as folders:
        for path in (os.path.join(folder.path, file) for folder in folders for file in FILES):
            if not are_believed(path):
                continue
            with suppress(OSError, Error), closing(connected(path)) as database:
                root = meta(database, "root")
                here = (
                    os.path.join(os.fsdecode(root), SETTINGS) if isinstance(root, bytes) else path
                )
                if not os.path.lexists(here):
                    os.unlink(path)


def _index_of(
    store: Store, everything: bool, names: Sequence[str], tick: Callable[[], None]
) -> Index:
    folder = index_folder(store.root)
    try:
        database = opened(os.path.join(folder, FILE), store.root)
        if database is None or not _is_in_zone(database, store):
            return Index(rebuilt(store, tick, always=database is not None), Changes())
        try:
            changes = _refreshed(database, store, folder, everything, names, tick)
            store.indexed_folder.note(seen_stamp(database, store.root, folder))
            return Index(database, changes)
        except Erased:
            database.close()
            return Index(rebuilt(store, tick, always=True), Changes())
        except OperationalError:
            database.close()
            raise
        except DatabaseError:
            database.close()
            return Index(rebuilt(store, tick), Changes())
    except (OSError, OperationalError) as problem:
        _not_of_the_store(problem, store.root)
        why = getattr(problem, "strerror", None) or str(problem)
        store.warn(f"{folder}: cannot keep an index there ({why}); reading every file instead")
    database = connected(IN_MEMORY)
    try:
        _fill(database, store, folder, tick)
    except OSError as problem:
        _not_of_the_store(problem, store.root)
        raise
    return Index(database, Changes())


def _is_in_zone(database: Connection, store: Store) -> bool:
    """Whether times that name no zone were read as they are to be read now."""
    return bool(meta(database, f"{PREFIX}timezone") == store.settings["timezone"])


def _not_of_the_store(problem: Exception, root: str) -> None:
    """Failed, if it is the store that cannot be read, and not the cache that cannot be written."""
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
    seen = check_freshness(database, store.root, folder)
    if seen.fresh and not (everything or names):
        return Changes()
    from memento_cli.index.refresh.refresh import (
        refresh,  # which reads files: few commands find any new
    )

    names = (*names, *seen.names)  # the slice has gone on: the next look passes them by
    return refresh(database, store, folder, everything=everything, names=names, tick=tick)


def rebuilt(store: Store, tick: Callable[[], None] = silent, *, always: bool = False) -> Connection:
    """The index made from nothing; one that another process has made meanwhile will do, unless it
    is `always` made."""
    from memento_cli.index.database.making import made

    folder = index_folder(store.root)

    def fill(database: Connection) -> None:
        _fill(database, store, folder, tick)

    return made(store.root, FILE, fill, always=always)


def _fill(database: Connection, store: Store, folder: str, tick: Callable[[], None]) -> None:
    from memento_cli.index.database.database import created, finished
    from memento_cli.index.refresh.refresh import filled

    created(database, store.root)
    database.execute("BEGIN")
    filled(database, store, folder, tick)
    database.execute("COMMIT")
    finished(database)
