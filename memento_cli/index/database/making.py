"""Making an index from nothing, in a temporary file; one process at a time does it."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from errno import EPERM

from memento_cli.errors import MementoError
from memento_cli.index.database.database import connect_to, open_database
from memento_cli.index.database.place import LOCK, PRIVATE, index_folder
from memento_cli.standard import contextmanager, suppress
from memento_cli.store.directory.location import is_exclusively_own, is_own
from memento_cli.store.files.lock import Lock
from memento_cli.store.files.system import BYTES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator


REBUILD_SECONDS = 3_600.0
TEMPORARY = ".tmp"
BULK = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -32768;
PRAGMA mmap_size = 0;
"""
"""Settings for a file that nobody else reads: after an error it is deleted."""
Fill = Callable[[sqlite3.Connection], None]


def make_index(root: str, file: str, fill: Fill, *, always: bool) -> sqlite3.Connection:
    """Make an index of the store at `root` in a file of its folder, filled by `fill`.

    Unless `always`, one that another process has made meanwhile will do.
    """
    folder = private_folder(root)
    path = os.path.join(folder, file)
    with _alone(folder):
        database = None if always else open_database(path, root)
        if database is None:
            _build(path, fill)
            database = connect_to(path)
    return database


def private_folder(root: str) -> str:
    """The folder of the index of the store at `root`, which only this user can write to.

    One that others can write to is closed to them, and emptied. OSError for a folder of another
    user, or a link.
    """
    folder = index_folder(root)
    above = os.path.dirname(folder)
    os.makedirs(os.path.dirname(above), PRIVATE, exist_ok=True)
    was_open = False
    for path in (above, folder):
        with suppress(FileExistsError):
            os.mkdir(path, PRIVATE)
        if not is_own(path):
            raise PermissionError(EPERM, "is a link, or of another user", path)
        if not is_exclusively_own(path):
            os.chmod(path, PRIVATE)
            was_open = True
    if was_open:
        _empty(folder)
    return folder


def _empty(folder: str) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # a folder, which memento has not made
                os.unlink(entry.path)


@contextmanager
def _alone(folder: str) -> Iterator[None]:
    """Exclude other rebuilds. OSError, as for any fault of the cache, if it cannot be locked."""
    with ExitStack() as stack:
        try:
            stack.enter_context(Lock(os.path.join(folder, LOCK), REBUILD_SECONDS).held())
        except MementoError as problem:
            raise OSError(problem.message) from problem
        yield


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Do without the garbage collector, which takes a fifth of a rebuild and finds no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _build(path: str, fill: Fill) -> None:
    folder = os.path.dirname(path)
    for name in os.listdir(folder):  # left by a rebuild that was killed
        if name.endswith(TEMPORARY):
            os.unlink(os.path.join(folder, name))
    temporary = os.path.join(folder, f"{os.getpid()}{TEMPORARY}")
    handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | BYTES, PRIVATE & 0o666)
    try:
        try:
            database = connect_to(temporary)
            try:
                database.executescript(BULK)
                with _no_garbage():
                    fill(database)
            finally:
                database.close()
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
