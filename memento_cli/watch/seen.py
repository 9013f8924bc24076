"""The state of a store's files as a watcher saw it last, and what differs from it now.

A watcher compares with its own state and not with the index, because any other command may have
brought that up to date before. Its own reading changes no stamp.
"""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.core.journal.history import JournalEntry
from memento_cli.errors import BadData
from memento_cli.index.refresh.freshness import MEMORIES, SETTINGS, log_stamps
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import is_value_name, names_in
from memento_cli.store.files.system import stamp_of
from memento_cli.store.journal.jsonl import entries_of
from memento_cli.store.journal.logs import end_of, tail_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.store.files.system import Stamp

Saved = tuple[int, int, int]
"""Nanoseconds of modification, bytes, inode. It changes when a file is written or replaced, and not
when only its links or its mode change."""


class Difference(NamedTuple):
    """What changed between two looks: names of files, new entries of the journal, the logs that
    changed otherwise than at their ends, and whether the settings changed."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    entries: tuple[JournalEntry, ...] = ()
    logs: tuple[str, ...] = ()
    settings: bool = False


class End(NamedTuple):
    """How far a log was read: its stamp then, the byte, and the checksum of all bytes before it."""

    stamp: Stamp
    place: int
    sum: int


class StoreState:
    """The stamps of a store's files and the ends of its logs, as of the last look."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.files: dict[str, Saved] = {}
        self.logs = {path: self._end(path, stamp) for path, stamp in log_stamps(root)}
        self.settings: Saved | None = None
        self.look()

    def look(self, names: Iterable[str] | None = None) -> Difference:
        """What changed since the last look in the logs, the settings, and the files of these names,
        or without names in all files."""
        if names is None:
            names = {*names_in(os.path.join(self.root, MEMORIES)), *self.files}
        added, changed, removed = self._files(names)
        entries, logs = self._journal()
        settings = saved(os.path.join(self.root, SETTINGS), self.settings)
        differs, self.settings = settings != self.settings, settings
        return Difference(tuple(added), tuple(changed), tuple(removed), entries, logs, differs)

    def _files(self, names: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
        added, changed, removed = list[str](), list[str](), list[str]()
        start = os.path.join(self.root, MEMORIES, "")
        for name in sorted(filter(is_value_name, names)):
            before = self.files.get(name)
            now = saved(start + name, before)
            if now == before:
                continue
            if now is None:
                del self.files[name]
                removed.append(name)
            else:
                self.files[name] = now
                (changed if before else added).append(name)
        return added, changed, removed

    def _journal(self) -> tuple[tuple[JournalEntry, ...], tuple[str, ...]]:
        entries, altered = list[JournalEntry](), list[str]()
        stamps = dict(log_stamps(self.root))
        for path in [path for path in self.logs if path not in stamps]:
            del self.logs[path]
            altered.append(path)
        for path, stamp in stamps.items():
            end = self.logs.get(path, End(stamp, 0, 0))
            if end.stamp != stamp or path not in self.logs:
                new = self._read(path, stamp, end)
                if new is None:
                    altered.append(path)
                else:
                    entries += new
        return tuple(entries), tuple(altered)

    def _read(self, path: str, stamp: Stamp, end: End) -> list[JournalEntry] | None:
        """The entries after the end that was read; None if bytes before it have changed."""
        try:
            tail = tail_of(os.path.join(self.root, path), end.place, end.sum)
        except (OSError, BadData):
            return []  # gone, or not readable for a moment: the next look tells
        self.logs[path] = End(stamp, tail.end, tail.sum)
        if tail.start != end.place:
            return None
        entries = list[JournalEntry]()
        for _, raw in tail.lines:
            with suppress(BadData):
                entries += entries_of(raw)
        return entries

    def _end(self, path: str, stamp: Stamp) -> End:
        """The end of a log; its start if it cannot be read."""
        try:
            return End(stamp, *end_of(os.path.join(self.root, path)))
        except (OSError, BadData):
            return End(stamp, 0, 0)


def saved(path: str, before: Saved | None) -> Saved | None:
    """A file's stamp; None if there is no file, the one from before if it cannot be told."""
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return before
    mtime, _, size, inode = stamp_of(status)
    return (mtime, size, inode)
