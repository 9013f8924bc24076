"""How alike two memories are: topics 40 %, people 30 %, outcome 15 %, time 15 % (document 001)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from memento_cli.core.memory import Memory, Tags
from memento_cli.core.when import days_between

TOPICS, PEOPLE, OUTCOME, TIME = 0.40, 0.30, 0.15, 0.15
TIME_HALF_LIFE_DAYS = 90.0
MIN_SCORE = 0.3
LIMIT = 10


class Similarity(NamedTuple):
    """The score, 0 to 1, and its parts."""

    topic_overlap: float
    people_overlap: float
    same_outcome: bool
    days_apart: float
    score: float


def jaccard(one: Iterable[str], other: Iterable[str]) -> float:
    """Shared over all, 0 to 1; nothing on either side is 0. Repeats count once."""
    one, other = frozenset(one), frozenset(other)
    union = one | other
    return len(one & other) / len(union) if one and other else 0.0


def similarity_of(
    one: Tags, one_created: datetime, other: Tags, other_created: datetime
) -> Similarity:
    """The likeness of two sets of tags at two moments."""
    topics = jaccard(one.topics, other.topics)
    people = jaccard(one.people, other.people)
    same = one.outcome is not None and one.outcome == other.outcome
    apart = abs(days_between(one_created, other_created))
    near = 0.5 ** (apart / TIME_HALF_LIFE_DAYS)
    score = TOPICS * topics + PEOPLE * people + OUTCOME * same + TIME * near
    return Similarity(topics, people, same, apart, score)


def similarity(one: Memory, other: Memory) -> Similarity:
    """The likeness of two memories."""
    return similarity_of(one.tags, one.created, other.tags, other.created)


def find_similar(
    target: Memory,
    memories: Iterable[Memory],
    min_score: float = MIN_SCORE,
    limit: int | None = LIMIT,
) -> list[tuple[Memory, Similarity]]:
    """The memories most like `target`, itself left out; equal scores in the order of their ids."""
    scored = [(m, similarity(target, m)) for m in memories if m.id != target.id]
    close = [(m, like) for m, like in scored if like.score >= min_score]
    close.sort(key=lambda pair: (-pair[1].score, pair[0].id))
    return close[:limit]
