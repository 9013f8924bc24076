"""The journal: a log of what memento did, in append-only files with one writer each."""

from __future__ import annotations

import os
import time

from memento_cli.core.journal.event_types import ADOPTION, UNDONE
from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id, line_millis
from memento_cli.errors import BadData, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager
from memento_cli.store.files.files import append, os_errors, refuse_link
from memento_cli.store.journal.jsonl import entries_of, entry_of, entry_text, expanded_entry
from memento_cli.store.journal.logs import (
    ERASED,
    MISPLACED,
    PRIVATE,
    folders_in,
    is_behind,
    is_timely,
    last_number,
    log_months,
    log_names,
    log_path,
    may_have,
    next_number,
    nonblank_lines,
    paths_in,
    read_log,
    tail_ids,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.files.lock import Lock

BEHIND = "the clock here is more than a day behind what was written here last; see `memento doctor`"
BEFORE_STAMP, STAMP = slice(34, 44), slice(44, 63)
"""Where a line that memento wrote has its time, to the second, in UTC."""
AT_KEY = b'", "at": "'
UNDO_MARK = UNDONE.encode()


class BadLine(NamedTuple):
    """A line that could not be read: its place, `path:line`, and why."""

    where: str
    problem: str


class ReadLines(NamedTuple):
    """The entries of the lines that were read, and the lines that could not be read."""

    lines: list[JournalEntry]
    broken: list[BadLine]


class Journal:
    """The logs of a store's journal. Only this writer's own is written."""

    def __init__(
        self,
        folder: str,
        lock: Lock,
        writer: Callable[[], tuple[str, str]],
        changed: list[str],
        warn: Callable[[str], None],
    ) -> None:
        self.folder = folder
        self._lock = lock
        self._writer = writer
        self._batch: str | None = None
        self._changed = changed
        self._warn = warn
        self.done: list[JournalEntry] = []  # written by this object

    def files(self) -> list[str]:
        """The paths of all logs: those of erasures, and then the oldest month first."""
        with os_errors(self.folder):
            folders = folders_in(self.folder)
        return paths_in(self.folder, folders)

    def lines(self, memory: str | None = None, among: Iterable[str] | None = None) -> ReadLines:
        """All entries, or those of one memory; `among` are the paths of the logs to be read."""
        mark = memory.encode(errors="surrogatepass") if memory is not None else b""
        read = self._checked(_read(self.files() if among is None else among, mark))
        if memory is not None:
            read = read._replace(lines=[entry for entry in read.lines if entry.memory == memory])
        return read

    def recent(self, count: int) -> tuple[ReadLines, str]:
        """The newest entries, at least `count` of them, and all undos; and the moment, to the
        second in UTC, from which on none is left out."""
        paths = self.files()
        since = stamp_of_newest(map(_data, paths), count)
        return self._checked(_read(paths, since=since)), since.decode(errors="replace")

    def under(self, folder: str) -> ReadLines:
        """The entries about the records in a folder, such as `graph`."""
        prefix = folder + "/"
        read = self._checked(_read(self.files(), prefix.encode()))
        entries = [entry for entry in read.lines if entry.memory.startswith(prefix)]
        return read._replace(lines=entries)

    def naming(self, text: str) -> ReadLines:
        """The entries whose lines may contain this text, such as an id."""
        return self._checked(_read(self.files(), text.encode()))

    def undos(self) -> ReadLines:
        """The undo entries of all writers."""
        read = self.naming(UNDONE)
        return read._replace(lines=[entry for entry in read.lines if entry.act == UNDONE])

    def batch(self, id: str) -> ReadLines:
        """The entries of one batch. All are of the writer who wrote its first line.

        If several writers have that line, and this writer is one of them, the batch is this one's.
        """
        paths = self.files()
        reads = {path: self._checked(_read([path], id.encode())) for path in paths}
        began = {
            os.path.basename(path) for path in paths if any(e.id == id for e in reads[path].lines)
        }
        names = began & {self._name} or began or {os.path.basename(path) for path in paths}
        entries = [
            e for path in paths if os.path.basename(path) in names for e in reads[path].lines
        ]
        broken = [bad for read in reads.values() for bad in read.broken]
        return ReadLines([entry for entry in entries if entry.batch == id], broken)

    def own_batch(self, id: str) -> ReadLines:
        """The entries of one batch that this writer wrote."""
        read = self._checked(_read(self._own_files(), id.encode()))
        return read._replace(lines=[entry for entry in read.lines if entry.batch == id])

    def own(self) -> Iterator[ReadLines]:
        """The entries that this writer wrote, file by file, the newest first.

        Entries with an id beyond the range of clocks are left out.
        """
        for path in self._own_files():
            read = self._checked(_read([path]))
            yield read._replace(lines=[entry for entry in read.lines if is_timely(entry.id)])

    def _own_files(self) -> list[str]:
        paths = (path for path in reversed(self.files()) if os.path.basename(path) == self._name)
        return [path for path in paths if path != self.erased_log()]

    @property
    def _name(self) -> str:
        return "{}-{}.jsonl".format(*self._writer())

    def _checked(self, read: ReadLines) -> ReadLines:
        """The entries read; Failed if the lock is held and a whole log could not be read.

        A write must not be decided by a part of the journal.
        """
        for bad in read.broken if self._lock.is_held else ():
            if bad.where.endswith(".jsonl"):
                raise Failed(f"{bad.where}: {bad.problem}", "see who may read it: `ls -l`")
        return read

    def erased_log(self, name: str = "") -> str:
        """The path of this writer's log of erasures."""
        return os.path.join(self.folder, ERASED, name or self._name)

    @contextmanager
    def one_batch(self, batch: str = "") -> Iterator[None]:
        """Make one batch of all that is appended inside: `batch`, or one named by its first line.

        Inside another batch this does nothing.
        """
        if self._batch is not None:
            yield
            return
        self._batch = batch
        try:
            yield
        finally:
            self._batch = None

    def append(self, entries: Sequence[JournalEntry]) -> list[JournalEntry]:
        """Write the entries of one batch, in one synced write; those without an id get one."""
        if not entries:
            return []
        with self._lock.held():
            written = self._with_ids(entries)
            own = (line_millis(entry.id) for entry in written if entry.via != ADOPTION)
            newest = max(own, default=int(time.time() * 1000))
            self._write(log_path(self.folder, self._name, newest), written)
        return written

    def append_erased(self, entries: Sequence[JournalEntry]) -> list[JournalEntry]:
        """Write entries that record erasures, to this writer's log of erasures."""
        with self._lock.held():
            written = self._with_ids(entries)
            self._write(self.erased_log(), written)
        return written

    def _write(self, path: str, entries: Sequence[JournalEntry]) -> None:
        refuse_link(os.path.dirname(path))
        append(path, "".join(entry_text(entry) + "\n" for entry in entries).encode())
        self.done += [each for entry in entries for each in expanded_entry(entry)]
        self._changed.append(path)

    def newest_millis(self) -> int:
        """The time of the newest line of any writer, in milliseconds since 1970."""
        months = log_months(self.folder)[-1:]
        return max(
            (self._last(month, name) for month in months for name in log_names(self.folder, month)),
            default=0,
        )

    def _last(self, month: str, name: str) -> int:
        path = os.path.join(self.folder, month, name)
        try:
            return max((line_millis(id) for id in tail_ids(path, _own_ids)), default=0)
        except (OSError, BadData):  # reported by whoever reads its lines
            return 0

    def _with_ids(self, entries: Sequence[JournalEntry]) -> list[JournalEntry]:
        """These entries with ids that never decrease within a writer, whatever its clock does."""
        last = last_number(self.folder, self._name, _own_ids)
        if is_behind(last):
            self._warn(BEHIND)
        batch, written = "", []
        for entry in entries:
            if not entry.id:
                last = next_number(last) + len(expanded_entry(entry)) - 1
                entry = entry._replace(id=line_id(last >> RANDOM_BITS, last))
                batch = batch or entry.id
            written.append(entry)
        acts = [entry for entry in written if entry.via != ADOPTION]
        if self._batch is not None:
            batch = self._batch = self._batch or batch
        elif len(acts) < 2:
            return written
        return [
            entry if entry.batch or entry.via == ADOPTION else entry._replace(batch=batch)
            for entry in written
        ]


def _read(paths: Iterable[str], mark: bytes = b"", since: bytes = b"") -> ReadLines:
    read = ReadLines([], [])
    for path in paths:
        for number, entry in numbered_entries(path, mark, since):
            if isinstance(entry, str):
                read.broken.append(BadLine(f"{path}:{number}" if number else path, entry))
            else:
                read.lines.append(entry)
    return read


def by_memory(entries: Iterable[JournalEntry]) -> dict[str, list[JournalEntry]]:
    """The entries of each memory, by its id."""
    grouped: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        grouped.setdefault(entry.memory, []).append(entry)
    return grouped


def numbered_entries(
    path: str, mark: bytes = b"", since: bytes = b""
) -> Iterator[tuple[int, JournalEntry | str]]:
    """A log's entries with their line numbers; of a line that cannot be read, what is wrong.

    With a `mark`, only lines that may contain it; with a moment in `since`, only those of
    `recent_lines`. An unreadable file is reported as line 0.
    """
    try:
        raws = _raw_lines(path, mark, since)
    except OSError as problem:
        yield 0, f"cannot be read: {problem.strerror}"
        return
    except BadData as problem:
        yield 0, problem.problems[0]
        return
    erased = os.path.basename(os.path.dirname(path)) in (ERASED, PRIVATE)
    for number, raw in raws:
        try:
            for entry in entries_of(raw):
                yield number, MISPLACED if entry.act == ERASED and not erased else entry
        except BadData as problem:
            yield number, problem.problems[0]


def _raw_lines(path: str, mark: bytes, since: bytes) -> Iterable[tuple[int, bytes]]:
    """A log's lines that may contain `mark` and be recent, with their numbers."""
    try:
        data = read_log(path)
    except FileNotFoundError:  # git may have swapped it away since it was listed
        return ()
    if since:
        return ((number, raw) for number, raw in recent_lines(data, since) if raw.strip())
    if not may_have(data, mark):
        return ()
    return ((number, raw) for number, raw in nonblank_lines(data) if may_have(raw, mark))


def _data(path: str) -> bytes:
    """The bytes of a log; none if it cannot be read, which whoever reads its lines reports."""
    try:
        return read_log(path)
    except (OSError, BadData):
        return b""


def _own_ids(data: bytes) -> list[str]:
    """The ids of the last lines of a log, without the derived ids of adoptions."""
    ids = []
    for raw in filter(None, data.split(b"\n")):
        try:
            entry = entry_of(raw)
        except BadData:
            continue
        if entry.via != ADOPTION and is_timely(entry.id):
            ids.append(entry.id)
    return ids


def stamp_of_newest(logs: Iterable[bytes], count: int) -> bytes:
    """The time of the oldest of the newest `count` lines in these logs; empty if there are fewer
    lines."""
    stamps = [raw[STAMP] for data in logs for raw in data.split(b"\n") if raw]
    stamps.sort()  # nearly sorted already
    return stamps[-count] if 0 < count <= len(stamps) else b""


def recent_lines(data: bytes, since: bytes) -> list[tuple[int, bytes]]:
    """The lines of a log, with their numbers, that may be of this time or later, or undos of any.

    Lines in another form than memento's are among them.
    """
    raws = [(number, raw) for number, raw in enumerate(data.split(b"\n"), start=1) if raw]
    may_undo = may_have(data, UNDO_MARK)
    return [
        (number, raw)
        for number, raw in raws
        if raw[STAMP] >= since
        or raw[BEFORE_STAMP] != AT_KEY
        or (may_undo and may_have(raw, UNDO_MARK))
    ]
