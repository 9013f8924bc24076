"""recall, list, similar: finding memories. Reading writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.reading import known_id, memory_at, present
from memento_cli.core.memory import Memory, strength_at
from memento_cli.core.query import Hit, Query, in_order, misses, recalled
from memento_cli.core.similarity import LIMIT, MIN_SCORE, Similarity, find_similar
from memento_cli.store.store import Store


class Recalled(NamedTuple):
    """A page of hits; how many match in all; and how many were hidden, by what."""

    hits: tuple[Hit, ...]
    total: int
    superseded: int = 0
    weak: int = 0


def recall(store: Store, query: Query, now: datetime, *, everything: bool = False) -> Recalled:
    """The memories that match, with their strength. One that another supersedes is not current."""
    found = recalled(present(store, now), query._replace(limit=None, offset=0), now)
    gone = frozenset[str]() if everything else superseded(hit.memory for hit in found)
    return page([hit for hit in found if hit.memory.id not in gone], query, superseded=len(gone))


def list_memories(
    store: Store, query: Query, now: datetime, *, weak: bool = False, archived: bool = False
) -> Recalled:
    """Summaries of memories; weak ones (below list.hide_below) only when asked for."""
    folder = store.archive if archived else store.memories
    found = recalled(present(store, now, folder), query._replace(limit=None, offset=0), now)
    limit = 0.0 if weak or archived else store.settings["list.hide_below"]
    shown = strong_enough(found, limit)
    return page(shown, query, weak=len(found) - len(shown))


def strong_enough(hits: Iterable[Hit], limit: float) -> list[Hit]:
    """The hits that are not weaker than the limit."""
    return [hit for hit in hits if hit.strength >= limit]


def page(hits: list[Hit], query: Query, *, superseded: int = 0, weak: int = 0) -> Recalled:
    """The part of the hits that was asked for."""
    end = None if query.limit is None else query.offset + query.limit
    return Recalled(tuple(hits[query.offset : end]), len(hits), superseded, weak)


def superseded(memories: Iterable[Memory]) -> frozenset[str]:
    """The ids that some other memory says it supersedes."""
    everyone = list(memories)
    ids = {memory.id for memory in everyone}
    return frozenset(
        link.target
        for memory in everyone
        for link in memory.links
        if link.rel == "supersedes" and link.target in ids and link.target != memory.id
    )


def why_not(store: Store, query: Query, text: str, now: datetime) -> tuple[Memory, list[str]]:
    """Every reason why a memory is not among the hits; none when it is."""
    memory = memory_at(store, known_id(store, text), now)
    hit = Hit(memory, strength_at(memory, now))
    reasons = misses(hit, query)
    if reasons:
        return memory, reasons
    matching = recalled(present(store, now), query._replace(limit=None, offset=0), now)
    if memory.id in superseded(hit.memory for hit in matching):
        return memory, ["another memory supersedes it (--all shows it)"]
    place = [hit.memory.id for hit in in_order(matching, query)].index(memory.id) + 1
    end = query.offset + (query.limit or len(matching))
    if query.offset < place <= end:
        return memory, []
    return memory, [
        f"it is hit {place} of {len(matching)}; hits {query.offset + 1} to {end} are shown"
    ]


def similar(
    store: Store, text: str, now: datetime, min_score: float = MIN_SCORE, limit: int | None = LIMIT
) -> list[tuple[Memory, Similarity]]:
    """The memories most similar to one."""
    target = memory_at(store, known_id(store, text), now)
    return find_similar(target, present(store, now), min_score, limit)
