"""The differences between a store and HEAD, and which of them memento has made.

They are computed from `git status` and the journal, and nothing is recorded for them: so no change
is missed after a killed process or a failed commit.
"""

from __future__ import annotations

import os

from memento_cli.actions.git.checks import EVERY, LOGS
from memento_cli.core.journal.event_types import NEGLECTED, NOT_HELPFUL, OBSERVED, RECORDED, VIEWED
from memento_cli.core.journal.history import MEMENTO
from memento_cli.core.journal.proposal_entries import PROPOSED, REJECTED, proposal_in
from memento_cli.core.memory.record_kinds import held, ref_of, whole_ref
from memento_cli.errors import BadData, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import bytes_or_none, read_regular
from memento_cli.store.files.names import FILE, SUFFIX, stem_of
from memento_cli.store.git.git import run_git
from memento_cli.store.journal.logs import is_log
from memento_cli.store.redaction.logs import row_of_log
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store
    from memento_cli.store.git.git import Blob

PARTS = (*EVERY, *LOGS, FILE)
STATUS = (
    "--literal-pathspecs", "status", "--porcelain=v2", "-z", "--no-renames",
    "--untracked-files=all", "--ignore-submodules=all", "--",
)  # fmt: skip
PLAIN = b"100"  # the first digits of the mode of a regular file
OWN = {("memory", "strength"), ("memory", "log"), ("erasure", "salt")}
"""The keys that only memento writes."""

APPENDED = (
    "used", "helpful", "amended", VIEWED, NOT_HELPFUL, NEGLECTED, PROPOSED, REJECTED, OBSERVED,
)  # fmt: skip
"""Acts that do not change the file of their memory."""


class FileChange(NamedTuple):
    """A file that differs from HEAD: its path in the store, and the id of its blob in HEAD, if any.

    `new`: git's index does not have it.
    """

    path: str
    before: str
    new: bool


class LogChange(NamedTuple):
    """A changed log: its bytes, the same with old lines blanked, and its new entries."""

    raw: bytes
    added: bytes
    lines: list[JournalEntry]


def changes_in(store: Store) -> list[FileChange]:
    """The files written by memento that differ from HEAD. Failed if git fails."""
    top = run_git(store.root, "rev-parse", "--show-prefix")
    status = run_git(store.root, *STATUS, *PARTS)
    if top.code or status.code:
        raise Failed(top.complaint or status.complaint)
    prefix = top.out.removesuffix(b"\n")
    changes = dict[str, FileChange]()
    for raw, before, new in _statuses(status.out):
        path = os.fsdecode(raw.removeprefix(prefix))
        old = changes[path].before if path in changes else ""
        changes[path] = FileChange(path, before or old, new)
    return list(changes.values())


def _statuses(out: bytes) -> Iterator[tuple[bytes, str, bool]]:
    """The paths in git's status, with their blobs in HEAD, and whether the index lacks them.

    A file that was removed from the index and is there again is listed twice, at last as new.
    """
    for part in out.split(b"\0"):
        if part.startswith(b"1 "):
            _, _, _, mode, _, _, before, _, path = part.split(b" ", 8)
            yield path, before.decode() if mode.startswith(PLAIN) else "", False
        elif part.startswith(b"? "):
            yield part[2:], "", True


def logs_in(
    store: Store, changes: Iterable[FileChange], blob: Blob, seen: Mapping[str, bytes]
) -> dict[str, LogChange]:
    """The logs that differ from HEAD, or from their bytes in `seen`, an earlier reading."""
    old = {each.path: blob(each.before) for each in changes if _is_log(each.path)}
    old.update(seen)
    logs = dict[str, LogChange]()
    for path, before in old.items():
        raw = bytes_or_none(os.path.join(store.root, path))
        if raw is not None:  # else it is gone, or refused when it is checked
            logs[path] = _log_change(before, raw)
    return logs


def touched(lines: Iterable[JournalEntry]) -> set[str]:
    """The ids of memories and proposals and the references of records whose files these acts wrote.

    Uses, other feedback and adoptions write no file.
    """
    wrote = [entry for entry in lines if entry.act != RECORDED or entry.by != MEMENTO]
    written = {whole_ref(entry.memory) for entry in wrote if entry.act not in APPENDED}
    return written | {id for entry in wrote if (id := proposal_in(entry))}


def _is_log(path: str) -> bool:
    return path.partition("/")[0] in LOGS and is_log(os.path.basename(path))


def _log_change(old: bytes, raw: bytes) -> LogChange:
    """What is new in a log. It was appended to, merged, or had lines blanked by an erasure."""
    blanked = set[str]()
    if raw.startswith(old):
        added = b"\n" * old.count(b"\n") + raw[len(old) :]
    else:
        before, after = old.split(b"\n"), raw.split(b"\n")
        old_lines, new_lines = set(before), set(after)
        added = b"\n".join(b"" if line in old_lines else line for line in after)
        gone = (line for line in before if line not in new_lines)
        blanked = {entry.id for line in gone if (entry := row_of_log(line))}
    entries = (row_of_log(line) for line in added.split(b"\n") if line)
    return LogChange(raw, added, [entry for entry in entries if entry and entry.id not in blanked])


def own_changes(
    store: Store,
    changes: Iterable[FileChange],
    ids: Collection[str],
    erased: Collection[str],
    blob: Blob,
) -> Iterator[FileChange]:
    """The changes that memento has made, and no person.

    These are the logs that exist, the files of `ids`, the removed files of `erased` ones, the files
    written through this store, and those that differ only in keys that memento alone writes.
    """
    written = {os.path.relpath(path, store.root).replace(os.sep, "/") for path in store.changed}
    for change in changes:
        path = os.path.join(store.root, change.path)
        gone = not os.path.lexists(path)
        id = _id_of(change.path, gone=gone)
        is_own = id in ids or (id in erased if gone else _is_log(change.path))
        if is_own or change.path in written or _is_projection(path, change, blob):
            yield change


def _id_of(path: str, *, gone: bool) -> str | None:
    """The id or reference of a file; of a copy beside it only if that is gone; else None."""
    folder, name = os.path.split(path)
    if folder not in EVERY or not (gone or name.endswith(SUFFIX)):
        return None
    id = stem_of(name.partition(SUFFIX)[0] if gone else name)
    return ref_of(folder, id) if held(ref_of(folder, id)) else id


def _is_projection(path: str, change: FileChange, blob: Blob) -> bool:
    """Whether a file differs from HEAD only in keys that memento alone writes, as by `settle`."""
    if not change.before or not path.endswith(SUFFIX):
        return False
    try:
        was = parsed(blob(change.before), path).data
        now = parsed(read_regular(path, SIZE_LIMIT), path).data
    except (OSError, BadData):
        return False
    return was != now and _without_own_keys(was) == _without_own_keys(now)


def _without_own_keys(data: Mapping[str, Any]) -> dict[tuple[str, str], Any]:
    """The values in the tables of a file by (table, key), without the keys in `OWN`."""
    tables = ((name, part) for name, part in data.items() if isinstance(part, dict))
    rest = {("", name): part for name, part in data.items() if not isinstance(part, dict)}
    values = {(name, key): part[key] for name, part in tables for key in part}
    return rest | {key: value for key, value in values.items() if key not in OWN}
