"""The memories that are near others in meaning, by the vectors that there are: nobody is asked."""

from __future__ import annotations

import os

from memento_cli.core.vectors.calibration import calibrated
from memento_cli.core.vectors.texts import document_text, text_key
from memento_cli.index.recall.meaning import nearest
from memento_cli.index.recall.search import rows_of
from memento_cli.standard import contextmanager
from memento_cli.store.directory.platform_folders import user_file

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.index.database.sqlite import Connection
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store


class Neighbours:
    """The memories of an index that are near one of them in meaning."""

    def __init__(self, database: Connection, vectors: VectorIndex, space: Space) -> None:
        self._database, self._vectors, self._space = database, vectors, space

    def knows(self, id: str) -> bool:
        """Whether the memory with this id has a vector of its text."""
        return bool(self._rows(id))

    def of(self, id: str, least: float = 0.0) -> list[tuple[str, float]]:
        """The ids of the memories that are at least so near one, 0 to 1, the nearest first, each
        with how near it is; none if that has no vector."""
        from memento_cli.actions.vectors.asking import meaning_of_row

        database, found = self._database, list[tuple[str, float]]()
        for row in self._rows(id):
            meaning = meaning_of_row(self._vectors, self._space, row)
            cosines = nearest(database, meaning._replace(alone=meaning.behind.floor))
            ids = rows_of(database, cosines, "id")
            found += [(ids[key][0], calibrated(cosines[key], meaning.behind)) for key in cosines]
        near = [pair for pair in found if pair[0] != id and pair[1] >= least]
        return sorted(near, key=lambda pair: -pair[1])

    def _rows(self, id: str) -> list[bytes]:
        """The row of a memory's text; none if it has no vector."""
        database = self._database
        own = database.execute("SELECT key FROM name WHERE id = ?", (id,)).fetchone()
        texts = rows_of(database, own or (), "summary, detail").values()
        keys = [text_key(document_text(*text)) for text in texts]
        return list(self._vectors.rows_of_texts(self._space, keys).values())


@contextmanager
def neighbours_in(store: Store, database: Connection) -> Iterator[Neighbours | None]:
    """The neighbours by meaning in an index; None where there are no vectors that can be
    believed."""
    if not os.path.lexists(user_file()):
        yield None
        return
    from memento_cli.actions.vectors.embedding import embedder_of
    from memento_cli.index.vectors.vectors import open_vectors
    from memento_cli.store.settings.user import vector_settings

    embedder = embedder_of(vector_settings())
    if embedder is None:
        yield None
        return
    with open_vectors(store.root, warn=store.warn) as vectors:
        space = vectors.space(embedder.settings_key) if vectors else None
        is_good = vectors and space and space.calibration.is_believed
        yield Neighbours(database, vectors, space) if is_good and vectors and space else None
