"""The index's part of the graph: the people and topics of memories, and the links between them."""

from __future__ import annotations

from memento_cli.core.memory.refs import name_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

TOPIC = "topic"


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
