"""recall from several places at once: several stores, and what holds beside memories."""

from __future__ import annotations

import os

from memento_cli.actions.recall.recall import recall
from memento_cli.actions.recall.recalled import Recalled
from memento_cli.core.recall.query import in_order, sort_of
from memento_cli.errors import Usage
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from memento_cli.actions.recall.past import Past
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit, Query
    from memento_cli.store.directory.store import Store

MEMORIES = "memories"
SOURCES = (MEMORIES, "states", "events", "blocks", "graph")
SPREAD_AMONG = 100
"""Of so many of the best the order is spread over the times that they are about."""


class Sighting(NamedTuple):
    """A hit, the store and the source that it is from, the newer one if it is history, and those
    that contradict it where neither is newer."""

    hit: Hit
    store: Store
    source: str
    newer: str = ""
    against: tuple[str, ...] = ()


def full_memory(one: Sighting, now: datetime, past: Past | None) -> Memory:
    """A hit as its file has it, or had it, which alone says all; what is no memory as found."""
    memory = one.hit.memory
    if one.source != MEMORIES:
        return memory
    if past is None:
        return one.store.memories.read(memory.id).value
    from memento_cli.actions.recall.past import memory_then

    return memory_then(one.store, memory.id, now, past).memory


class Findings(NamedTuple):
    """A page of hits from several places, and what was found in all, for what is told of it."""

    page: tuple[Sighting, ...]
    found: Recalled


class Search(NamedTuple):
    """What one place answered."""

    store: Store
    source: str
    found: Recalled


def sources_of(store: Store, asked: str | None) -> tuple[str, ...]:
    """Where a recall looks: as asked, `states,blocks`, or else as the store's settings say.

    Usage for a source that there is not.
    """
    said = asked.split(",") if asked is not None else store.settings["recall.in"]
    names = tuple(dict.fromkeys(name.strip() for name in said if name.strip()))
    unknown = [name for name in names if name not in SOURCES]
    if unknown or not names:
        what = f"no source is called {unknown[0]!r}" if unknown else "recall in what?"
        raise Usage(what, "the sources are " + ", ".join(SOURCES))
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
) -> Findings:
    """What answers a query in several stores and sources, the best of all first.

    Scores are made comparable by the text: `core/recall/pooling.py`. The nearest store's way of
    scoring counts. With `places` each hit says which words are in it, and where. What is nobody's
    is only looked through if `placeless` things are.
    """

    def recalled(store: Store, query: Query) -> Recalled:
        return recall(
            store, query, now,
            everything=everything, deep=deep, fresh=fresh, past=past, hops=hops, places=places,
        )  # fmt: skip

    buckets = stores[0].settings["recall.spread"]
    buckets = buckets if buckets and _is_open(query) else 0
    if tuple(sources) == (MEMORIES,) and not buckets:
        return _together(stores, query, recalled, deep)
    whole = _whole(query, SPREAD_AMONG if buckets else 0)
    searches: list[Search] = []
    for store in stores:
        others = [source for source in sources if source != MEMORIES and _has_any(store, source)]
        known = recalled(store, whole) if MEMORIES in sources else Recalled((), 0)
        answers: dict[str, Recalled] = {}
        if others:
            from memento_cli.actions.recall.elsewhere import search

            seen = search(
                store, others, whole, now,
                everything=everything, deep=deep, until=now if past else None, beside=known.hits,
                places=places, placeless=placeless,
            )  # fmt: skip
            answers, known = dict(seen.found), known._replace(best=seen.best or known.best)
        if MEMORIES in sources:
            answers = {MEMORIES: known} | answers
        searches += [Search(store, source, found) for source, found in answers.items()]
    return _paged(searches, query, stores[0], deep, buckets)


def _has_any(store: Store, source: str) -> bool:
    """Whether a store has the folder of a source, which has the source's name."""
    return os.path.isdir(os.path.join(store.root, source))


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
    """One page of the memories of several stores; of one alone, its own page."""
    if len(stores) == 1:
        alone = page(stores[0], query)
        return Findings(_sighted(Search(stores[0], MEMORIES, alone), alone.hits), alone)
    whole = _whole(query)
    searches = [Search(store, MEMORIES, page(store, whole)) for store in stores]
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
    """A query for all that may be on a page of several places, and for so many at least."""
    end = None if query.limit is None else max(query.offset + query.limit, least)
    return query._replace(limit=end, offset=0)


def _paged(
    searches: Sequence[Search], query: Query, nearest: Store, deep: bool, buckets: int = 0
) -> Findings:
    """One page of all that was found; with `buckets` spread over the times that it is about."""
    from memento_cli.core.recall.life_stages import spread_hits
    from memento_cli.core.recall.pooling import pooled_hits

    pairs = [(search.found.best, search.found.hits) for search in searches]
    scaled = pooled_hits(pairs, nearest.settings.scheme, deep)
    sighted = (_sighted(*each) for each in zip(searches, scaled, strict=True))
    seen = {id(sighting.hit): sighting for each in sighted for sighting in each}
    ordered = in_order([sighting.hit for sighting in seen.values()], query)
    ordered = spread_hits(ordered, buckets)
    end = None if query.limit is None else query.offset + query.limit
    page = tuple(seen[id(hit)] for hit in ordered[query.offset : end])
    return Findings(page, _summed([search.found for search in searches], page))


def _sighted(search: Search, hits: Sequence[Hit]) -> tuple[Sighting, ...]:
    standing = search.found.standing
    return tuple(
        Sighting(hit, search.store, search.source, *standing.of(hit.memory.id)) for hit in hits
    )


def _summed(all: Sequence[Recalled], page: Sequence[Sighting]) -> Recalled:
    """What is told beside the hits of all: how many there are, and how many were hidden."""
    tiers: dict[str, int] = {}
    for found in all:
        for tier, count in found.tiers.items():
            tiers[tier] = tiers.get(tier, 0) + count
    return Recalled(
        tuple(sighting.hit for sighting in page),
        sum(found.total for found in all),
        superseded=sum(found.superseded for found in all),
        over=sum(found.over for found in all),
        aside=sum(found.aside for found in all),
        weak=sum(found.weak for found in all),
        more=any(found.more for found in all),
        meant=_meant(all),
        tiers=tiers,
        reach=next((found.reach for found in all if found.reach), None),
    )


def _meant(all: Sequence[Recalled]) -> tuple[str, ...]:
    """The words that were looked for instead, if no place has those that were asked for."""
    if any(found.hits and (found.missing or not found.meant) for found in all):
        return ()
    return tuple(dict.fromkeys(word for found in all for word in found.meant))


def count_found(findings: Findings, now: datetime, *, via: str = "cli") -> None:
    """Note what was returned, in each store whose settings count it (`recall.counts`)."""
    if all(one.store.settings["recall.counts"] == "no" for one in findings.page):
        return
    from memento_cli.actions.memory.feedback import count_shown

    stores = {one.store.root: one.store for one in findings.page}
    for root, store in stores.items():
        ids = [
            one.hit.memory.id
            for one in findings.page
            if one.store.root == root and one.source == MEMORIES
        ]
        count_shown(store, ids, now, via=via)
