"""Making an index from nothing: aside, and then put in its place; one process at a time does it."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from errno import EPERM

from memento_cli.errors import MementoError
from memento_cli.index.database.database import connected, opened
from memento_cli.index.database.place import LOCK, PRIVATE, index_folder
from memento_cli.standard import contextmanager, suppress
from memento_cli.store.directory.location import is_exclusively_own, is_own
from memento_cli.store.files.lock import Lock

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
"""For a file that nobody else has seen: when something goes wrong, it is thrown away."""
Fill = Callable[[sqlite3.Connection], None]


def made(root: str, file: str, fill: Fill, *, always: bool) -> sqlite3.Connection:
    """An index of the store at `root` in a file of its folder, filled by `fill`.

    One that is there by then will do, unless it is `always` made.
    """
    folder = private_folder(root)
    path = os.path.join(folder, file)
    with _alone(folder):
        database = None if always else opened(path, root)
        if database is None:
            _build(path, fill)
            database = connected(path)
    return database


def private_folder(root: str) -> str:
    """The folder of the index of the store at `root`, which is this user's alone.

    What others may write to is closed to them, and nothing that was in it is believed. OSError for
    a folder of somebody else, or a link: neither is followed.
    """
    folder = index_folder(root)
    above = os.path.dirname(folder)
    os.makedirs(os.path.dirname(above), PRIVATE, exist_ok=True)
    was_open = False
    for each in (above, folder):
        with suppress(FileExistsError):
            os.mkdir(each, PRIVATE)
        if not is_own(each):
            raise PermissionError(EPERM, "is a link, or of another user", each)
        if not is_exclusively_own(each):
            os.chmod(each, PRIVATE)
            was_open = True
    if was_open:
        _emptied(folder)
    return folder


def _emptied(folder: str) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # no folder is ours
                os.unlink(entry.path)


@contextmanager
def _alone(folder: str) -> Iterator[None]:
    """One rebuild at a time. A lock that cannot be had is a fault of the cache."""
    with ExitStack() as stack:
        try:
            stack.enter_context(Lock(os.path.join(folder, LOCK), REBUILD_SECONDS).held())
        except MementoError as problem:
            raise OSError(problem.message) from problem
        yield


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Reading makes no cycles; to look for them would take a fifth of a rebuild."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _build(path: str, fill: Fill) -> None:
    folder = os.path.dirname(path)
    for name in os.listdir(folder):  # what a rebuild that was killed left
        if name.endswith(TEMPORARY):
            os.unlink(os.path.join(folder, name))
    temporary = os.path.join(folder, f"{os.getpid()}{TEMPORARY}")
    handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE & 0o666)
    try:
        database = connected(temporary)
        try:
            database.executescript(BULK)
            with _no_garbage():
                fill(database)
        finally:
            database.close()
        os.fsync(handle)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    finally:
        os.close(handle)
