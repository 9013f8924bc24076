"""Dropping vectors: those of what was erased, of texts that nobody has, and broken ones.

What is dropped is overwritten with zeros, on disk before its key is gone, and its place is free.
"""

from __future__ import annotations

import os

from memento_cli.errors import MementoError
from memento_cli.index.database.database import one_transaction, rows_among
from memento_cli.index.database.place import VECTORS, index_folder
from memento_cli.index.vectors.listing import kept_texts
from memento_cli.index.vectors.spaces import all_spaces
from memento_cli.index.vectors.tables import FILL, WHAT, drop_vectors, row_files
from memento_cli.index.vectors.vectors import no_warning, open_vectors
from memento_cli.standard import suppress
from memento_cli.store.files.files import os_errors

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex

KEPT_DAYS = 30
"""How long the vector of a text is kept that no memory has any more."""


def all_there(id: str) -> bool:
    """An `is_there` for which every memory is still there."""
    return True


def erase_vectors(
    root: str,
    ids: Collection[str],
    is_there: Callable[[str], bool] = all_there,
    warn: Callable[[str], None] = no_warning,
) -> list[str]:
    """Overwrite the vectors of what was erased from the store at this real path, and all questions;
    where that cannot be done, all vectors are deleted, with a warning.

    The answer has the paths of the files that are left, each with what the system says: it is to
    be tried again. `is_there` is as in `erase`.
    """
    if not ids:
        return []
    with suppress(MementoError), open_vectors(root) as vectors:
        if vectors:
            erase(vectors, ids, is_there)
            return []
    file = os.path.join(index_folder(root), VECTORS)
    had = os.path.lexists(file)
    left = drop_vectors(os.path.dirname(file))
    if had and not os.path.lexists(file):
        warn(f"{WHAT} could not be written, and has been deleted with what was erased; {FILL}")
    return left


def erase(
    vectors: VectorIndex, ids: Iterable[str], is_there: Callable[[str], bool] = all_there
) -> None:
    """Overwrite the vectors of all texts that these memories have or had, without those that others
    have or had as well, as far as these are still there. No vector of theirs is taken in again."""
    database = vectors.database
    with one_transaction(database):
        new = {*ids}
        new -= vectors.erased(new)
        if not new:
            return
        database.executemany("INSERT INTO erased VALUES (?)", [(id,) for id in new])
        database.execute("DELETE FROM question")
        texts = {
            text for (text,) in rows_among(database, "SELECT text FROM owner WHERE id IN", new)
        }
        database.executemany("DELETE FROM owner WHERE id = ?", [(id,) for id in new])
        for text, id in [*rows_among(database, "SELECT text, id FROM owner WHERE text IN", texts)]:
            if text in texts and is_there(id):
                texts.discard(text)
        database.executemany("DELETE FROM owner WHERE text = ?", [(text,) for text in texts])
        for space in all_spaces(database):
            _drop_texts(vectors, space, texts)
            free = database.execute("SELECT row FROM free WHERE space = ?", (space.key,))
            rows = [row for (row,) in free]
            vectors.rows_of(space).clean(rows, vectors.count_rows(space))
        _remove_stray(vectors)


def drop_unowned(
    vectors: VectorIndex, texts: Collection[bytes], archived: Iterable[str], day: int
) -> int:
    """Drop the vectors that nobody has had a use for in the 30 days until `day`, counted from any
    day; their number.

    A use have those of these texts (by their keys), the current ones of all memories, and all that
    the archived memories (by their ids) have or had.
    """
    database, count = vectors.database, 0
    with one_transaction(database):
        owned = rows_among(database, "SELECT text FROM owner WHERE id IN", archived)
        texts = {*texts, *(text for (text,) in owned)}
        for space in all_spaces(database):
            query = "SELECT text, unused FROM vector WHERE space = ?"
            unused = dict(database.execute(query, (space.key,)).fetchall())
            left = {text: since for text, since in unused.items() if text not in texts}
            new = (text for text, since in left.items() if since is None or since > day)
            _mark(vectors, space, new, day)  # a day ahead is that of a wrong clock
            back = unused.keys() - left.keys()
            _mark(vectors, space, (text for text in back if unused[text] is not None), None)
            old = [
                text
                for text, since in left.items()
                if since is not None and since <= day - KEPT_DAYS
            ]
            _drop_texts(vectors, space, old)
            _forget_owners(vectors, old)
            count += len(old)
    return count


def drop_broken(vectors: VectorIndex, space: Space) -> int:
    """Drop the vectors whose rows are not in the file, or are others there; their number."""
    with one_transaction(vectors.database):
        broken = vectors.missing(space, kept_texts(vectors, space))
        _drop_texts(vectors, space, broken)
    return len(broken)


def drop_space(vectors: VectorIndex, space: Space) -> None:
    """Delete a space with its vectors."""
    database = vectors.database
    with one_transaction(database):
        texts = kept_texts(vectors, space)
        for table in ("vector", "free", "question"):
            database.execute(f"DELETE FROM {table} WHERE space = ?", (space.key,))
        database.execute("DELETE FROM space WHERE key = ?", (space.key,))
        _forget_owners(vectors, texts)
        _remove_stray(vectors)


def _drop_texts(vectors: VectorIndex, space: Space, texts: Collection[bytes]) -> None:
    """Overwrite and free the rows of texts in a space."""
    vectors.count_rows(space)  # that of a damaged database may be anywhere
    query = "SELECT row FROM vector WHERE space = ? AND text IN"
    rows = [row for (row,) in rows_among(vectors.database, query, texts, (space.key,))]
    if not rows:
        return
    vectors.rows_of(space).blank(rows)
    pairs = [(space.key, row) for row in rows]
    vectors.database.executemany("DELETE FROM vector WHERE space = ? AND row = ?", pairs)
    vectors.database.executemany("INSERT INTO free VALUES (?, ?)", pairs)


def _mark(vectors: VectorIndex, space: Space, texts: Iterable[bytes], day: int | None) -> None:
    """Keep since which day no memory has these texts; None: one has them."""
    query = "UPDATE vector SET unused = ? WHERE space = ? AND text = ?"
    vectors.database.executemany(query, [(day, space.key, text) for text in texts])


def _forget_owners(vectors: VectorIndex, texts: Collection[bytes]) -> None:
    """Forget which memories had texts that have no vector left."""
    delete = (
        "DELETE FROM owner WHERE text = ?1 AND NOT EXISTS"
        " (SELECT 1 FROM vector WHERE space IN (SELECT key FROM space) AND text = ?1)"
    )
    vectors.database.executemany(delete, [(text,) for text in texts])


def _remove_stray(vectors: VectorIndex) -> None:
    """Delete the files with rows that are of no space."""
    files = {space.file for space in all_spaces(vectors.database)}
    with os_errors(vectors.folder):
        for name in row_files(vectors.folder):
            if name not in files:
                os.unlink(os.path.join(vectors.folder, name))
