"""What the cache of vectors has: counted, listed, and a sample of it."""

from __future__ import annotations

import os
from itertools import pairwise

from memento_cli.core.vectors.quantized import components, signed_cosine
from memento_cli.index.database.database import rows_among
from memento_cli.index.database.place import VECTORS
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex

PAGE = 1_000


class Counts(NamedTuple):
    """What is kept of a space.

    `vectors` are its rows with a text, `unused` those among them whose text no memory had when
    `drop_unowned` last looked, `free` its rows without one, `questions` the questions with a row.
    `row_bytes` is the size of its file, `key_bytes` that of the database, of all spaces.
    """

    vectors: int
    unused: int
    free: int
    questions: int
    row_bytes: int
    key_bytes: int


def counts(vectors: VectorIndex, space: Space) -> Counts:
    """What is kept of a space; whether its rows are intact is not looked at."""

    def count(table: str, rest: str = "") -> int:
        query = f"SELECT count(*) FROM {table} WHERE space = ? {rest}"
        return int(vectors.database.execute(query, (space.key,)).fetchone()[0])

    return Counts(
        count("vector"),
        count("vector", "AND unused IS NOT NULL"),
        count("free"),
        count("question"),
        _size(vectors.rows_of(space).path),
        _size(os.path.join(vectors.folder, VECTORS)),
    )


def kept_rows(vectors: VectorIndex, space: Space) -> Iterator[tuple[bytes, bytes]]:
    """The keys of texts with their rows, by the keys; without broken ones.

    Other processes can write meanwhile, however long a caller takes.
    """
    rows, mapped = vectors.rows_of(space), vectors.mapped(space)
    query = "SELECT text, row, sum FROM vector WHERE space = ? AND text > ? ORDER BY text LIMIT ?"
    last = b""
    while page := vectors.database.execute(query, (space.key, last, PAGE)).fetchall():
        for text, number, sum in page:
            row = rows.intact(mapped, text, number, sum)
            if row is not None:
                yield text, row
        last = page[-1][0]


def kept_texts(vectors: VectorIndex, space: Space) -> list[bytes]:
    """The keys of the texts that have a vector, be it a broken one."""
    query = "SELECT text FROM vector WHERE space = ?"
    return [text for (text,) in vectors.database.execute(query, (space.key,))]


def sample_pairs(vectors: VectorIndex, space: Space, count: int) -> list[float]:
    """The cosines of up to `count` pairs of texts, chosen at random, and the same ones each time
    while the rows are the same. Rows of zeros are left out."""
    from random import Random

    total, rows, mapped = vectors.count_rows(space), vectors.rows_of(space), vectors.mapped(space)
    numbers = Random(count).sample(range(total), min(total, count + 1))
    query = "SELECT row, text, sum FROM vector INDEXED BY by_row WHERE space = ? AND row IN"
    known = {
        number: row
        for number, text, sum in rows_among(vectors.database, query, numbers, (space.key,))
        if (row := rows.intact(mapped, text, number, sum)) is not None and any(row)
    }
    chosen = [components(known[number]) for number in numbers if number in known]
    return [signed_cosine(one, other) for one, other in pairwise(chosen)]


def _size(path: str) -> int:
    with suppress(OSError):
        return os.lstat(path).st_size
    return 0
