"""Similarity of tags and times, and likeness of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.likeness import near_duplicates
from memento_cli.core.memory import Content, Draft, Memory, Tags
from memento_cli.core.similarity import find_similar, jaccard, similarity
from tests.core.values import day, memory, moments, tags

tagged = st.builds(lambda tags, created: memory(tags=tags, created=created), tags, moments)


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
    there, back = similarity(one, other), similarity(other, one)
    assert there == back
    assert 0.0 <= there.score <= 1.0 + 1e-12
    assert 0.0 <= there.topic_overlap <= 1.0
    assert 0.0 <= there.people_overlap <= 1.0


@given(tagged)
def test_nothing_is_more_similar_than_the_same(one: Memory) -> None:
    """A memory and its twin score all that their filled-in parts give."""
    parts = 0.4 * bool(one.tags.topics) + 0.3 * bool(one.tags.people) + 0.15
    parts += 0.15 * (one.tags.outcome is not None)
    assert similarity(one, one).score == pytest.approx(parts)


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


def near(summary: str, *others: Memory, tags: Tags = Tags()) -> list[str]:
    draft = Draft(summary, "ctx://person/alex", tags=tags)
    twins = near_duplicates(draft, others, day(0), likeness=0.9, similarity=0.75)
    return [twin.memory.id for twin in twins]


def test_the_same_words_are_a_near_duplicate() -> None:
    """Case, width and the order of words do not matter; another person's memory is none."""
    one = memory("one", content=Content("Led OAuth design review"))
    assert near("design review: led OAUTH", one) == ["one"]
    assert near("ＬＥＤ oauth design review", one) == ["one"]
    assert near("Bought bread", one) == []
    assert near("Led OAuth design review", one._replace(person="ctx://person/jo")) == []


def test_half_alike_words_need_alike_tags() -> None:
    """Words that are only 0.7 alike are a near-duplicate when the tags are the same, else not."""
    tags = Tags(("oauth",), ("ctx://person/jo",), "positive")
    one = memory("one", content=Content("Led the OAuth design review"), tags=tags)
    assert near("Led the OAuth design meeting", one, tags=tags) == ["one"]
    assert near("Led the OAuth design meeting", one) == []
    assert near("Bought bread", one, tags=tags) == []


def test_the_likest_duplicates_come_first_and_few() -> None:
    """At most three are named, the likest first."""
    others = [memory(f"m{n}", content=Content("Led OAuth review" + "!" * n)) for n in range(6)]
    found = near("Led OAuth review", *reversed(others))
    assert len(found) == 3
    assert found[0] == "m0"
