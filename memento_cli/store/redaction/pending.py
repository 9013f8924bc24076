"""Whether this clone has removed all that was erased. Every writer asks before it writes."""

from __future__ import annotations

import os
from binascii import crc32

from memento_cli.store.directory.clone import clone_id, device_and_inode
from memento_cli.store.files.files import bytes_or_none, write
from memento_cli.store.files.system import changed_at
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
END = 256  # bytes, which contain the id of the last line
TICK = 1.0  # seconds that the clock of a file system may be behind


def erased_logs(root: str) -> list[str]:
    """The logs of erasures; most stores have none."""
    folder = os.path.join(root, JOURNAL, ERASED)
    return [entry.path for entry in logs_in(folder)] if is_folder(folder) else []


def own_erasures_log(root: str) -> str:
    """The path of the copy of this clone's own erasures (`erasure.py`)."""
    return os.path.join(root, KEPT)


def any_erased(root: str) -> bool:
    """Whether anything was ever erased here."""
    has_logs = os.path.lexists(os.path.join(root, JOURNAL, ERASED))
    return has_logs or os.path.lexists(own_erasures_log(root))


def nothing_pending(root: str) -> bool:
    """Whether all that was erased is removed, and no file or log has come or been merged since.

    Appending to a log does not count: it leaves alone what stands in it.
    """
    if not os.path.lexists(os.path.join(root, JOURNAL, ERASED)):
        return not os.path.lexists(own_erasures_log(root))
    state, ids = _noted(root)
    try:
        sizes = (row.rsplit(" ", 2) for row in os.fsdecode(state).split("\n")[1:])
        known = {name: int(size) for name, size, _ in sizes}
        return bool(state) and state == logs_state(root, known) and not reappeared_files(root, ids)
    except ValueError:  # the note is damaged
        return False


def logs_state(root: str, known: Mapping[str, int] = {}) -> bytes:
    """The state of the logs, which changes with a merge, and of the folder of proposals.

    That of a log that this clone writes is a checksum of its end at the size in `known`, so that it
    stays the same when this clone appends. Proposals count because their ids do not tell whether an
    erasure is about them.
    """
    folder = os.path.join(root, JOURNAL)
    own = f"-{clone_id(os.path.join(root, PRIVATE))}"
    events = os.path.join(root, EVENTS)
    places = {name: os.path.join(folder, name) for name in folders_in(folder)}
    places |= {f"{EVENTS}/{month}": os.path.join(events, month) for month in months_in(events)}
    logs = (
        _log_row(f"{name}/{entry.name}", entry, own, known)
        for name, place in places.items()
        for entry in logs_in(place)
    )
    proposals = os.path.join(root, PROPOSALS)
    changed = os.stat(proposals).st_mtime_ns if os.path.lexists(proposals) else 0
    rows = "\n".join((*logs, f"{PROPOSALS} 0 {changed}"))
    return device_and_inode(os.path.join(root, PRIVATE)) + os.fsencode(rows)


def _log_row(name: str, entry: os.DirEntry[str], own: str, known: Mapping[str, int]) -> str:
    """A log in one row: its name, its size, and its mtime or the checksum of its end."""
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


def last_removal(root: str, ids: Collection[str]) -> float:
    """When all of these were last known to be removed, in seconds since 1970; 0 if never."""
    noted = _noted(root)[1]
    return changed_at(os.stat(_note(root))) - TICK if set(ids).issubset(noted) else 0.0


def _noted(root: str) -> tuple[bytes, list[str]]:
    """The state of the logs when all was removed, and the ids; empty if noted for another clone."""
    raw = bytes_or_none(_note(root), LIMIT)
    if raw is None:
        return b"", []
    state, _, ids = raw.partition(b"\n\n")
    place = device_and_inode(os.path.join(root, PRIVATE))
    return (state, os.fsdecode(ids).split("\n")) if state.startswith(place) else (b"", [])


def note_removed(root: str, state: bytes, ids: Collection[str]) -> None:
    """Note that all erasures in logs of this state are done.

    Records of these names that exist again, because something was stated since, are noted, too.
    """
    stated = (f"{name}/" for name in ids if "/" in name and reappeared_files(root, [name]))
    write(_note(root), state + b"\n\n" + os.fsencode("\n".join([*ids, *stated])))


def reappeared_files(root: str, ids: Collection[str]) -> list[str]:
    """The files that exist again of these memories and records, unless that was noted."""
    noted = {id for id in ids if id.endswith("/")}
    sought = (id for id in ids if id not in noted and f"{id}/" not in noted)
    paths = (os.path.join(root, place + SUFFIX) for id in sought for place in _places(id))
    return [path for path in paths if _is_there(path)]


def _places(id: str) -> list[str]:
    """The paths that a memory may have; a record has its folder in its name."""
    if "/" in id:
        return ["/".join(id.split("/")[:2])]
    return [f"{folder}/{id}" for folder in FOLDERS]


def _is_there(path: str) -> bool:
    """Whether a file exists; OSError if that cannot be told."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    return True


def _note(root: str) -> str:
    return os.path.join(root, PRIVATE, NOTE)
