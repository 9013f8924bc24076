"""Which memories are asked for, and in which order (document 001, Query Operations)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from math import inf, nextafter
from typing import Any, NamedTuple

from memento_cli.core.memory import Memory, bare_strength
from memento_cli.core.ranking import Parts
from memento_cli.core.stages import stage_of
from memento_cli.core.text import searchable, stands_in
from memento_cli.core.tiers import tier_of
from memento_cli.core.trust import is_open, is_trusted, trust_of
from memento_cli.core.when import micros

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
    inclusive; `min_trust` and `min_privacy` are of words in an order (`core/trust.py`), and
    `about_since` and `about_until` are of the time that it is about (`about_of`), `about_stages` of
    its stage of life. What is not `within` some bounds hides nothing, and is not named.
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

    @property
    def sought(self) -> tuple[str, ...]:
        """Every text that it looks for: what a hit may have, and what it must."""
        return (*self.words, *self.required, *self.phrases)


class Hit(NamedTuple):
    """A memory that matches, with its strength now and, where it was ranked, its score's parts.

    `beside` says that it was found by what it stands next to; `gains` are what made its text score,
    by name. `bare` is what its strength would be without a floor. `places` are the words of the
    query that were found in it, each with where, if that was asked for.
    """

    memory: Memory
    strength: float
    score: float = 0.0
    parts: Parts | None = None
    beside: bool = False
    gains: tuple[tuple[str, float], ...] = ()
    bare: float = 0.0
    places: tuple[tuple[str, tuple[str, ...]], ...] = ()


def hit_of(memory: Memory, now: datetime) -> Hit:
    """The memory as it is at `now`, not ranked."""
    bare = bare_strength(memory, now)
    return Hit(memory, max(memory.fade.min_strength, bare), bare=bare)


def recalled(memories: Iterable[Memory], query: Query, now: datetime) -> list[Hit]:
    """The page of hits that the query asks for."""
    hits = [hit_of(memory, now) for memory in memories]
    matching = [hit for hit in hits if not misses(hit, query)]
    end = None if query.limit is None else query.offset + query.limit
    return in_order(matching, query)[query.offset : end]


def sort_of(query: Query) -> str:
    """What the hits are sorted by: as asked; else by score if there is text, or by strength."""
    return query.sort or ("score" if query.sought else "strength")


def in_order(hits: Sequence[Hit], query: Query) -> list[Hit]:
    """Sorted as asked; equal scores by strength, and equal ones by id, rising in both orders.

    What stands beside memories, such as events, does not fade: of it the newer comes first.
    """
    keys = {
        "score": lambda hit: (hit.score, hit.strength),
        "strength": lambda hit: (hit.strength, hit.bare),
        "created": lambda hit: hit.memory.created,
        "last_reinforced": lambda hit: hit.memory.strength.last_reinforced,
        "importance": lambda hit: hit.memory.importance,
    }
    placed = sorted(hits, key=_place)
    return sorted(placed, key=keys[sort_of(query)], reverse=query.order == "desc")


def _place(hit: Hit) -> tuple[bool, int, str]:
    """Where a hit stands among equals: memories by their ids, then all else by its time."""
    memory, is_beside = hit.memory, "/" in hit.memory.id
    return is_beside, -micros(memory.created) if is_beside else 0, memory.id


def misses(hit: Hit, query: Query, has: Callable[[str], bool] | None = None) -> list[str]:
    """Every reason why this memory is not an answer to the query; none when it is.

    `has` tells whether a word stands in it; without it, a word is any part of the text, as a phrase
    always is.
    """
    return [
        *_text_misses(hit.memory, query, has),
        *_named_misses(hit, query),
        *_number_misses(hit, query),
        *_label_misses(hit.memory, query),
        *_time_misses(hit.memory, query),
        *about_misses(hit.memory.more, query),
    ]


def named(hit: Hit) -> dict[str, tuple[str, ...]]:
    """What a memory answers to each filter of EXCLUDABLE."""
    memory = hit.memory
    return {
        "person": (memory.person,),
        "topic": memory.tags.topics,
        "with": memory.tags.people,
        "outcome": _one(memory.tags.outcome),
        "kind": (memory.kind,),
        "project": _one(memory.project),
        "agent": _one(memory.agent),
        "session": _one(memory.session),
        "tier": (tier_of(hit.strength),),
        "trust": (trust_of(memory),),
    }


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


def _text_misses(memory: Memory, query: Query, has: Callable[[str], bool] | None) -> Iterator[str]:
    if not (query.sought or query.without):
        return
    text = searchable(memory)

    def stands(word: str) -> bool:
        return stands_in(word, text) if has is None or " " in word else has(word)

    if needs_word(query) and not any(map(stands, query.words)):
        yield _none_of(query.words)
    for word in query.required:
        if not stands(word):
            yield _none_of([word])
    yield from (f"the phrase {p!r} is not in it" for p in query.phrases if not stands_in(p, text))
    yield from (f"{word!r} is in it" for word in query.without if stands(word))


def _named_misses(hit: Hit, query: Query) -> Iterator[str]:
    has = named(hit)
    if query.person is not None and query.person not in has["person"]:
        yield f"it is {hit.memory.person}'s, not {query.person}'s"
    for name, field in NAMED.items():
        wanted = getattr(query, field)
        if wanted and not set(wanted) & set(has[name]):
            yield f"its {_is(field)} {', '.join(has[name]) or 'none'}, not {' or '.join(wanted)}"
    for name, value in query.unless:
        if value in has[name]:
            yield f"-{name}:{value} leaves it out"


def _number_misses(hit: Hit, query: Query) -> Iterator[str]:
    strength, importance = hit.strength, hit.memory.importance
    if query.min_strength is not None and strength < query.min_strength:
        yield f"its strength {strength:.3f} is {_below(query.min_strength)}"
    if query.max_strength is not None and strength > query.max_strength:
        yield f"its strength {strength:.3f} is {_above(query.max_strength)}"
    if query.min_importance is not None and importance < query.min_importance:
        yield f"its importance {importance:g} is {_below(query.min_importance)}"


def _label_misses(memory: Memory, query: Query) -> Iterator[str]:
    trust, least = trust_of(memory), query.min_trust
    if least is not None and not is_trusted(trust, least):
        yield f"its trust {trust} is below {least}"
    if query.min_privacy is not None and not is_open(memory.privacy, query.min_privacy):
        yield f"its privacy {memory.privacy} is not {query.min_privacy}"


def _time_misses(memory: Memory, query: Query) -> Iterator[str]:
    if query.since is not None and memory.created < query.since:
        yield f"it was created {memory.created:%Y-%m-%d}, before {query.since:%Y-%m-%d}"
    if query.until is not None and memory.created > query.until:
        yield f"it was created {memory.created:%Y-%m-%d}, after {query.until:%Y-%m-%d}"


def about_misses(more: Mapping[str, Any], query: Query) -> Iterator[str]:
    """Every reason why what a memory's `more` is about is not the time that the query asks for."""
    stages = query.about_stages
    if stages and (stage := stage_of(more)) not in stages:
        yield f"its stage of life is {stage or 'unknown'}, not {' or '.join(stages)}"
    if query.about_since is None and query.about_until is None:
        return
    about = about_of(more)
    if about is None:
        yield "it does not say what time it is about"
        return
    first, last = about
    if query.about_since is not None and last < query.about_since:
        yield f"it is about a time until {last:%Y-%m-%d}, before {query.about_since:%Y-%m-%d}"
    if query.about_until is not None and first > query.about_until:
        yield f"it is about a time from {first:%Y-%m-%d}, after {query.about_until:%Y-%m-%d}"


def _one(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)


def _none_of(words: Sequence[str]) -> str:
    if len(words) == 1:
        return f"the word {words[0]!r} is not in it"
    return f"none of the words {', '.join(map(repr, words))} is in it"


def _is(field: str) -> str:
    return f"{field} are" if field in ("topics", "people") else f"{field.removesuffix('s')} is"


def _below(limit: float) -> str:
    open_at = exclusive(limit, -inf)
    return f"below {limit:g}" if open_at is None else f"not above {open_at:g}"


def _above(limit: float) -> str:
    open_at = exclusive(limit, inf)
    return f"above {limit:g}" if open_at is None else f"not below {open_at:g}"


def exclusive(limit: float, outwards: float) -> float | None:
    """The number that a bound just leaves out: 0.5 where it is the next float after 0.5."""
    neighbour = nextafter(limit, outwards)
    return neighbour if len(repr(neighbour)) < len(repr(limit)) else None
