"""How far things are from each other, and what a score reaches."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.graph.graph import MENTIONS, Reach, Triple, distances, path

NODES = "abcdefg"
WEIGHTS = st.sampled_from([0.25, 0.5, 1.0])
TRIPLE = st.builds(Triple, st.sampled_from(NODES), st.just("r"), st.sampled_from(NODES), WEIGHTS)
TRIPLES = st.lists(TRIPLE, max_size=14)


def model(triples: list[Triple], start: str, hops: int) -> dict[str, int]:
    """The distances, found by looking at every triple again at every step."""
    found = {start: 0}
    for step in range(1, hops + 1):
        for one in triples:
            for near, far in ((one.subject, one.object), (one.object, one.subject)):
                if found.get(near) == step - 1:
                    found.setdefault(far, step)
    return found


def ways(triples: list[Triple], start: str, end: str, seen: tuple[str, ...] = ()) -> list[float]:
    """The products of weights of the shortest ways, found by trying all; first their length."""
    if start == end:
        return [0, 1.0]
    best: list[float] = []
    for one in triples:
        for near, far in ((one.subject, one.object), (one.object, one.subject)):
            if near == start and far not in (*seen, start):
                rest = ways(triples, far, end, (*seen, start))
                if rest:
                    length, weight = rest[0] + 1, rest[1] * one.weight
                    if not best or (length, -weight) < (best[0], -best[1]):
                        best = [length, weight]
    return best


@given(TRIPLES, st.sampled_from(NODES), st.integers(0, 7))
def test_distances_are_what_a_naive_search_finds(
    triples: list[Triple], start: str, hops: int
) -> None:
    """Everything within so many hops, and nothing else."""
    assert distances(triples, start, hops) == model(triples, start, hops)


@given(st.lists(TRIPLE, max_size=8), st.sampled_from(NODES), st.sampled_from(NODES))
def test_a_path_is_the_shortest_and_of_those_the_heaviest(
    triples: list[Triple], start: str, end: str
) -> None:
    """It leads from one to the other, and none is shorter, or as short and heavier."""
    found, best = path(triples, start, end), ways(triples, start, end)
    assert (found is None) == (not best)
    if found is None:
        return
    here = start
    for one in found:
        assert one in triples and here in (one.subject, one.object)
        here = one.object if here == one.subject else one.subject
    assert here == end
    assert [len(found), prod(one.weight for one in found)] == pytest.approx(best)


MIXED = st.lists(
    st.builds(
        Triple, st.sampled_from(NODES), st.sampled_from(["r", MENTIONS]), st.sampled_from(NODES),
        WEIGHTS,
    ),
    max_size=14,
)  # fmt: skip


@given(MIXED, st.sampled_from(NODES), st.integers(0, 3))
def test_more_hops_reach_no_less(triples: list[Triple], start: str, hops: int) -> None:
    """Each hop adds; nothing gets more than the whole, and none hops reach nothing else."""
    reach = Reach(triples)
    near, far = reach.of(start, hops), reach.of(start, hops + 1)
    assert all(far[node] >= share for node, share in near.items())
    assert all(0 < share <= 1 for share in far.values())
    assert reach.of(start, 0) == {start: 1.0}


@given(MIXED, st.dictionaries(st.sampled_from(NODES), st.floats(0.1, 9)), st.integers(1, 3))
def test_nothing_gains_more_than_the_best_of_the_others(
    triples: list[Triple], scores: dict[str, float], hops: int
) -> None:
    """A node gains by others, never by itself."""
    for node, gain in Reach(triples).gains(scores, hops).items():
        assert gain <= max(score for other, score in scores.items() if other != node)


def mentions(memory: str, entity: str) -> Triple:
    """A memory mentions an entity."""
    return Triple(memory, MENTIONS, entity)


@pytest.mark.parametrize(
    ("triples", "hops", "share"),
    [
        ([Triple("m", "cause_of", "n")], 1, 0.5),
        ([Triple("n", "cause_of", "m")], 1, 0.5),
        ([mentions("m", "A"), mentions("n", "A")], 1, 0.5),
        ([mentions("m", "A"), Triple("A", "knows", "B", 0.8), mentions("n", "B")], 1, 0.4),
        ([mentions("m", "A"), Triple("B", "knows", "A", 0.8), mentions("n", "B")], 1, 0.4),
        ([Triple("m", "r", "x"), Triple("x", "r", "n")], 1, None),
        ([Triple("m", "r", "x"), Triple("x", "r", "n")], 2, 0.25),
        ([mentions("m", "A"), Triple("A", "r", "B"), Triple("B", "r", "C"), mentions("n", "C")],
         1, None),
        ([mentions("m", "A"), Triple("A", "r", "B"), Triple("B", "r", "C"), mentions("n", "C")],
         2, 0.25),
    ],
)  # fmt: skip
def test_a_hop_is_a_link_a_shared_entity_or_an_edge(
    triples: list[Triple], hops: int, share: float | None
) -> None:
    """Each halves the score, and an edge lessens it by its weight."""
    gained = Reach(triples).gains({"m": 1.0}, hops).get("n")
    assert gained == (None if share is None else pytest.approx(share))
