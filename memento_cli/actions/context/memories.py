"""The memories of a context: the hits of its query, or else the strongest."""

from __future__ import annotations

from itertools import islice

from memento_cli.actions.context.reader import SPARE
from memento_cli.actions.recall.find import MEMORIES, find, full_memory, list_from_stores
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.context import item_text
from memento_cli.core.context.budget import Section
from memento_cli.core.memory.about import About, about_in
from memento_cli.core.recall.stand_ins import stand_ins

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.actions.context.reader import Reader
    from memento_cli.actions.recall.find import Findings, Sighting
    from memento_cli.core.context.brief import Brief
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query, Recalled

HEADING = "# Memories"
LEAST_TOKENS = 16
"""No memory takes fewer tokens in a context: a time, an id and a few words."""
MOST_FILLED = 100
"""So many memories may fill a budget."""


def memories_section(reader: Reader, query: Query) -> Section:
    """The section of the best memories; only active ones if the settings hide tiers.

    Where a budget was given, and no number of memories, they fill it.
    """
    settings, several = reader.stores[0].settings, len(reader.stores) > 1
    limit = settings["context.memories"] if query.limit is None else query.limit
    filled = bool(reader.budget) and query.limit is None
    spare = max(SPARE, min(reader.budget // LEAST_TOKENS, MOST_FILLED) - limit) if filled else SPARE
    if settings["recall.hide_tiers"] and not query.tiers:
        query = query._replace(tiers=("active",))
    best, found = _best(reader, query._replace(limit=limit + spare), answers=filled)
    brief = _brief(reader, query, best) if filled else None
    parts = (
        item_text.memory_part(
            _with_its_time(sighting, reader),
            sighting.newer,
            sighting.store.root,
            reader.zone,
            several=several,
            against=sighting.against,
            brief=brief,
            known_flags=sighting.hit.flags,
            days=sighting.store.zone,
        )
        for sighting in best
    )
    heading = HEADING + (brief.note if brief else "")
    shown = tuple(parts)
    return Section("memories", heading, shown, limit, found.reach, filled, found.words_alone)


def _with_its_time(sighting: Sighting, reader: Reader) -> Memory:
    """The memory of a hit; that of one that names the time that it is about is read from its file,
    which alone says how sure that is."""
    memory = sighting.hit.memory
    return (
        memory
        if about_in(memory.more) == About()
        else full_memory(sighting, reader.now, reader.past)
    )


def _brief(reader: Reader, query: Query, best: Sequence[Sighting]) -> Brief:
    """How the best are told in few tokens. A part of an id must be enough in each store; who may
    not see all memories is told whole ids, since only these mean anything there."""
    from memento_cli.core.context.brief import brief_of  # few contexts are filled

    known = []
    for store in reader.stores if query.within is None else ():
        with open_index(store, reader.now) as index:
            known.append(index.lines_of_ids())
    return brief_of([one.hit.memory for one in best], reader.zone, "\n".join(known))


def _best(reader: Reader, query: Query, *, answers: bool) -> tuple[Sequence[Sighting], Recalled]:
    """The hits of a query with words, else the strongest memories; and what they are a page of."""
    if query.sought:
        findings = find(
            reader.stores, (MEMORIES,), query, reader.now, past=reader.past,
            answers=answers, once=True,
        )  # fmt: skip
        return findings.page, findings.found
    pages = list(_pages(reader, query))
    current = (sighting for findings in pages for sighting in findings.page if not sighting.newer)
    return _in_time(reader, list(islice(current, query.limit))), pages[0].found


def _in_time(reader: Reader, sightings: Sequence[Sighting]) -> list[Sighting]:
    """Memories by strength; equally strong ones in the order of time. Those are left out for which
    others stand (`core/recall/stand_ins.py`)."""
    places: dict[tuple[str, str], int] = {}
    left_out = set[tuple[str, str]]()
    for store in reader.stores:
        here = [one.hit.memory for one in sightings if one.store is store]
        ids = [memory.id for memory in here]
        if len(ids) > 1:
            with open_index(store, reader.now) as index:
                in_time = enumerate(index.in_time(ids))
                stand_for = stand_ins(here, index.derived(ids))
            places |= {(store.root, id): place for place, id in in_time}
            left_out |= {(store.root, id) for id in stand_for}

    def order(sighting: Sighting) -> tuple[float, float, datetime, int]:
        hit, place = sighting.hit, places.get((sighting.store.root, sighting.hit.memory.id), 0)
        return -hit.strength, -hit.bare, hit.memory.created, place

    told = (one for one in sightings if (one.store.root, one.hit.memory.id) not in left_out)
    return sorted(told, key=order)


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
