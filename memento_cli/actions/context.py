"""context: what an agent is to know now (000's get_context, 002's memory_injection)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo

from memento_cli.actions.sections import Reader, memories, sections
from memento_cli.core.budget import Section
from memento_cli.core.context import Context, composed
from memento_cli.core.query import Query
from memento_cli.core.refs import person_ref
from memento_cli.store.store import Store


def context(
    stores: Sequence[Store],
    query: Query,
    now: datetime,
    *,
    budget: int | None = None,
    persona: str | None = None,
    until: datetime | None = None,
    zone: tzinfo | None = None,
    utc: bool = False,
) -> Context:
    """What holds now, and the best memories for a query, within a budget of tokens.

    The nearest store comes first; its settings count, and without a budget it is its own. BadValue
    if the blocks do not fit, which are never cut. Reading counts nothing. Of what holds, nothing is
    told that was recorded after `until`; of memories the query says so. Times are told in `zone`,
    or in UTC with `utc`; where neither is said, as the setting `context.times` says.
    """
    most = stores[0].settings["context.budget"] if budget is None else budget
    whose = None if persona is None else person_ref(persona)
    told_in = told_zone(stores[0], zone, utc=utc)
    blocks, *others = sections(Reader(stores, now, whose, until, told_in), query)
    return composed(blocks, others, most)


def related(
    stores: Sequence[Store],
    query: Query,
    now: datetime,
    *,
    budget: int,
    zone: tzinfo | None = None,
    utc: bool = False,
) -> Context:
    """The best memories for a query, alone, within a budget of tokens: what stands before a turn
    (document 002 §6), when the context of its session has told the rest."""
    reader = Reader(stores, now, zone=told_zone(stores[0], zone, utc=utc))
    return composed(Section("blocks", "", ()), [memories(reader, query)], budget)


def told_zone(store: Store, zone: tzinfo | None = None, *, utc: bool = False) -> tzinfo | None:
    """In which zone an agent is told times: the one that is asked for, `utc`, or as the setting
    `context.times` says (document 003 §6-2). None is UTC."""
    is_local = not utc and store.settings["context.times"] == "local"
    return zone or (store.zone if is_local else None)
