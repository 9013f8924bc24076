"""recall, list, similar: finding memories. Reading writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.reading import known_id, memory_at, present
from memento_cli.core.memory import Memory, strength_at
from memento_cli.core.query import Hit, Query, misses, plain, recalled
from memento_cli.core.refs import name_of
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
    memories = present(store, now)
    found = recalled(memories, query._replace(limit=None, offset=0), now)
    gone = frozenset[str]() if everything else superseded(memories)
    current = [hit for hit in found if hit.memory.id not in gone]
    return page(current, query, superseded=len(found) - len(current))


def list_memories(
    store: Store, query: Query, now: datetime, *, weak: bool = False, archived: bool = False
) -> Recalled:
    """Summaries of memories; weak ones (below list.hide_below) only when asked for."""
    folder = store.archive if archived else store.memories
    found = recalled(present(store, now, folder), query._replace(limit=None, offset=0), now)
    limit = 0.0 if weak or archived else store.settings["list.hide_below"]
    shown = strong_enough(found, limit)
    return page(shown, query, weak=len(found) - len(shown))


def near_names(store: Store, query: Query, now: datetime) -> list[str]:
    """Topics and people of the store that a query's filters may have meant."""
    from rapidfuzz import process

    memories = present(store, now)
    topics = {topic for memory in memories for topic in memory.tags.topics}
    people = {who for m in memories for who in (m.person, *m.tags.people)}
    asked = [(topic, topics) for topic in query.topics]
    asked += [(who, people) for who in (*query.people, *filter(None, (query.person,)))]
    near = []
    for name, known in asked:
        if name not in known:
            found = process.extractOne(name, sorted(known), processor=plain, score_cutoff=75)
            near += [name_of(found[0])] if found else []
    return near


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


def why_not(
    store: Store, query: Query, text: str, now: datetime, *, everything: bool = False
) -> tuple[Memory, list[str]]:
    """Every reason why a memory is not among the hits of `recall`; none when it is."""
    memory = memory_at(store, known_id(store, text), now)
    reasons = misses(Hit(memory, strength_at(memory, now)), query)
    if reasons:
        return memory, reasons
    whole = recall(store, query._replace(limit=None, offset=0), now, everything=everything).hits
    ids = [hit.memory.id for hit in whole]
    if memory.id not in ids:
        return memory, ["another memory supersedes it (--all shows it)"]
    place = ids.index(memory.id) + 1
    end = len(ids) if query.limit is None else query.offset + query.limit
    if query.offset < place <= end:
        return memory, []
    shown = f"hits {query.offset + 1} to {end} are shown" if end > query.offset else "none is shown"
    return memory, [f"it is hit {place} of {len(ids)}; {shown}"]


def similar(
    store: Store, text: str, now: datetime, min_score: float = MIN_SCORE, limit: int | None = LIMIT
) -> list[tuple[Memory, Similarity]]:
    """The memories most similar to one."""
    target = memory_at(store, known_id(store, text), now)
    return find_similar(target, present(store, now), min_score, limit)
