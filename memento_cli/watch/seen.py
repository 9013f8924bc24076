"""What a watcher has seen of a store, and what is not so any more.

It compares with what it saw itself, never with the index: any other command may have brought that
up to date before it. Its own reading changes no stamp, so it never sees itself.
"""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.core.journal.history import JournalEntry
from memento_cli.errors import BadData
from memento_cli.index.refresh.freshness import MEMORIES, SETTINGS, log_stamps
from memento_cli.index.refresh.stamps import stamp_of
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import is_value_name, names_in
from memento_cli.store.journal.jsonl import entries_of
from memento_cli.store.journal.log_tail import end_of, tail_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memento_cli.index.refresh.stamps import Stamp

Saved = tuple[int, int, int]
"""Nanoseconds of modification, bytes, inode: it differs when a file was written or replaced, and
not when it was only linked or its mode was set."""


class Difference(NamedTuple):
    """What changed between two looks: names of files, new lines of the journal with the logs in
    which something else than the end changed, and whether the settings did."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    lines: tuple[JournalEntry, ...] = ()
    logs: tuple[str, ...] = ()
    settings: bool = False


class End(NamedTuple):
    """How far a log was read: its stamp then, the place, and the checksum of what is before it."""

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
        """What changed since the last look: in the logs, the settings, and the files with these
        names; without names, all files."""
        added, changed, removed = self._files(self._all() if names is None else names)
        lines, logs = self._journal()
        settings = saved(os.path.join(self.root, SETTINGS), self.settings)
        differs, self.settings = settings != self.settings, settings
        return Difference(tuple(added), tuple(changed), tuple(removed), lines, logs, differs)

    def _all(self) -> set[str]:
        return {*names_in(os.path.join(self.root, MEMORIES)), *self.files}

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
        lines, odd = list[JournalEntry](), list[str]()
        stamps = dict(log_stamps(self.root))
        for path in [path for path in self.logs if path not in stamps]:
            del self.logs[path]
            odd.append(path)
        for path, stamp in stamps.items():
            end = self.logs.get(path, End(stamp, 0, 0))
            if end.stamp != stamp or path not in self.logs:
                found = self._read(path, stamp, end)
                if found is None:
                    odd.append(path)
                else:
                    lines += found
        return tuple(lines), tuple(odd)

    def _read(self, path: str, stamp: Stamp, end: End) -> list[JournalEntry] | None:
        """The lines after the end that was read; None if what stands before it has changed."""
        try:
            tail = tail_of(os.path.join(self.root, path), end.place, end.sum)
        except (OSError, BadData):
            return []  # gone, or locked away for a moment: the next look sees
        self.logs[path] = End(stamp, tail.end, tail.sum)
        if tail.start != end.place:
            return None
        return list(_lines(raw for _, raw in tail.lines))

    def _end(self, path: str, stamp: Stamp) -> End:
        """The end of a log of which nothing more needs to be known."""
        try:
            return End(stamp, *end_of(os.path.join(self.root, path)))
        except (OSError, BadData):
            return End(stamp, 0, 0)


def _lines(raws: Iterable[bytes]) -> Iterator[JournalEntry]:
    """The lines in these bytes; those that say nothing are named by `doctor`."""
    for raw in raws:
        with suppress(BadData):
            yield from entries_of(raw)


def saved(path: str, before: Saved | None) -> Saved | None:
    """A file's stamp, None if there is none; the one from before where the system will not tell."""
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return before
    mtime, _, size, inode = stamp_of(status)
    return (mtime, size, inode)
