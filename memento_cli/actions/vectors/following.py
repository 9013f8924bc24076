"""Vectors of what changes while somebody watches a store."""

from __future__ import annotations

from memento_cli.actions.vectors.embedding import embedder_of
from memento_cli.actions.vectors.fill import fill_if_set
from memento_cli.actions.vectors.written import MOST, embed_ids
from memento_cli.errors import MementoError
from memento_cli.store.settings.user import vector_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.store.directory.store import Store


class Following:
    """Gives the memories that change their vectors, and tries again what was not done."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._embedder = embedder_of(vector_settings())
        self._waiting: set[str] = set()

    def take(self, ids: Iterable[str]) -> str:
        """Embed these memories and those that still wait; a note, empty where none is needed.

        It is called again and again, also with no ids: while a provider is left alone it costs one
        look at that.
        """
        if self._embedder is None:
            return ""
        self._waiting.update(ids)
        try:
            if len(self._waiting) > MOST:
                fill_if_set(self._store)
            elif self._waiting:
                done = embed_ids(self._store, self._embedder, self._waiting)
                if done.is_done:
                    self._waiting.clear()
                return done.note
            self._waiting.clear()
        except MementoError as problem:
            return f"No vector was made: {problem.message}"
        return ""
