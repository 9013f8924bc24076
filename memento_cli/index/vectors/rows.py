"""The file with the rows of a space: as many bytes a row as it has dimensions, and nothing else.

A row is one component a byte, int8; free rows are zeros. What a row is of stands in the database,
with a checksum of the two together: a row that another process overwrites meanwhile, or that was
not on disk when the power went, is none.
"""

from __future__ import annotations

import os
from mmap import ACCESS_READ, mmap
from zlib import crc32

from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.location import is_exclusively_own
from memento_cli.store.files.files import os_errors, regular, sync_folder

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

WRITING = os.O_RDWR | os.O_CREAT
PRIVATE_FILE = 0o600


def row_sum(text: bytes, row: bytes) -> int:
    """The checksum of a row together with the key of its text."""
    return crc32(row, crc32(text))


class Rows(NamedTuple):
    """The file with the rows of a space."""

    path: str
    dims: int

    def mapped(self, count: int) -> memoryview:
        """The bytes of the first `count` rows, or of the whole rows among them that there are.

        None of them is cut off while it is mapped. A file that others can write to has none.
        """
        try:
            if not is_exclusively_own(self.path):
                return memoryview(b"")
            with regular(self.path) as (handle, size):
                whole = min(count, size // self.dims) * self.dims
                if not whole:
                    return memoryview(b"")
                return memoryview(mmap(handle, whole, access=ACCESS_READ))
        except (OSError, BadData, ValueError):
            return memoryview(b"")

    def write(self, rows: Mapping[int, bytes]) -> None:
        """Write rows in these places, synced. Failed, with all or some of them written."""
        with os_errors(self.path), regular(self.path, WRITING, PRIVATE_FILE) as (handle, _):
            for first, data in _runs(rows):
                _write_all(handle, data, first * self.dims)
            os.fsync(handle)

    def create(self) -> None:
        """Create the file, with no rows."""
        with os_errors(self.path), regular(self.path, WRITING | os.O_EXCL, PRIVATE_FILE):
            sync_folder(os.path.dirname(self.path))

    def blank(self, numbers: Iterable[int]) -> None:
        """Overwrite rows with zeros, synced."""
        self.write(dict.fromkeys(numbers, bytes(self.dims)))

    def clean(self, free: Iterable[int], count: int) -> None:
        """Zero what a killed writer left in free rows and after the first `count` rows."""
        if not os.path.lexists(self.path):
            return
        here = self.mapped(count)
        dirty = [row for row in free if any(self.row(here, row))]
        if dirty:
            self.blank(dirty)
        with os_errors(self.path), regular(self.path, os.O_RDWR) as (handle, size):
            if size > count * self.dims:
                os.ftruncate(handle, count * self.dims)
                os.fsync(handle)

    def row(self, mapped: memoryview, number: int) -> bytes:
        """A copy of a row among the mapped ones; shorter if it is beyond them."""
        return bytes(mapped[number * self.dims : (number + 1) * self.dims])

    def intact(self, mapped: memoryview, text: bytes, number: int, sum: int) -> bytes | None:
        """A copy of the row of this text; None if the file has another there, or none."""
        row = self.row(mapped, number)
        return row if len(row) == self.dims and row_sum(text, row) == sum else None


def _runs(rows: Mapping[int, bytes]) -> Iterator[tuple[int, bytes]]:
    """Rows that follow each other, joined, each with the number of its first."""
    first, parts = -1, list[bytes]()
    for number in sorted(rows):
        if parts and number != first + len(parts):
            yield first, b"".join(parts)
            parts = []
        if not parts:
            first = number
        parts.append(rows[number])
    if parts:
        yield first, b"".join(parts)


def _write_all(handle: int, data: bytes, place: int) -> None:
    left = memoryview(data)
    while left:
        done = os.pwrite(handle, left, place)
        left, place = left[done:], place + done
