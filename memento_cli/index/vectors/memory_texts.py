"""The texts of memories as the index has them, from which vectors are made."""

from __future__ import annotations

from memento_cli.core.vectors.texts import document_text
from memento_cli.index.database.database import rows_among
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

COLUMNS = "key, id, summary, detail, privacy"
PAGE = 1_000
"""The memories that are read at once: nobody who embeds them keeps a statement open meanwhile."""


class MemoryText(NamedTuple):
    """The words of a memory, and its key in the index, its id and its privacy."""

    key: int
    id: str
    summary: str
    detail: str
    privacy: str

    @property
    def text(self) -> str:
        """What is embedded of it."""
        return document_text(self.summary, self.detail)

    @property
    def words(self) -> dict[str, str]:
        """All that it says, also what is too long to be embedded."""
        return {"summary": self.summary, "detail": self.detail}


def all_texts(database: sqlite3.Connection) -> Iterator[list[MemoryText]]:
    """The texts of all memories, page by page, in the order of the index. Between two pages no
    statement is open, so an index in use can be written to."""
    last = -1
    query = f"SELECT {COLUMNS} FROM memory WHERE key > ? ORDER BY key LIMIT {PAGE}"
    while page := _texts(database.execute(query, (last,))):
        yield page
        last = page[-1].key


def texts_of_keys(database: sqlite3.Connection, keys: Iterable[int]) -> list[MemoryText]:
    """The texts of the memories with these keys that are still in the index."""
    return _texts(rows_among(database, f"SELECT {COLUMNS} FROM memory WHERE key IN", keys))


def texts_of_ids(database: sqlite3.Connection, ids: Iterable[str]) -> list[MemoryText]:
    """The texts of the memories with these ids that are in the index."""
    query = f"SELECT {COLUMNS} FROM memory WHERE key IN (SELECT key FROM name WHERE id IN"
    return _texts(rows_among(database, query, ids, rest=")"))


def _texts(rows: Iterable[tuple[int, str, str | None, str | None, str]]) -> list[MemoryText]:
    return [
        MemoryText(key, id, summary or "", detail or "", privacy)
        for key, id, summary, detail, privacy in rows
    ]
