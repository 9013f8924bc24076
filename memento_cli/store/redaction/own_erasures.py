"""A copy of this clone's own erasures outside git, because an old branch or a revert removes logs.

Those of others are not copied: a user who checks out a stranger's branch and goes back must not
apply what that branch erases.
"""

from __future__ import annotations

import os

from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.errors import BadData
from memento_cli.store.files.files import (
    create,
    make_folders,
    os_errors,
    read_regular,
    refuse_link,
    replace,
)
from memento_cli.store.journal.logs import SUFFIX
from memento_cli.store.redaction.logs import read_entry
from memento_cli.store.redaction.pending import erased_logs, own_erasures_log

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.store.directory.folders import Folders


def own_erasures(root: str) -> list[JournalEntry]:
    """The entries of this clone's own erasures, from their copy.

    None if the copy is absent or may not be read: the logs have them, too.
    """
    try:
        return list(_rows(own_erasures_log(root)).values())
    except OSError:
        return []


def restore_own_erasures(store: Folders) -> None:
    """Copy new entries of this clone's erasure logs, and restore those that the logs have lost.

    The lock must be held.
    """
    log, copy = store.journal.erased_log(), own_erasures_log(store.root)
    own = f"-{store.writer()[1]}{SUFFIX}"
    in_logs, in_copy = dict[bytes, JournalEntry](), _rows(copy)
    copied = {entry.id for entry in in_copy.values()}
    for path in erased_logs(store.root):
        rows = _rows(path)
        in_logs |= rows
        if path.endswith(own):
            _add(copy, [row for row, entry in rows.items() if entry.id not in copied])
    logged = {entry.id for entry in in_logs.values()}
    lost = [row for row, entry in in_copy.items() if entry.id not in logged]
    if lost:
        refuse_link(os.path.dirname(log))
        _add(log, lost)
        store.changed.append(log)


def _rows(path: str) -> dict[bytes, JournalEntry]:
    """The lines of a log that record erasures, with their entries; none if there is no log."""
    try:
        rows = read_regular(path).split(b"\n")
    except (FileNotFoundError, BadData):
        return {}
    entries = ((row, read_entry(row)) for row in rows if row)
    return {row: entry for row, entry in entries if entry and entry.act == ERASED}


def _add(path: str, rows: list[bytes]) -> None:
    """Append lines to a log, which need not exist."""
    if not rows:
        return
    with os_errors(path):
        make_folders(os.path.dirname(path))
    added = b"".join(row + b"\n" for row in sorted(rows))
    if not os.path.lexists(path):
        create(path, added)
        return
    before = read_regular(path)
    gap = b"" if not before or before.endswith(b"\n") else b"\n"
    replace(path, before + gap + added)
