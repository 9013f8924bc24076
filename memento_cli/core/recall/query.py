"""Which memories are asked for, and in which order (document 001, Query Operations)."""

from __future__ import annotations

from datetime import UTC, datetime
from math import nextafter

from memento_cli.core.memory.memory import bare_strength_at
from memento_cli.core.time.when import micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Protocol, TypeVar

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.ranking import Parts

    class Placed(Protocol):
        """What `in_order` needs beside the numbers by which it sorts."""

        @property
        def id(self) -> str: ...
        @property
        def created(self) -> int: ...

    P = TypeVar("P", bound=Placed)

SORTS = ("score", "strength", "created", "last_reinforced", "importance")
ORDERS = ("desc", "asc")
NAMED: Mapping[str, str] = {
    "topic": "topics",
    "with": "people",
    "outcome": "outcomes",
    "kind": "kinds",
    "project": "projects",
    "agent": "agents",
    "session": "sessions",
    "tier": "tiers",
    "trust": "trusts",
}
"""The filters that take several values: the word for each, and its field of a query."""
ALWAYS = datetime.min.replace(tzinfo=UTC)
EXCLUDABLE = ("person", *NAMED)
"""What `unless` may name."""


class Query(NamedTuple):
    """Filters join with and; the values of one filter with or; an empty filter is none.

    A hit has one of the `words`, unless `required` or `phrases` say what must be in it: then the
    words only decide the order. It has each of `required` and `phrases`, and none of `without`.
    `unless` has pairs of a name from EXCLUDABLE and a value that must not hold. Bounds are
    inclusive; `min_trust` and `min_privacy` are of words in an order (`core/security/trust.py`),
    and `about_since` and `about_until` are of the time that it is about (`about_of`),
    `about_stages` of its stage of life. `spellings` are other references of the same `person`. What
    is not `within` some bounds hides nothing, and is not named.
    """

    words: tuple[str, ...] = ()
    person: str | None = None
    topics: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    min_strength: float | None = None
    since: datetime | None = None
    until: datetime | None = None
    sort: str | None = None
    order: str = "desc"
    limit: int | None = None
    offset: int = 0
    required: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    unless: tuple[tuple[str, str], ...] = ()
    kinds: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    min_importance: float | None = None
    max_strength: float | None = None
    about_since: datetime | None = None
    about_until: datetime | None = None
    about_stages: tuple[str, ...] = ()
    trusts: tuple[str, ...] = ()
    min_trust: str | None = None
    min_privacy: str | None = None
    within: Query | None = None
    spellings: tuple[str, ...] = ()

    @property
    def sought(self) -> tuple[str, ...]:
        """Every text that it looks for: what a hit may have, and what it must."""
        return (*self.words, *self.required, *self.phrases)


class Hit(NamedTuple):
    """A memory that matches, with its strength now and, where it was ranked, its score's parts.

    `beside` says that it was found by what it stands next to; `gains` are what made its text score,
    by name. `bare` is what its strength would be without a floor. `places` are the words of the
    query that were found in it, each with where, if that was asked for. `flags` are what in it
    reads like instructions (`flags_of`), where the index has told them.
    """

    memory: Memory
    strength: float
    score: float = 0.0
    parts: Parts | None = None
    beside: bool = False
    gains: tuple[tuple[str, float], ...] = ()
    bare: float = 0.0
    places: tuple[tuple[str, tuple[str, ...]], ...] = ()
    flags: tuple[str, ...] | None = None

    @property
    def id(self) -> str:
        """The memory's id."""
        return self.memory.id

    @property
    def created(self) -> int:
        """When the memory was created, in microseconds since 1970."""
        return micros(self.memory.created)

    @property
    def last_reinforced(self) -> int:
        """When the memory was last reinforced, in microseconds since 1970."""
        return micros(self.memory.strength.last_reinforced)

    @property
    def importance(self) -> float:
        """How important the memory is, 0 to 1."""
        return self.memory.importance


def hit_of(memory: Memory, now: datetime) -> Hit:
    """The memory as it is at `now`, not ranked."""
    bare = bare_strength_at(memory, now)
    return Hit(memory, max(memory.fade.min_strength, bare), bare=bare)


def sort_of(query: Query) -> str:
    """What the hits are sorted by: as asked; else by score if there is text, or by strength."""
    return query.sort or ("score" if query.sought else "strength")


def in_order(hits: Sequence[P], query: Query) -> list[P]:
    """Hits, or their rows in the index, sorted as the query asks.

    Equal scores stand by strength, and equal ones by id, rising in both orders.

    What stands beside memories, such as events, does not fade: of it the newer comes first.
    """
    fields = {"score": ("score", "strength"), "strength": ("strength", "bare")}
    names = fields.get(by := sort_of(query), (by,))
    placed = sorted(hits, key=_place)
    is_falling = query.order == "desc"
    return sorted(placed, key=lambda hit: [getattr(hit, n) for n in names], reverse=is_falling)


def _place(hit: Placed) -> tuple[bool, int, str]:
    """Where a hit stands among equals: memories by their ids, then all else by its time."""
    is_beside = "/" in hit.id
    return is_beside, -hit.created if is_beside else 0, hit.id


def about_of(more: Mapping[str, Any]) -> tuple[datetime, datetime] | None:
    """From when until when the content was true, as a memory's `more` says it; None if unsaid.

    Without an end it is the moment, or the year, that it begins with; without a beginning it was
    always so. A year begins and ends at noon UTC of its first and last day: that day in any zone.
    """
    start: datetime | None = more.get("memory.about.start")
    end: datetime | None = more.get("memory.about.end")
    first: int | None = more.get("memory.about.year_start")
    last: int | None = more.get("memory.about.year_end", first)
    if start is None and first is not None:
        start = datetime(first, 1, 1, 12, tzinfo=UTC)
    if end is None and last is not None:
        end = datetime(last, 12, 31, 12, tzinfo=UTC)
    end = end or start
    return None if end is None else (start or ALWAYS, end)


def needs_word(query: Query) -> bool:
    """Whether a hit must have one of the free words: not where other text must be in it."""
    return bool(query.words) and not (query.required or query.phrases)


def exclusive(limit: float, outwards: float) -> float | None:
    """The number that a bound just leaves out: 0.5 where it is the next float after 0.5."""
    neighbour = nextafter(limit, outwards)
    return neighbour if len(repr(neighbour)) < len(repr(limit)) else None
