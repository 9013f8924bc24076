"""Which memories are asked for, in which order, and why others are not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import product
from math import inf, nextafter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.memory import Content, Memory, Tags, places, strength_from
from memento_cli.core.recall.explanation import filter_values, misses, recalled
from memento_cli.core.recall.query import (
    ALWAYS,
    EXCLUDABLE,
    NAMED,
    ORDERS,
    SORTS,
    Hit,
    Query,
    about_of,
    exclusive,
    in_order,
    sort_of,
)
from memento_cli.core.text.normal_forms import plain
from tests.core.asked_values import VALUES, one_memory, queries
from tests.core.values import day, memory, tags

ALEX, JO = "ctx://person/alex", "ctx://person/jo"
LUNCH = memory(
    "lunch",
    created=day(10),
    content=Content("Lunch with Jo", "Ramen near\nthe Café (C++)"),
    tags=Tags(("food", "Tokyo"), (JO,), "positive"),
    kind="semantic",
    project="trip",
    agent="claude",
    session="s1",
    importance=0.7,
    privacy="team",
    more={
        "memory.about.start": day(-10),
        "memory.about.end": day(-8),
        "memory.about.life_stage": "中学",
    },
)
BARE = memory("bare")


@pytest.mark.parametrize(
    "query",
    [
        Query(),
        Query(words=("LUNCH", "cafe\u0301", "tokyo")),
        Query(words=("sushi", "lunch")),
        Query(words=("sushi",), required=("lunch",)),
        Query(words=("sushi",), phrases=("with jo",)),
        Query(words=("“Lunch?”",), required=("(lunch),", "c++", "Café!")),
        Query(required=("ctx://person/jo", "jo", "alex")),
        Query(phrases=("ramen  NEAR the", "food")),
        Query(without=("sushi", "food tokyo", "person")),
        Query(person=ALEX),
        Query(topics=("food", "nothing")),
        Query(people=(JO,)),
        Query(outcomes=("negative", "positive")),
        Query(kinds=("episodic", "semantic"), projects=("trip",), agents=("claude",)),
        Query(sessions=("s0", "s1"), tiers=("active",)),
        Query(trusts=("agent", "user"), min_trust="agent", min_privacy="team"),
        Query(min_strength=1.0, max_strength=1.0, min_importance=0.7),
        Query(since=day(10), until=day(10)),
        Query(about_since=day(-8), about_until=day(-8)),
        Query(about_since=day(-30), about_until=day(-10)),
        Query(about_since=day(-8.5)),
        Query(unless=(("topic", "tokyo"), ("with", ALEX), ("tier", "ghost"), ("outcome", "mixed"))),
        Query(topics=("food",), people=(JO,), outcomes=("positive",), words=("ramen",)),
    ],
)
def test_matches(query: Query) -> None:
    """A memory that meets every filter, one value of each, is a hit; the bounds are inclusive."""
    assert misses(Hit(LUNCH, 1.0), query) == []


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (Query(words=("sushi",)), "the word 'sushi' is not in it"),
        (Query(words=("sushi", "tea")), "none of the words 'sushi', 'tea' is in it"),
        (Query(words=("person",)), "the word 'person' is not in it"),
        (Query(words=("lunch",), required=("sushi",)), "the word 'sushi' is not in it"),
        (Query(phrases=("jo lunch",)), "the phrase 'jo lunch' is not in it"),
        (Query(phrases=("food tokyo",)), "the phrase 'food tokyo' is not in it"),
        (Query(without=("ramen", "sushi")), "'ramen' is in it"),
        (Query(without=("near the",)), "'near the' is in it"),
        (Query(person=JO), f"it is {ALEX}'s, not {JO}'s"),
        (Query(topics=("tokyo",)), "its topics are food, Tokyo, not tokyo"),
        (Query(people=(ALEX,)), f"its people are {JO}, not {ALEX}"),
        (Query(outcomes=("mixed",)), "its outcome is positive, not mixed"),
        (Query(kinds=("working", "episodic")), "its kind is semantic, not working or episodic"),
        (Query(projects=("home",)), "its project is trip, not home"),
        (Query(agents=("Claude",)), "its agent is claude, not Claude"),
        (Query(sessions=("s",)), "its session is s1, not s"),
        (Query(tiers=("ghost",)), "its tier is active, not ghost"),
        (Query(trusts=("user", "imported")), "its trust is agent, not user or imported"),
        (Query(min_trust="confirmed"), "its trust agent is below confirmed"),
        (Query(min_privacy="public"), "its privacy team is not public"),
        (Query(unless=(("trust", "agent"),)), "-trust:agent leaves it out"),
        (Query(min_strength=1.01), "its strength 1.000 is below 1.01"),
        (Query(min_strength=nextafter(1, inf)), "its strength 1.000 is not above 1"),
        (Query(max_strength=0.3), "its strength 1.000 is above 0.3"),
        (Query(max_strength=nextafter(1, 0)), "its strength 1.000 is not below 1"),
        (Query(min_importance=0.8), "its importance 0.7 is below 0.8"),
        (Query(since=day(10.1)), "it was created 2025-01-11, before 2025-01-11"),
        (Query(until=day(9.9)), "it was created 2025-01-11, after 2025-01-10"),
        (
            Query(about_since=day(-7.9)),
            "it is about a time until 2024-12-24, before 2024-12-24",
        ),
        (
            Query(about_until=day(-11)),
            "it is about a time from 2024-12-22, after 2024-12-21",
        ),
        (Query(about_stages=("work", "high")), "its stage of life is middle, not work or high"),
        (Query(unless=(("topic", "x"), ("topic", "food"))), "-topic:food leaves it out"),
        (Query(unless=(("person", ALEX),)), f"-person:{ALEX} leaves it out"),
        (Query(unless=(("tier", "active"),)), "-tier:active leaves it out"),
    ],
)
def test_misses(query: Query, reason: str) -> None:
    """Every filter that a memory does not meet is a reason in words."""
    assert misses(Hit(LUNCH, 1.0), query) == [reason]


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (Query(outcomes=("mixed",)), "its outcome is none, not mixed"),
        (Query(topics=("food",)), "its topics are none, not food"),
        (Query(projects=("trip",)), "its project is none, not trip"),
        (Query(about_since=day(0)), "it does not say what time it is about"),
        (Query(about_stages=("high",)), "its stage of life is unknown, not high"),
    ],
)
def test_what_is_not_said_is_no_match(query: Query, reason: str) -> None:
    """A memory that says nothing of what is asked for is none of it, and nothing excludes it."""
    assert misses(Hit(BARE, 1.0), query) == [reason]
    assert misses(Hit(BARE, 1.0), Query(unless=(("outcome", "mixed"), ("project", "trip")))) == []


def test_every_reason_is_told() -> None:
    """All reasons of a miss are told, not only the first."""
    query = Query(("sushi",), JO, ("y",), min_strength=0.5, unless=(("with", JO),))
    assert len(misses(Hit(LUNCH, 0.1), query)) == 5


EXCLUDED = [(name, value) for name in EXCLUDABLE for value in VALUES[name]]
TOGETHER = (("words", "required", "phrases"), ("about_since", "about_until"))


@given(one_memory("m"), queries())
def test_filters_join_with_and(one: Memory, query: Query) -> None:
    """What a query finds wrong with a memory is what each of its filters alone finds wrong."""
    single = [(field,) for field in Query._fields if not any(field in pair for pair in TOGETHER)]
    hit = Hit(one, 0.5)
    apart = [
        reason
        for fields in (*TOGETHER, *single)
        for reason in misses(hit, Query()._replace(**{f: getattr(query, f) for f in fields}))
    ]
    assert sorted(misses(hit, query)) == sorted(apart)


@given(one_memory("m"), st.sampled_from(EXCLUDED))
def test_exclusion_is_the_opposite_of_its_filter(one: Memory, pair: tuple[str, str]) -> None:
    """What a filter lets through, its exclusion leaves out, and the other way round."""
    name, value = pair
    wanted = {"person": value} if name == "person" else {NAMED[name]: (value,)}
    hit = Hit(one, 0.5)
    met = not misses(hit, Query()._replace(**wanted))
    assert met == bool(misses(hit, Query(unless=(pair,))))


def test_every_filter_of_names_is_answered() -> None:
    """A memory answers to each name that can be excluded, and each named filter is a field."""
    assert set(filter_values(Hit(LUNCH, 1.0))) == set(EXCLUDABLE)
    assert set(NAMED.values()) <= set(Query._fields)


NOON = {"hour": 12, "tzinfo": UTC}


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ({}, None),
        ({"life_stage": "high"}, None),
        ({"start": day(1), "end": day(2)}, (day(1), day(2))),
        ({"start": day(1)}, (day(1), day(1))),
        ({"end": day(2)}, (ALWAYS, day(2))),
        ({"year_start": 2018}, (datetime(2018, 1, 1, **NOON), datetime(2018, 12, 31, **NOON))),
        (
            {"year_start": 1, "year_end": 9999},
            (datetime(1, 1, 1, **NOON), datetime(9999, 12, 31, **NOON)),
        ),
        (
            {"start": day(1), "year_start": 2018, "year_end": 2030},
            (day(1), datetime(2030, 12, 31, **NOON)),
        ),
    ],
)
def test_about(said: dict[str, object], about: object) -> None:
    """The time that a memory is about: its ends, or its years; what is unsaid is the other end."""
    assert about_of({f"memory.about.{key}": value for key, value in said.items()}) == about


@pytest.mark.parametrize("zone", [-11, -5, 0, 1, 9, 11])
def test_a_year_is_the_same_year_in_every_zone(zone: int) -> None:
    """A memory of 2018 is about each day of 2018 as any zone has it, and about no other day."""
    year = memory(more={"memory.about.year_start": 2018})
    here = timezone(timedelta(hours=zone))

    def about(day: datetime) -> bool:
        query = Query(about_since=day, about_until=day + timedelta(days=1, microseconds=-1))
        return not misses(Hit(year, 1.0), query)

    assert about(datetime(2018, 1, 1, tzinfo=here)) and about(datetime(2018, 12, 31, tzinfo=here))
    assert not about(datetime(2017, 12, 31, tzinfo=here))
    assert not about(datetime(2019, 1, 1, tzinfo=here))


@given(st.decimals(0, 1, places=3).map(float))
def test_a_bound_that_leaves_its_number_out_is_known(number: float) -> None:
    """The next float beside a number of few places is told as that number, left out."""
    assert exclusive(nextafter(number, inf), -inf) == number
    assert exclusive(nextafter(number, -inf), inf) == number
    assert exclusive(number, inf) is None and exclusive(number, -inf) is None


many = st.lists(
    st.builds(
        lambda id, days, initial, tags: memory(
            id, created=day(days), strength=strength_from(initial, day(days)), tags=tags
        ),
        st.text("abcdef", min_size=1, max_size=3),
        st.integers(0, 5),
        st.sampled_from([0.2, 0.5, 1.0]),
        tags,
    ),
    unique_by=lambda memory: memory.id,
    max_size=12,
)


@given(many, st.sampled_from(list(product(SORTS, ORDERS))), st.randoms(use_true_random=False))
def test_order(memories: list[Memory], asked: tuple[str, str], random: Random) -> None:
    """Hits are sorted as asked, equal ones by id rising, whatever order they come in."""
    sort, order = asked
    query = Query(sort=sort, order=order)
    hits = recalled(memories, query, day(9))
    shuffled = list(hits)
    random.shuffle(shuffled)
    assert in_order(shuffled, query) == hits
    sign = -1 if order == "desc" else 1
    key = {
        "score": lambda hit: hit.strength,
        "importance": lambda hit: hit.memory.importance,
        "strength": lambda hit: hit.strength,
        "created": lambda hit: hit.memory.created.timestamp(),
        "last_reinforced": lambda hit: hit.memory.strength.last_reinforced.timestamp(),
    }[sort]
    ranks = [(sign * key(hit), hit.memory.id) for hit in hits]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("query", "sort"),
    [
        (Query(), "strength"),
        (Query(topics=("food",), without=("x",)), "strength"),
        (Query(words=("x",)), "score"),
        (Query(required=("x",)), "score"),
        (Query(phrases=("x",)), "score"),
        (Query(words=("x",), sort="created"), "created"),
    ],
)
def test_sort(query: Query, sort: str) -> None:
    """Hits are sorted as asked; otherwise by score if there is text to score, or by strength."""
    assert sort_of(query) == sort


def test_what_is_told_beside_memories_is_the_newest_first() -> None:
    """Among equals, in both orders: it does not fade, so that its strength says nothing of when."""
    ids = (("a", 1), ("b", 2), ("events/3", 3), ("events/1", 2), ("events/2", 2), ("states/x", 1))
    hits = [Hit(memory(id, created=day(at)), 1.0) for id, at in ids]
    for order in ORDERS:
        found = in_order(hits[::-1], Query(order=order))
        assert [hit.memory.id for hit in found] == [id for id, _ in ids]


def test_scores_come_first() -> None:
    """Sorted by score, the best one is first, whatever its strength."""
    strong, good = Hit(BARE, 0.9, 1.0), Hit(LUNCH, 0.1, 2.0)
    assert in_order([strong, good], Query(words=("x",))) == [good, strong]
    assert in_order([strong, good], Query(words=("x",), order="asc")) == [strong, good]


@given(many, st.integers(0, 14), st.none() | st.integers(0, 14))
def test_pages_are_parts_of_the_whole(
    memories: list[Memory], offset: int, limit: int | None
) -> None:
    """A page is the hits from its offset on, as many as its limit says."""
    whole = recalled(memories, Query(), day(9))
    page = recalled(memories, Query(limit=limit, offset=offset), day(9))
    assert page == whole[offset:][:limit]


@given(many, tags)
def test_hits_and_misses_are_all(memories: list[Memory], asked: Tags) -> None:
    """A memory is a hit exactly when it has no reason to be a miss."""
    query = Query(topics=asked.topics, people=asked.people)
    hits = {hit.memory.id for hit in recalled(memories, query, day(9))}
    assert hits == {one.id for one in memories if not misses(Hit(one, 1.0), query)}


def test_plain_text_and_places() -> None:
    """Case and ways of writing a letter do not matter, and where a word stands is told."""
    assert plain("Ｃａｆé") == plain("CAFE\u0301")
    assert places(LUNCH, "jo") == ["summary", "people"]
    assert places(LUNCH, "RAMEN") == ["detail"]
    assert places(LUNCH, "tokyo") == ["topics"]
    assert places(LUNCH, "sushi") == []
