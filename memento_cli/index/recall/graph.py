"""The part of the graph that the index has: people and topics of memories, and links between them.

A recall that follows the graph (`--hops`) adds its gains to the text scores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memento_cli.core.memory.refs import name_of
from memento_cli.index.recall.search import rows_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.ranked import Follow
    from memento_cli.index.recall.search import Where

TOPIC = "topic"

MOST_STARTS, MOST_JOINING = 20, 200
"""The number of best memories from which the graph is followed, and of those that gain by it."""

Gains = Callable[[Mapping[str, float]], Mapping[str, float]]
"""A function from the scores of some memories to the gains of their neighbours, by id."""


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


def following(index: Strengths, gains: Gains, where: Where | None) -> Follow:
    """A function that adds the gains to text scores, also of new memories that meet the condition.

    Without a condition none is added, because the query has text that a hit must have.
    """

    def follow(scores: Mapping[int, float]) -> Mapping[int, float]:
        best = sorted(scores, key=lambda key: -scores[key])[:MOST_STARTS]
        ids = rows_of(index.database, best, "id")
        gained = gains({ids[key][0]: scores[key] for key in best if key in ids})
        keys = _keys(index, sorted(gained, key=lambda id: (-gained[id], id)))
        fit = rows_of(index.database, list(keys), "id", where) if where else {}
        result = dict(scores)
        for key, id in keys.items():
            if key in scores or key in fit:
                result[key] = scores.get(key, 0.0) + gained[id]
        return result

    return follow


def _keys(index: Strengths, ids: list[str]) -> dict[int, str]:
    """The keys of the first MOST_JOINING of these memories, each with its id."""
    query = "SELECT key FROM name WHERE id = ?"
    keys: dict[int, str] = {}
    for id in ids:
        row = index.database.execute(query, (id,)).fetchone()
        if row and len(keys) < MOST_JOINING:
            keys[row[0]] = id
    return keys
