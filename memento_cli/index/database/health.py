"""What rows alone tell of a store's health: what nobody used, what is large, what is broken."""

from __future__ import annotations

import os

from memento_cli.core.fading.strength import DAY_MICROS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.index.fading.strengths import Strengths


class Sized(NamedTuple):
    """A memory, and how large its file is."""

    id: str
    bytes: int


class Sizes(NamedTuple):
    """How large the files of all memories are, and which are the largest."""

    bytes: int
    largest: tuple[Sized, ...]


class Unread(NamedTuple):
    """How many files of memories, and how many lines of logs, cannot be read."""

    files: int
    lines: int


def unused(here: Strengths, days: float) -> list[str]:
    """The ids of what nobody has used or viewed by the index's `now`, and with which nothing else
    was done for so many days either; what has waited longest first."""
    until = here.now - round(days * DAY_MICROS)
    query = "SELECT key, since, id FROM memory WHERE since <= ? AND uses + views = 0"
    waiting = [
        (since, id)
        for key, since, id in here.database.execute(query, (until,))
        if key not in here.numbers
    ]
    for key, other in here.numbers.items():
        if other.since <= until and not other.uses + other.views:
            rows = here.database.execute("SELECT id FROM memory WHERE key = ?", (key,))
            waiting += [(other.since, id) for (id,) in rows]
    return [id for _, id in sorted(waiting)]


def sizes(here: Strengths, most: int) -> Sizes:
    """How large the files are: by their stamps, or asked anew where these are too young."""
    files = "FROM file JOIN memory USING (key) WHERE created <= ? AND size"
    ask, by_then = here.database.execute, (here.now,)
    (known,) = ask(f"SELECT total(size) {files} >= 0", by_then).fetchone()
    largest = ask(f"SELECT id, size {files} >= 0 ORDER BY size DESC, id LIMIT {most}", by_then)
    young = [(id, _size_of(here, id)) for (id,) in ask(f"SELECT id {files} < 0", by_then)]
    found = [Sized(*row) for row in (*largest, *young)]
    found.sort(key=lambda one: (-one.bytes, one.id))
    return Sizes(int(known) + sum(size for _, size in young), tuple(found[:most]))


def _size_of(here: Strengths, id: str) -> int:
    try:
        return os.path.getsize(here.store.memories.path(id))
    except OSError:  # gone meanwhile
        return 0


def unread(here: Strengths) -> Unread:
    """What the index could not read."""
    files = "(SELECT count(*) FROM file WHERE problem IS NOT NULL) + "
    query = f"SELECT {files}(SELECT count(*) FROM stray), (SELECT count(*) FROM bad_line)"
    return Unread(*here.database.execute(query).fetchone())
