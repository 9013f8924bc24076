"""The graph at a moment: triples between nodes, distances, paths and the spreading of scores.

A node is an entity (`graph/alex-1a2b3c4d`) or a memory, by its id. Edges may be followed in either
direction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

MENTIONS = "mentions"
"""The predicate that joins a memory to the people and topics in it."""
HALF = 0.5
"""The share of a score that is left after each hop."""

Scores = Mapping[str, float]
Adjacent = Mapping[str, Sequence[tuple[str, float]]]


class Triple(NamedTuple):
    """An edge between two nodes, with its weight now, 0 to 1."""

    subject: str
    predicate: str
    object: str
    weight: float = 1.0


def distances(triples: Iterable[Triple], start: str, hops: int) -> dict[str, int]:
    """The distances of the nodes within so many hops; that of the start is 0."""
    adjacent = _adjacent(triples)
    distance_by_node, frontier = {start: 0}, [start]
    for distance in range(1, hops + 1):
        reached = (other for node in frontier for other, _ in adjacent.get(node, ()))
        frontier = [node for node in dict.fromkeys(reached) if node not in distance_by_node]
        distance_by_node |= dict.fromkeys(frontier, distance)
    return distance_by_node


def path(triples: Iterable[Triple], start: str, end: str) -> tuple[Triple, ...] | None:
    """The shortest path from one node to another; None if there is none.

    Of several shortest ones it is the one with the greatest product of weights.
    """
    neighbours: dict[str, list[tuple[str, Triple]]] = {}
    for triple in triples:
        neighbours.setdefault(triple.subject, []).append((triple.object, triple))
        neighbours.setdefault(triple.object, []).append((triple.subject, triple))
    paths: dict[str, tuple[float, tuple[Triple, ...]]] = {start: (1.0, ())}
    frontier = dict(paths)
    while frontier and end not in paths:
        next_paths: dict[str, tuple[float, tuple[Triple, ...]]] = {}
        for node, (weight_so_far, steps) in frontier.items():
            for other, triple in neighbours.get(node, ()):
                weight = weight_so_far * triple.weight
                if other not in paths and (
                    other not in next_paths or weight > next_paths[other][0]
                ):
                    next_paths[other] = weight, (*steps, triple)
        paths |= next_paths
        frontier = next_paths
    return paths[end][1] if end in paths else None


class Reach:
    """The share of a memory's score that reaches others through the graph.

    One hop leads to memories that it is linked with, that mention an entity that it mentions, or
    that mention a neighbour of such an entity.
    """

    def __init__(self, triples: Iterable[Triple]) -> None:
        every = list(triples)
        self._mentions = _adjacent(one for one in every if one.predicate == MENTIONS)
        self._edges = _adjacent(one for one in every if one.predicate != MENTIONS)

    def of(self, start: str, hops: int) -> dict[str, float]:
        """The nodes within so many hops with the share of the score that reaches each.

        It is halved at each hop and multiplied by the weight of each edge; the best path counts.
        """
        if not hops:
            return {start: 1.0}
        shares = _best({start: 1.0}, _passed_on(self._mentions, {start: 1.0}))
        for _ in range(hops):
            by_edges = _passed_on(self._edges, shares, HALF)
            near = _best(by_edges, _passed_on(self._mentions, shares, HALF))
            shares = _best(shares, _best(near, _passed_on(self._mentions, near)))
        return shares

    def gains(self, scores: Scores, hops: int) -> dict[str, float]:
        """The greatest score that each node receives from another one."""
        gained: dict[str, float] = {}
        for start, score in scores.items():
            for node, share in self.of(start, hops).items():
                if node != start and score * share > gained.get(node, 0.0):
                    gained[node] = score * share
        return gained


def _passed_on(adjacent: Adjacent, scores: Scores, share: float = 1.0) -> dict[str, float]:
    """The scores that the adjacent nodes receive."""
    received: dict[str, float] = {}
    for node, score in scores.items():
        for other, weight in adjacent.get(node, ()):
            received[other] = max(received.get(other, 0.0), score * share * weight)
    return received


def _best(one: Scores, other: Scores) -> dict[str, float]:
    return {node: max(one.get(node, 0.0), other.get(node, 0.0)) for node in {**one, **other}}


def _adjacent(triples: Iterable[Triple]) -> dict[str, list[tuple[str, float]]]:
    """The neighbours of each node in either direction, with the weights."""
    adjacent: dict[str, list[tuple[str, float]]] = {}
    for triple in triples:
        adjacent.setdefault(triple.subject, []).append((triple.object, triple.weight))
        adjacent.setdefault(triple.object, []).append((triple.subject, triple.weight))
    return adjacent
