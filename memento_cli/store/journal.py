"""The journal: what memento did, in append-only files with one writer each."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from memento_cli.core.history import RANDOM_BITS, Line, line_id, line_millis, line_number
from memento_cli.errors import BadData
from memento_cli.store.files import (
    EXHAUSTED,
    append,
    read_all,
    read_regular,
    refuse_link,
    regular,
    system,
)
from memento_cli.store.jsonl import line_of, line_text
from memento_cli.store.lock import Lock

MONTH = re.compile(r"\d{4}-\d\d")
LOG_FILE = re.compile(r"[^.].*\.jsonl")
TAIL = 1 << 12
LAST_MILLIS = 253_402_300_799_999  # of the year 9999; an id beyond it is nobody's clock
ADOPTION = "adoption"
ESCAPE = b"\\u"  # another writer may have written any sign so


class BadLine(NamedTuple):
    """A line that could not be read: its place, `path:line`, and why."""

    where: str
    problem: str


class Read(NamedTuple):
    """Lines that were read, and those that could not be."""

    lines: list[Line]
    broken: list[BadLine]


class Journal:
    """The log files under one folder, and this process's pen for its own one."""

    def __init__(self, folder: str, lock: Lock, writer: Callable[[], tuple[str, str]]) -> None:
        self.folder = folder
        self._lock = lock
        self._writer = writer
        self._batch: str | None = None

    def files(self) -> list[str]:
        """The paths of all log files, the oldest month first."""
        found = []
        for month in _names(self.folder, MONTH, folders=True):
            inside = os.path.join(self.folder, month)
            found += [os.path.join(inside, name) for name in _names(inside, LOG_FILE)]
        return found

    def lines(self, memory: str | None = None) -> Read:
        """All lines, or those of one memory; a broken line costs only itself."""
        mark = memory.encode(errors="surrogatepass") if memory is not None else b""
        read = Read([], [])
        for path in self.files():
            for place, line in lines_in(path, mark):
                if isinstance(line, str):
                    read.broken.append(BadLine(f"{path}:{place}" if place else path, line))
                elif memory is None or line.memory == memory:
                    read.lines.append(line)
        return read

    def own_ids(self) -> frozenset[str]:
        """The ids of the lines that this writer wrote; of none, where it never wrote."""
        name = "{}-{}.jsonl".format(*self._writer())
        paths = [path for path in self.files() if os.path.basename(path) == name]
        found = (line for path in paths for _, line in lines_in(path, b""))
        return frozenset(line.id for line in found if not isinstance(line, str))

    def knows(self, memory: str) -> bool:
        """Whether any line is about this id; an id is never given twice."""
        return bool(self.lines(memory).lines)

    @contextmanager
    def one_batch(self) -> Iterator[None]:
        """All that is appended inside is of one batch, named by its first line."""
        self._batch = ""
        try:
            yield
        finally:
            self._batch = None

    def append(self, lines: Sequence[Line]) -> list[Line]:
        """Write the acts of one batch; those without an id get one. One write, then on disk."""
        if not lines:
            return []
        with self._lock.held():
            actor, clone = self._writer()
            written = self._with_ids(lines, f"{actor}-{clone}.jsonl")
            path = self._path(written, f"{actor}-{clone}.jsonl")
            refuse_link(os.path.dirname(path))
            data = "".join(line_text(line) + "\n" for line in written)
            append(path, data.encode())
        return written

    def newest_millis(self) -> int:
        """The wall clock of the newest line of any writer, in milliseconds."""
        months = _names(self.folder, MONTH, folders=True)[-1:]
        return max(
            (self._last(month, name) for month in months for name in self._logs(month)), default=0
        )

    def _logs(self, month: str) -> list[str]:
        return _names(os.path.join(self.folder, month), LOG_FILE)

    def _last(self, month: str, name: str) -> int:
        path = os.path.join(self.folder, month, name)
        try:
            return max((line_millis(id) for id in _tail_ids(path)), default=0)
        except (OSError, BadData):  # named where its lines are read
            return 0

    def _with_ids(self, lines: Sequence[Line], name: str) -> list[Line]:
        """Ids that never decrease within a writer, whatever the wall clock does."""
        last = self._last_number(name)
        batch, written = "", []
        for line in lines:
            if not line.id:
                fresh = int(time.time() * 1000) << RANDOM_BITS | int.from_bytes(os.urandom(10))
                if fresh <= last:
                    fresh = last + 1 + int.from_bytes(os.urandom(5))
                last = fresh
                line = line._replace(id=line_id(fresh >> RANDOM_BITS, fresh))
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

    def _last_number(self, name: str) -> int:
        """The greatest id among this writer's last lines: they are in the newest month it wrote."""
        for month in reversed(_names(self.folder, MONTH, folders=True)):
            path = os.path.join(self.folder, month, name)
            with system(path):
                ids = _tail_ids(path)
            if ids:
                return max(line_number(id) for id in ids)
        return 0

    def _path(self, written: Sequence[Line], name: str) -> str:
        """The month of the newest id: a writer's newest file holds its newest line."""
        own = (line_millis(line.id) for line in written if line.via != ADOPTION)
        newest = min(max(own, default=int(time.time() * 1000)), LAST_MILLIS)
        months = [m for m in _names(self.folder, MONTH, folders=True) if name in self._logs(m)]
        month = max([time.strftime("%Y-%m", time.gmtime(newest / 1000)), *months[-1:]])
        return os.path.join(self.folder, month, name)


def by_memory(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """The lines of each memory."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.memory, []).append(line)
    return found


def lines_in(path: str, mark: bytes = b"") -> Iterator[tuple[int, Line | str]]:
    """A log file's lines with their numbers; of those that cannot be read, what is wrong.

    With a `mark`, only lines that may contain it. A file that cannot be read is line 0.
    """
    try:
        raws = _raw_lines(path, mark)
    except OSError as problem:
        yield 0, f"cannot be read: {problem.strerror}"
        return
    except BadData as problem:
        yield 0, problem.problems[0]
        return
    for place, raw in raws:
        try:
            yield place, line_of(raw)
        except BadData as problem:
            yield place, problem.problems[0]


def _names(folder: str, pattern: re.Pattern[str], *, folders: bool = False) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name
                for entry in entries
                if pattern.fullmatch(entry.name)
                and (entry.is_dir if folders else entry.is_file)(follow_symlinks=False)
            )
    except FileNotFoundError:
        return []
    except OSError:
        with system(folder):
            raise


def _raw_lines(path: str, mark: bytes) -> Iterable[tuple[int, bytes]]:
    """The lines that may contain `mark`, with their numbers; only b"\\n" ends a line."""
    try:
        data = read_regular(path)
    except FileNotFoundError:  # git may have swapped it away since it was listed
        return ()
    except OSError as problem:
        if problem.errno not in EXHAUSTED:
            raise
        with system(path):
            raise
    if mark not in data and ESCAPE not in data:
        return ()
    return (
        (place, raw)
        for place, raw in enumerate(data.split(b"\n"), start=1)
        if raw.strip() and (mark in raw or ESCAPE in raw)
    )


def _tail_ids(path: str) -> list[str]:
    """The ids in the last lines of a log file; derived ones, of adoptions, do not count."""
    if not os.path.lexists(path):
        return []
    with regular(path) as (handle, size):
        start, length, ids = size, TAIL, list[str]()
        while start and not ids:
            start = max(0, size - length)
            os.lseek(handle, start, os.SEEK_SET)
            ids = _own_ids(read_all(handle, size - start))
            length *= 4
    return ids


def _own_ids(data: bytes) -> list[str]:
    ids = []
    for raw in data.split(b"\n"):
        try:
            line = line_of(raw)
        except BadData:
            continue
        if line.via != ADOPTION and line_millis(line.id) <= LAST_MILLIS:
            ids.append(line.id)
    return ids
