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
from memento_cli.index.database.place import ROWS
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.location import is_exclusively_own
from memento_cli.store.files.files import os_errors, regular
from memento_cli.store.files.system import sync_folder

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL
NAME_BYTES = 8
PRIVATE_FILE = 0o600


def row_sum(text: bytes, row: bytes) -> int:
    """The checksum of a row together with the key of its text."""
    return crc32(row, crc32(text))


def new_name() -> str:
    """A name for a file with rows, which no file has or had."""
    return f"{os.urandom(NAME_BYTES).hex()}{ROWS}"


def is_name(text: str) -> bool:
    """Whether a file with rows may have this name; it is that of a file, and leads nowhere else."""
    stem = text.removesuffix(ROWS)
    return stem != text and len(stem) == 2 * NAME_BYTES and stem.isascii() and stem.isalnum()


class Rows(NamedTuple):
    """The file with the rows of a space."""

    path: str
    dims: int

    def is_sound(self) -> bool:
        """Whether the file is there, and nobody else can write to it."""
        return is_exclusively_own(self.path) and os.path.isfile(self.path)

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
        """Write rows in these places, synced. Failed, with all or some of them written, or if there
        is no file: one that somebody has deleted meanwhile does not come back."""
        with os_errors(self.path), regular(self.path, os.O_RDWR) as (handle, _):
            for first, data in _runs(rows):
                _write_all(handle, data, first * self.dims)
            os.fsync(handle)

    def create(self) -> None:
        """Create the file, with no rows."""
        with os_errors(self.path), regular(self.path, NEW, PRIVATE_FILE):
            sync_folder(os.path.dirname(self.path))

    def blank(self, numbers: Iterable[int]) -> None:
        """Overwrite rows with zeros, synced; nothing where there is no file."""
        if os.path.lexists(self.path):
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
