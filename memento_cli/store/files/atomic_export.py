"""Writing a file or folder of the user's own, whole or not at all.

It is written under a temporary name and renamed, and never stands inside a store, whose files only
its acts change.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress

from memento_cli.errors import Refused
from memento_cli.store.directory.location import enclosing
from memento_cli.store.files.files import TEMPORARY, os_errors
from memento_cli.store.files.system import IN_FOLDERS, NO_LINK, patiently, sync, sync_folder

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO


PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700  # an export has the text of memories
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK


def new_file(path: str) -> BinaryIO:
    """A new file, readable by its owner alone; FileExistsError if there is one."""
    return os.fdopen(os.open(path, NEW, PRIVATE_FILE), "wb")


def check_outside(path: str) -> None:
    """Refused for a path that is a store, or is inside one, be it by a link."""
    if enclosing(os.path.realpath(path)):
        raise Refused(f"{path} is inside the store", "name a place outside it")


@contextmanager
def atomic_file(path: str) -> Iterator[BinaryIO]:
    """A file to write, which replaces the one at `path` when the block ends without an error.

    A link stays, and what it leads to is replaced. A new file is its owner's alone; one that
    replaces another has its mode. Refused inside a store, and for what is no plain file, such as a
    pipe, a device or a link to nowhere.
    """
    check_outside(path)
    with os_errors(path):
        if os.path.lexists(path) and not os.path.isfile(path):
            raise Refused(f"{path} is no plain file", "name a file; without --output it is printed")
        path = os.path.realpath(path)
        mode = stat.S_IMODE(os.stat(path).st_mode) if os.path.lexists(path) else PRIVATE_FILE
        temporary = _temporary_path(path)
        try:
            with new_file(temporary) as file:
                yield file
                if IN_FOLDERS:
                    os.fchmod(file.fileno(), mode)
                file.flush()
                sync(file.fileno())
            patiently(os.replace, temporary, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
        sync_folder(os.path.dirname(path))


@contextmanager
def atomic_folder(path: str, is_own: Callable[[str], bool]) -> Iterator[str]:
    """A folder to fill, which replaces the one at `path` when the block ends without an error.

    Refused, and nothing is replaced, if `is_own` is false for a file in it.
    """
    check_outside(path)
    path = os.path.abspath(path)
    temporary, old = _temporary_path(path), _temporary_path(path)
    with os_errors(path):
        own = own_files(path, is_own)
        os.mkdir(temporary, PRIVATE_FOLDER)
        try:
            yield temporary
            sync_folder(temporary)
            if os.path.lexists(path):
                own = own_files(path, is_own)
                patiently(os.rename, path, old)
            patiently(os.rename, temporary, path)
        except BaseException:
            _remove(temporary, os.listdir(temporary) if os.path.isdir(temporary) else ())
            raise
        sync_folder(os.path.dirname(path))
        _remove(old, own)


def own_files(path: str, is_own: Callable[[str], bool]) -> list[str]:
    """The names in a folder; none if there is no folder. Refused if `is_own` is false for one."""
    if not os.path.lexists(path):
        return []
    if os.path.islink(path) or not os.path.isdir(path):
        raise Refused(f"{path} is no folder", "name one that is empty, or not there yet")
    names = sorted(os.listdir(path))
    other = next((name for name in names if not is_own(os.path.join(path, name))), None)
    if other is not None:
        hint = "name a folder that is empty, or not there yet"
        raise Refused(f"{path} has other files in it, such as {other}", hint)
    return names


def _remove(folder: str, names: list[str] | tuple[()]) -> None:
    """Remove these files, and their folder unless it has others."""
    with suppress(OSError):
        for name in names:
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)


def _temporary_path(path: str) -> str:
    return os.path.join(os.path.dirname(path), f"{TEMPORARY}{os.getpid()}-{os.urandom(5).hex()}")
