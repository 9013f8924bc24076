"""Clusters of similar memories, against the comparison of all with all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.strength import DAY_MICROS
from memento_cli.core.recall.similarity import Profile, score_of
from memento_cli.core.tidy.clusters import Cluster, clusters, representative
from tests.core.test_similarity import profile, profiles

SCORES = [-1, 0, 0.1, 0.15, 0.3, 0.45, 0.55, 0.6, 0.7, 0.75, 0.85, 0.9, 1.0, 1.1]
stores = st.lists(profiles, max_size=40).map(
    lambda found: [one._replace(id=f"m{place:02}") for place, one in enumerate(found)]
)


def by_pairs(store: Sequence[Profile], min_score: float) -> set[frozenset[str]]:
    """The connected components of two or more, each pair compared."""
    group = {one.id: {one.id} for one in store}
    for one, two in combinations(store, 2):
        if score_of(one, two) >= min_score and group[one.id] is not group[two.id]:
            group[one.id] |= group[two.id]
            group |= dict.fromkeys(group[one.id], group[one.id])
    return {frozenset(members) for members in group.values() if len(members) > 1}


def sets(found: Sequence[Cluster]) -> set[frozenset[str]]:
    return {frozenset(one.ids) for one in found}


@pytest.mark.parametrize("min_score", SCORES)
@given(stores)
def test_clusters_are_what_comparing_all_pairs_gives(
    min_score: float, store: list[Profile]
) -> None:
    """At any score the clusters are the connected components of the similar pairs."""
    assert sets(clusters(store, min_score)) == by_pairs(store, min_score)


@given(stores.filter(lambda store: len(store) > 1))
def test_a_score_that_is_just_reached_is_reached(store: list[Profile]) -> None:
    """With the very score of a pair as the least, the pair is together."""
    min_score = score_of(store[0], store[1])
    assert sets(clusters(store, min_score)) == by_pairs(store, min_score)


def crowd(size: int, days: float, topics: int = 2) -> list[Profile]:
    """Memories that all share `work` and a person, each with topics of its own."""
    return [
        profile(f"m{n:03}", ("work", *(f"{n}-{t}" for t in range(n % topics))), "p", None, n * days)
        for n in range(size)
    ]


@pytest.mark.parametrize("min_score", [0.3, 0.6, 0.65, 0.75, 0.8, 0.84, 0.85])
@pytest.mark.parametrize("days", [0, 10, 50, 200])
@pytest.mark.parametrize("topics", [2, 4])
def test_a_crowd_that_shares_much(min_score: float, days: float, topics: int) -> None:
    """A block too large to be compared pair by pair gives the same clusters."""
    store = crowd(90, days, topics)
    assert sets(clusters(store, min_score)) == by_pairs(store, min_score)


@pytest.mark.parametrize("days", [-1, 9.5, 20, 60, 100])
def test_one_memory_joins_many(days: float) -> None:
    """Memories that are not similar to each other hang together by one, wherever it is in time."""
    store = [profile(f"m{n:02}", ("work", f"{n}"), "p", None, n) for n in range(20)]
    store.append(profile("hub", ("work",), "p", None, days))
    joined = by_pairs(store, 0.6)
    assert sets(clusters(store, 0.6)) == joined
    assert max(map(len, joined), default=0) == {60: 13, 100: 0}.get(days, 21)


@pytest.mark.parametrize("min_score", [0.45, 0.5, 0.6])
def test_many_tags_in_common(min_score: float) -> None:
    """Dozens of shared tags are not tried in each of their sets."""
    common = tuple(f"c{n}" for n in range(30))
    store = [profile(f"m{n:02}", (*common, f"{n}", f"-{n}"), "p", None, n * 999) for n in range(30)]
    assert sets(clusters(store, min_score)) == by_pairs(store, min_score)


@given(stores.flatmap(lambda store: st.tuples(st.just(store), st.permutations(store))))
def test_the_order_of_the_memories_does_not_matter(
    orders: tuple[list[Profile], list[Profile]],
) -> None:
    """The same memories in another order give the same clusters in the same order."""
    assert clusters(orders[0], 0.55) == clusters(orders[1], 0.55)


@given(stores)
def test_a_cluster_tells_the_scores_to_its_representative(store: list[Profile]) -> None:
    """The others follow the likest first, with their scores; the last is the weakest."""
    known = {one.id: one for one in store}
    for cluster in clusters(store, 0.55):
        first = known[cluster.representative]
        assert all(score == score_of(first, known[id]) for id, score in cluster.others)
        assert list(cluster.others) == sorted(cluster.others, key=lambda one: (-one[1], one[0]))
        assert cluster.weakest == min(score for _, score in cluster.others)


def test_the_representative_is_like_most() -> None:
    """It has what at least half have; of equals it is the first by id."""
    most = [profile(id, "ab", "p", "positive") for id in "xyz"]
    odd = profile("a", "abc", "p", "negative")
    assert representative([odd, *most]) == most[0]
    assert representative([profile("poor", "a", "p"), profile("rich", "ab", "pq")]).id == "rich"


def test_the_largest_cluster_comes_first() -> None:
    """The largest first, equal ones by id; what is like nothing is in none."""
    store = [
        *(profile(id, "a", "p", "positive") for id in ("k1", "k2")),
        *(profile(id, "b", "p", "positive") for id in ("b3", "b1")),
        *(profile(id, "c", "p", "positive") for id in ("x1", "x2", "x3")),
        profile("alone", "d", "p", "positive"),
    ]
    ids = [one.ids for one in clusters(store, 0.75)]
    assert ids == [("x1", "x2", "x3"), ("b1", "b3"), ("k1", "k2")]


def test_a_chain_is_one_cluster() -> None:
    """Each is similar to the next, the first not to the last: the weakest score says so."""
    chain = [profile(f"m{n}", "a", "p", None, n * 100) for n in range(5)]
    (cluster,) = clusters(chain, 0.75)
    assert len(cluster.ids) == 5
    assert cluster.weakest < 0.75
    assert score_of(chain[0], chain[1]) >= 0.75 > score_of(chain[0], chain[2])
    assert chain[1].created - chain[0].created == 100 * DAY_MICROS
