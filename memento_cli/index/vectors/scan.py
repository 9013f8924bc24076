"""The exact search: the cosines of a vector with all rows of a space.

With `simsimd` all are computed, without a copy of the mapped rows. Without it, the rows whose
components have the most signs in common with the vector's are chosen, and their cosines computed.
"""

from __future__ import annotations

from memento_cli.core.vectors.quantized import cosines_of
from memento_cli.index.database.database import rows_among
from memento_cli.index.vectors.rows import row_sum
from memento_cli.standard import cache

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from memento_cli.index.database.sqlite import Connection
    from memento_cli.index.vectors.rows import Rows

MOST_HITS = 1_000
BATCH, CANDIDATES = 100, 400
"""So many hits are given at once; without `simsimd` so many rows are scored exactly for them."""
MANY = 8
SAMPLE = 256
"""The number of rows that stand for all."""
BLOCK = 512
"""Rows whose smallest distance is looked at before each of them is."""


@cache
def engine() -> Any:
    """The function of `simsimd` that computes many distances at once; None if it is not there."""
    try:
        from simsimd import cdist
    except ImportError:
        return None
    return cdist


class Cosines:
    """The cosines of a vector with the rows of a space, as its file was when it was asked for."""

    def __init__(
        self, database: Connection, space: int, rows: Rows, mapped: memoryview, vector: bytes
    ) -> None:
        self._database, self._space = database, space
        self._rows, self._mapped, self._vector = rows, mapped, vector
        self._scored: dict[int, bytes] = {}

    def above(self, floor: float, most: int = MOST_HITS) -> Iterator[list[tuple[float, int]]]:
        """The cosines of at least `floor` with their rows, at most so many, in batches, the nearest
        first.

        A row may be of no text, or no longer (`texts_of`). Without `simsimd` a batch has the best
        of those with the most signs in common, and the first that has none is the last.
        """
        if not self._mapped:
            return
        is_exact = engine() is not None
        rows = self._rows_above(floor, most) if is_exact else self._by_signs(most)
        size = BATCH if is_exact else CANDIDATES
        for start in range(0, len(rows), size):
            batch = rows[start : start + size]
            copies = {row: self._rows.row(self._mapped, row) for row in batch}
            cosines = self._cosines(list(copies.values()))
            hits = [hit for hit in zip(cosines, copies, strict=True) if hit[0] >= floor]
            if not hits:
                return
            self._scored |= copies
            yield sorted(hits, key=_falling)

    def __len__(self) -> int:
        """The number of rows, with free ones."""
        return len(self._mapped) // self._rows.dims

    def sampled(self, most: int = SAMPLE) -> list[float]:
        """The cosines with at most so many rows, evenly spaced, without the free ones."""
        numbers = range(0, len(self), max(1, -(-len(self) // most)))
        copies = (self._rows.row(self._mapped, number) for number in numbers)
        return self._cosines([copy for copy in copies if any(copy)])

    def texts_of(self, rows: Sequence[int]) -> dict[int, tuple[bytes, list[str]]]:
        """The key of the text of each row that `above` gave, and the ids of memories that have or
        had it; without the rows that have been overwritten since, or that are of no text."""
        query = "SELECT row, text, sum FROM vector INDEXED BY by_row WHERE space = ? AND row IN"
        keys = dict[int, bytes]()
        for row, text, sum in rows_among(self._database, query, rows, (self._space,)):
            if row_sum(text, self._scored[row]) == sum:
                keys[row] = text
        owners: dict[bytes, list[str]] = {text: [] for text in keys.values()}
        query = "SELECT text, id FROM owner WHERE text IN"
        for text, id in rows_among(self._database, query, owners):
            owners[text].append(id)
        return {row: (text, owners[text]) for row, text in keys.items()}

    def of_texts(self, texts: Iterable[bytes]) -> dict[bytes, float]:
        """The cosines of the texts with these keys; without those that have no vector."""
        query = "SELECT text, row, sum FROM vector WHERE space = ? AND text IN"
        found = rows_among(self._database, query, texts, (self._space,))
        copies = {
            text: copy
            for text, row, sum in found
            if (copy := self._rows.intact(self._mapped, text, row, sum)) is not None
        }
        return dict(zip(copies, self._cosines(list(copies.values())), strict=True))

    def _cosines(self, rows: Sequence[bytes]) -> list[float]:
        if engine() and rows:
            return [1.0 - distance for distance in self._distances(memoryview(b"".join(rows)))]
        return cosines_of(self._vector, rows)

    def _distances(self, rows: memoryview) -> memoryview[float]:
        """The distances, 1 - cosine, of all of these rows, by `simsimd`."""
        dims = self._rows.dims
        vector = memoryview(self._vector).cast("b", shape=[1, dims])
        matrix = rows.cast("b", shape=[len(rows) // dims, dims])
        distances = engine()(vector, matrix, "cosine", out_dtype="float32")
        return memoryview(distances).cast("B").cast("f")

    def _rows_above(self, floor: float, most: int) -> list[int]:
        """The rows of at least this cosine; of very many, at least `most` of the best.

        A block whose smallest distance is too large costs no comparison of its rows.
        """
        distances, limit = self._distances(self._mapped), 1.0 - floor
        hits = list[tuple[float, int]]()
        for start in range(0, len(distances), BLOCK):
            block = distances[start : start + BLOCK].tolist()
            if min(block) <= limit:
                hits += [(one, row) for row, one in enumerate(block, start) if one <= limit]
                if len(hits) > most * MANY:
                    hits = sorted(hits)[:most]
                    limit = hits[-1][0]
        return [row for _, row in sorted(hits)[:most]]

    def _by_signs(self, most: int) -> list[int]:
        """The rows whose components have the most signs in common with the vector's, first those
        with most."""
        from struct import iter_unpack

        dims, number = self._rows.dims, int.from_bytes
        signs = number(b"\x80" * dims)
        vector = number(self._vector) & signs
        unlike = [
            ((number(row) & signs) ^ vector).bit_count()
            for (row,) in iter_unpack(f"{dims}s", self._mapped)
        ]
        limit = sorted(unlike)[:most][-1]
        rows = [row for row, apart in enumerate(unlike) if apart <= limit]
        return sorted(rows, key=unlike.__getitem__)[:most]


def _falling(hit: tuple[float, int]) -> tuple[float, int]:
    return -hit[0], hit[1]
