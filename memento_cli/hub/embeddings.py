"""The vectors of a store's own cache, handed to a hub that has pgvector.

None is made for it: what `memento store vectors fill` has made is pushed, of the model that this
user has chosen. A hub on another machine gets those of memories that are as public as
`vectors.privacy` asks.
"""

from __future__ import annotations

from itertools import islice

from memento_cli.actions.vectors.embedding import embedder_of
from memento_cli.core.security.trust import is_open
from memento_cli.core.vectors.quantized import components
from memento_cli.core.vectors.texts import text_key
from memento_cli.hub.encryption import is_local
from memento_cli.index.database.index import index_of
from memento_cli.index.vectors.memory_texts import texts_of_ids
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.store.settings.user import vector_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any

    import psycopg

    from memento_cli.index.vectors.memory_texts import MemoryText
    from memento_cli.store.directory.store import Store

BATCH = 500
PUT = "select memento.put_embeddings(%s, %s, %s, %s)"
LACKING = "select memento.lacking_embeddings(%s, %s)"
PRIVATE = "private"


def push_embeddings(store: Store, connection: psycopg.Connection[Any], tenant: str) -> int:
    """Hand over the vectors that the hub lacks of this user's model; how many there were.

    0 without a provider, without vectors of it, or if the hub has no pgvector.
    """
    settings = vector_settings()
    embedder = embedder_of(settings) if settings.has_provider else None
    if embedder is None:
        return 0
    least = PRIVATE if is_local(connection.info.get_parameters()) else settings.privacy
    with open_vectors(store.root, warn=store.warn) as vectors:
        space = vectors.space(embedder.settings_key) if vectors else None
        if vectors is None or space is None:
            return 0
        lacking = [id for (id,) in connection.execute(LACKING, (tenant, space.model))]
        pushed = 0
        for texts in _batches(_shareable(store, lacking, least)):
            rows = vectors.rows_of_texts(space, {text_key(text.text) for text in texts})
            known = {text.id: row for text in texts if (row := rows.get(text_key(text.text)))}
            arrays = [str(components(row).tolist()) for row in known.values() if any(row)]
            ids = [id for id, row in known.items() if any(row)]
            connection.execute(PUT, (tenant, space.model, ids, arrays))
            pushed += len(ids)
        return pushed


def _shareable(store: Store, ids: Collection[str], least: str) -> list[MemoryText]:
    """The texts of those of these memories that are as public as is asked."""
    with index_of(store) as index:
        return [text for text in texts_of_ids(index.database, ids) if is_open(text.privacy, least)]


def _batches(texts: Collection[MemoryText]) -> Iterator[list[MemoryText]]:
    left = iter(texts)
    while batch := list(islice(left, BATCH)):
        yield batch
