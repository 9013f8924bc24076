"""The journal: what memento did, in append-only files with one writer each."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager

from memento_cli.core.journal.event_types import ADOPTION, UNDONE
from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id, line_millis
from memento_cli.errors import BadData, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import append, refuse_link, system
from memento_cli.store.journal.journal_writer import (
    is_behind,
    is_timely,
    last_number,
    log_path,
    months_of,
    names_of,
    next_number,
    paths_in,
    tail_ids,
)
from memento_cli.store.journal.jsonl import line_of, line_text, lines_of, spread
from memento_cli.store.journal.log_tail import read_log, told
from memento_cli.store.journal.logs import ERASED, MISPLACED, PRIVATE, folders_in
from memento_cli.store.journal.recent_lines import ESCAPE, is_recent, stamp_of_newest

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.files.lock import Lock

BEHIND = "the clock here is more than a day behind what was written here last; see `memento doctor`"


class BadLine(NamedTuple):
    """A line that could not be read: its place, `path:line`, and why."""

    where: str
    problem: str


class ReadLines(NamedTuple):
    """Lines that were read, and those that could not be."""

    lines: list[JournalEntry]
    broken: list[BadLine]


class Journal:
    """The log files under one folder, and this process's pen for its own one."""

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
        self.done: list[JournalEntry] = []  # what this pen has written

    def files(self) -> list[str]:
        """The paths of all log files: those of erasures, and then the oldest month first."""
        with system(self.folder):
            folders = folders_in(self.folder)
        return paths_in(self.folder, folders)

    def lines(self, memory: str | None = None, among: Iterable[str] | None = None) -> ReadLines:
        """All lines, or those of one memory; a broken line costs only itself.

        `among` are the paths of the only logs that may have any.
        """
        mark = memory.encode(errors="surrogatepass") if memory is not None else b""
        read = self._checked(_read(self.files() if among is None else among, mark))
        if memory is not None:
            read = read._replace(lines=[line for line in read.lines if line.memory == memory])
        return read

    def recent(self, count: int) -> tuple[ReadLines, str]:
        """The newest lines, at least `count` where there are as many, and all that take others
        back; and the moment, to the second in UTC, from which on none is left out."""
        paths = self.files()
        since = stamp_of_newest(map(_data, paths), count)
        return self._checked(_read(paths, since=since)), since.decode(errors="replace")

    def under(self, folder: str) -> ReadLines:
        """The lines about what is held in a folder, such as `graph`."""
        prefix = folder + "/"
        read = self._checked(_read(self.files(), prefix.encode()))
        return read._replace(lines=[line for line in read.lines if line.memory.startswith(prefix)])

    def naming(self, text: str) -> ReadLines:
        """The lines in which this stands, such as an id."""
        return self._checked(_read(self.files(), text.encode()))

    def undos(self) -> ReadLines:
        """The lines that take others back, of whomever."""
        read = self._checked(_read(self.files(), UNDONE.encode()))
        return read._replace(lines=[line for line in read.lines if line.act == UNDONE])

    def batch(self, id: str) -> ReadLines:
        """The lines of one batch, which are of the writer who began it: nobody adds to another's.

        If several have its first line, and this writer is one of them, it is this writer's.
        """
        paths = self.files()
        reads = {path: self._checked(_read([path], id.encode())) for path in paths}
        began = {_writer_of(path) for path in paths if any(one.id == id for one in reads[path][0])}
        names = began & {self._name} or began or {_writer_of(path) for path in paths}
        kept = [reads[path].lines for path in paths if _writer_of(path) in names]
        broken = [bad for read in reads.values() for bad in read.broken]
        return ReadLines([line for lines in kept for line in lines if line.batch == id], broken)

    def own_batch(self, id: str) -> ReadLines:
        """The lines of one batch that this writer wrote."""
        read = self._checked(_read(self._own_files(), id.encode()))
        return read._replace(lines=[line for line in read.lines if line.batch == id])

    def own(self) -> Iterator[ReadLines]:
        """The lines that this writer wrote, file by file, the newest first.

        A line whose id no clock has made is nobody's.
        """
        for path in self._own_files():
            read = self._checked(_read([path]))
            yield read._replace(lines=[line for line in read.lines if is_timely(line.id)])

    def _own_files(self) -> list[str]:
        paths = (path for path in reversed(self.files()) if _writer_of(path) == self._name)
        return [path for path in paths if path != self.erased_log()]

    @property
    def _name(self) -> str:
        return "{}-{}.jsonl".format(*self._writer())

    def _checked(self, read: ReadLines) -> ReadLines:
        """The same; Failed if an act is under way and a whole log could not be read.

        What is done must not be decided by half of what was done before.
        """
        for bad in read.broken if self._lock.is_held else ():
            if bad.where.endswith(".jsonl"):
                raise Failed(f"{bad.where}: {bad.problem}", "see who may read it: `ls -l`")
        return read

    def erased_log(self, name: str = "") -> str:
        """Where this writer tells of erasures."""
        return os.path.join(self.folder, ERASED, name or self._name)

    @contextmanager
    def one_batch(self, batch: str = "") -> Iterator[None]:
        """All that is appended inside is of one batch: this one, or one named by its first line.

        Inside another batch it is a part of that one.
        """
        if self._batch is not None:
            yield
            return
        self._batch = batch
        try:
            yield
        finally:
            self._batch = None

    def append(self, lines: Sequence[JournalEntry]) -> list[JournalEntry]:
        """Write the acts of one batch; those without an id get one. One write, then on disk."""
        if not lines:
            return []
        with self._lock.held():
            actor, clone = self._writer()
            written = self._with_ids(lines, f"{actor}-{clone}.jsonl")
            self._write(self._path(written, f"{actor}-{clone}.jsonl"), written)
        return written

    def append_erased(self, lines: Sequence[JournalEntry]) -> list[JournalEntry]:
        """The same for lines that tell of erasures."""
        with self._lock.held():
            written = self._with_ids(lines, os.path.basename(self.erased_log()))
            self._write(self.erased_log(), written)
        return written

    def _write(self, path: str, lines: Sequence[JournalEntry]) -> None:
        refuse_link(os.path.dirname(path))
        append(path, "".join(line_text(line) + "\n" for line in lines).encode())
        self.done += [each for line in lines for each in spread(line)]
        self._changed.append(path)

    def newest_millis(self) -> int:
        """The wall clock of the newest line of any writer, in milliseconds."""
        months = months_of(self.folder)[-1:]
        return max(
            (self._last(month, name) for month in months for name in names_of(self.folder, month)),
            default=0,
        )

    def _last(self, month: str, name: str) -> int:
        path = os.path.join(self.folder, month, name)
        try:
            return max((line_millis(id) for id in tail_ids(path, _own_ids)), default=0)
        except (OSError, BadData):  # named where its lines are read
            return 0

    def _with_ids(self, lines: Sequence[JournalEntry], name: str) -> list[JournalEntry]:
        """Ids that never decrease within a writer, whatever the wall clock does."""
        last = last_number(self.folder, name, _own_ids)
        if is_behind(last):
            self._warn(BEHIND)
        batch, written = "", []
        for line in lines:
            if not line.id:
                last = next_number(last) + len(spread(line)) - 1
                line = line._replace(id=line_id(last >> RANDOM_BITS, last))
                batch = batch or line.id
            written.append(line)
        acts = [line for line in written if line.via != ADOPTION]
        if self._batch is not None:
            batch = self._batch = self._batch or batch
        elif len(acts) < 2:
            return written
        return [
            line if line.batch or line.via == ADOPTION else line._replace(batch=batch)
            for line in written
        ]

    def _path(self, written: Sequence[JournalEntry], name: str) -> str:
        own = (line_millis(line.id) for line in written if line.via != ADOPTION)
        return log_path(self.folder, name, max(own, default=int(time.time() * 1000)))


def _read(paths: Iterable[str], mark: bytes = b"", since: bytes = b"") -> ReadLines:
    read = ReadLines([], [])
    for path in paths:
        for place, line in lines_in(path, mark, since):
            if isinstance(line, str):
                read.broken.append(BadLine(f"{path}:{place}" if place else path, line))
            else:
                read.lines.append(line)
    return read


def by_memory(lines: Iterable[JournalEntry]) -> dict[str, list[JournalEntry]]:
    """The lines of each memory."""
    found: dict[str, list[JournalEntry]] = {}
    for line in lines:
        found.setdefault(line.memory, []).append(line)
    return found


def lines_in(
    path: str, mark: bytes = b"", since: bytes = b""
) -> Iterator[tuple[int, JournalEntry | str]]:
    """A log file's lines with their numbers; of those that cannot be read, what is wrong.

    With a `mark`, only lines that may contain it; with a moment in `since`, only those of
    `is_recent`. A file that cannot be read is line 0.
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
    for place, raw in raws:
        try:
            for line in lines_of(raw):
                yield place, MISPLACED if line.act == ERASED and not erased else line
        except BadData as problem:
            yield place, problem.problems[0]


def _raw_lines(path: str, mark: bytes, since: bytes) -> Iterable[tuple[int, bytes]]:
    """The lines that may contain `mark`, and are recent, with their numbers."""
    try:
        data = read_log(path)
    except FileNotFoundError:  # git may have swapped it away since it was listed
        return ()
    if since:
        raws = enumerate(data.split(b"\n"), start=1)
        return ((place, raw) for place, raw in raws if raw.strip() and is_recent(raw, since))
    if mark not in data and ESCAPE not in data:
        return ()
    return ((place, raw) for place, raw in told(data) if mark in raw or ESCAPE in raw)


def _data(path: str) -> bytes:
    """The bytes of a log; none of one that cannot be read, which its reader tells."""
    try:
        return read_log(path)
    except (OSError, BadData):
        return b""


def _writer_of(path: str) -> str:
    return os.path.basename(path)


def _own_ids(data: bytes) -> list[str]:
    """The ids of the lines in a tail; derived ones, of adoptions, do not count."""
    ids = []
    for raw in filter(None, data.split(b"\n")):
        try:
            line = line_of(raw)
        except BadData:
            continue
        if line.via != ADOPTION and is_timely(line.id):
            ids.append(line.id)
    return ids
