"""Vectors that are a function of their texts, so that any row can be checked."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from memento_cli.core.vectors.texts import PROBE, text_key
from memento_cli.index.database.place import ROWS, VECTORS
from memento_cli.index.vectors.listing import kept_rows
from memento_cli.index.vectors.spaces import Space
from memento_cli.index.vectors.vectors import VectorIndex

DIMS = 24
SETTINGS = b"settings"
TEXTS = [f"text {number}" for number in range(300)]


def row_of(text: str, dims: int = DIMS) -> bytes:
    """The row of a text: others for each, and in no direction that they share."""
    return random.Random(f"{dims} {text}").randbytes(dims - 1) + b"\x7f"


def made_of(texts: Iterable[tuple[str, str]], dims: int = DIMS) -> list[tuple[str, bytes, bytes]]:
    """What `add` takes, of pairs of a memory's id and its text."""
    return [(id, text_key(text), row_of(text, dims)) for id, text in texts]


PROBE_ROW = row_of(PROBE)


def kept(vectors: VectorIndex, space: Space, texts: Iterable[str]) -> set[str]:
    """Which of the texts have a vector; every row that is kept is that of its text."""
    by_key = {text_key(text): text for text in texts}
    rows = dict(kept_rows(vectors, space))
    for key, row in rows.items():
        assert row == row_of(by_key[key], space.dims)
    known = vectors.known(space, list(by_key))
    assert known.keys() == rows.keys() and len({*known.values()}) == len(known)
    return {by_key[key] for key in rows}


def bytes_kept(vectors: VectorIndex) -> bytes:
    """Everything that the files of the cache have in them."""
    folder = Path(vectors.folder)
    names = [
        path for path in folder.iterdir() if path.name.startswith(VECTORS) or path.suffix == ROWS
    ]
    return b"".join(path.read_bytes() for path in names)


def count(vectors: VectorIndex, table: str, rest: str = "TRUE") -> int:
    """How many rows of a table of the database are so."""
    query = f"SELECT count(*) FROM {table} WHERE {rest}"
    return int(vectors.database.execute(query).fetchone()[0])
