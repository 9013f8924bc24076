"""What the memories of a view have in common, counted: topics, people, kinds, tiers and months."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from datetime import MAXYEAR, datetime
from math import inf

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.fading.forecast import falls_below
from memento_cli.core.fading.strength import BOUNDS, TIERS, tier_of
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.memory.refs import name_of
from memento_cli.core.time.when import from_micros, in_zone, micros
from memento_cli.index.database.database import rows_among
from memento_cli.index.database.statistics import strength_counts, value_counts, value_counts_among
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo

    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

    Counts = tuple[tuple[str, int], ...]
    """Values, each with the number of memories that have it, the most frequent first."""

MOST, DECEMBER = 200, 12


class Month(NamedTuple):
    """A month, as `2026-03`: how many memories were recorded in it, and how many of those that are
    weak now became so in it."""

    month: str
    created: int
    faded: int


class Facets(NamedTuple):
    """The values that memories have, with their numbers; at most MOST of each, and every month that
    has any."""

    topics: Counts
    people: Counts
    kinds: Counts
    tiers: Counts
    months: tuple[Month, ...]


def facets(store: Store, ids: Sequence[str] | None, now: datetime, zone: tzinfo) -> Facets:
    """The facets of these memories; with None of all of the store. Months are those of a zone.

    Weak is what is below `list.hide_below`.
    """
    weak = store.settings["list.hide_below"]
    with open_index(store, now) as index:
        keys = None if ids is None else _keys(index, ids)
        people = Counter[str]()
        for ref, count in _counted(index, "with", keys).items():
            people[name_of(ref)] += count
        return Facets(
            _most(_counted(index, "topic", keys)),
            _most(people),
            _most(_counted(index, "kind", keys)),
            _tiers(index, keys),
            tuple(_months(_created(index, keys), _faded(index, keys, weak, now), zone)),
        )


def _keys(index: Strengths, ids: Sequence[str]) -> set[int]:
    query = "SELECT key FROM name WHERE id IN"
    return {key for (key,) in rows_among(index.database, query, ids)}


def _counted(index: Strengths, field: str, keys: Iterable[int] | None) -> Counter[str]:
    """The numbers of a field's values; of some keys or of all memories."""
    if keys is None:
        return Counter(dict(value_counts(index.database, field)))
    return value_counts_among(index.database, field, keys)


def _most(counts: Mapping[str, int]) -> Counts:
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(ordered[:MOST])


def _tiers(index: Strengths, keys: Iterable[int] | None) -> Counts:
    """The number of each tier that has any, the strongest first."""
    if keys is None:
        numbers = strength_counts(index, [BOUNDS[tier][0] for tier in TIERS])
        counts = Counter(dict(zip(TIERS, numbers, strict=True)))
    else:
        counts = Counter(tier_of(row.strength) for row in index.rows(*_among(keys)))
    return tuple((tier, counts[tier]) for tier in TIERS if counts[tier])


def _among(keys: Iterable[int]) -> tuple[str, tuple[()]]:
    return f"key IN ({', '.join(map(str, keys))})", ()


def _created(index: Strengths, keys: Iterable[int] | None) -> Iterator[int]:
    """When the memories were created, in microseconds since 1970."""
    query = "SELECT created FROM memory"
    if keys is None:
        return (at for (at,) in index.database.execute(query))
    return (at for (at,) in rows_among(index.database, f"{query} WHERE key IN", keys))


def _faded(index: Strengths, keys: set[int] | None, weak: float, now: datetime) -> Iterator[int]:
    """When those memories that are weak now became so, in microseconds since 1970."""
    among = None if keys is None else {row.id for row in index.rows(*_among(keys))}
    for memory in index.may_be_below(weak):
        if (among is None or memory.id in among) and strength_at(memory, now) < weak:
            at = falls_below(memory, weak)
            if at is not None:
                yield micros(at)


def _months(created: Iterable[int], faded: Iterable[int], zone: tzinfo) -> Iterator[Month]:
    """The months in which something was created or has faded, in order."""
    born, gone = _by_month(created, zone), _by_month(faded, zone)
    for month in sorted({*born, *gone}):
        yield Month(month, born[month], gone[month])


def _by_month(moments: Iterable[int], zone: tzinfo) -> Counter[str]:
    """The number of moments in each month; a search for its end is quicker than a look at each."""
    ordered = sorted(moments)
    counts = Counter[str]()
    place = 0
    while place < len(ordered):
        day = in_zone(from_micros(ordered[place]), zone)
        end = bisect_left(ordered, _next_month(day), place + 1)
        counts[f"{day:%Y-%m}"] += end - place
        place = end
    return counts


def _next_month(day: datetime) -> float:
    """The first instant of the next month, in microseconds since 1970."""
    year, month = (day.year, day.month + 1) if day.month < DECEMBER else (day.year + 1, 1)
    return inf if year > MAXYEAR else micros(datetime(year, month, 1, tzinfo=day.tzinfo))
