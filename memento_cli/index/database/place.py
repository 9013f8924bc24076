"""The path of a store's index: in the user's cache, by the real path of the store."""

from __future__ import annotations

import os
import sys

from memento_cli.store.directory.location import KIND, is_exclusively_own

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = "index.db"
EVENTS = "events.db"
VECTORS = "vectors.db"
ROWS = ".rows"
"""The end of the names of the files with the rows of vectors."""
CHECKED = "checked"
RECORDED = "recorded"
WRITTEN = "written"
PRIVATE, FOLDER = 0o700, 0o040000
LOCK = "lock"
NAME_SIGNS = 60
PRIME = (1 << 61) - 1


def cache_folder() -> str:
    """$XDG_CACHE_HOME, or the platform's folder for caches."""
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(folder):
        return folder
    home = os.path.expanduser("~")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches")
    if sys.platform == "win32":
        return os.path.join(home, "AppData", "Local")
    return os.path.join(home, ".cache")


def index_folder(root: str) -> str:
    """The folder of the index of the store at this real path.

    Its name is for people; the index itself has the path of its store.
    """
    digest = int.from_bytes(os.fsencode(root)) % PRIME
    signs = (sign if sign.isalnum() and sign.isascii() else "-" for sign in root)
    name = "".join(signs)[-NAME_SIGNS:].strip("-")
    return os.path.join(cache_folder(), "memento", f"{name}-{digest:016x}")


def delete(paths: Iterable[str]) -> list[str]:
    """Delete files of an index; the paths of those that are left, each with what the system says.

    A folder is none of memento's, and stays.
    """
    left = list[str]()
    for path in paths:
        try:
            os.unlink(path)
        except OSError as problem:
            if _may_be_file(path):
                left.append(f"{path}: {problem.strerror or problem}")
    return left


def _may_be_file(path: str) -> bool:
    """Whether anything but a folder is there, as far as the system says."""
    try:
        return os.lstat(path).st_mode & KIND != FOLDER
    except OSError as problem:
        return not isinstance(problem, FileNotFoundError)


def is_trusted_index(file: str) -> bool:
    """Whether a file of an index, its folder, and the one above are this user's exclusively."""
    folder = os.path.dirname(file)
    return (
        is_exclusively_own(file)
        and is_exclusively_own(folder)
        and is_exclusively_own(os.path.dirname(folder))
    )
