"""Tensors of a safetensors file, read row by row through a map of it: only what is asked for comes
into memory, and nothing is run."""

from __future__ import annotations

import json
import mmap
from math import prod
from struct import Struct, calcsize, unpack_from

from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

SIZE = Struct("<Q")
LONGEST_HEADER = 2**20
FORMATS = {"F64": "d", "F32": "f", "F16": "e", "I8": "b", "I32": "i", "I64": "q"}
"""The types of numbers that static models have, and what `struct` calls them."""


class Tensor(NamedTuple):
    """A matrix of numbers, or a list of them, which has one column."""

    data: mmap.mmap
    start: int
    rows: int
    columns: int
    format: str

    def row(self, place: int) -> Sequence[float]:
        """The numbers of a row; IndexError if there is none."""
        if not 0 <= place < self.rows:
            raise IndexError(place)
        layout = f"<{self.columns}{self.format}"
        return unpack_from(layout, self.data, self.start + place * calcsize(layout))


def tensors(path: str) -> dict[str, Tensor]:
    """The tensors of a file by name; OSError, or BadData if it is none of the format."""
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        if size < SIZE.size:
            raise BadData(path, ["is no safetensors file"])
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    (length,) = SIZE.unpack_from(data)
    start = SIZE.size + length
    try:
        if length > LONGEST_HEADER:
            raise ValueError
        header = json.loads(data[SIZE.size : start])
        return {
            name: _tensor(entry, data, start)
            for name, entry in header.items()
            if name != "__metadata__"
        }
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadData(path, ["is no safetensors file with numbers of a known type"]) from None


def _tensor(entry: Mapping[str, Any], data: mmap.mmap, start: int) -> Tensor:
    """The tensor that an entry of the header describes; ValueError if it does not fit the file."""
    shape, (begin, end), format = entry["shape"], entry["data_offsets"], FORMATS[entry["dtype"]]
    columns = prod(shape[1:])
    is_whole = prod(shape) * calcsize(f"<{format}") == end - begin
    if len(shape) not in (1, 2) or begin < 0 or start + end > len(data) or not is_whole:
        raise ValueError
    return Tensor(data, start + begin, shape[0], columns, format)
