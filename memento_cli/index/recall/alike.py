"""Memories that are similar to one: only those are read that share what the score requires."""

from __future__ import annotations

from math import isinf

from memento_cli.core.recall.similarity import Profile, most_similar, must_share
from memento_cli.index.recall.search import Where
from memento_cli.index.refresh.rows import SEPARATOR

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from typing import Any

    from memento_cli.core.recall.similarity import Way


LADDER = (0.75, 0.6, 0.45)
"""Scores to be tried in turn: the higher, the fewer memories can reach it and have to be read."""


def likest(
    database: sqlite3.Connection, target: Profile, min_score: float, limit: int | None
) -> list[str]:
    """The ids of the memories most similar to a target, the most similar first."""
    steps = [step for step in LADDER if step > min_score] if limit else []
    for step in (*steps, min_score):
        sql, args = candidates(target, must_share(step, target))
        similar = most_similar(target, profiles(database, sql, args), step, limit)
        if limit is not None and len(similar) >= limit:
            break
    return [id for id, _ in similar]


def profiles(
    database: sqlite3.Connection, where: str = "1", args: Iterable[Any] = ()
) -> Iterator[Profile]:
    """The profiles, from which similarity is computed, of the memories that meet a condition."""
    query = f"SELECT id, topics, people, outcome, created FROM memory WHERE {where}"
    for id, topics, people, outcome, created in database.execute(query, tuple(args)):
        yield Profile(id, _set(topics), _set(people), outcome, created)


def candidates(target: Profile, ways: Iterable[Way]) -> Where:
    """The condition on memories that share with the target what one of the ways requires."""
    parts = [_condition_of(target, way) for way in ways]
    sql = " OR ".join(f"({part.sql})" for part in parts) or "0"
    return Where(sql, tuple(arg for part in parts for arg in part.args))


def _condition_of(target: Profile, way: Way) -> Where:
    parts = ["1"]
    args: list[Any] = []
    for wanted, field, values in (
        (way.topic, "topic", target.topics),
        (way.person, "with", target.people),
    ):
        if wanted:
            places = ", ".join("?" * len(values))
            inner = f"SELECT key FROM tag WHERE field = '{field}' AND value IN ({places})"
            parts.append(f"key IN ({inner})")
            args += sorted(values)
    if way.outcome:
        parts.append("outcome = ?")
        args.append(target.outcome)
    if not isinf(way.within_micros):
        parts.append("created BETWEEN ? AND ?")
        args += [target.created - way.within_micros, target.created + way.within_micros]
    return Where(" AND ".join(parts), tuple(args))


def _set(joined: str) -> frozenset[str]:
    return frozenset(joined.split(SEPARATOR)) if joined else frozenset()
