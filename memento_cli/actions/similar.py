"""similar: memories that are like one, and all that are like each other."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.reading import indexed, known_id, memory_at
from memento_cli.core.clusters import MIN_SCORE as GROUP_SCORE
from memento_cli.core.clusters import Cluster, clusters
from memento_cli.core.memory import Memory
from memento_cli.core.similarity import (
    LIMIT,
    MIN_SCORE,
    Similarity,
    calculate_similarity,
    profile_of,
)
from memento_cli.index.alike import likest, profiles
from memento_cli.index.strengths import Strengths
from memento_cli.store.store import Store


class Member(NamedTuple):
    """A memory in a group of similar ones, with its score to the first of them, 0 to 1."""

    memory: Memory
    score: float


def similar(
    store: Store, text: str, now: datetime, min_score: float = MIN_SCORE, limit: int | None = LIMIT
) -> list[tuple[Memory, Similarity]]:
    """The memories most similar to one, the likest first."""
    target = memory_at(store, known_id(store, text), now)
    with indexed(store, now) as here:
        ids = likest(here.database, profile_of(target), min_score, limit)
        found = here.by_ids(ids)
    return [(memory, calculate_similarity(target, memory)) for memory in found]


def groups(store: Store, now: datetime, min_score: float = GROUP_SCORE) -> list[list[Member]]:
    """All groups of similar memories, the largest first; each begins with its most typical one.

    Each member is at least `min_score` similar to another of its group.
    """
    with indexed(store, now) as here:
        found = clusters(profiles(here.database), min_score)
        return [_members(here, cluster) for cluster in found]


def _members(here: Strengths, cluster: Cluster) -> list[Member]:
    scores = (1.0, *(score for _, score in cluster.others))
    return list(map(Member, here.by_ids(cluster.ids), scores))
