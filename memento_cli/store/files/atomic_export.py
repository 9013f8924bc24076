"""What a user is handed: a file or a folder of their own, whole or not at all.

It is written aside and renamed. A link in its place is replaced, never followed.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress

from memento_cli.errors import Refused
from memento_cli.store.files.files import TEMPORARY, sync_folder, system

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO


PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700  # it says what memories say
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


def new_file(path: str) -> BinaryIO:
    """A file that is not there yet, readable by its owner alone."""
    return os.fdopen(os.open(path, NEW, PRIVATE_FILE), "wb")


@contextmanager
def file_aside(path: str) -> Iterator[BinaryIO]:
    """A file to write, which takes this place when all is written; what stood there is gone.

    Refused for what is no plain file, such as a pipe or a device.
    """
    path = os.path.abspath(path)
    temporary = _beside(path)
    with system(path):
        if os.path.lexists(path) and not os.path.isfile(path):
            raise Refused(f"{path} is no plain file", "name a file; without --output it is printed")
        try:
            with new_file(temporary) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
        sync_folder(os.path.dirname(path))


@contextmanager
def folder_aside(path: str, is_own: Callable[[str], bool]) -> Iterator[str]:
    """A folder to fill, which takes this place when all is written.

    What stood there is gone. Refused, and nothing is, if anything there is not our own.
    """
    path = os.path.abspath(path)
    temporary, old = _beside(path), _beside(path)
    with system(path):
        own = own_files(path, is_own)
        os.mkdir(temporary, PRIVATE_FOLDER)
        try:
            yield temporary
            sync_folder(temporary)
            if os.path.lexists(path):
                own = own_files(path, is_own)
                os.rename(path, old)
            os.rename(temporary, path)
        except BaseException:
            _removed(temporary, os.listdir(temporary) if os.path.isdir(temporary) else ())
            raise
        sync_folder(os.path.dirname(path))
        _removed(old, own)


def own_files(path: str, is_own: Callable[[str], bool]) -> list[str]:
    """The names in a folder; none if it is not there. Refused if one is not our own."""
    if not os.path.lexists(path):
        return []
    if os.path.islink(path) or not os.path.isdir(path):
        raise Refused(f"{path} is no folder", "name one that is empty, or not there yet")
    names = sorted(os.listdir(path))
    strange = next((name for name in names if not is_own(os.path.join(path, name))), None)
    if strange is not None:
        hint = "name a folder that is empty, or not there yet"
        raise Refused(f"{path} has other files in it, such as {strange}", hint)
    return names


def _removed(folder: str, names: list[str] | tuple[()]) -> None:
    """Take away a folder and these files in it; what else is there stays, and it with it."""
    with suppress(OSError):
        for name in names:
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)


def _beside(path: str) -> str:
    return os.path.join(os.path.dirname(path), f"{TEMPORARY}{os.getpid()}-{os.urandom(5).hex()}")
