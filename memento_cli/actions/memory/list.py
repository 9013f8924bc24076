"""list: the memories of the store, or of its archive."""

from __future__ import annotations

from itertools import islice

from memento_cli.actions.recall.index_session import ask_index, open_index
from memento_cli.core.recall.query import Query, Recalled, ids_of, sort_of
from memento_cli.index.fading.order import FEW
from memento_cli.index.recall.finding import hits_of, hits_with, matching

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import TypeVar

    from memento_cli.actions.recall.past import Past
    from memento_cli.core.fading.strength import Strong
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

    S = TypeVar("S", bound=Strong)

EVERYTHING = Query()


def list_memories(
    store: Store,
    query: Query,
    now: datetime,
    *,
    weak: bool = False,
    archived: bool = False,
    fresh: bool = False,
    past: Past | None = None,
) -> Recalled:
    """Summaries of memories; those below `list.hide_below` only if `weak` or filtered by strength.

    With `past`, the memories are those of the moment `now`, with the text that they had then.
    """
    if archived:
        return _archived(store, query, now, past)
    filters_strength = bool(query.tiers) or query.max_strength is not None
    limit = 0.0 if weak or filters_strength else store.settings["list.hide_below"]

    def ask(index: Strengths) -> Recalled:
        if _is_plain(query):
            page = _strongest(index, query, limit, {} if weak else index.over)
        else:
            finding = matching(index, query._replace(limit=None), store.settings.scheme)
            live = [row for row in finding.rows if weak or not row.is_over]
            rows, total, below = _page(live, query, limit)
            hits, over = tuple(hits_of(index, finding, rows)), len(finding.rows) - len(live)
            page = Recalled(hits, total, weak=below, over=over)
        return page._replace(standing=index.standing(ids_of(page), query.within))

    if past:
        from memento_cli.actions.recall.past import ask_past_index

        return ask_past_index(store, now, past, fresh, ask)
    return ask_index(store, now, fresh, ask, ids_of)


def _archived(store: Store, query: Query, now: datetime, past: Past | None) -> Recalled:
    """A page of the archive, which is not in the index: every file in it is read."""
    from memento_cli.actions.memory.reading import memories_at
    from memento_cli.core.recall.explanation import recalled

    whole, reach = query._replace(limit=None, offset=0), None
    if past:
        from memento_cli.actions.recall.past import archive_then

        memories, reach = archive_then(store, now, past)
    else:
        memories = memories_at(store, now, store.archive)
    hits, total, weak = _page(recalled(memories, whole, now), query, 0.0)
    return Recalled(tuple(hits), total, weak=weak, reach=reach)


def ids_with(
    store: Store, text: str, now: datetime, *, most: int, within: Query | None = None
) -> tuple[list[str], int]:
    """At most so many ids that have a text, those that begin with it first, the newest first; and
    how many have it. `within` are the bounds of who asks."""
    with open_index(store, now) as index:
        return index.ids_with(text, most, within)


def near_names(store: Store, query: Query, now: datetime) -> list[str]:
    """Topics and people of the store that are spelled like a query's filters."""
    from memento_cli.core.memory.refs import name_of
    from memento_cli.core.text.normal_forms import nearest

    with open_index(store, now) as index:
        topics, people, persons = index.topics(), index.people(), index.persons()
    pairs = [(topic, topics) for topic in query.topics]
    pairs += [(name_of(ref), {*map(name_of, people)}) for ref in query.people]
    pairs += [(name_of(ref), {*map(name_of, persons)}) for ref in filter(None, [query.person])]
    near = []
    for name, names in pairs:
        if name not in names:
            near += nearest(name, names)
    return near


def _page(hits: Sequence[S], query: Query, limit: float) -> tuple[Sequence[S], int, int]:
    """The page of the hits, how many are at least as strong as the limit, and how many are not."""
    strong = [hit for hit in hits if hit.strength >= limit]
    return strong[query.offset : query.end], len(strong), len(hits) - len(strong)


def _is_plain(query: Query) -> bool:
    bare = query._replace(limit=None, offset=0, order="desc", sort=None)
    return bare == EVERYTHING and sort_of(query) == "strength" and query.limit is not None


def _strongest(index: Strengths, query: Query, limit: float, over: Mapping[int, float]) -> Recalled:
    """A page of all memories by strength without those `over`, reading only the rows shown."""
    weak = index.count_below(limit) if limit else 0
    weak -= sum(strength < limit for strength in over.values())
    end = query.offset + (query.limit or 0)
    strong = index.in_order(rising=query.order == "asc", low=limit)
    keys = list(islice((key for *_, key in strong if key not in over), query.offset, end))
    hits = tuple(hits_with(index, keys))
    if weak > FEW:  # `count_below` stops counting there, so the total is only a lower bound
        return Recalled(hits, query.offset + len(hits), weak=weak, over=len(over), more=True)
    return Recalled(hits, index.count() - weak - len(over), weak=weak, over=len(over))
