"""Which memories are asked for, in which order, and why others are not."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory import Content, Memory, Strength, Tags
from memento_cli.core.query import (
    ORDERS,
    SORTS,
    Hit,
    Query,
    in_order,
    misses,
    places,
    plain,
    recalled,
)
from tests.core.values import day, memory, tags

ALEX, JO = "ctx://person/alex", "ctx://person/jo"
LUNCH = memory(
    "lunch",
    created=day(10),
    content=Content("Lunch with Jo", "Ramen near the Café"),
    tags=Tags(("food", "Tokyo"), (JO,), "positive"),
)


@pytest.mark.parametrize(
    "query",
    [
        Query(),
        Query(words=("LUNCH", "cafe\u0301", "tokyo")),
        Query(words=("ctx://person/jo", "jo", "alex")),
        Query(person=ALEX),
        Query(topics=("food", "nothing")),
        Query(people=(JO,)),
        Query(outcomes=("negative", "positive")),
        Query(min_strength=1.0),
        Query(since=day(10), until=day(10)),
        Query(topics=("food",), people=(JO,), outcomes=("positive",), words=("ramen",)),
    ],
)
def test_matches(query: Query) -> None:
    """A memory that meets every filter, one value of each, is a hit; the bounds are inclusive."""
    assert misses(Hit(LUNCH, 1.0), query) == []


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (Query(words=("lunch", "sushi")), "the word 'sushi' is not in it"),
        (Query(words=("person",)), "the word 'person' is not in it"),
        (Query(person=JO), f"it is {ALEX}'s, not {JO}'s"),
        (Query(topics=("tokyo",)), "its topics are food, Tokyo, not tokyo"),
        (Query(people=(ALEX,)), f"its people are {JO}, not {ALEX}"),
        (Query(outcomes=("mixed",)), "its outcome is positive, not mixed"),
        (Query(min_strength=1.01), "its strength 1.000 is below 1.01"),
        (Query(since=day(10.1)), "it was created 2025-01-11, before 2025-01-11"),
        (Query(until=day(9.9)), "it was created 2025-01-11, after 2025-01-10"),
    ],
)
def test_misses(query: Query, reason: str) -> None:
    """Every filter that a memory does not meet is a reason in words."""
    assert misses(Hit(LUNCH, 1.0), query) == [reason]


def test_every_reason_is_told() -> None:
    """All reasons of a miss are told, not only the first."""
    assert len(misses(Hit(LUNCH, 0.1), Query(("sushi",), JO, ("y",), min_strength=0.5))) == 4


many = st.lists(
    st.builds(
        lambda id, days, initial, tags: memory(
            id, created=day(days), strength=Strength(initial, day(days)), tags=tags
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
def test_order(memories: list[Memory], asked: tuple[str, str], random: object) -> None:
    """Hits are sorted as asked, equal ones by id rising, whatever order they come in."""
    sort, order = asked
    query = Query(sort=sort, order=order)
    hits = recalled(memories, query, day(9))
    shuffled = list(hits)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert in_order(shuffled, query) == hits
    sign = -1 if order == "desc" else 1
    key = {
        "strength": lambda hit: hit.strength,
        "created": lambda hit: hit.memory.created.timestamp(),
        "last_reinforced": lambda hit: hit.memory.strength.last_reinforced.timestamp(),
    }[sort]
    ranks = [(sign * key(hit), hit.memory.id) for hit in hits]
    assert ranks == sorted(ranks)


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
