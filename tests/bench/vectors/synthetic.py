"""Vectors that no model made: the same for the same text on any machine, at once for millions."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from memento_cli.core.vectors.texts import PROBE, text_key
from memento_cli.errors import Failed
from memento_cli.index.database.index import index_of
from memento_cli.index.vectors.memory_texts import all_texts
from memento_cli.index.vectors.vectors import open_vectors
from tests.bench.vectors.asked import text_of
from tests.bench.vectors.settings import embedder_here

if TYPE_CHECKING:
    from collections.abc import Callable

    from memento_cli.core.recall.query import Query
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store

    MakeRow = Callable[[bytes], bytes]
    """The row of the text with a key."""

DIMS, TOPICS = 384, 50


def random_row(key: bytes) -> bytes:
    """A vector that says nothing of its text."""
    return Random(key).randbytes(DIMS)


def topical_row(key: bytes) -> bytes:
    """A vector near those of every fiftieth text, with a cosine of about one half, and of no other:
    so a question has as many near texts as are looked at in a store of ten thousand."""
    half = DIMS // 2
    return _topic(key[0] % TOPICS)[:half] + Random(key).randbytes(DIMS - half)


@cache
def _topic(number: int) -> bytes:
    return Random(f"topic {number}").randbytes(DIMS)


def fill(
    store: Store, row_of: MakeRow, tick: Callable[[], None] = lambda: None
) -> tuple[bytes, Space]:
    """Give each memory of a store a vector; the settings that they are kept by, and the space."""
    embedder = embedder_here()
    with open_vectors(store.root, make=True, warn=store.warn) as vectors:
        if vectors is None:
            raise Failed("vectors cannot be kept")
        space = vectors.make_space(embedder.settings_key, row_of(text_key(PROBE)), "")
        with index_of(store) as index:
            for page in all_texts(index.database):
                owned = [(memory.id, text_key(memory.text)) for memory in page]
                vectors.add(space, [(id, key, row_of(key)) for id, key in owned])
                for _ in page:
                    tick()
        return embedder.settings_key, space


def keep_question(vectors: VectorIndex, space: Space, query: Query, row_of: MakeRow) -> None:
    """Keep the vector of a question, so that no provider is asked for it."""
    if text := text_of(query):
        vectors.keep_question(space, text_key(text), row_of(text_key(text)))
