"""Whether this clone has taken out all that was erased: what every writer asks before it writes."""

from __future__ import annotations

import os

from memento_cli.errors import BadData
from memento_cli.store.clone import place_of
from memento_cli.store.files import create, read_regular, replace
from memento_cli.store.logs import ERASED, folders_in, is_folder, logs_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

PRIVATE, JOURNAL, NOTE = ".memento", "journal", "erased"
FOLDERS, SUFFIX = ("memories", "archive"), ".toml"
LIMIT = 1 << 24


def erased_logs(root: str) -> list[str]:
    """The logs that tell of erasures; most stores have none."""
    folder = os.path.join(root, JOURNAL, ERASED)
    return [entry.path for entry in logs_in(folder)] if is_folder(folder) else []


def nothing_pending(root: str) -> bool:
    """Whether all is taken out that was erased, and neither a file nor a log has come since.

    Git puts another file in the place of a log that it merges; who appends to one does not.
    """
    if not os.path.lexists(os.path.join(root, JOURNAL, ERASED)):
        return True
    try:
        state, _, ids = read_regular(_note(root), LIMIT).partition(b"\n\n")
    except (OSError, BadData):
        return False
    return state == state_of(root) and not come_back(root, os.fsdecode(ids).split("\n"))


def state_of(root: str) -> bytes:
    """What tells the logs of this clone from others, or from themselves after a merge."""
    folder = os.path.join(root, JOURNAL)
    logs = (
        f"{name}/{entry.name} {entry.inode()}"
        for name in folders_in(folder)
        for entry in logs_in(os.path.join(folder, name))
    )
    stamps = (os.stat(path) for path in erased_logs(root))
    grown = (f"{status.st_size} {status.st_mtime_ns}" for status in stamps)
    return place_of(os.path.join(root, PRIVATE)) + os.fsencode("\n".join((*logs, *grown)))


def keep_state(root: str, state: bytes, ids: Iterable[str]) -> None:
    """Note that all is taken out that the logs told of when they were so."""
    path, note = _note(root), state + b"\n\n" + os.fsencode("\n".join(ids))
    if os.path.lexists(path):
        replace(path, note)
    else:
        create(path, note)


def come_back(root: str, ids: Iterable[str]) -> list[str]:
    """The files that these memories have again."""
    paths = (os.path.join(root, folder, id + SUFFIX) for id in ids for folder in FOLDERS)
    return [path for path in paths if _is_there(path)]


def _is_there(path: str) -> bool:
    """Whether a file is there; OSError where that cannot be told."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    return True


def _note(root: str) -> str:
    return os.path.join(root, PRIVATE, NOTE)
