"""Whether this clone has taken out all that was erased: what every writer asks before it writes."""

from __future__ import annotations

import os
from binascii import crc32

from memento_cli.errors import BadData
from memento_cli.store.directory.clone import clone_id, place_of
from memento_cli.store.files.files import put, read_regular
from memento_cli.store.journal.logs import (
    ERASED,
    KEPT,
    PRIVATE,
    folders_in,
    is_folder,
    logs_in,
    months_in,
)
from memento_cli.store.journal.logs import SUFFIX as LOG

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

JOURNAL, EVENTS, NOTE = "journal", "events", "erased"
FOLDERS, SUFFIX = ("memories", "archive"), ".toml"
PROPOSALS = "proposals"
LIMIT = 1 << 24
END = 256  # bytes, which have the id of the last line
TICK = 1.0  # seconds that the clock of a file system may be behind


def erased_logs(root: str) -> list[str]:
    """The logs that tell of erasures; most stores have none."""
    folder = os.path.join(root, JOURNAL, ERASED)
    return [entry.path for entry in logs_in(folder)] if is_folder(folder) else []


def kept_log(root: str) -> str:
    """Where this clone keeps its own erasures, which no branch takes away (`own_erasures.py`)."""
    return os.path.join(root, KEPT)


def any_erased(root: str) -> bool:
    """Whether anything was ever erased here."""
    there = os.path.lexists(os.path.join(root, JOURNAL, ERASED))
    return there or os.path.lexists(kept_log(root))


def nothing_pending(root: str) -> bool:
    """Whether all is taken out that was erased, and neither a file nor a log has come since.

    Git changes a log that it merges; who appends to one leaves alone what stands in it.
    """
    if not os.path.lexists(os.path.join(root, JOURNAL, ERASED)):
        return not os.path.lexists(kept_log(root))
    state, ids = _noted(root)
    try:
        sizes = (row.rsplit(" ", 2) for row in os.fsdecode(state).split("\n")[1:])
        known = {name: int(size) for name, size, _ in sizes}
        return bool(state) and state == state_of(root, known) and not come_back(root, ids)
    except ValueError:  # not as it was noted
        return False


def state_of(root: str, known: Mapping[str, int] = {}) -> bytes:
    """What tells the logs of this clone from others, and from themselves after a merge.

    And whether a proposal has come: its id does not tell whether an erasure means it.
    A log that this clone writes is told by what it ended with when it had the size that is `known`.
    """
    folder = os.path.join(root, JOURNAL)
    own = f"-{clone_id(os.path.join(root, PRIVATE))}"
    logs = (
        _told(f"{name}/{entry.name}", entry, own, known)
        for name in folders_in(folder)
        for entry in logs_in(os.path.join(folder, name))
    )
    seen = os.path.join(root, EVENTS)
    observed = (
        _told(f"{EVENTS}/{month}/{entry.name}", entry, own, known)
        for month in months_in(seen)
        for entry in logs_in(os.path.join(seen, month))
    )
    rows = "\n".join((*logs, *observed, _told_of_folder(root, PROPOSALS)))
    return place_of(os.path.join(root, PRIVATE)) + os.fsencode(rows)


def _told(name: str, entry: os.DirEntry[str], own: str, known: Mapping[str, int]) -> str:
    """A log in one row: its name, its size, and what changes with what stands in it."""
    status = entry.stat(follow_symlinks=False)
    if name.startswith(ERASED) or not entry.name.endswith(own + LOG):
        return f"{name} {status.st_size} {status.st_mtime_ns}"
    size = min(known.get(name, status.st_size), status.st_size)
    try:
        with open(entry.path, "rb") as file:
            file.seek(max(0, size - END))
            return f"{name} {size} {crc32(file.read(min(size, END)))}"
    except FileNotFoundError:  # git may have swapped it away since it was listed
        return f"{name} gone"


def _told_of_folder(root: str, name: str) -> str:
    """A folder in one row, which changes when a file comes or goes."""
    path = os.path.join(root, name)
    changed = os.stat(path).st_mtime_ns if os.path.lexists(path) else 0
    return f"{name} 0 {changed}"


def noted_at(root: str, ids: Collection[str]) -> float:
    """When all of these was last known to be taken out, in seconds; 0 if never, or not here."""
    known = _noted(root)[1]
    return os.stat(_note(root)).st_ctime - TICK if set(ids).issubset(known) else 0.0


def _noted(root: str) -> tuple[bytes, list[str]]:
    """How the logs were when all was taken out, and of what; nothing if it is not of this place."""
    try:
        state, _, ids = read_regular(_note(root), LIMIT).partition(b"\n\n")
    except (OSError, BadData):
        return b"", []
    here = place_of(os.path.join(root, PRIVATE))
    return (state, os.fsdecode(ids).split("\n")) if state.startswith(here) else (b"", [])


def keep_state(root: str, state: bytes, ids: Collection[str]) -> None:
    """Note that all is taken out that the logs told of when they were so.

    And which files there are again of what holds beside memories, and was stated since.
    """
    stated = (f"{name}/" for name in ids if "/" in name and come_back(root, [name]))
    put(_note(root), state + b"\n\n" + os.fsencode("\n".join([*ids, *stated])))


def come_back(root: str, ids: Collection[str]) -> list[str]:
    """The files that these memories have again, or what else holds, unless that is noted."""
    noted = {id for id in ids if id.endswith("/")}
    sought = (id for id in ids if id not in noted and f"{id}/" not in noted)
    paths = (os.path.join(root, place + SUFFIX) for id in sought for place in _places(id))
    return [path for path in paths if _is_there(path)]


def _places(id: str) -> list[str]:
    """Where a memory may be, or what else holds, which has its folder in its name."""
    if "/" in id:
        return ["/".join(id.split("/")[:2])]
    return [f"{folder}/{id}" for folder in FOLDERS]


def _is_there(path: str) -> bool:
    """Whether a file is there; OSError where that cannot be told."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    return True


def _note(root: str) -> str:
    return os.path.join(root, PRIVATE, NOTE)
