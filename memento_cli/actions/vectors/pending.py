"""Which memories have no vector of their present text, and which may have none."""

from __future__ import annotations

from collections import Counter

from memento_cli.actions.vectors.embedding import why_kept_back
from memento_cli.core.vectors.texts import text_key
from memento_cli.index.vectors.memory_texts import all_texts
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex

Owner = tuple[str, bytes]
"""The id of a memory and the key of its present text."""


class Pending(NamedTuple):
    """What a fill has to do: of `memories` in the index, the `owners` of a text that has a vector,
    the keys in the index of those that are `missing` one, and the number of those that are `held`
    back, by reason (`SECRET`, `PRIVACY`)."""

    memories: int
    owners: Sequence[Owner]
    missing: Sequence[int]
    held: Mapping[str, int]


def pending(
    database: sqlite3.Connection,
    vectors: VectorIndex | None,
    space: Space | None,
    embedder: Embedder,
) -> Pending:
    """Compare the memories of an index with the vectors of a space; without a space none has one.

    Of a text that has a vector it is not asked whether it may be sent: it was sent.
    """
    count, owners, missing, held = 0, list[Owner](), list[int](), Counter[str]()
    for page in all_texts(database):
        count += len(page)
        keys = [text_key(memory.text) for memory in page]
        known = vectors.known(space, keys) if vectors and space else {}
        for memory, key in zip(page, keys, strict=True):
            if key in known:
                owners.append((memory.id, key))
            elif why := why_kept_back(embedder, memory.words, memory.privacy):
                held[why] += 1
            else:
                missing.append(memory.key)
    return Pending(count, owners, missing, dict(held))
