"""How a store fares: how old and how strong its memories are, and what they cost in a context."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from heapq import nlargest
from math import inf
from statistics import median_low

from memento_cli.core.context.fence import fenced, memory_text
from memento_cli.core.fading.tiers import TIERS, tier_of
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.text.tokens import tokens_in
from memento_cli.core.time.when import elapsed_days
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory

AGES: Mapping[str, float] = {
    "1 week": 7,
    "1 month": 30,
    "3 months": 91,
    "6 months": 182,
    "1 year": 365,
    "2 years": 730,
    "older": inf,
}
"""The days below which a memory is in each band; the youngest first."""
UNUSED_DAYS = 28
FEW = 3
BETWEEN = "\n\n"
FENCE = tokens_in(fenced("", "0" * 16))
"""The tokens of the two marks around a recall."""


class HealthRow(NamedTuple):
    """What of a memory is counted: its age in days, its strength, and its tokens in a context."""

    id: str
    age_days: float
    strength: float
    tokens: int
    pinned: bool = False
    topics: bool = True


class Some(NamedTuple):
    """How many there are, and the ids of the first few of them."""

    total: int
    ids: tuple[str, ...]


class Band(NamedTuple):
    """How many memories of an age there are in each tier; `below_days` is None for the oldest."""

    age: str
    below_days: float | None
    tiers: Mapping[str, int]


class Costs(NamedTuple):
    """Tokens, as `recall --fence` prints: of all memories, of the active ones, of one recall.

    A recall has so many `hits`: `median` if they are of the size that the median memory has, and
    `most` if they are the longest ones.
    """

    store: int
    active: int
    hits: int
    median: int
    most: int


def seen_at(memory: Memory, now: datetime) -> HealthRow:
    """What is counted of a memory at `now`, by when it was created."""
    return HealthRow(
        memory.id,
        elapsed_days(memory.created, now),
        strength_at(memory, now),
        tokens_in(memory_text(memory) + BETWEEN),
        memory.pinned,
        bool(memory.tags.topics),
    )


def some(ids: Iterable[str]) -> Some:
    """The count of ids in an order, and the first few."""
    found = tuple(ids)
    return Some(len(found), found[:FEW])


def pyramid(everything: Iterable[HealthRow]) -> tuple[Band, ...]:
    """How many memories there are of each age in each tier, the youngest first, none left out."""
    ages, bounds = tuple(AGES), tuple(AGES.values())
    counts = Counter(
        (ages[bisect_right(bounds, one.age_days)], tier_of(one.strength)) for one in everything
    )
    return tuple(
        Band(age, None if days == inf else days, {tier: counts[age, tier] for tier in TIERS})
        for age, days in AGES.items()
    )


def costs(everything: Sequence[HealthRow], limit: int) -> Costs:
    """The tokens of the store, of its active tier, and of a recall of at most `limit` hits."""
    tokens = [one.tokens for one in everything]
    active = sum(one.tokens for one in everything if tier_of(one.strength) == TIERS[0])
    hits = min(limit, len(tokens))
    if not hits:
        return Costs(0, 0, 0, 0, 0)
    most = FENCE + sum(nlargest(hits, tokens))
    return Costs(sum(tokens), active, hits, FENCE + hits * median_low(tokens), most)
