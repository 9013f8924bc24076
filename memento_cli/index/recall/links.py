"""Links between memories in the index, and what they have in common: people and topics.

Some links tell that a memory supersedes or contradicts another. A recall that follows the graph
(`--hops`) adds its gains to the text scores.
"""

from __future__ import annotations

import os

from memento_cli.core.memory.memory import OPPOSING
from memento_cli.core.memory.refs import name_of
from memento_cli.index.database.database import rows_among
from memento_cli.index.recall.search import rows_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from typing import Any

    from memento_cli.core.tidy.supersession import DatedClaim, Pair
    from memento_cli.index.recall.search import Where

    Follow = Callable[[Mapping[int, float]], Mapping[int, float]]
    """A function that adds the gains of the graph to text scores, by key."""
    Gains = Callable[[Mapping[str, float]], Mapping[str, float]]
    """A function from the scores of some memories to the gains of their neighbours, by id."""

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

TOPIC = "topic"

MOST_STARTS, MOST_JOINING = 20, 200
"""The number of best memories from which the graph is followed, and of those that gain by it."""


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


def mentions(database: sqlite3.Connection, own: str) -> Iterator[tuple[str, str, str]]:
    """Each topic and person that a memory mentions, as field, value and the memory's id.

    The person of a memory counts as mentioned, except the store's `own` person, who would join
    every memory with every other.
    """
    yield from tagged(database)
    query = "SELECT 'with', person, id FROM memory WHERE person <> ? ORDER BY 2, 3"
    yield from database.execute(query, (own,))


def tagged(database: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Each topic and person among the tags of a memory, as field, value and the memory's id."""
    yield from database.execute(
        "SELECT field, value, memory.id FROM tag JOIN memory USING (key) ORDER BY 1, 2, 3"
    )


def called(field: str, value: str) -> str:
    """The display name of a topic or a person."""
    return value if field == TOPIC else name_of(value)


def links(database: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """The links between two memories of the index: source, relation, target."""
    yield from database.execute(
        "SELECT one.id, rel, other.id FROM link JOIN memory AS one ON one.key = link.key"
        " JOIN name ON name.id = target JOIN memory AS other ON other.key = name.key"
        " ORDER BY 1, 2, 3"
    )


def following(database: sqlite3.Connection, gains: Gains, where: Where | None) -> Follow:
    """A function that adds the gains to text scores, also of new memories that meet the condition.

    Without a condition none is added, because the query has text that a hit must have.
    """

    def follow(scores: Mapping[int, float]) -> Mapping[int, float]:
        best = sorted(scores, key=lambda key: -scores[key])[:MOST_STARTS]
        ids = rows_of(database, best, "id")
        gained = gains({ids[key][0]: scores[key] for key in best if key in ids})
        keys = _keys(database, sorted(gained, key=lambda id: (-gained[id], id)))
        fit = rows_of(database, list(keys), "id", where) if where else {}
        result = dict(scores)
        for key, id in keys.items():
            if key in scores or key in fit:
                result[key] = scores.get(key, 0.0) + gained[id]
        return result

    return follow


def _keys(database: sqlite3.Connection, ids: list[str]) -> dict[int, str]:
    """The keys of the first MOST_JOINING of these memories, each with its id."""
    query = "SELECT key FROM name WHERE id = ?"
    keys: dict[int, str] = {}
    for id in ids:
        row = database.execute(query, (id,)).fetchone()
        if row and len(keys) < MOST_JOINING:
            keys[row[0]] = id
    return keys
