"""Similarity of tags and times, and likeness of words."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.strength import DAY_MICROS
from memento_cli.core.memory.memory import Content, Draft, Memory, Tags
from memento_cli.core.recall.ranking import jaccard
from memento_cli.core.recall.similarity import (
    Profile,
    Way,
    calculate_similarity,
    find_similar,
    most_similar,
    must_share,
    profile_of,
    reach,
    score_of,
    tag_score,
    time_score,
)
from memento_cli.core.tidy.near_duplicates import near_duplicates
from tests.core.values import day, memory, moments, tags

tagged = st.builds(lambda tags, created: memory(tags=tags, created=created), tags, moments)
scores = st.one_of(
    st.sampled_from([-1, 0, 0.1, 0.15, 0.3, 0.45, 0.55, 0.6, 0.7, 0.75, 0.85, 0.9, 1.0, 1.1]),
    st.floats(0, 1),
)


def profile(
    id: str,
    topics: Iterable[str] = (),
    people: Iterable[str] = (),
    outcome: str | None = None,
    days: float = 0.0,
) -> Profile:
    """A profile, so many days after 1970."""
    created = round(days * DAY_MICROS)
    return Profile(id, frozenset(topics), frozenset(people), outcome, created)


profiles = st.builds(
    profile,
    st.just("m"),
    st.frozensets(st.sampled_from("abcd")),
    st.frozensets(st.sampled_from("abp")),
    st.sampled_from([None, "positive", "negative"]),
    st.one_of(st.sampled_from([0, 52.6, 90, 180]), st.floats(0, 1000)),
)


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [("ab", "bc", 1 / 3), ("a", "a", 1), ("aa", "a", 1), ("", "", 0), ("a", "", 0), ("a", "A", 0)],
)
def test_jaccard(one: str, other: str, share: float) -> None:
    """Shared over all, each once; nothing on either side shares nothing; case is exact."""
    assert jaccard(one, other) == pytest.approx(share)


@given(tagged, tagged)
def test_similarity_is_symmetric_and_from_0_to_1(one: Memory, other: Memory) -> None:
    """Neither side is first, and the score and its parts are shares."""
    there, back = calculate_similarity(one, other), calculate_similarity(other, one)
    assert there == back
    assert 0.0 <= there.score <= 1.0 + 1e-12
    assert 0.0 <= there.topic_overlap <= 1.0
    assert 0.0 <= there.people_overlap <= 1.0


@given(tagged)
def test_nothing_is_more_similar_than_the_same(one: Memory) -> None:
    """A memory and its twin score all that their filled-in parts give."""
    parts = 0.4 * bool(one.tags.topics) + 0.3 * bool(one.tags.people) + 0.15
    parts += 0.15 * (one.tags.outcome is not None)
    assert calculate_similarity(one, one).score == pytest.approx(parts)


def test_find_similar() -> None:
    """The likest first, equal ones by id, the target left out, within limit and least score."""
    full = Tags(("a", "b"), ("p",), "positive")
    target, twin = memory("t", tags=full), memory("z", tags=full)
    half = [memory(id, tags=Tags(("a",), (), "positive")) for id in "cb"]
    far = memory("far", tags=Tags(("x",)), created=day(400))
    pool = [far, *half, twin, target]
    assert [other.id for other, _ in find_similar(target, pool)] == ["z", "b", "c"]
    assert [other.id for other, _ in find_similar(target, pool, limit=1)] == ["z"]
    assert [other.id for other, _ in find_similar(target, pool, 0.0, None)][-1] == "far"
    assert len(find_similar(target, pool, min_score=0.99)) == 1


@given(tagged, tagged)
def test_profiles_score_as_their_memories(one: Memory, other: Memory) -> None:
    """A profile loses nothing: the score is the same to the last bit."""
    assert score_of(profile_of(one), profile_of(other)) == calculate_similarity(one, other).score


@given(tagged, st.lists(tagged, max_size=8), scores, st.integers(0, 5))
def test_most_similar_is_find_similar(
    target: Memory, others: list[Memory], min_score: float, limit: int
) -> None:
    """Over profiles the same are found, in the same order, with the same scores."""
    pool = [one._replace(id=f"o{place % 5}") for place, one in enumerate(others)]
    known = {one.id: one for one in pool}.values()
    found = find_similar(target, known, min_score, limit)
    profiles = [profile_of(one) for one in known]
    assert most_similar(profile_of(target), profiles, min_score, limit) == [
        (one.id, like.score) for one, like in found
    ]


def goes(way: Way, one: Profile, other: Profile) -> bool:
    """Whether the pair shares what the way says."""
    return (
        (not way.topic or bool(one.topics & other.topics))
        and (not way.person or bool(one.people & other.people))
        and (not way.outcome or (one.outcome is not None and one.outcome == other.outcome))
        and abs(one.created - other.created) <= way.within_micros
    )


@given(profiles, profiles, scores)
def test_what_is_similar_enough_shares_what_it_must(
    one: Profile, other: Profile, min_score: float
) -> None:
    """No pair that reaches a score, or just reaches its own, goes none of the ways."""
    for least in (min_score, score_of(one, other)):
        if score_of(one, other) >= least:
            assert any(goes(way, one, other) for way in must_share(least))
            assert any(goes(way, one, other) for way in must_share(least, one))


@given(scores)
def test_no_way_is_wider_than_needed(min_score: float) -> None:
    """At the very end of each way a pair reaches the score, and it goes no other way."""
    ways = must_share(min_score)
    for way in ways:
        start = profile("start", "a" * way.topic, "p" * way.person, "mixed" * way.outcome or None)
        end = start._replace(id="end", created=int(min(way.within_micros, 1e6 * DAY_MICROS)))
        assert score_of(start, end) >= min_score
        assert [goes(other, start, end) for other in ways].count(True) == 1


@pytest.mark.parametrize(
    ("min_score", "ways"),
    [
        (0.0, [("", None)]),
        (0.15, [("", 0), ("o", None), ("p", None), ("t", None)]),
        (0.3, [("o", 0), ("p", None), ("t", None)]),
        (0.55, [("po", 52.6), ("t", 0), ("to", None), ("tp", None)]),
        (0.7, [("to", 0), ("tp", None)]),
        (0.75, [("tp", 142.6), ("tpo", None)]),
        (0.85, [("tp", 0), ("tpo", None)]),
        (1.0, [("tpo", 0)]),
        (1.1, []),
    ],
)
def test_must_share(min_score: float, ways: list[tuple[str, float | None]]) -> None:
    """What is shared by the weights 40, 30, 15, 15; None is any distance in time."""
    found = {
        "t" * way.topic + "p" * way.person + "o" * way.outcome: way.within_micros / DAY_MICROS
        for way in must_share(min_score)
    }
    assert found == {
        tags: pytest.approx(float("inf") if days is None else days, abs=0.1) for tags, days in ways
    }


def test_a_target_takes_the_ways_that_its_tags_leave_open() -> None:
    """Whoever has no people shares none; whoever has no tags at all is only near in time."""
    assert all(not way.person for way in must_share(0.3, profile("m", "a", "", "mixed")))
    assert must_share(0.3, profile("m")) == []
    assert must_share(0.75, profile("m", "a", "p")) == must_share(0.75)[:1]


@given(st.booleans(), st.booleans(), st.booleans(), scores)
def test_the_reach_is_the_last_microsecond(
    topic: bool, person: bool, outcome: bool, min_score: float
) -> None:
    """At the reach the score is reached, one microsecond further it is not."""
    tags = tag_score(topic, person, outcome)
    far = reach(tags, min_score)
    if far < 0:
        assert tags + time_score(0) < min_score
    elif tags < min_score:
        assert tags + time_score(far / DAY_MICROS) >= min_score
        assert tags + time_score((far + 1) / DAY_MICROS) < min_score


def near(summary: str, *others: Memory, tags: Tags = Tags()) -> list[str]:
    draft = Draft(summary, "ctx://person/alex", tags=tags)
    twins = near_duplicates(draft, others, day(0), likeness=0.9, similarity=0.75)
    return [twin.memory.id for twin in twins]


def test_the_same_words_are_a_near_duplicate() -> None:
    """Case and width do not matter; another order or another person's memory is none."""
    one = memory("one", content=Content("Led OAuth design review"))
    assert near("OAUTH led design review", one) == []
    assert near("ＬＥＤ oauth design review", one) == ["one"]
    assert near("Bought bread", one) == []
    assert near("Led OAuth design review", one._replace(person="ctx://person/jo")) == []


def test_half_alike_words_need_alike_tags() -> None:
    """With a few words more, a memory is a near-duplicate when the tags are the same, else not;
    with another word it is none."""
    tags = Tags(("oauth",), ("ctx://person/jo",), "positive")
    one = memory("one", content=Content("Led the OAuth design review"), tags=tags)
    longer = "Led the OAuth design review together, long and careful"
    assert near(longer, one, tags=tags) == ["one"]
    assert near(longer, one) == []
    assert near("Led the OAuth design meeting", one, tags=tags) == []
    assert near("Bought bread", one, tags=tags) == []


def test_the_likest_duplicates_come_first_and_few() -> None:
    """At most three are named, the likest first."""
    others = [memory(f"m{n}", content=Content("Led OAuth review" + "!" * n)) for n in range(6)]
    found = near("Led OAuth review", *reversed(others))
    assert len(found) == 3
    assert found[0] == "m0"
