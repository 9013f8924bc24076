"""The paths of logs: `<folder>/<YYYY-MM>/<actor>-<clone>.jsonl`."""

from __future__ import annotations

import os
import stat

SUFFIX = ".jsonl"
ERASED = "erased"
"""The folder of the logs of erasures, beside the folders of months."""
PRIVATE = ".memento"
KEPT = f"{PRIVATE}/erasures.jsonl"
"""A clone's copy of its own erasures (`store/redaction/own_erasures.py`)."""
ASIDE = f"{PRIVATE}/set-aside"
"""A clone's folder for the bad lines that `doctor --fix` has taken out of logs."""
MISPLACED = "tells of an erasure, which only a log in journal/erased may"


def months_in(folder: str) -> list[str]:
    """The names of the folders of months, the oldest first; none if there is no folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name
                for entry in entries
                if is_month(entry.name) and entry.is_dir(follow_symlinks=False)
            )
    except FileNotFoundError:
        return []


def folders_in(folder: str) -> list[str]:
    """The names of all folders of logs: those of the months, and that of erasures."""
    has_erasures = is_folder(os.path.join(folder, ERASED))
    return [*([ERASED] if has_erasures else []), *months_in(folder)]


def is_folder(path: str) -> bool:
    """Whether this is a folder, and no link to one; OSError if that cannot be told."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def logs_in(folder: str) -> list[os.DirEntry[str]]:
    """The logs of a month, sorted by name; without those that are removed meanwhile."""
    try:
        with os.scandir(folder) as entries:
            logs = [entry for entry in entries if is_log(entry.name) and _is_file(entry)]
    except FileNotFoundError:
        return []
    return sorted(logs, key=lambda entry: entry.name)


def stats_of(paths: list[str]) -> dict[str, os.stat_result]:
    """The status of each of these files, without those that were removed meanwhile."""
    stats = {}
    for path in paths:
        try:
            stats[path] = os.stat(path)
        except FileNotFoundError:
            continue
    return stats


def sizes_of(paths: list[str]) -> list[tuple[str, int]]:
    """These files with their sizes, which change when another writer appends."""
    return [(path, status.st_size) for path, status in stats_of(paths).items()]


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file(follow_symlinks=False) and bool(entry.stat(follow_symlinks=False))
    except FileNotFoundError:
        return False


def is_month(name: str) -> bool:
    """Whether a folder of this name holds a month's logs: `2025-02`."""
    return (
        len(name) == 7 and name[4] == "-" and (name[:4] + name[5:]).isdecimal() and name.isascii()
    )


def is_log(name: str) -> bool:
    """Whether a file of this name is a log."""
    return name.endswith(SUFFIX) and not name.startswith(".")
