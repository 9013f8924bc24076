"""The memories of a context: the best for a query, or else the strongest; now or in the past."""

from __future__ import annotations

from itertools import islice

from memento_cli.actions.recall.find import MEMORIES, find, list_from_stores
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.context import item_text
from memento_cli.core.context.budget import Section

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.actions.context.reader import Reader
    from memento_cli.actions.recall.find import Findings, Sighting
    from memento_cli.core.journal.past import Reach
    from memento_cli.core.recall.query import Query

SPARE = 1
"""So many more memories are searched than shown, in case that one does not fit."""


def memories_section(reader: Reader, query: Query) -> Section:
    """The section of the best memories; only active ones if the settings hide tiers."""
    settings, several = reader.stores[0].settings, len(reader.stores) > 1
    limit = settings["context.memories"] if query.limit is None else query.limit
    if settings["recall.hide_tiers"] and not query.tiers:
        query = query._replace(tiers=("active",))
    best, reach = _best(reader, query._replace(limit=limit + SPARE))
    parts = (
        item_text.memory_part(
            sighting.hit.memory,
            sighting.newer,
            sighting.store.root,
            reader.zone,
            several=several,
            against=sighting.against,
        )
        for sighting in best
    )
    return Section("memories", "# Memories", tuple(parts), limit, reach)


def _best(reader: Reader, query: Query) -> tuple[Sequence[Sighting], Reach | None]:
    """The hits of a query with words, else the strongest memories; and how far history reaches."""
    if query.sought:
        findings = find(reader.stores, (MEMORIES,), query, reader.now, past=reader.past)
        return findings.page, findings.found.reach
    pages = list(_pages(reader, query))
    current = (sighting for findings in pages for sighting in findings.page if not sighting.newer)
    return _in_time(reader, list(islice(current, query.limit))), pages[0].found.reach


def _in_time(reader: Reader, sightings: Sequence[Sighting]) -> list[Sighting]:
    """Memories by strength; equally strong ones in the order of time."""
    places: dict[tuple[str, str], int] = {}
    for store in reader.stores:
        ids = [sighting.hit.memory.id for sighting in sightings if sighting.store is store]
        if len(ids) > 1:
            with open_index(store, reader.now) as index:
                in_time = enumerate(index.in_time(ids))
            places |= {(store.root, id): place for place, id in in_time}

    def order(sighting: Sighting) -> tuple[float, float, datetime, int]:
        hit, place = sighting.hit, places.get((sighting.store.root, sighting.hit.memory.id), 0)
        return -hit.strength, -hit.bare, hit.memory.created, place

    return sorted(sightings, key=order)


def _pages(reader: Reader, query: Query) -> Iterator[Findings]:
    """Pages of memories, the strongest first, until enough of them are not superseded."""
    current, size = 0, query.limit or 0
    while True:
        findings = list_from_stores(reader.stores, query, reader.now, past=reader.past)
        yield findings
        current += sum(not sighting.newer for sighting in findings.page)
        if len(findings.page) < size or current >= size:
            return
        query = query._replace(offset=query.offset + size)
