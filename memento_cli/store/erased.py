"""Whether this clone has taken out all that was erased: what every writer asks before it writes."""

from __future__ import annotations

import os

from memento_cli.store.logs import ERASED, logs_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

PRIVATE, JOURNAL, NOTE = ".memento", "journal", "erased"
FOLDERS, SUFFIX = ("memories", "archive"), ".toml"


def erased_logs(root: str) -> list[str]:
    """The logs that tell of erasures; most stores have none."""
    folder = os.path.join(root, JOURNAL, ERASED)
    there = os.path.isdir(folder) and not os.path.islink(folder)
    return [entry.path for entry in logs_in(folder)] if there else []


def is_finished(root: str) -> bool:
    """Whether all is taken out that these logs tell of, and none of the files has come back."""
    if not os.path.lexists(os.path.join(root, JOURNAL, ERASED)):
        return True
    try:
        with open(_note(root), "rb") as note:
            state, _, ids = note.read().partition(b"\n\n")
    except OSError:
        return False
    return state == _state(root) and not come_back(root, os.fsdecode(ids).split("\n"))


def keep_finished(root: str, ids: Iterable[str]) -> None:
    """Note that all that was said of these memories is taken out."""
    with open(_note(root), "wb") as note:
        note.write(_state(root) + b"\n\n" + os.fsencode("\n".join(ids)))


def come_back(root: str, ids: Iterable[str]) -> list[str]:
    """The files that these memories have again."""
    paths = (os.path.join(root, folder, id + SUFFIX) for id in ids for folder in FOLDERS)
    return [path for path in paths if os.path.lexists(path)]


def _note(root: str) -> str:
    return os.path.join(root, PRIVATE, NOTE)


def _state(root: str) -> bytes:
    stamps = ((os.path.basename(path), os.stat(path)) for path in erased_logs(root))
    lines = (f"{name} {s.st_size} {s.st_mtime_ns}" for name, s in stamps)
    return os.fsencode("\n".join(lines))
