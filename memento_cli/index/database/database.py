"""The tables of the index, and opening its file. A file that is not valid counts as absent."""

from __future__ import annotations

import os
from itertools import islice

from memento_cli.core.journal.event_types import CODES, ERASED, TAKEN_BACK
from memento_cli.core.security.instructions import VERSION as FLAGS_VERSION
from memento_cli.core.text.words import COLUMN_WEIGHTS, TOKENIZE
from memento_cli.core.text.words import VERSION as WORDS_VERSION
from memento_cli.errors import BadValue, BrokenIndex, Failed
from memento_cli.index.database.place import is_trusted_index
from memento_cli.index.database.sqlite import DatabaseError, Error, OperationalError, connect
from memento_cli.index.fading.numbers import STEADY
from memento_cli.standard import contextmanager

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from memento_cli.index.database.sqlite import Connection


PATIENCE_SECONDS = 10.0
MOST_VALUES = 10_000  # of one statement; SQLite may be made to take no more than 32,766
MAPPED_BYTES = 1 << 30
TEXT_BYTES = 1 << 23
"""The bytes of text that FTS5 gathers before it writes a segment: fewer segments, fewer merges."""
COUNTED = ("file", "line", "memory")
"""The tables whose numbers of rows are kept in `meta`."""

TEXT = (
    f'CREATE VIRTUAL TABLE text USING fts5 ({", ".join(COLUMN_WEIGHTS)}, tokenize = "{TOKENIZE}");'
)
"""The full text. Its columns are what is searched in a memory."""

# Paths and problems may have bytes that are no text: they are stored as bytes.
TABLES = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE name (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE TABLE file (
    key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
    mtime INTEGER, ctime INTEGER, size INTEGER, inode INTEGER, sum INTEGER, problem BLOB
);
CREATE TABLE memory (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL, person TEXT, created INTEGER,
    summary TEXT, detail TEXT, significance TEXT, topics TEXT, people TEXT, outcome TEXT,
    kind TEXT, source TEXT, privacy TEXT, pinned INTEGER, importance REAL,
    project TEXT, agent TEXT, session TEXT, about_start INTEGER, about_end INTEGER,
    stage TEXT, trust TEXT, flags TEXT, words INTEGER, rest TEXT,
    own_initial REAL, own_last INTEGER, own_count INTEGER,
    law INTEGER, parameter REAL, weight REAL, floor REAL,
    initial REAL, last INTEGER, count INTEGER, times BLOB,
    peak REAL, middle REAL, fading INTEGER, level REAL,
    opened BLOB, uses INTEGER, edits INTEGER, views INTEGER, since INTEGER, until INTEGER
);
CREATE TABLE fading (
    key INTEGER PRIMARY KEY, law INTEGER, pace REAL, floor REAL, pinned INTEGER,
    many INTEGER, near REAL, low REAL, top REAL
);
CREATE TABLE tag (field TEXT, value TEXT, key INTEGER);
CREATE TABLE link (key INTEGER, rel TEXT, target TEXT, PRIMARY KEY (key, rel, target))
    WITHOUT ROWID;
CREATE TABLE stray (problem BLOB);
CREATE TABLE log (
    key INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE,
    mtime INTEGER, ctime INTEGER, size INTEGER, inode INTEGER,
    read INTEGER, lines INTEGER, sum INTEGER
);
CREATE TABLE line (
    memory INTEGER, at INTEGER, id BLOB, log INTEGER, act INTEGER,
    undoes BLOB, initial REAL, last INTEGER, count INTEGER,
    PRIMARY KEY (memory, at, id, log)
) WITHOUT ROWID;
CREATE TABLE bad_line (log INTEGER, place INTEGER, problem BLOB, PRIMARY KEY (log, place))
    WITHOUT ROWID;
{TEXT}
"""
ORDERS = f"""
CREATE INDEX by_level ON memory (fading, level DESC, id);
CREATE INDEX by_created ON memory (created);
CREATE INDEX by_person ON memory (person);
CREATE INDEX by_project ON memory (project) WHERE project IS NOT NULL;
CREATE INDEX by_agent ON memory (agent) WHERE agent IS NOT NULL;
CREATE INDEX by_session ON memory (session, created, opened, id) WHERE session IS NOT NULL;
CREATE INDEX by_since ON memory (since);
CREATE INDEX by_until ON memory (until) WHERE until IS NOT NULL;
CREATE INDEX by_peak ON memory (fading, peak DESC, id) WHERE {STEADY};
CREATE INDEX by_peak_rising ON memory (fading, peak, id) WHERE {STEADY};
CREATE INDEX by_middle ON memory (fading, middle, id) WHERE middle IS NOT NULL;
CREATE UNIQUE INDEX by_tag ON tag (field, value, key);
CREATE INDEX unbelieved ON file (key) WHERE size < 0;
CREATE INDEX broken ON file (name) WHERE problem IS NOT NULL;
CREATE INDEX target ON link (target, rel);
CREATE INDEX line_log ON line (log);
CREATE INDEX erased ON line (memory) WHERE act = {CODES[ERASED]};
"""
"""The indexes of the tables, created after the rows of a rebuild, which is several times faster."""
MEANINGS = (WORDS_VERSION, FLAGS_VERSION, TAKEN_BACK)
"""The versions of the code that computes what is written into the tables."""
STUMBLES = (DatabaseError, TypeError, ValueError, LookupError, BadValue)
"""What reading a damaged index ends in."""
SQLITE_ERROR = 1
"""The code of what is wrong in a statement, or in the tables that it reads."""
ANOTHER = "`memento store rebuild` makes another"
MOST = (1 << 31) - 19  # a prime; modulo 2^31 - 1 signs that change places 31 apart are the same
VERSION = int.from_bytes(f"{TABLES}{ORDERS}{MEANINGS}".encode()) % MOST
"""The version of the index: a hash of its tables, so that a change of them changes it."""


def connect_to(path: str) -> Connection:
    """A connection to this file, or to `:memory:`, without implicit transactions."""
    escaped = (f"%{ord(sign):02x}" if sign in "%?#" else sign for sign in path)
    address = "file:" + "".join(escaped) + ("" if path == ":memory:" else "?mode=rw")
    database = connect(
        address, timeout=PATIENCE_SECONDS, isolation_level=None, uri=True, check_same_thread=False
    )
    database.execute(f"PRAGMA mmap_size = {MAPPED_BYTES}")
    return database


def open_database(path: str, root: str) -> Connection | None:
    """The index in this file; None unless it is of this version and of the store at `root`, and
    nobody but this user can have written it."""
    if not is_trusted_index(path):
        return None
    database = None
    try:
        database = connect_to(path)
        if _is_ours(database, root):
            return database
    except Error:
        pass  # no database, or a damaged one: it is made again
    if database is not None:
        database.close()
    return None


def is_damaged(database: Connection, problem: Exception) -> bool:
    """Whether a problem comes of the index: SQLite takes some damaged pages for rows with no values
    or with others, which any code that reads them stumbles over."""
    if isinstance(problem, OperationalError):  # of the disk, of a lock, or of a limit
        return bool(getattr(problem, "sqlite_errorcode", SQLITE_ERROR) == SQLITE_ERROR)
    if isinstance(problem, DatabaseError):
        return True
    try:
        return bool(database.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",))
    except DatabaseError:
        return True


@contextmanager
def faults_told(
    database: Connection, what: str, drop: Callable[[], object], hint: str = ANOTHER
) -> Iterator[None]:
    """Tell a fault of SQLite as one of the index: Failed with this hint, or BrokenIndex for a
    damaged file, which `drop` removes first."""
    try:
        yield
    except STUMBLES as problem:
        if is_damaged(database, problem):
            drop()
            raise BrokenIndex(f"{what} was broken ({problem})", "do it again") from problem
        if isinstance(problem, OperationalError):  # the disk or a limit, not the file's content
            raise Failed(f"{what}: {problem}", hint) from problem
        raise


def _is_ours(database: Connection, root: str) -> bool:
    if database.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        return False
    parts = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return meta(database, "parts") == parts and meta(database, "root") == os.fsencode(root)


def create_orders(database: Connection) -> None:
    """Create the indexes of filled tables, and mark the file as complete."""
    database.executescript(ORDERS)
    parts = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    set_meta(database, "parts", parts)


def create_tables(database: Connection, root: str) -> None:
    """Create the tables for the store at `root`, without their indexes."""
    database.executescript(TABLES)
    database.execute(f"PRAGMA user_version = {VERSION}")
    weights = ", ".join(map(str, COLUMN_WEIGHTS.values()))
    database.execute("INSERT INTO text (text, rank) VALUES ('rank', ?)", (f"bm25({weights})",))
    database.execute("INSERT INTO text (text, rank) VALUES ('hashsize', ?)", (TEXT_BYTES,))
    set_meta(database, "root", os.fsencode(root))


@contextmanager
def one_snapshot(database: Connection) -> Iterator[None]:
    """Let all reads within see one state of the index: a commit of another process waits for them.

    It is for a few reads that belong together, never for a question to a person or for long output.
    """
    database.execute("BEGIN")
    try:
        yield
    finally:
        if database.in_transaction:  # an error may have ended it
            database.execute("COMMIT")


@contextmanager
def one_transaction(database: Connection) -> Iterator[None]:
    """Write all or nothing, with no other writer in between."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def rows_among(
    database: Connection,
    query: str,
    values: Iterable[Any],
    args: Sequence[Any] = (),
    rest: str = "",
) -> Iterator[tuple[Any, ...]]:
    """The rows of a query that ends in IN, and goes on with `rest`, for any number of values.

    `args` are the values of the query before them.
    """
    left = iter(values)
    while batch := list(islice(left, MOST_VALUES)):
        places = ", ".join("?" * len(batch))
        yield from database.execute(f"{query} ({places}) {rest}", (*args, *batch))


def meta(database: Connection, key: str) -> object:
    """The value of this key in the index's own table; None if it has none."""
    row = database.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row and row[0]


def skipped_message(problem: str) -> str:
    """The message about a file that cannot be read."""
    return f"{problem}; skipped (`memento doctor` explains)"


def problems_in(database: Connection, root: str) -> Iterator[str]:
    """The messages about all files and lines that cannot be read."""
    lines = (
        "SELECT path, place, problem FROM bad_line JOIN log ON log.key = bad_line.log"
        " ORDER BY path, place"
    )
    for path, place, problem in database.execute(lines):
        where = os.path.join(root, os.fsdecode(path)) + (f":{place}" if place else "")
        yield f"{where}: {os.fsdecode(problem)}; skipped"
    files = "SELECT problem FROM file WHERE problem IS NOT NULL ORDER BY name"
    for query in (files, "SELECT problem FROM stray"):
        yield from (skipped_message(os.fsdecode(problem)) for (problem,) in database.execute(query))


def count_rows(database: Connection) -> None:
    """Store the numbers of rows of the tables in `COUNTED`."""
    for table in COUNTED:
        count = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        set_meta(database, f"count.{table}", count)


def set_meta(database: Connection, key: str, value: object) -> None:
    """Store a value in the index's own table."""
    database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))
