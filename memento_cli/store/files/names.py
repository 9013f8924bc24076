"""The names of files in a store, and the ids that they stand for."""

from __future__ import annotations

import os

from memento_cli.errors import Failed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SUFFIX = ".toml"
CONFLICT = ".sync-conflict-"
WAITING = ".parted"
"""The suffix of a file whose memory waits for the end of a merge."""
FILE = "memento.toml"
"""The settings of a store, by which its folder is known."""


def names_in(folder: str) -> list[str]:
    """The names of value files in a folder, sorted; none if there is no folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted([e.name for e in entries if is_value_name(e.name) and not _is_folder(e)])
    except FileNotFoundError:
        return []
    except OSError as problem:
        raise Failed(f"{folder}: {problem.strerror}") from problem


def parted_names(folder: str) -> list[str]:
    """The names in a folder of files that wait for the end of a merge."""
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX + WAITING))
    except OSError:  # reported where the folder is listed
        return []


def stem_of(name: str) -> str:
    """The name without its suffix, in NFC: the id, if it is a valid one."""
    stem = name.removesuffix(SUFFIX)
    if stem.isascii():
        return stem
    from unicodedata import normalize

    return normalize("NFC", stem)


def ids_of(names: Iterable[str]) -> list[str]:
    """The ids among names of files."""
    from memento_cli.core.memory.ids import is_safe_id  # a recall needs no names but the settings'

    return sorted({stem for stem in map(stem_of, names) if is_safe_id(stem)})


def ids_beginning(folder: str, start: str) -> list[str]:
    """The ids with this prefix in a folder, of files with ASCII names: what completion offers.

    OSError if the folder cannot be listed.
    """
    with os.scandir(folder) as entries:
        return ids_of(
            entry.name
            for entry in entries
            if entry.name.startswith(start)
            and entry.name.isascii()
            and is_value_name(entry.name)
            and not _is_folder(entry)
        )


def spellings(names: list[str]) -> Mapping[str, str]:
    """For each id that is not ASCII the name of its file; of several the first in order."""
    return {stem_of(name): name for name in reversed(names) if not name.isascii()}


def is_value_name(name: str) -> bool:
    """Whether a file of this name is loaded: those of editors and sync tools are not."""
    return name.endswith(SUFFIX) and name[0] not in ".#" and CONFLICT not in name


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)
