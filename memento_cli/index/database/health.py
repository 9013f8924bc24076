"""A store's health by its index: unused memories, large files, unreadable files and lines."""

from __future__ import annotations

import os

from memento_cli.core.fading.strength import DAY_MICROS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.index.fading.strengths import Strengths


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
