"""This clone's own erasures, kept beside its logs: an old branch or a revert takes them from these.

Those of others are not kept: whoever looks at the branch of a stranger, and goes back to his own,
must not take along what that one erases.
"""

from __future__ import annotations

import os

from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.errors import BadData
from memento_cli.store.files.files import (
    create,
    make_folders,
    read_regular,
    refuse_link,
    replace,
    system,
)
from memento_cli.store.journal.logs import SUFFIX
from memento_cli.store.redaction.logs import read_line
from memento_cli.store.redaction.pending import erased_logs, kept_log

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.store.directory.folders import Folders


def kept_lines(root: str) -> list[JournalEntry]:
    """The lines that tell of this clone's erasures, whatever has become of its logs.

    None for who may not look there, or where no file is in their place: the logs have them, too.
    """
    try:
        return list(_rows(kept_log(root)).values())
    except OSError:
        return []


def put_back(store: Folders) -> None:
    """Bring back what the logs of this clone's erasures have lost, and keep what they have.

    The lock is held.
    """
    log, copy = store.journal.erased_log(), kept_log(store.root)
    own = f"-{store.writer()[1]}{SUFFIX}"
    here, kept = dict[bytes, JournalEntry](), _rows(copy)
    known = {line.id for line in kept.values()}
    for path in erased_logs(store.root):
        rows = _rows(path)
        here |= rows
        if path.endswith(own):
            _add(copy, [row for row, line in rows.items() if line.id not in known])
    there = {line.id for line in here.values()}
    lost = [row for row, line in kept.items() if line.id not in there]
    if lost:
        refuse_link(os.path.dirname(log))
        _add(log, lost)
        store.changed.append(log)


def _rows(path: str) -> dict[bytes, JournalEntry]:
    """The rows of a log that tell of erasures, with what they say; none if it is not there."""
    try:
        rows = read_regular(path).split(b"\n")
    except (FileNotFoundError, BadData):
        return {}
    lines = ((row, read_line(row)) for row in rows if row)
    return {row: line for row, line in lines if line and line.act == ERASED}


def _add(path: str, rows: list[bytes]) -> None:
    """Add rows at the end of a log, which may not be there."""
    if not rows:
        return
    with system(path):
        make_folders(os.path.dirname(path))
    added = b"".join(row + b"\n" for row in sorted(rows))
    if not os.path.lexists(path):
        create(path, added)
        return
    before = read_regular(path)
    gap = b"" if not before or before.endswith(b"\n") else b"\n"
    replace(path, before + gap + added)
