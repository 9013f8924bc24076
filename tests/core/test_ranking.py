"""The score of a hit, its parts, and the order of hits."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.ranking import (
    AGENT,
    MOST_COMPARED,
    PROFILES,
    Candidate,
    Parts,
    Scheme,
    Weights,
    importance,
    jaccard,
    normalized_usage,
    ranked,
    recency,
    score,
    spread_out,
    tier_score,
    total,
)

shares = st.floats(0, 1)
maybe = st.none() | shares
candidates = st.lists(
    st.builds(
        Candidate,
        st.integers(),
        st.floats(0, 50),
        st.floats(0, 3),
        shares,
        st.floats(0, 9),
        st.floats(0, 4000),
        st.sampled_from(["working", "episodic", "procedural", "semantic"]),
        st.booleans(),
    ),
    max_size=12,
    unique_by=lambda one: one.key,
)
schemes = st.sampled_from(sorted(PROFILES)).map(PROFILES.__getitem__)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (Parts(1, 1, 1, 1), 1.0),
        (Parts(1, 1, 1, None), 1.0),
        (Parts(0.5, None, None, None), 0.5),
        (Parts(0.8, 0.4, None, None), (0.5 * 0.8 + 0.2 * 0.4) / 0.7),
        (Parts(None, None, None, None), 0.0),
        (Parts(0.1, 0.1, 0.1, 0.1, 0.9), 0.1 - 0.15 * 0.9),
    ],
)
def test_score(parts: Parts, expected: float) -> None:
    """A part that is missing gives its weight to the others, in proportion to theirs."""
    assert score(parts, AGENT) == pytest.approx(expected)


@given(st.builds(Parts, maybe, maybe, maybe, maybe, shares))
def test_score_is_bounded(parts: Parts) -> None:
    """Whatever is missing, a score is from −ε to 1."""
    assert -AGENT.duplication <= score(parts, AGENT) <= 1 + 1e-9


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_text_comes_first(name: str) -> None:
    """Save where a document multiplies, the memory's side weighs less than half of the text's."""
    form, _, weights, _ = PROFILES[name]
    if form == "product" or name == "agent":
        return
    assert weights.recency + weights.importance + weights.usage < weights.relevance / 2


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [(0.8, 0.5, 0.4), (0.8, 0.0, 0.0)],
)
def test_tiers_multiply(one: float, other: float, expected: float) -> None:
    """Document 004's score is relevance × weight, and a deep recall lifts the weight."""
    assert tier_score(one, other) == pytest.approx(expected)
    assert tier_score(one, other, deep=True) == one


@given(st.floats(-1e4, 1e5), st.floats(0, 10))
def test_recency(age: float, decay: float) -> None:
    """Recency is 0 to 1, and 1 for what is yet to come."""
    assert 0 <= recency(age, decay) <= 1
    assert age > 0 or recency(age, decay) == 1


@given(shares, st.booleans(), st.sampled_from(["working", "semantic", "unheard of"]))
def test_importance(given_: float, pinned: bool, kind: str) -> None:
    """Importance is held in 0 to 1, and a pin never lowers it."""
    assert 0 <= importance(given_, False, kind) <= importance(given_, True, kind) <= 1
    assert importance(given_, pinned, "unheard of") >= given_


@given(st.lists(st.floats(0, 100), max_size=9))
def test_usages(raw: list[float]) -> None:
    """Usage among candidates is 0 to 1 and keeps their order."""
    spread = normalized_usage(raw)
    assert all(0 <= one <= 1 for one in spread)
    pairs = zip(raw, spread, strict=True)
    assert all(s <= t for (r, s), (q, t) in product(list(pairs), repeat=2) if r < q)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (jaccard([], []), 0.0),
        (jaccard(["a", "a", "b"], ["b", "c"]), 1 / 3),
    ],
)
def test_parts(part: float, expected: float) -> None:
    """Parts at the edges of what they take."""
    assert part == pytest.approx(expected)


@given(candidates, schemes, st.booleans())
def test_ranked(given_: list[Candidate], scheme: Scheme, deep: bool) -> None:
    """All candidates come back, by falling score, and their parts add up to it."""
    hits = ranked(given_, scheme, deep)
    assert sorted(hit.key for hit in hits) == sorted(one.key for one in given_)
    assert all(one.score >= other.score for one, other in pairwise(hits))
    assert all(hit.score == total(hit.parts, scheme, deep) for hit in hits)


def test_equal_candidates_keep_their_order() -> None:
    """What scores the same stays as it came, so that pages do not overlap."""
    hits = ranked([Candidate(key, 1.0) for key in (3, 1, 2)], PROFILES["half-life"])
    assert [hit.key for hit in hits] == [3, 1, 2]


@pytest.mark.parametrize(
    ("used", "part"),
    [((0.0, 0.0), [None, None]), ((0.0, 2.0), [0.0, pytest.approx(1.0)])],
)
def test_usage_counts_where_there_is_any(used: tuple[float, float], part: list[object]) -> None:
    """Where no candidate was ever used, usage is no part of the score."""
    given_ = [Candidate(key, 1.0, usage=raw) for key, raw in enumerate(used)]
    hits = sorted(ranked(given_, PROFILES["agent"]), key=lambda hit: hit.key)
    assert [hit.parts.usage for hit in hits] == part


@given(candidates, schemes)
def test_pushing_down_loses_nothing(given_: list[Candidate], scheme: Scheme) -> None:
    """Without texts nothing repeats anything: the order stays."""
    hits = ranked(given_, scheme)
    assert spread_out(hits, {}, scheme) == hits


def test_repetition_is_pushed_down() -> None:
    """What repeats the best hit word by word falls behind what says something else."""
    scheme = Scheme("sum", "strength", Weights(1.0, 0, 0, 0, 0.2))
    hits = ranked([Candidate(1, 10.0), Candidate(2, 9.5), Candidate(3, 9.0)], scheme)
    texts = {1: "a b c", 2: "A b c", 3: "d e f"}
    pushed = spread_out(hits, texts, scheme)
    assert [hit.key for hit in pushed] == [1, 3, 2]
    assert [hit.parts.duplication for hit in pushed] == [0.0, 0.0, 1.0]
    assert all(hit.score == total(hit.parts, scheme) for hit in pushed)


def test_only_the_first_are_compared() -> None:
    """Hits far down stay where they are."""
    scheme = PROFILES["half-life"]
    count = MOST_COMPARED + 5
    hits = ranked([Candidate(key, count - key) for key in range(count)], scheme)
    pushed = spread_out(hits, {hit.key: "same words" for hit in hits}, scheme)
    assert pushed[MOST_COMPARED:] == hits[MOST_COMPARED:]
