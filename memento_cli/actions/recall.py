"""recall: finding memories by what they say. Reading writes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.reading import as_filed, indexed, known_id, memory_at
from memento_cli.core.memory import Memory
from memento_cli.core.query import Hit, Query, hit_of, misses
from memento_cli.core.tiers import shown, tier_of
from memento_cli.index.finding import Finding, has_word, matching
from memento_cli.index.strengths import Strengths
from memento_cli.store.store import Store


class Recalled(NamedTuple):
    """A page of hits; how many match in all; and how many were hidden, by what.

    Beyond some thousands nobody counts: `more` says that there are more than `total`. `tiers` are
    those that the tiers hid, by tier. `missing` are words that nothing has, beside others that
    made the hits; `meant` are those most like what nothing has, and looked for where it has none.
    """

    hits: tuple[Hit, ...]
    total: int
    superseded: int = 0
    weak: int = 0
    more: bool = False
    tiers: Mapping[str, int] = {}
    meant: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def recall(
    store: Store,
    query: Query,
    now: datetime,
    *,
    everything: bool = False,
    deep: bool = False,
    fresh: bool = False,
) -> Recalled:
    """The memories that answer a query, the best first, as the index has them.

    `memory_at` reads the whole of one: its links, its log, its origin.

    One that another supersedes is not current: only with `everything` is it a hit. A `deep` recall
    lifts the tiers and their weights for this turn. `fresh` compares the stamps of all files first.
    """

    def ask(here: Strengths) -> Recalled:
        found = matching(here, query, store.settings.scheme, deep=deep)
        return _current(store, here, found, query, everything=everything, deep=deep)

    return as_filed(store, now, fresh, ask, ids_of)


def ids_of(found: Recalled) -> list[str]:
    """The ids of the hits that are shown."""
    return [hit.memory.id for hit in found.hits]


def _current(
    store: Store, here: Strengths, found: Finding, query: Query, *, everything: bool, deep: bool
) -> Recalled:
    """The page of what was found without what is superseded, or hidden by the tiers."""
    gone = frozenset[str]() if everything else here.superseded()
    current = [hit for hit in found.hits if hit.memory.id not in gone]
    hide = store.settings["recall.hide_tiers"] and not (deep or everything or query.tiers)
    kept = shown(current, hide=hide)
    end = None if query.limit is None else query.offset + query.limit
    return Recalled(
        tuple(kept.hits[query.offset : end]),
        len(kept.hits),
        superseded=len(found.hits) - len(current),
        more=found.more,
        tiers=kept.hidden,
        meant=found.meant,
        missing=found.missing,
    )


def why_not(
    store: Store,
    query: Query,
    text: str,
    now: datetime,
    *,
    everything: bool = False,
    deep: bool = False,
) -> tuple[Memory, list[str]]:
    """Every reason why a memory is not among the hits of `recall`; none when it is."""
    memory = memory_at(store, known_id(store, text), now)
    with indexed(store, now) as here:
        whole = query._replace(limit=None, offset=0)
        found = matching(here, whole, store.settings.scheme, deep=deep)
        current = _current(store, here, found, whole, everything=everything, deep=deep)
        shown_ids = ids_of(current)
        if memory.id in shown_ids:
            return memory, _off_the_page(shown_ids, memory.id, query)
        is_found = memory.id in [hit.memory.id for hit in found.hits]
        hit, has = hit_of(memory, now), has_word(here.database, memory.id)
        reasons = [] if is_found else misses(hit, query, has)
        if memory.id in here.superseded() and not everything:
            reasons.append("another memory supersedes it (--all shows it)")
        elif is_found:
            reasons.append(f"it is {tier_of(hit.strength)}, and hidden as such (--deep shows it)")
    return memory, reasons or ["the index does not have it as it is; --fresh looks again"]


def _off_the_page(ids: Sequence[str], id: str, query: Query) -> list[str]:
    """Why a hit is not shown: which page it is on; nothing if it is on this one."""
    place = ids.index(id) + 1
    end = len(ids) if query.limit is None else query.offset + query.limit
    if query.offset < place <= end:
        return []
    page = f"hits {query.offset + 1} to {end} are shown" if end > query.offset else "none is shown"
    return [f"it is hit {place} of {len(ids)}; {page}"]
