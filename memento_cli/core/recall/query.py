"""The query and its answer as values: hits, their order (document 001, Query Operations), and
which of them are no longer current or contradict each other.
"""

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

    from memento_cli.core.journal.past import Reach
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.ranking import Parts
    from memento_cli.core.time.named_times import AskedTime
    from memento_cli.core.vectors.fusion import Fused

    class Placed(Protocol):
        """What `in_order` reads of a hit besides the numbers that it sorts by."""

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
"""The filters with several values: the name of each, and its field in a query."""
ALWAYS = datetime.min.replace(tzinfo=UTC)
EXCLUDABLE = ("person", *NAMED)
"""The filters that `unless` may name."""

MOST_NAMED = 3


class Query(NamedTuple):
    """The filters are joined with and, the values of one filter with or; an empty filter filters
    nothing.

    A hit has one of `words`, unless `required` or `phrases` are given: then `words` only affect the
    order. It has each of `required` and `phrases`, and none of `without`. `unless` are pairs of a
    name from EXCLUDABLE and a value that excludes. Bounds are inclusive; `min_trust` and
    `min_privacy` are levels in an order (`core/security/trust.py`). `about_since` and `about_until`
    bound the time that a memory is about (`about_of`), `about_stages` its stage of life.
    `prefixes` are words of which only the beginning is told, with a star: `kube*`; they count as
    `words`, and a required or an excluded word may end in one, too.
    `spellings` are other references of the same `person`; `time` is the one that the words name.
    What is not `within` another query's bounds hides nothing and is not named. `min_score` bounds
    what is scored. With `greets` the words greet or thank, and ask for nothing. A `pooled` query
    asks one of several places: what no memory of one has may be in another. With `words_only`
    vectors are not searched; else by the text `asked`, or by all that the query looks for.
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
    prefixes: tuple[str, ...] = ()
    time: AskedTime | None = None
    min_score: float | None = None
    greets: bool = False
    pooled: bool = False
    words_only: bool = False
    asked: str | None = None

    @property
    def sought(self) -> tuple[str, ...]:
        """All texts that it looks for: `words`, `prefixes`, `required` and `phrases`."""
        return (*self.words, *self.prefixes, *self.required, *self.phrases)

    @property
    def end(self) -> int | None:
        """The number of hits up to the end of the page; None if it has no limit."""
        return None if self.limit is None else self.offset + self.limit


class Hit(NamedTuple):
    """A memory that matches, with its strength now and, if it was ranked, its score and the parts
    of it.

    `beside` says that it was found by its neighbours; `gains` are the components of its text score,
    by name. `bare` is its strength without the floor. `places` are the words of the query found in
    it, each with where, if that was asked for. `flags` are the parts that read like instructions
    (`flags_of`), if the index knows them. `coverage` is the factor by which the sum of the parts is
    multiplied (`core/recall/coverage.py`). `fused` is its relevance by words and meaning, where
    vectors were searched.
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
    coverage: float = 1.0
    fused: Fused | None = None

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
    """The memory as an unranked hit at `now`."""
    bare = bare_strength_at(memory, now)
    return Hit(memory, max(memory.fade.min_strength, bare), bare=bare)


def sort_of(query: Query) -> str:
    """What the hits are sorted by: what the query says, else the time of recording if it asks for a
    time alone, else the score if it has text, else strength."""
    if query.time and query.time.alone:
        return query.sort or "created"
    return query.sort or ("score" if query.sought else "strength")


def in_order(hits: Sequence[P], query: Query) -> list[P]:
    """Hits, or their rows in the index, sorted as the query asks.

    Equal scores are sorted by strength, then the newer first; other ties by id, rising in both
    orders. What is no memory, such as an event, does not fade: of it the newer comes first.
    """
    fields = {"score": ("score", "strength"), "strength": ("strength", "bare")}
    names = fields.get(sort := sort_of(query), (sort,))
    by_place = sorted(hits, key=_place)
    if sort == "score":
        by_place.sort(key=lambda hit: -hit.created)
    is_falling = query.order == "desc"
    return sorted(by_place, key=lambda hit: [getattr(hit, n) for n in names], reverse=is_falling)


def _place(hit: Placed) -> tuple[bool, int, str]:
    """The place of a hit among ties: memories by their ids, then the rest, newest first."""
    is_beside = "/" in hit.id
    return is_beside, -hit.created if is_beside else 0, hit.id


def about_of(more: Mapping[str, Any]) -> tuple[datetime, datetime] | None:
    """The time that a memory is about, as its `more` says it; None if it does not.

    Without an end it is the moment or year of its start; without a start it has always been so. A
    year begins and ends at noon UTC of its first and last day, which is that day in every time
    zone.
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
    """Whether a hit must have one of the free words: not if other text is required."""
    free = query.words or query.prefixes
    return bool(free) and not (query.required or query.phrases)


def exclusive(limit: float, outwards: float) -> float | None:
    """The number that an exclusive bound was typed with: 0.5 for the next float after 0.5; else
    None."""
    neighbour = nextafter(limit, outwards)
    return neighbour if len(repr(neighbour)) < len(repr(limit)) else None


Partly = tuple[tuple[str, tuple[str, ...]], ...]
"""Words of a query, each with the words by which it was found in part or written otherwise."""


class Standing(NamedTuple):
    """The memories that are history, each with a current one that came after it, and those that
    contradict each other with neither newer, each with its opponents."""

    history: Mapping[str, str] = {}
    conflicts: Mapping[str, tuple[str, ...]] = {}

    def of(self, id: str) -> tuple[str, tuple[str, ...]]:
        """What came after one of them, if it is history, and what contradicts it if it is not."""
        return self.history.get(id, ""), self.conflicts.get(id, ())


def named(ids: Sequence[str]) -> str:
    """Several memories by their ids; of more than three how many more there are."""
    more = len(ids) - MOST_NAMED
    return ", ".join(ids[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


class Recalled(NamedTuple):
    """A page of hits, the number of all matches, and the numbers of those hidden and why.

    `over` counts those whose time to live has ended, `aside` the events that were set aside.
    Counting stops at some thousands: with `more` there are more than `total`. `tiers` counts those
    hidden by tier. `missing` are words of the query without any match, where others match; `meant`
    are the similar words that were searched for missing ones. `partly` are words of the query, each
    with those by which it was found in part or written otherwise: kube, kubectl. `standing` tells
    which hits are superseded, and which contradict each other. `reach` tells, for a recall of the
    past, which memories' history is incomplete. `best` is the text score of a relevance of 1.
    `coverage` is the factor of all scores, None where nothing is scored; `unfit` says why nothing
    fits the query; `low` counts the hits whose score is below the query's `min_score`. With
    `words_alone` the meaning of the query was to count, too, and is missing.
    """

    hits: tuple[Hit, ...]
    total: int
    superseded: int = 0
    over: int = 0
    aside: int = 0
    weak: int = 0
    more: bool = False
    tiers: Mapping[str, int] = {}
    meant: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    standing: Standing = Standing()
    reach: Reach | None = None
    best: float = 0.0
    partly: Partly = ()
    coverage: float | None = None
    unfit: str = ""
    low: int = 0
    words_alone: bool = False


def ids_of(found: Recalled) -> list[str]:
    """The ids of the hits that are shown."""
    return [hit.memory.id for hit in found.hits]
