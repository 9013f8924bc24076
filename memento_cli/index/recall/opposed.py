"""The links by which memories supersede or contradict others, and the dates of these memories."""

from __future__ import annotations

import os

from memento_cli.core.memory.memory import OPPOSING
from memento_cli.index.database.database import rows_among
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable
    from typing import Any

    from memento_cli.core.tidy.supersession import DatedClaim, Pair
    from memento_cli.index.recall.search import Where


LINKS = (
    "SELECT memory.id, rel, target, trust, privacy FROM link JOIN memory USING (key)"
    f" WHERE rel IN {OPPOSING!r} AND target <> memory.id"
)
PLACES = """
SELECT memory.id, coalesce(about_end, created), created,
    (SELECT path FROM log WHERE log.key = line.log), min(line.id), line.initial, line.last,
    line.count
FROM memory LEFT JOIN line ON line.memory = memory.key AND line.act = ? WHERE memory.id IN
"""
"""The columns of the first of several lines: SQLite takes them from the row of the `min`."""


class Opposing(NamedTuple):
    """A link that supersedes or contradicts, with trust and privacy of the memory that has it."""

    one: str
    rel: str
    other: str
    trust: str
    privacy: str

    @property
    def pair(self) -> Pair:
        """The link without trust and privacy."""
        return self.one, self.rel, self.other


def opposing(database: sqlite3.Connection, within: Where | None = None) -> list[Opposing]:
    """Every such link of memories in the index, if `within` with both memories in these bounds."""
    query, args = LINKS, ()
    if within is not None:
        query += f" AND {within.sql} AND target IN (SELECT id FROM memory WHERE {within.sql})"
        args = within.args * 2
    return [Opposing(*row) for row in database.execute(query, args)]


def near(links: Iterable[Opposing], ids: Collection[str]) -> list[Opposing]:
    """The links that are connected with some memories, directly or through others."""
    by_id = dict[str, list[Opposing]]()
    for link in links:
        by_id.setdefault(link.one, []).append(link)
        by_id.setdefault(link.other, []).append(link)
    reached, ahead = dict[Opposing, None](), [id for id in ids if id in by_id]
    while ahead:
        for link in by_id.pop(ahead.pop(), ()):
            reached[link] = None
            ahead += [id for id in (link.one, link.other) if id in by_id]
    return list(reached)


def places(database: sqlite3.Connection, ids: Iterable[str]) -> dict[str, DatedClaim]:
    """The dates of those of these memories that are indexed, and their order in the journal."""
    from memento_cli.core.journal.event_types import CODES, RECORDED
    from memento_cli.core.tidy.supersession import DatedClaim

    rows = rows_among(
        database, PLACES, dict.fromkeys(ids), (CODES[RECORDED],), "GROUP BY memory.key"
    )
    return {id: DatedClaim(true, created, *_line(id, *line)) for id, true, created, *line in rows}


def _line(
    memory: str, log: bytes | None, line: bytes | str | None, *numbers: Any
) -> tuple[str, int]:
    """The log and the number of the line that recorded a memory; empty and 0 if there is none.

    An adoption counts as none: its id is derived from the file, and has no order in its log.
    """
    if log is None or line is None:
        return "", 0
    from memento_cli.core.fading.strength import Strength
    from memento_cli.core.journal.history import adoption_id
    from memento_cli.core.journal.line_ids import line_number
    from memento_cli.index.journal.lines import unpacked

    initial, last, count = numbers
    id = unpacked(line)
    if last is not None and id == adoption_id(memory, Strength(initial, last, count)):
        return "", 0
    return os.path.basename(os.fsdecode(log)), line_number(id)
