"""The database of the cache of vectors: its tables, opening it, making it, dropping it.

It is a file of its own beside the index, which each new version of memento makes again: vectors
may have cost money.
"""

from __future__ import annotations

import os

from memento_cli.index.database.database import MOST, connect_to, meta, one_transaction, set_meta
from memento_cli.index.database.place import ROWS, VECTORS, delete, index_folder, is_trusted_index
from memento_cli.index.database.sqlite import DatabaseError, OperationalError
from memento_cli.standard import suppress
from memento_cli.store.directory.location import is_exclusively_own, is_own
from memento_cli.store.files.system import NO_LINK

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

    from memento_cli.index.database.sqlite import Connection

TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
    # The rows of a space are the first `rows` of its file; `turn` grows with each space made.
    "CREATE TABLE space ("
    " key INTEGER PRIMARY KEY AUTOINCREMENT, settings BLOB NOT NULL, probe BLOB NOT NULL,"
    " dims INTEGER NOT NULL, model TEXT NOT NULL, file TEXT NOT NULL UNIQUE,"
    " rows INTEGER NOT NULL, turn INTEGER NOT NULL,"
    " mean REAL, spread REAL, agreement REAL, reference_rows BLOB)",
    # `unused`: the day since when no memory's current text is this one; NULL while one's is.
    "CREATE TABLE vector ("
    " space INTEGER, text BLOB, row INTEGER NOT NULL, sum INTEGER NOT NULL, unused INTEGER,"
    " PRIMARY KEY (space, text)) WITHOUT ROWID",
    "CREATE UNIQUE INDEX by_row ON vector (space, row)",
    "CREATE TABLE free (space INTEGER, row INTEGER, PRIMARY KEY (space, row)) WITHOUT ROWID",
    # The memories that have a text, or had it before an edit.
    "CREATE TABLE owner (id TEXT, text BLOB, PRIMARY KEY (id, text)) WITHOUT ROWID",
    "CREATE INDEX by_text ON owner (text)",
    "CREATE TABLE erased (id TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE question ("
    " key INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER, text BLOB, vector BLOB NOT NULL,"
    " UNIQUE (space, text))",
)
VERSION = int.from_bytes("".join(TABLES).encode()) % MOST
WHAT = "the cache of vectors"
FILL = "`memento store vectors fill` makes what is missing again"
SIDE_FILES = ("-journal", "-wal", "-shm")
ATTEMPTS = 2
NEW = os.O_RDWR | os.O_CREAT | NO_LINK


def opened(root: str, warn: Callable[[str], None]) -> Connection | None:
    """The database of the vectors of the store at `root`; None if there is none of this version
    that nobody but this user can have written. A damaged one is dropped, with a warning."""
    folder = index_folder(root)
    path = os.path.join(folder, VECTORS)
    if not is_trusted_index(path):
        return None
    database = None
    try:
        database = connect_to(path)
        if _is_ours(database, root):
            database.execute("PRAGMA secure_delete = ON")
            return database
    except OperationalError as problem:  # of the disk, or of a lock
        warn(f"{path}: {problem}; vectors are not used")
    except DatabaseError as problem:
        _drop_damaged(folder, problem, warn)
    if database is not None:
        database.close()
    return None


def made(root: str, warn: Callable[[str], None]) -> Connection | None:
    """The same, made anew if there is none of this version; None, with a warning, if that cannot
    be written."""
    from memento_cli.index.database.making import private_folder

    folder = index_folder(root)
    for _ in range(ATTEMPTS):
        try:
            return _prepared(private_folder(root), root, warn)
        except (OSError, OperationalError) as problem:
            why = getattr(problem, "strerror", None) or str(problem)
            path = getattr(problem, "filename", None) or folder
            warn(f"{path}: cannot keep vectors there ({why})")
            return None
        except DatabaseError as problem:
            _drop_damaged(folder, problem, warn)
    return None


def drop_vectors(folder: str) -> list[str]:
    """Delete the vectors in the index's folder; the paths of the files that are left, each with
    what the system says.

    Who has them open can write none after that; what it made before is seen at the second look.
    """
    if not (is_own(os.path.dirname(folder)) and is_own(folder)):
        return []  # another user's folder, which memento does not read either
    delete(_beside(folder))
    return delete([os.path.join(folder, VECTORS)]) + delete(_beside(folder))


def _beside(folder: str) -> list[str]:
    """The paths of the files that belong to the database."""
    names = [VECTORS + end for end in SIDE_FILES]
    with suppress(OSError):  # a folder that cannot be listed
        names += row_files(folder)
    return [os.path.join(folder, name) for name in names]


def row_files(folder: str) -> list[str]:
    """The names of the files with rows in the index's folder."""
    with os.scandir(folder) as entries:
        return [
            entry.name
            for entry in entries
            if entry.name.endswith(ROWS) and not entry.is_dir(follow_symlinks=False)
        ]


def _drop_damaged(folder: str, problem: Exception, warn: Callable[[str], None]) -> None:
    drop_vectors(folder)
    warn(f"{WHAT} was damaged ({problem}) and has been dropped; {FILL}")


def _is_ours(database: Connection, root: str) -> bool:
    version = database.execute("PRAGMA user_version").fetchone()[0]
    return version == VERSION and meta(database, "root") == os.fsencode(root)


def _prepared(folder: str, root: str, warn: Callable[[str], None]) -> Connection:
    path = os.path.join(folder, VECTORS)
    if os.path.lexists(path) and not (is_exclusively_own(path) and os.path.isfile(path)):
        drop_vectors(folder)
    os.close(os.open(path, NEW, 0o600))
    database = connect_to(path)
    try:
        database.execute("PRAGMA secure_delete = ON")
        if not _is_ours(database, root):
            with one_transaction(database):
                if not _is_ours(database, root):
                    _make_tables(database, folder, root, warn)
    except BaseException:
        database.close()
        raise
    return database


def _make_tables(database: Connection, folder: str, root: str, warn: Callable[[str], None]) -> None:
    """Create the tables in place of any others, whose rows are dropped."""
    tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    others = [name for (name,) in database.execute(tables)]
    if others:
        warn(f"the vectors of another version of memento have been dropped; {FILL}")
    for name in others:
        database.execute(f'DROP TABLE "{name}"')
    for name in row_files(folder):
        os.unlink(os.path.join(folder, name))
    for table in TABLES:
        database.execute(table)
    set_meta(database, "root", os.fsencode(root))
    database.execute(f"PRAGMA user_version = {VERSION}")
