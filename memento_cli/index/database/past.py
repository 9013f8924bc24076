"""The index of the store as it was at a time: a copy of the present one, with rows replaced."""

from __future__ import annotations

from memento_cli.core.fading.laws import NEVER, Law
from memento_cli.core.fading.strength import Fade, Strength
from memento_cli.core.journal.event_types import (
    CODES,
    CONTENT,
    LEAVES,
    RECORDED,
    RESTORED,
    TAKEN_BACK,
    UNDONE,
)
from memento_cli.core.journal.history import adoption
from memento_cli.core.memory.memory import Content, Memory
from memento_cli.core.time.when import EPOCH
from memento_cli.index.database.database import connect_to
from memento_cli.index.journal.lines import unpacked
from memento_cli.index.recall.temporary import TEMPORARY, write_memories
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedValue

CHANGING = ", ".join(map(str, (*(CODES[act] for act in (*CONTENT, UNDONE)), TAKEN_BACK)))
MOVING = ", ".join(str(CODES[act]) for act in (*LEAVES, RESTORED))
LINES = "FROM line JOIN name ON name.key = line.memory"
TOUCHED = (
    f"SELECT DISTINCT name.id {LINES} WHERE act IN ({CHANGING}) OR act IN ({MOVING}) AND at > ?"
)
AFTER = f"SELECT 1 FROM line WHERE at > ? AND act IN ({CHANGING}, {MOVING}) LIMIT 1"
SUSPECT = (
    f"SELECT line.id, name.id, initial, last, count {LINES} WHERE act = {CODES[RECORDED]}"
    " AND initial IS NOT NULL AND hex(substr(line.id, 1, 6)) = printf('%012X', at / 1000)"
)
"""Lines that may be adoptions: their ids have the time of the line, others that of the clock."""
STRANGERS = f"""
SELECT memory.id, created, min(CASE WHEN act = {CODES[RECORDED]} THEN at END) AS told,
    min(at) AS known
FROM memory LEFT JOIN line ON line.memory = memory.key AND line.id NOT IN (SELECT id FROM adopted)
GROUP BY memory.key
HAVING created > ?1 OR told > ?1 OR known > ?1 OR known IS NULL
"""
WITHOUT_FILE = (
    f"SELECT DISTINCT name.id {LINES} LEFT JOIN file ON file.key = name.key"
    f" WHERE act = {CODES[RECORDED]} AND at <= ? AND file.key IS NULL"
)
TABLES = (("memory", "key"), ("text", "rowid"), ("tag", "key"), ("link", "key"), ("file", "key"))
ANYBODY = Memory("", "", EPOCH, Content(""), Strength(1.0, 0), Fade(Law(NEVER)))


class UndatedMemory(NamedTuple):
    """A memory that is dated after a time, or of which the journal has nothing by then.

    `created` is its own date, `recorded` that of its `recorded` line, if there is one, and `known`
    that of its first line, in microseconds since 1970.
    """

    id: str
    created: int
    recorded: int | None
    known: int | None


def copy_of(database: sqlite3.Connection) -> sqlite3.Connection:
    """A private copy of an index, which is deleted when it is closed."""
    copy = connect_to(TEMPORARY)
    database.backup(copy)
    return copy


def touched_since(database: sqlite3.Connection, moment: int) -> set[str]:
    """The memories, with or without files, that were ever changed, or moved since a time.

    All others were then as the index has them. The time is in microseconds since 1970.
    """
    return {id for (id,) in database.execute(TOUCHED, (moment,))}


def is_touched_after(database: sqlite3.Connection, moment: int) -> bool:
    """Whether an act that changes or moves a memory is dated after a time."""
    return database.execute(AFTER, (moment,)).fetchone() is not None


def undated_memories(database: sqlite3.Connection, moment: int) -> list[UndatedMemory]:
    """The memories of which the journal does not tell that they existed at a time."""
    database.execute("CREATE TEMP TABLE adopted (id BLOB PRIMARY KEY)")
    suspects = database.execute(SUSPECT).fetchall()
    adopted = [(line,) for line, *numbers in suspects if _adopted(*numbers) == unpacked(line)]
    database.executemany("INSERT OR IGNORE INTO adopted VALUES (?)", adopted)
    return [UndatedMemory(*row) for row in database.execute(STRANGERS, (moment,))]


def _adopted(id: str, initial: float, last: int, count: int) -> str:
    """The id of the line by which a memory with these numbers would be adopted."""
    strength = Strength(initial, last, count)
    return adoption(ANYBODY._replace(id=id, strength=strength)).id


def without_file(database: sqlite3.Connection, moment: int) -> set[str]:
    """The memories that were recorded by a time, and have no file now."""
    return {id for (id,) in database.execute(WITHOUT_FILE, (moment,))}


def write_past(
    database: sqlite3.Connection,
    store: Store,
    absent: Iterable[str],
    memories: Iterable[LoadedValue[Memory]],
    tick: Callable[[], None],
) -> None:
    """Delete the memories that are `absent` from an index, and write others as they were."""
    database.execute("BEGIN")
    database.execute("CREATE TEMP TABLE absent (key INTEGER PRIMARY KEY)")
    find = "INSERT OR IGNORE INTO absent SELECT key FROM name WHERE id = ?"
    database.executemany(find, [(id,) for id in absent])
    for table, column in TABLES:
        database.execute(f"DELETE FROM {table} WHERE {column} IN (SELECT key FROM absent)")
    write_memories(database, store, memories, tick)
    database.execute("COMMIT")
