"""recall from several stores and several sources at once."""

from __future__ import annotations

import os

from memento_cli.actions.recall.recall import Search, recall
from memento_cli.core.recall.query import Recalled, in_order, sort_of
from memento_cli.errors import Usage
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.recall.past import Past
    from memento_cli.core.events.events import Event
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit, Partly, Query
    from memento_cli.store.directory.store import Store

MEMORIES, EVENTS = "memories", "events"
SOURCES = (MEMORIES, "states", EVENTS, "blocks", "graph", "kv")
HOLDING = ("states", "graph", "kv")
"""The sources of what holds, which is found by who has not seen a context, too."""
SPREAD_AMONG = 100
"""The number of best hits whose order is spread over the times that they are about."""


class Sighting(NamedTuple):
    """A hit with its store and source, the memory that supersedes it, and the memories that
    contradict it with neither newer."""

    hit: Hit
    store: Store
    source: str
    newer: str = ""
    against: tuple[str, ...] = ()


def full_memory(sighting: Sighting, now: datetime, past: Past | None) -> Memory:
    """The memory of a hit with all fields, from its file, now or in the past; the hit's own value
    if its source is not memories."""
    memory = sighting.hit.memory
    if sighting.source != MEMORIES:
        return memory
    if past is None:
        return sighting.store.memories.read(memory.id).value
    from memento_cli.actions.recall.past import memory_then

    return memory_then(sighting.store, memory.id, now, past).memory


def events_found(page: Sequence[Sighting]) -> dict[tuple[str, str], Event]:
    """The events among hits, each by the folder of its store and its reference."""
    if all(one.source == MEMORIES for one in page):
        return {}
    from memento_cli.core.memory.record_kinds import event_in  # most recalls find memories alone

    ids: dict[str, list[str]] = {}
    stores = {one.store.root: one.store for one in page}
    for one in page:
        if id := event_in(one.hit.id):
            ids.setdefault(one.store.root, []).append(id)
    return {
        (root, event.ref): event
        for root, ids_there in ids.items()
        for event in stores[root].events.named(ids_there).values()
    }


class Findings(NamedTuple):
    """A page of hits from several places, and the counts over all of them."""

    page: tuple[Sighting, ...]
    found: Recalled


class Spread(NamedTuple):
    """How hits are spread over the times that they are about: so many of one, 0 as they come; and
    the stages that are asked for, each with the id of its best hit."""

    per_bucket: int = 0
    stages: Mapping[str, str] = {}


def sources_of(store: Store, asked: str | None) -> tuple[str, ...]:
    """The sources of a recall: those asked for, such as `states,blocks`, or else the store's.

    Usage for an unknown source.
    """
    text = asked.split(",") if asked is not None else store.settings["recall.in"]
    names = tuple(dict.fromkeys(name.strip() for name in text if name.strip()))
    unknown = [name for name in names if name not in SOURCES]
    if unknown or not names:
        problem = f"no source is called {unknown[0]!r}" if unknown else "recall in what?"
        raise Usage(problem, "the sources are " + ", ".join(SOURCES))
    return names


def find(
    stores: Sequence[Store],
    sources: Sequence[str],
    query: Query,
    now: datetime,
    *,
    everything: bool = False,
    deep: bool = False,
    fresh: bool = False,
    past: Past | None = None,
    hops: int = 0,
    places: bool = False,
    placeless: bool = True,
    answers: bool = False,
    once: bool = False,
) -> Findings:
    """The hits of a query in several stores and sources, the best first.

    `core/recall/rescoring.py` makes their scores comparable, with the ranking settings of the first
    store. With `places` each hit says which words matched, and where. What belongs to nobody is
    searched only with `placeless`. With `answers` who is asked about comes before others who speak,
    and a memory that asks is followed by the next one of its session; `once` leaves out that for
    which another hit stands (`core/recall/stand_ins.py`).
    """

    def recalled(store: Store, query: Query) -> Recalled:
        return recall(
            store, query, now,
            everything=everything, deep=deep, fresh=fresh, past=past, hops=hops, places=places,
            answers=answers, once=once,
        )  # fmt: skip

    def searched(query: Query) -> list[Search]:
        return [
            search
            for store in stores
            for search in _searched(
                store, sources, query, now, recalled,
                everything=everything, deep=deep, past=past, places=places, placeless=placeless,
            )
        ]  # fmt: skip

    buckets = stores[0].settings["recall.spread"]
    buckets = buckets if buckets and _is_open(query) else 0
    if tuple(sources) == (MEMORIES,) and not buckets:
        return _together(stores, query, recalled, deep)
    searches = searched(_whole(query, SPREAD_AMONG if buckets else 0))
    if not buckets:
        return _paged(searches, query, stores[0], deep)
    from memento_cli.actions.recall.stages import stage_hits

    asked = stage_hits(query, searched)
    known = {(one.store.root, one.source, hit.id) for one in searches for hit in one.found.hits}
    searches += [
        one
        for one in asked.searches
        if (one.store.root, one.source, one.found.hits[0].id) not in known
    ]
    return _paged(searches, query, stores[0], deep, Spread(buckets, asked.ids))


def _searched(
    store: Store,
    sources: Sequence[str],
    query: Query,
    now: datetime,
    recalled: Callable[[Store, Query], Recalled],
    *,
    everything: bool,
    deep: bool,
    past: Past | None,
    places: bool,
    placeless: bool,
) -> list[Search]:
    """The hits of each source of one store."""
    others = [
        source
        for source in sources
        if source != MEMORIES and os.path.isdir(os.path.join(store.root, source))
    ]
    memories = recalled(store, query) if MEMORIES in sources else Recalled((), 0)
    answers: dict[str, Recalled] = {}
    if others:
        from memento_cli.actions.recall.elsewhere import search

        results = search(
            store, others, query, now,
            everything=everything, deep=deep, until=now if past else None, beside=memories.hits,
            places=places, placeless=placeless,
        )  # fmt: skip
        answers, memories = (
            dict(results.pages),
            memories._replace(best=results.best or memories.best),
        )
    if MEMORIES in sources:
        answers = {MEMORIES: memories} | answers
    return [Search(store, source, found) for source, found in answers.items()]


def list_from_stores(
    stores: Sequence[Store],
    query: Query,
    now: datetime,
    *,
    weak: bool = False,
    archived: bool = False,
    fresh: bool = False,
    past: Past | None = None,
) -> Findings:
    """The memories of several stores in one list, as `list_memories` has those of one."""

    from memento_cli.actions.memory.list import list_memories

    def page(store: Store, query: Query) -> Recalled:
        return list_memories(
            store, query, now, weak=weak, archived=archived, fresh=fresh, past=past
        )

    return _together(stores, query, page)


def _together(
    stores: Sequence[Store],
    query: Query,
    page: Callable[[Store, Query], Recalled],
    deep: bool = False,
) -> Findings:
    if len(stores) == 1:
        alone = page(stores[0], query)
        return Findings(_sighted(Search(stores[0], MEMORIES, alone), alone.hits), alone)
    wide = _whole(query)
    searches = [Search(store, MEMORIES, page(store, wide)) for store in stores]
    return _paged(searches, query, stores[0], deep)


def _is_open(query: Query) -> bool:
    """Whether a query names no time: what answers it may be of any (document 003 §6-4)."""
    named = query.about_since or query.about_until or query.about_stages
    if named or sort_of(query) != "score":
        return False
    from memento_cli.core.recall.life_stages import RECENT, recall_mode

    text = " ".join(query.sought)
    return recall_mode(text).mode == RECENT


def _whole(query: Query, least: int = 0) -> Query:
    """A query for all the hits that may be on the page, from the first on, and at least `least`;
    whatever their scores in one place."""
    end = None if query.limit is None else max(query.offset + query.limit, least)
    return query._replace(limit=end, offset=0, min_score=None, pooled=True)


def _paged(
    searches: Sequence[Search], query: Query, nearest: Store, deep: bool, over: Spread = Spread()
) -> Findings:
    """One page of all hits, spread over the times that they are about; none if none fits in any
    place."""
    from memento_cli.core.recall.life_stages import spread_hits
    from memento_cli.core.recall.rescoring import pooled_hits

    if all(search.found.unfit for search in searches if search.found.hits):
        searches = [one._replace(found=one.found._replace(hits=(), total=0)) for one in searches]
    pairs = [(search.found.best, search.found.hits) for search in searches]
    scaled = pooled_hits(pairs, nearest.settings.scheme, deep)
    sighted = (_sighted(*some) for some in zip(searches, scaled, strict=True))
    sightings = {id(sighting.hit): sighting for some in sighted for sighting in some}
    ordered = in_order([sighting.hit for sighting in sightings.values()], query)
    found = _summed([search.found for search in searches], ordered)
    if query.min_score is not None:
        ordered = [hit for hit in ordered if hit.parts is None or hit.score >= query.min_score]
        low = len(sightings) - len(ordered)
        found = found._replace(total=len(ordered) if low else found.total, low=low)
    ordered = spread_hits(ordered, over.per_bucket, over.stages)
    page = tuple(sightings[id(hit)] for hit in ordered[query.offset : query.end])
    return Findings(page, found._replace(hits=tuple(sighting.hit for sighting in page)))


def _sighted(search: Search, hits: Sequence[Hit]) -> tuple[Sighting, ...]:
    standing = search.found.standing
    return tuple(
        Sighting(hit, search.store, search.source, *standing.of(hit.memory.id)) for hit in hits
    )


def _summed(results: Sequence[Recalled], hits: Sequence[Hit]) -> Recalled:
    """The counts of several results added up: how many there are of these hits, and how many are
    hidden."""
    counted = ("total", "superseded", "over", "aside", "weak")
    counts: dict[str, Any] = {name: sum(getattr(one, name) for one in results) for name in counted}
    tiers: dict[str, int] = {}
    for result in results:
        for tier, count in result.tiers.items():
            tiers[tier] = tiers.get(tier, 0) + count
    coverages = [one.coverage for one in results if one.coverage is not None]
    unfit = next((one.unfit for one in results if one.unfit), "")
    return Recalled(
        tuple(hits),
        **counts,
        more=any(result.more for result in results),
        meant=_meant(results),
        partly=_partly(results),
        tiers=tiers,
        reach=next((result.reach for result in results if result.reach), None),
        coverage=next((hit.coverage for hit in hits if hit.parts), max(coverages, default=None)),
        unfit="" if hits else unfit,
        words_alone=any(result.words_alone for result in results),
    )


def _partly(results: Sequence[Recalled]) -> Partly:
    """The words that were found in part, each once with all that it was found by."""
    found: dict[str, tuple[str, ...]] = {}
    for word, others in (pair for one in results for pair in one.partly):
        found[word] = tuple(dict.fromkeys((*found.get(word, ()), *others)))
    return tuple(found.items())


def _meant(results: Sequence[Recalled]) -> tuple[str, ...]:
    """The words that were searched instead, if no place has those that were asked for."""
    if any(result.hits and (result.missing or not result.meant) for result in results):
        return ()
    return tuple(dict.fromkeys(word for result in results for word in result.meant))


def count_found(findings: Findings, now: datetime, *, via: str = "cli") -> None:
    """Note the returned memories, in each store whose settings count it (`recall.counts`)."""
    if all(sighting.store.settings["recall.counts"] == "no" for sighting in findings.page):
        return
    from memento_cli.actions.memory.feedback import count_shown

    stores = {sighting.store.root: sighting.store for sighting in findings.page}
    for root, store in stores.items():
        ids = [
            sighting.hit.memory.id
            for sighting in findings.page
            if sighting.store.root == root and sighting.source == MEMORIES
        ]
        count_shown(store, ids, now, via=via)
