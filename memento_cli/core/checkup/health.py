"""The health of a store: ages and strengths of memories, and their tokens in a context."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from heapq import nlargest
from math import inf
from statistics import median_low

from memento_cli.core.context.fence import fenced
from memento_cli.core.context.hits import memory_text
from memento_cli.core.fading.strength import TIERS, tier_of
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.text.words import tokens_in
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
    """The values of a memory that are counted: age in days, strength, tokens in a context."""

    id: str
    age_days: float
    strength: float
    tokens: int
    pinned: bool = False
    topics: bool = True


class FirstFew(NamedTuple):
    """A number of memories, and the ids of the first few."""

    total: int
    ids: tuple[str, ...]


class Band(NamedTuple):
    """The numbers of memories of an age by tier; `below_days` is None for the oldest."""

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


def health_row(memory: Memory, now: datetime) -> HealthRow:
    """The counted values of a memory at `now`."""
    return HealthRow(
        memory.id,
        elapsed_days(memory.created, now),
        strength_at(memory, now),
        tokens_in(memory_text(memory) + BETWEEN),
        memory.pinned,
        bool(memory.tags.topics),
    )


def first_few(ids: Iterable[str]) -> FirstFew:
    """The count of ids in an order, and the first few."""
    listed = tuple(ids)
    return FirstFew(len(listed), listed[:FEW])


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
