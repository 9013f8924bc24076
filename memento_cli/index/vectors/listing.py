"""What the cache of vectors has, listed."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex

PAGE = 1_000


def kept_rows(vectors: VectorIndex, space: Space) -> Iterator[tuple[bytes, bytes]]:
    """The keys of texts with their rows, by the keys; without damaged ones.

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
    """The keys of the texts that have a vector, be it a damaged one."""
    query = "SELECT text FROM vector WHERE space = ?"
    return [text for (text,) in vectors.database.execute(query, (space.key,))]
