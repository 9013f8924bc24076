"""Small stores, and queries in which filters often match: few values, used by both.

No word, or name, is part of another or a form of it, so that text, tokens and stems agree.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.strength import TIERS
from memento_cli.core.memory.memory import (
    KINDS,
    OUTCOMES,
    Content,
    Memory,
    Tags,
    fade_of,
    strength_from,
)
from memento_cli.core.recall.query import EXCLUDABLE, ORDERS, SORTS, Query
from memento_cli.core.security.trust import PRIVACIES, TRUST, TRUSTS
from tests.core.values import day

WORDS = ("lunch", "ramen", "budget", "oauth", "piano", "café")
PEOPLE = tuple(f"ctx://person/{name}" for name in ("alex", "jo", "mei"))
TOPICS = ("food", "Food", "tech:db", "two words")
VALUES = {
    "person": PEOPLE,
    "topic": TOPICS,
    "with": PEOPLE,
    "outcome": OUTCOMES,
    "kind": KINDS,
    "project": ("trip", "house"),
    "agent": ("claude", "codex"),
    "session": ("s1", "s2"),
    "tier": TIERS,
    "trust": TRUSTS,
}
"""What each filter of names is asked for, and what memories answer to it (tier aside)."""
LAWS = (
    Law(HALF_LIFE, 30.0),
    Law(HALF_LIFE, 180.0),
    Law(NEVER),
    Law(EBBINGHAUS, 5.0),
    Law(DAILY, 5.0),
    Law(TTL, 20.0),
    Law(BASE_LEVEL, 0.5),
)
days = st.integers(0, 400).map(day)
words = st.sampled_from(WORDS)
texts = st.lists(words, min_size=1, max_size=4).map(" ".join)
phrases = st.lists(words, min_size=1, max_size=2).map(" ".join)
years = st.integers(2024, 2027)


def some(name: str, most: int = 2) -> st.SearchStrategy[tuple[str, ...]]:
    """One value of a filter, or several."""
    values = st.sampled_from(VALUES[name])
    return st.lists(values, min_size=1, max_size=most, unique=True).map(tuple)


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """One of them, or None, the more often."""
    return st.none() | st.none() | values


@st.composite
def abouts(draw: st.DrawFn) -> dict[str, Any]:
    """What a file says of the time that its memory is about: nothing, days, years, or one end."""
    ends = sorted([draw(days), draw(days)])
    first, last = sorted([draw(years), draw(years)])
    said = {"start": ends[0], "end": ends[1], "year_start": first, "year_end": last}
    keys = draw(st.sampled_from([(), ("start", "end"), ("year_start", "year_end"), ("start",),
                                 ("end",), ("year_start",), ("start", "year_end")]))  # fmt: skip
    stage = draw(maybe(st.sampled_from(["high", "High school", "高校", "work", "kindergarten"])))
    return {f"memory.about.{key}": said[key] for key in keys} | (
        {"memory.about.life_stage": stage} if stage else {}
    )


trusts = st.just({}) | st.sampled_from(TRUSTS).map(lambda trust: {TRUST: trust})
"""What a file says of who vouches for it, or not."""


@st.composite
def one_memory(draw: st.DrawFn, id: str) -> Memory:
    """A memory of which everything that a query may ask for is drawn."""
    created, importance = draw(days), draw(st.sampled_from([0.0, 0.5, 0.7, 1.0]))
    several = {name: st.just(()) | some(name) for name in ("topic", "with")}
    return Memory(
        id=id,
        person=draw(st.sampled_from(PEOPLE)),
        created=created,
        content=Content(draw(texts), draw(st.just("") | texts)),
        strength=strength_from(
            draw(st.sampled_from([0.1, 0.3, 0.7, 1.0, 1.4])), max(created, day(300))
        ),
        fade=fade_of(draw(st.sampled_from(LAWS)), draw(st.sampled_from([0.0, 0.1])), importance),
        tags=Tags(
            draw(several["topic"]), draw(several["with"]), draw(maybe(st.sampled_from(OUTCOMES)))
        ),
        kind=draw(st.sampled_from(KINDS)),
        pinned=draw(st.booleans()),
        importance=importance,
        project=draw(maybe(st.sampled_from(VALUES["project"]))),
        agent=draw(maybe(st.sampled_from(VALUES["agent"]))),
        session=draw(maybe(st.sampled_from(VALUES["session"]))),
        privacy=draw(st.sampled_from(PRIVACIES)),
        more=draw(abouts()) | draw(trusts),
    )


@st.composite
def memories(draw: st.DrawFn, most: int = 6) -> list[Memory]:
    """The memories of a small store, `m0` and on."""
    return [draw(one_memory(f"m{place}")) for place in range(draw(st.integers(0, most)))]


FILTERS: dict[str, st.SearchStrategy[Any]] = {
    "words": st.lists(words, min_size=1, max_size=3).map(tuple),
    "required": st.tuples(words),
    "phrases": st.tuples(phrases),
    "without": st.tuples(phrases),
    "person": st.sampled_from(PEOPLE),
    "topics": some("topic"),
    "people": some("with"),
    "outcomes": some("outcome"),
    "kinds": some("kind"),
    "projects": some("project"),
    "agents": some("agent"),
    "sessions": some("session"),
    "tiers": some("tier"),
    "unless": st.lists(
        st.sampled_from([(name, value) for name in EXCLUDABLE for value in VALUES[name]]),
        min_size=1,
        max_size=2,
    ).map(tuple),
    "min_strength": st.sampled_from([0.1, 0.3, 0.5, 0.7, 1.0]),
    "max_strength": st.sampled_from([0.1, 0.3, 0.5, 0.7, 1.0]),
    "min_importance": st.sampled_from([0.5, 0.7]),
    "since": days,
    "until": days,
    "about_since": days,
    "about_until": days,
    "trusts": some("trust"),
    "min_trust": st.sampled_from(TRUSTS),
    "min_privacy": st.sampled_from(PRIVACIES),
    "about_stages": st.lists(st.sampled_from(["high", "work"]), min_size=1, unique=True).map(tuple),
}
"""What each field of a query may ask for."""


@st.composite
def queries(draw: st.DrawFn, most: int = 3) -> Query:
    """A query of a few filters of any sort, in any order, and any page of it."""
    fields = st.sampled_from(sorted(FILTERS))
    chosen = draw(st.lists(fields, min_size=1, max_size=most, unique=True))
    return Query(
        **{field: draw(FILTERS[field]) for field in chosen},
        sort=draw(st.sampled_from([None, *SORTS])),
        order=draw(st.sampled_from(ORDERS)),
        limit=draw(maybe(st.integers(0, 4))),
        offset=draw(st.sampled_from([0, 0, 1, 3])),
    )
