"""recall --like and tidy list --doubles: memories similar to one memory, or to each other."""

from __future__ import annotations

from memento_cli.actions.memory.reading import memory_at, resolve_id
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.recall.similarity import LIMIT, MIN_SCORE, calculate_similarity, profile_of
from memento_cli.core.text.likeness import likeness
from memento_cli.core.tidy.clusters import MIN_SCORE as GROUP_SCORE
from memento_cli.core.tidy.clusters import clusters
from memento_cli.core.tidy.copies import copies
from memento_cli.core.tidy.near_duplicates import most_alike
from memento_cli.errors import NotFound
from memento_cli.index.recall.alike import likest, profiles
from memento_cli.index.recall.finding import sharing
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.similarity import Similarity
    from memento_cli.core.tidy.copies import Copies
    from memento_cli.store.directory.store import Store


LEAST_ALIKE = 0.7
"""The least likeness of texts that are listed as alike, 0 to 1."""


class Member(NamedTuple):
    """A memory in a group of similar ones, with its score to the first of them, 0 to 1."""

    memory: Memory
    score: float


class Likeness(NamedTuple):
    """How far two texts say the same, or how near they are in meaning, 0 to 1."""

    score: float


def recall_like(
    store: Store, text: str, now: datetime, limit: int | None = LIMIT, min_score: float = MIN_SCORE
) -> list[tuple[Memory, Similarity]]:
    """The memories most similar to one, the most similar first."""
    target = memory_at(store, resolve_id(store, text), now)
    with open_index(store, now) as index:
        ids = likest(index.database, profile_of(target), min_score, limit)
        memories = index.by_ids(ids)
    return [(memory, calculate_similarity(target, memory)) for memory in memories]


def recall_alike(
    store: Store, text: str, now: datetime, limit: int | None = LIMIT
) -> list[tuple[Memory, Likeness]]:
    """The memories of the same person that say nearly what one says, the most alike first, of those
    that share most of its words."""
    target = memory_at(store, resolve_id(store, text), now)
    summary = target.content.summary
    with open_index(store, now) as index:
        others = [
            one
            for one in index.by_keys(sharing(index.database, summary))
            if one.id != target.id and one.person == target.person
        ]
    alike = most_alike(target.content, others, LEAST_ALIKE)
    return [(memory, Likeness(score)) for memory, score in alike[:limit]]


def recall_meaning(
    store: Store, text: str, now: datetime, limit: int | None = LIMIT
) -> list[tuple[Memory, Likeness]]:
    """The memories that are near one in meaning, the nearest first, by the vectors that there are;
    NotFound if it has none."""
    from memento_cli.actions.vectors.neighbours import neighbours_in  # few users have vectors

    id = resolve_id(store, text)
    with open_index(store, now) as index, neighbours_in(store, index.database) as neighbours:
        if neighbours is None or not neighbours.knows(id):
            hint = "`memento store vectors status` tells why; --by text compares words"
            raise NotFound(f"{id} has no vector", hint)
        near = neighbours.of(id)[:limit]
        memories = index.by_ids(id for id, _ in near)
    return [(memory, Likeness(score)) for memory, (_, score) in zip(memories, near, strict=True)]


def groups(store: Store, now: datetime, min_score: float = GROUP_SCORE) -> list[list[Member]]:
    """All groups of similar memories, the largest first; each begins with its most typical one.

    Each member is at least `min_score` similar to another of its group.
    """
    with open_index(store, now) as index:
        similar_groups = clusters(profiles(index.database), min_score)
        scores = ([1.0, *(score for _, score in one.others)] for one in similar_groups)
        members = (index.by_ids(one.ids) for one in similar_groups)
        return [list(map(Member, *pair)) for pair in zip(members, scores, strict=True)]


def doubles(store: Store, now: datetime, min_score: float = GROUP_SCORE) -> list[list[Member]]:
    """Groups of memories of which one may suffice. First come groups of nearly the same text, the
    memory to keep at their head, scored by the likeness of texts; then the groups similar by
    topics, people, outcome and time (`groups`)."""
    with open_index(store, now) as index:
        where = "created <= ? AND kind <> 'working' ORDER BY id"
        memories = list(index.memories(where, (index.now,)))
    by_words = [_in_words(group, min_score) for group in copies(memories)]
    id_sets = [{member.memory.id for member in group} for group in by_words]
    similar_ones = (
        group
        for group in groups(store, now, min_score)
        if not any(ids.issuperset(one.memory.id for one in group) for ids in id_sets)
    )
    return [*(group for group in by_words if group[1:]), *similar_ones]


def _in_words(group: Copies, min_score: float) -> list[Member]:
    """The memory to keep, and the others whose likeness to it, 0 to 1, is at least `min_score`."""
    summary = group.kept.content.summary
    others = (Member(other, likeness(summary, other.content.summary)) for other in group.others)
    return [Member(group.kept, 1.0), *(one for one in others if one.score >= min_score)]
