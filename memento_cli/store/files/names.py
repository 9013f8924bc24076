"""The names of files that hold values: which are ids, and which spelling has which id."""

from __future__ import annotations

import os

from memento_cli.core.memory.ids import is_safe_id
from memento_cli.errors import Failed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


SUFFIX = ".toml"
CONFLICT = ".sync-conflict-"
WAITING = ".parted"
"""What a file is called, after its own name, whose memory waits for the end of a merge."""


def names_in(folder: str) -> list[str]:
    """The names in a folder that can be a value's, in order; none if there is no folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted([e.name for e in entries if is_value(e.name) and not _is_folder(e)])
    except FileNotFoundError:
        return []
    except OSError as problem:
        raise Failed(f"{folder}: {problem.strerror}") from problem


def names_waiting(folder: str) -> list[str]:
    """The names in a folder of files that wait for the end of a merge."""
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX + WAITING))
    except OSError:  # who lists the others says so
        return []


def stem_of(name: str) -> str:
    """What stands before the suffix, in normal form (NFC): the id, if it can be one."""
    stem = name.removesuffix(SUFFIX)
    if stem.isascii():
        return stem
    from unicodedata import normalize

    return normalize("NFC", stem)


def ids_of(names: Iterable[str]) -> list[str]:
    """The ids among names of files."""
    return sorted({stem for stem in map(stem_of, names) if is_safe_id(stem)})


def ids_beginning(folder: str, start: str) -> list[str]:
    """The ids in a folder that begin so, of files whose names are ASCII; shells are offered these.
    OSError if the folder cannot be listed."""
    with os.scandir(folder) as entries:
        return ids_of(
            entry.name
            for entry in entries
            if entry.name.startswith(start)
            and entry.name.isascii()
            and is_value(entry.name)
            and not _is_folder(entry)
        )


def spellings(names: list[str]) -> Mapping[str, str]:
    """The file's name of each id that is not plain ASCII; of several the first in order."""
    return {stem_of(name): name for name in reversed(names) if not name.isascii()}


def is_value(name: str) -> bool:
    """Editors' and sync tools' own files are never loaded."""
    return name.endswith(SUFFIX) and name[0] not in ".#" and CONFLICT not in name


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)
