"""The cache of vectors of a store: what is kept in it, and looked up.

A row is on disk before the database has its key, so a kill or a power cut costs the vectors that
were not committed, and never gives a text the vector of another.
"""

from __future__ import annotations

import os

from memento_cli.errors import BrokenIndex, Failed
from memento_cli.index.database.database import faults_told, one_transaction, rows_among
from memento_cli.index.database.place import index_folder
from memento_cli.index.database.sqlite import DatabaseError, OperationalError
from memento_cli.index.vectors.rows import Rows, new_name, row_sum
from memento_cli.index.vectors.scan import Cosines
from memento_cli.index.vectors.spaces import Space, is_same_model, spaces_of
from memento_cli.index.vectors.tables import FILL, WHAT, drop_vectors, made, opened
from memento_cli.standard import closing, contextmanager, suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from memento_cli.core.vectors.calibration import Calibration
    from memento_cli.index.database.sqlite import Connection

MOST_QUESTIONS = 1_000
FILE_IS_GONE = 1032
"""SQLite's code, SQLITE_READONLY_DBMOVED, for a file that has no name any more."""
DROPPED, AGAIN = "these vectors were dropped meanwhile", "do it again"
NEW_SPACE = (
    "INSERT INTO space (settings, probe, dims, model, file, rows, turn)"
    " SELECT ?, ?, ?, ?, ?, 0, coalesce(max(turn), 0) + 1 FROM space"
)
NEWEST = "UPDATE space SET turn = (SELECT max(turn) + 1 FROM space) WHERE key = ?"
NEW_OWNER = (
    "INSERT OR IGNORE INTO owner SELECT ?1, ?2 WHERE ?1 NOT IN (SELECT id FROM erased)"
    " AND EXISTS (SELECT 1 FROM vector WHERE space IN (SELECT key FROM space) AND text = ?2)"
)
COUNT = (
    "SELECT rows, (SELECT min(row) FROM vector INDEXED BY by_row WHERE space = ?1),"
    " (SELECT max(row) FROM vector INDEXED BY by_row WHERE space = ?1),"
    " (SELECT min(row) FROM free WHERE space = ?1), (SELECT max(row) FROM free WHERE space = ?1)"
    " FROM space WHERE key = ?1 AND file = ?2"
)
NEW_VECTOR = "INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?, NULL)"


def no_warning(message: str) -> None:
    """A `warn` that tells nobody."""


@contextmanager
def open_vectors(
    root: str, *, make: bool = False, warn: Callable[[str], None] = no_warning
) -> Iterator[VectorIndex | None]:
    """The vectors of the store at this real path; None if there are none to be trusted, and they
    are not to be made, or cannot be.

    What goes wrong with them within is a MementoError: BrokenIndex for a damaged database, which is
    dropped first.
    """
    database = made(root, warn) if make else opened(root, warn)
    if database is None:
        yield None
        return
    vectors = VectorIndex(database, index_folder(root))
    with closing(database), vectors.faults_told():
        yield vectors


class VectorIndex:
    """The vectors of a store, open."""

    def __init__(self, database: Connection, folder: str) -> None:
        self.database = database
        self.folder = folder

    def faults_told(self) -> AbstractContextManager[None]:
        """A context in which a fault of the database is told as a MementoError: BrokenIndex for a
        damaged one, which is dropped first."""
        return faults_told(self.database, WHAT, lambda: drop_vectors(self.folder), FILL)

    def space(self, settings: bytes) -> Space | None:
        """The newest space of these settings."""
        return next(iter(spaces_of(self.database, settings)), None)

    def make_space(self, settings: bytes, probe: bytes, model: str) -> Space:
        """The space of these settings in which the probe has this row, made if there is none; from
        now on it is the newest of them. Its dimensions are those of the row."""
        with self._writing():
            for space in spaces_of(self.database, settings):
                if is_same_model(probe, space.probe):
                    self.database.execute(NEWEST, (space.key,))
                    return space if self.rows_of(space).is_sound() else self._begun_anew(space)
            row = (settings, probe, len(probe), model, new_name())
            key = self.database.execute(NEW_SPACE, row).lastrowid or 0
            space = Space(key, *row, None, None, None, None)
            self.rows_of(space).create()
            return space

    def _begun_anew(self, space: Space) -> Space:
        """A space with another file, without rows, in place of one that is gone, or no plain file,
        or that others can write to."""
        with suppress(OSError):  # what is no file stays there, and is not in the way
            os.unlink(self.rows_of(space).path)
        space = space._replace(file=new_name())
        query = "UPDATE space SET file = ? WHERE key = ?"
        self.database.execute(query, (space.file, space.key))
        self.rows_of(space).create()
        return space

    def calibrate(self, space: Space, calibration: Calibration) -> None:
        """Keep what is known of a space."""
        query = (
            "UPDATE space SET mean = ?, spread = ?, agreement = ?, reference_rows = ? WHERE key = ?"
        )
        with self._writing():
            self.database.execute(query, (*calibration, space.key))

    def add(self, space: Space, vectors: Sequence[tuple[str, bytes, bytes]]) -> None:
        """Keep vectors, each with the id of a memory that has its text, and the text's key.

        A text that has a vector is only linked to its memory; what was erased is left out. A row
        of zeros is like no other. Failed with nothing added. ValueError for one of another length.
        """
        if any(len(row) != space.dims for _, _, row in vectors):
            raise ValueError("a row has other dimensions than its space")
        with self._writing():
            count, erased = self.count_rows(space), self.erased(id for id, _, _ in vectors)
            fresh = {text: row for id, text, row in vectors if id not in erased}
            for text in self.known(space, list(fresh)):
                del fresh[text]
            places = self._places(space, list(fresh), count)
            sums = [
                (space.key, text, places[text], row_sum(text, row)) for text, row in fresh.items()
            ]
            self.database.executemany(NEW_VECTOR, sums)  # which fails if it was dropped meanwhile
            count = max([count, *(place + 1 for place in places.values())])
            self.database.execute("UPDATE space SET rows = ? WHERE key = ?", (count, space.key))
            if fresh:
                rows = {places[text]: row for text, row in fresh.items()}
                self.rows_of(space).write(rows)
            self.database.executemany(NEW_OWNER, [(id, text) for id, text, _ in vectors])

    def link(self, owners: Iterable[tuple[str, bytes]]) -> None:
        """Keep which memories, by id, have texts, by key, that have a vector already."""
        with self._writing():
            self.database.executemany(NEW_OWNER, owners)

    def known(self, space: Space, texts: Collection[bytes]) -> dict[bytes, int]:
        """The places of the rows of the texts with these keys, without those that have no intact
        row."""
        return {text: number for text, number, _ in self._intact(space, texts)}

    def rows_of_texts(self, space: Space, texts: Collection[bytes]) -> dict[bytes, bytes]:
        """The rows of the texts with these keys, without those that have no intact row."""
        return {text: row for text, _, row in self._intact(space, texts)}

    def missing(self, space: Space, texts: Collection[bytes]) -> list[bytes]:
        """The keys, each once, of the texts that have no intact row."""
        known = self.known(space, texts)
        return [text for text in dict.fromkeys(texts) if text not in known]

    def question(self, space: Space, text: bytes) -> bytes | None:
        """The row of a question that was asked before."""
        query = "SELECT vector FROM question WHERE space = ? AND text = ?"
        found = self.database.execute(query, (space.key, text)).fetchone()
        return found[0] if found and len(found[0]) == space.dims else None

    def keep_question(self, space: Space, text: bytes, row: bytes) -> None:
        """Keep the row of a question; of all spaces, the newest thousand are kept."""
        with self._writing():
            new = "INSERT OR REPLACE INTO question (space, text, vector) VALUES (?, ?, ?)"
            key = self.database.execute(new, (space.key, text, row)).lastrowid or 0
            oldest = (key - MOST_QUESTIONS,)
            self.database.execute("DELETE FROM question WHERE key <= ?", oldest)

    def cosines(self, space: Space, vector: bytes) -> Cosines:
        """The cosines of this row, which need not be kept, with those of the space; none for
        a row of zeros."""
        if len(vector) != space.dims:
            raise ValueError("the vector has other dimensions than its space")
        rows = self.rows_of(space)
        mapped = self.mapped(space) if any(vector) else memoryview(b"")
        return Cosines(self.database, space.key, rows, mapped, vector)

    def rows_of(self, space: Space) -> Rows:
        """The file with the rows of a space."""
        return Rows(os.path.join(self.folder, space.file), space.dims)

    def mapped(self, space: Space) -> memoryview:
        """The rows of a space that are committed."""
        return self.rows_of(space).mapped(self.count_rows(space))

    def count_rows(self, space: Space) -> int:
        """The number of rows that a space has in its file, free ones among them. BrokenIndex if
        another process has dropped the space, DatabaseError if it is not that of its rows: whoever
        believed it would write over some, or far away."""
        row = self.database.execute(COUNT, (space.key, space.file)).fetchone()
        if row is None:
            raise BrokenIndex(DROPPED, AGAIN)
        numbers = [number for number in row if number is not None]
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise DatabaseError("rows in no place")
        count, *places = numbers
        if count != max(places, default=-1) + 1:
            raise DatabaseError(f"{max(places, default=-1) + 1} rows in place of {count}")
        return int(count)

    def erased(self, ids: Iterable[str]) -> set[str]:
        """Those of these memories of which no vectors are kept, since they were erased."""
        query = "SELECT id FROM erased WHERE id IN"
        return {id for (id,) in rows_among(self.database, query, ids)}

    def _intact(self, space: Space, texts: Collection[bytes]) -> Iterator[tuple[bytes, int, bytes]]:
        """The texts that have an intact row, with its place and a copy of it."""
        rows, mapped = self.rows_of(space), self.mapped(space)
        query = "SELECT text, row, sum FROM vector WHERE space = ? AND text IN"
        for text, number, sum in rows_among(self.database, query, texts, (space.key,)):
            row = rows.intact(mapped, text, number, sum)
            if row is not None:
                yield text, number, row

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write all or nothing; Failed if SQLite cannot, whoever asked and goes on without, and
        BrokenIndex if the file was deleted meanwhile."""
        try:
            with one_transaction(self.database):
                yield
        except OperationalError as problem:
            if getattr(problem, "sqlite_errorcode", 0) == FILE_IS_GONE:
                raise BrokenIndex(DROPPED, AGAIN) from problem
            raise Failed(f"{WHAT}: {problem}", FILL) from problem

    def _places(self, space: Space, texts: Sequence[bytes], count: int) -> dict[bytes, int]:
        """Places for the rows of texts: that of its own broken row, or a free one, which is taken,
        or one at the end.

        So only free places and the end can have a row of which the database knows nothing.
        """
        query = "SELECT text, row FROM vector WHERE space = ? AND text IN"
        places = dict(rows_among(self.database, query, texts, (space.key,)))
        new = [text for text in texts if text not in places]
        query = "SELECT row FROM free WHERE space = ? ORDER BY row LIMIT ?"
        free = [row for (row,) in self.database.execute(query, (space.key, len(new)))]
        delete = "DELETE FROM free WHERE space = ? AND row = ?"
        self.database.executemany(delete, [(space.key, row) for row in free])
        end = range(count, count + len(new) - len(free))
        return places | dict(zip(new, (*free, *end), strict=True))
