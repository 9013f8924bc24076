"""The memories of a time: what happened then, or was recorded then."""

from __future__ import annotations

from memento_cli.index.recall.search import Where, all_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3

    from memento_cli.core.time.named_times import AskedTime

MOST = 200
"""The most memories that are found by a time beside what the words find; the newest ones."""


def in_time(time: AskedTime) -> Where:
    """The condition that a memory was recorded within a time, or is about a time within it."""
    one = "(created BETWEEN ? AND ? OR (about_start >= ? AND about_end <= ?))"
    ends = [(reading.since, reading.until) * 2 for reading in time.readings]
    return Where(f"({' OR '.join(one for _ in ends)})", tuple(end for pair in ends for end in pair))


def of_time(time: AskedTime, where: Where) -> Where:
    """The condition for a question that is all time: the memories of it that meet `where`, and
    those that say its date."""
    sql, args = in_time(time)
    if len(words := time.words.split()) > 1 and any(time.named):
        sql = f"({sql} OR memory.key IN (SELECT rowid FROM text WHERE text MATCH ?))"
        args = (*args, all_of(dict.fromkeys(word for word in words if word.isalnum())))
    return Where(f"({where.sql}) AND {sql}", (*where.args, *args))


def keys_within(database: sqlite3.Connection, time: AskedTime, where: Where) -> list[int]:
    """The keys of the newest memories of a time that meet a condition."""
    sql, args = in_time(time)
    query = f"SELECT key FROM memory WHERE ({where.sql}) AND {sql} ORDER BY created DESC LIMIT ?"
    return [key for (key,) in database.execute(query, (*where.args, *args, MOST))]
