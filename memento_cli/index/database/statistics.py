"""Statistics from the index: numbers of memories, unused ones, sizes, and what cannot be read."""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise

from memento_cli.core.fading.strength import BOUNDS, DAY_MICROS, TIERS
from memento_cli.core.journal.event_types import CODES, USES
from memento_cli.core.time.when import from_micros
from memento_cli.index.database.database import rows_among
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.index.fading.strengths import Strengths

    Counts = Mapping[int, int]

QUARTER = 900_000_000
TAGS = ("topic", "with")
TAG = "SELECT value, count(*) FROM tag WHERE field = '{0}'"
COLUMN = "SELECT {0}, count(*) FROM memory WHERE {0} IS NOT NULL"


def value_counts(
    database: sqlite3.Connection, field: str, most: int | None = None
) -> list[tuple[Any, int]]:
    """The values of a column or of a tag, with the number of memories of each, commonest first."""
    query = f"{_values(field)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?"
    return database.execute(query, (-1 if most is None else most,)).fetchall()


def value_counts_among(
    database: sqlite3.Connection, field: str, keys: Iterable[int]
) -> Counter[Any]:
    """The values of a column or of a tag, with the number of memories of each, of some keys."""
    counts: Counter[Any] = Counter()
    for value, count in rows_among(
        database, f"{_values(field)} AND key IN", keys, rest="GROUP BY 1"
    ):
        counts[value] += count
    return counts


def _values(field: str) -> str:
    return (TAG if field in TAGS else COLUMN).format(field)


def created_span(database: sqlite3.Connection) -> tuple[datetime | None, datetime | None]:
    """The times of creation of the oldest and the newest memory."""
    oldest, newest = (
        database.execute(f"SELECT {which}(created) FROM memory").fetchone()[0]
        for which in ("min", "max")
    )
    return (None, None) if oldest is None else (from_micros(oldest), from_micros(newest))


def strength_counts(index: Strengths, least: Sequence[float]) -> list[int]:
    """The numbers of memories between strengths: `least` are lower bounds, the highest first."""
    weaker = [0 if limit <= 0 else index.count_below(limit, exactly=True) for limit in least]
    totals = [index.count(), *weaker]
    return [more - fewer for more, fewer in pairwise(totals)]


def kind_tiers(index: Strengths) -> dict[str, dict[str, int]]:
    """How many memories of each kind are in each tier, the most frequent kind first."""
    below = {tier: index.kinds_below(BOUNDS[tier][1]) for tier in TIERS[1:]}
    return {
        kind: {
            "active": count - below["faded"][kind],
            "faded": below["faded"][kind] - below["ghost"][kind],
            "ghost": below["ghost"][kind],
        }
        for kind, count in value_counts(index.database, "kind")
    }


def quarters(index: Strengths, since: int) -> tuple[Counts, Counts]:
    """How many memories were recorded and how many uses there were in each quarter of an hour from
    `since` to the index's `now`; a use that was taken back is none. All are microseconds since
    1970.

    A quarter of an hour is the greatest part of a day that is whole in every zone.
    """
    span = f"> {since} AND {{0}} <= {index.now} GROUP BY 1"
    codes = ", ".join(str(CODES[act]) for act in USES)
    kept = "id NOT IN (SELECT undoes FROM line WHERE undoes IS NOT NULL)"
    created = f"FROM memory WHERE created {span.format('created')}"
    used = f"FROM line WHERE act IN ({codes}) AND {kept} AND at {span.format('at')}"
    return _by_quarter(index, "created", created), _by_quarter(index, "at", used)


def _by_quarter(index: Strengths, column: str, rest: str) -> Counts:
    query = f"SELECT {column} / {QUARTER}, count(*) {rest}"
    return {part * QUARTER: count for part, count in index.database.execute(query)}


class Sized(NamedTuple):
    """A memory, and the size of its file."""

    id: str
    bytes: int


class Sizes(NamedTuple):
    """The bytes of the files of all memories, and the largest of them."""

    bytes: int
    largest: tuple[Sized, ...]


class Unread(NamedTuple):
    """The numbers of files and of lines of logs that cannot be read."""

    files: int
    lines: int


def unused(index: Strengths, days: float) -> list[str]:
    """The ids of memories that were never used or viewed by the index's `now`, and about which the
    journal has nothing for so many days; the longest first."""
    until = index.now - round(days * DAY_MICROS)
    query = "SELECT key, since, id FROM memory WHERE since <= ? AND uses + views = 0"
    waiting = [
        (since, id)
        for key, since, id in index.database.execute(query, (until,))
        if key not in index.numbers
    ]
    for key, other in index.numbers.items():
        if other.since <= until and not other.uses + other.views:
            rows = index.database.execute("SELECT id FROM memory WHERE key = ?", (key,))
            waiting += [(other.since, id) for (id,) in rows]
    return [id for _, id in sorted(waiting)]


def sizes(index: Strengths, most: int) -> Sizes:
    """The sizes of the files, by their stamps or, where these are too young, by the file system."""
    files = "FROM file JOIN memory USING (key) WHERE created <= ? AND size"
    ask, by_then = index.database.execute, (index.now,)
    (total,) = ask(f"SELECT total(size) {files} >= 0", by_then).fetchone()
    largest = ask(f"SELECT id, size {files} >= 0 ORDER BY size DESC, id LIMIT {most}", by_then)
    young = [(id, _size_of(index, id)) for (id,) in ask(f"SELECT id {files} < 0", by_then)]
    sized = [Sized(*row) for row in (*largest, *young)]
    sized.sort(key=lambda one: (-one.bytes, one.id))
    return Sizes(int(total) + sum(size for _, size in young), tuple(sized[:most]))


def _size_of(index: Strengths, id: str) -> int:
    try:
        return os.path.getsize(index.store.memories.path(id))
    except OSError:  # removed meanwhile
        return 0


def unread(index: Strengths) -> Unread:
    """The numbers of files and lines that the index could not read."""
    files = "(SELECT count(*) FROM file WHERE problem IS NOT NULL) + "
    query = f"SELECT {files}(SELECT count(*) FROM stray), (SELECT count(*) FROM bad_line)"
    return Unread(*index.database.execute(query).fetchone())
