"""What the index knows of a graph: whom and what memories mention, and how they are linked."""

from __future__ import annotations

from memento_cli.core.memory.refs import name_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

TOPIC = "topic"


def mentions(database: sqlite3.Connection, own: str) -> Iterator[tuple[str, str, str]]:
    """The field, the topic or person, and the memory's id, of all that memories mention.

    Whose memory it is counts as someone who was there, but for the store's `own` person, in whose
    memory everything would be near everything.
    """
    yield from tagged(database)
    query = "SELECT 'with', person, id FROM memory WHERE person <> ? ORDER BY 2, 3"
    yield from database.execute(query, (own,))


def tagged(database: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """The field, the topic or person, and the memory's id, of all that memories name themselves."""
    yield from database.execute(
        "SELECT field, value, memory.id FROM tag JOIN memory USING (key) ORDER BY 1, 2, 3"
    )


def called(field: str, value: str) -> str:
    """What people call a topic or a person."""
    return value if field == TOPIC else name_of(value)


def links(database: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """The links whose both ends are there: from which memory, the relation, and to which."""
    yield from database.execute(
        "SELECT one.id, rel, other.id FROM link JOIN memory AS one ON one.key = link.key"
        " JOIN name ON name.id = target JOIN memory AS other ON other.key = name.key"
        " ORDER BY 1, 2, 3"
    )
