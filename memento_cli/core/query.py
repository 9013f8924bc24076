"""Which memories are asked for, and in which order (document 001, Query Operations)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from memento_cli.core.memory import Memory, strength_at
from memento_cli.core.refs import SCHEME, name_of

SORTS = ("strength", "created", "last_reinforced")
ORDERS = ("desc", "asc")


class Query(NamedTuple):
    """Filters join with and; the values of one filter with or; an empty filter is none."""

    words: tuple[str, ...] = ()
    person: str | None = None
    topics: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    min_strength: float | None = None
    since: datetime | None = None
    until: datetime | None = None
    sort: str = "strength"
    order: str = "desc"
    limit: int | None = None
    offset: int = 0


class Hit(NamedTuple):
    """A memory that matches, with its strength now."""

    memory: Memory
    strength: float


def recalled(memories: Iterable[Memory], query: Query, now: datetime) -> list[Hit]:
    """The page of hits that the query asks for."""
    hits = [Hit(memory, strength_at(memory, now)) for memory in memories]
    matching = [hit for hit in hits if not misses(hit, query)]
    end = None if query.limit is None else query.offset + query.limit
    return in_order(matching, query)[query.offset : end]


def in_order(hits: Sequence[Hit], query: Query) -> list[Hit]:
    """Sorted as asked; equal ones by id, rising in both orders."""
    keys = {
        "strength": lambda hit: hit.strength,
        "created": lambda hit: hit.memory.created,
        "last_reinforced": lambda hit: hit.memory.strength.last_reinforced,
    }
    by_id = sorted(hits, key=lambda hit: hit.memory.id)
    return sorted(by_id, key=keys[query.sort], reverse=query.order == "desc")


def misses(hit: Hit, query: Query) -> list[str]:
    """Every reason why this memory is not an answer to the query; none when it is."""
    memory = hit.memory
    tags = memory.tags
    text = searchable(memory)
    reasons = [f"the word {w!r} is not in it" for w in query.words if _wanted(w) not in text]
    if query.person is not None and memory.person != query.person:
        reasons.append(f"it is {memory.person}'s, not {query.person}'s")
    if query.topics and not set(query.topics) & set(tags.topics):
        reasons.append(f"its topics are {_some(tags.topics)}, not {_any(query.topics)}")
    if query.people and not set(query.people) & set(tags.people):
        reasons.append(f"its people are {_some(tags.people)}, not {_any(query.people)}")
    if query.outcomes and tags.outcome not in query.outcomes:
        reasons.append(f"its outcome is {tags.outcome or 'not given'}, not {_any(query.outcomes)}")
    if query.min_strength is not None and hit.strength < query.min_strength:
        reasons.append(f"its strength {hit.strength:.3f} is below {query.min_strength:g}")
    if query.since is not None and memory.created < query.since:
        reasons.append(f"it was created {memory.created:%Y-%m-%d}, before {query.since:%Y-%m-%d}")
    if query.until is not None and memory.created > query.until:
        reasons.append(f"it was created {memory.created:%Y-%m-%d}, after {query.until:%Y-%m-%d}")
    return reasons


def searchable(memory: Memory) -> str:
    """The text that words are looked for in: summary, detail, topics and people."""
    content, tags = memory.content, memory.tags
    return plain("\n".join((content.summary, content.detail, *tags.topics, *_names(memory))))


def _names(memory: Memory) -> list[str]:
    """What the people are called: `ctx` and `person` are not words of every memory."""
    return [name_of(ref) for ref in (memory.person, *memory.tags.people)]


def _wanted(word: str) -> str:
    return plain(name_of(word) if word.startswith(SCHEME) else word)


def plain(text: str) -> str:
    """Text in which case and the ways of writing one letter do not matter."""
    return unicodedata.normalize("NFKC", text).casefold()


def places(memory: Memory, word: str) -> list[str]:
    """Where in the memory a word stands."""
    content, tags = memory.content, memory.tags
    where = {
        "summary": content.summary,
        "detail": content.detail,
        "topics": " ".join(tags.topics),
        "people": " ".join(_names(memory)),
    }
    return [name for name, text in where.items() if _wanted(word) in plain(text)]


def _some(values: Sequence[str]) -> str:
    return ", ".join(values) or "none"


def _any(values: Sequence[str]) -> str:
    return " or ".join(values)
