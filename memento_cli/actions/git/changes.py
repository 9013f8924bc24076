"""What in a store is not as in HEAD, and which of it memento has done.

No note is kept of it: git tells which files differ, and the journal who was at work. So nothing is
left behind, whatever has ended a process or kept git from committing.
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
from memento_cli.store.directory.layout import FILE
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.names import SUFFIX, stem_of
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
    from memento_cli.store.git.versions import Blob


PARTS = (*EVERY, *LOGS, FILE)
STATUS = (
    "--literal-pathspecs", "status", "--porcelain=v2", "-z", "--no-renames",
    "--untracked-files=all", "--ignore-submodules=all", "--",
)  # fmt: skip
PLAIN = b"100"  # how the mode of a file begins that is no link
OWN = {("memory", "strength"), ("memory", "log"), ("erasure", "salt")}
"""The keys that memento alone writes."""


APPENDED = (
    "used", "helpful", "amended", VIEWED, NOT_HELPFUL, NEGLECTED, PROPOSED, REJECTED, OBSERVED,
)  # fmt: skip
"""Acts that leave the file of their memory alone."""


class FileChange(NamedTuple):
    """A file that is not as in HEAD, seen from the store, and the id of its blob there, if any.

    `new`: git's index does not have it.
    """

    path: str
    before: str
    new: bool


class LogChange(NamedTuple):
    """A log as it was read: the same with what was known of it as empty lines, and its new acts."""

    raw: bytes
    added: bytes
    lines: list[JournalEntry]


def changes_in(store: Store) -> list[FileChange]:
    """What is not as in HEAD, of all that memento writes. Failed where git cannot tell."""
    place = run_git(store.root, "rev-parse", "--show-prefix")
    told = run_git(store.root, *STATUS, *PARTS)
    if place.code or told.code:
        raise Failed(place.complaint or told.complaint)
    prefix = place.out.removesuffix(b"\n")
    found = dict[str, FileChange]()
    for raw, before, new in _statuses(told.out):
        path = os.fsdecode(raw.removeprefix(prefix))
        known = found[path].before if path in found else ""
        found[path] = FileChange(path, before or known, new)
    return list(found.values())


def _statuses(out: bytes) -> Iterator[tuple[bytes, str, bool]]:
    """The paths that git's status tells of: their blobs in HEAD, and if its index lacks them.

    Of a file that was taken out of the index and is there again it tells twice, at last as new.
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
    """The logs that are not as in HEAD, or not as they were seen before."""
    old = {each.path: blob(each.before) for each in changes if _is_log(each.path)}
    old.update(seen)
    found = dict[str, LogChange]()
    for path, known in old.items():
        try:
            found[path] = _log(known, read_regular(os.path.join(store.root, path)))
        except (OSError, BadData):
            continue  # gone, or told where it is judged
    return found


def touched(lines: Iterable[JournalEntry]) -> set[str]:
    """The memories, the proposals and what else holds, whose files these acts wrote.

    A use, as other feedback, and an adoption only append a line.
    """
    wrote = [line for line in lines if line.act != RECORDED or line.by != MEMENTO]
    memories = {whole_ref(line.memory) for line in wrote if line.act not in APPENDED}
    return memories | {id for line in wrote if (id := proposal_in(line))}


def _is_log(path: str) -> bool:
    return path.partition("/")[0] in LOGS and is_log(os.path.basename(path))


def _log(old: bytes, raw: bytes) -> LogChange:
    """What is new in a log. It only grows, but by a merge; an erasure blanks lines that stay."""
    blanked = set[str]()
    if raw.startswith(old):
        added = b"\n" * old.count(b"\n") + raw[len(old) :]
    else:
        before, after = old.split(b"\n"), raw.split(b"\n")
        known, kept = set(before), set(after)
        added = b"\n".join(b"" if row in known else row for row in after)
        blanked = {line.id for row in before if row not in kept and (line := row_of_log(row))}
    lines = (row_of_log(row) for row in added.split(b"\n") if row)
    return LogChange(raw, added, [line for line in lines if line and line.id not in blanked])


def own(
    store: Store,
    changes: Iterable[FileChange],
    ids: Collection[str],
    erased: Collection[str],
    blob: Blob,
) -> Iterator[FileChange]:
    """What memento has changed, and no person.

    All logs that are there, the files of memories `ids`, that those of `erased` ones are gone, what
    was written through this store, and what differs only in what memento alone writes.
    """
    written = {os.path.relpath(path, store.root).replace(os.sep, "/") for path in store.changed}
    for change in changes:
        path = os.path.join(store.root, change.path)
        gone = not os.path.lexists(path)
        id = _id_of(change.path, gone=gone)
        known = id in ids or (id in erased if gone else _is_log(change.path))
        if known or change.path in written or _is_projection(path, change, blob):
            yield change


def _id_of(path: str, *, gone: bool) -> str | None:
    """Whose file this is; of a copy beside it, only that it is gone is memento's."""
    folder, name = os.path.split(path)
    if folder not in EVERY or not (gone or name.endswith(SUFFIX)):
        return None
    id = stem_of(name.partition(SUFFIX)[0] if gone else name)
    return ref_of(folder, id) if held(ref_of(folder, id)) else id


def _is_projection(path: str, change: FileChange, blob: Blob) -> bool:
    """Whether a file is as in HEAD but for what memento alone writes there, as `settle` does."""
    if not change.before or not path.endswith(SUFFIX):
        return False
    try:
        was = parsed(blob(change.before), path).data
        now = parsed(read_regular(path, SIZE_LIMIT), path).data
    except (OSError, BadData):
        return False
    return was != now and _said(was) == _said(now)


def _said(data: Mapping[str, Any]) -> dict[tuple[str, str], Any]:
    """What a file says in its tables, but for memento's own keys."""
    tables = ((name, part) for name, part in data.items() if isinstance(part, dict))
    rest = {("", name): part for name, part in data.items() if not isinstance(part, dict)}
    own = {(name, key): part[key] for name, part in tables for key in part}
    return rest | {key: value for key, value in own.items() if key not in OWN}
