"""The graph at a moment: triples between nodes, and how far one thing is from another.

A node is an entity (`graph/alex-1a2b3c4d`) or a memory, by its id; the two never meet. Edges may be
followed either way: who works at Acme is as near to it as Acme is to them.
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
"""What is left of a score after each hop."""

Scores = Mapping[str, float]
Adjacent = Mapping[str, Sequence[tuple[str, float]]]


class Triple(NamedTuple):
    """An edge between two nodes, with its weight now, 0 to 1."""

    subject: str
    predicate: str
    object: str
    weight: float = 1.0


def distances(triples: Iterable[Triple], start: str, hops: int) -> dict[str, int]:
    """The nodes within so many hops, each with its distance; the start is 0 away."""
    adjacent = _adjacent(triples)
    found, edge = {start: 0}, [start]
    for distance in range(1, hops + 1):
        reached = (other for node in edge for other, _ in adjacent.get(node, ()))
        edge = [node for node in dict.fromkeys(reached) if node not in found]
        found |= dict.fromkeys(edge, distance)
    return found


def path(triples: Iterable[Triple], start: str, end: str) -> tuple[Triple, ...] | None:
    """The shortest way from one node to another; None if there is none.

    Of several as short, the one whose weights have the greatest product.
    """
    joined: dict[str, list[tuple[str, Triple]]] = {}
    for one in triples:
        joined.setdefault(one.subject, []).append((one.object, one))
        joined.setdefault(one.object, []).append((one.subject, one))
    ways: dict[str, tuple[float, tuple[Triple, ...]]] = {start: (1.0, ())}
    edge = dict(ways)
    while edge and end not in ways:
        ahead: dict[str, tuple[float, tuple[Triple, ...]]] = {}
        for node, (whole, way) in edge.items():
            for other, one in joined.get(node, ()):
                weight = whole * one.weight
                if other not in ways and (other not in ahead or weight > ahead[other][0]):
                    ahead[other] = weight, (*way, one)
        ways |= ahead
        edge = ahead
    return ways[end][1] if end in ways else None


class Reach:
    """How much of a memory's score reaches what the graph joins to it.

    One hop leads to the memories that it is linked with, that mention what it mentions, or that
    mention what an edge joins to that.
    """

    def __init__(self, triples: Iterable[Triple]) -> None:
        every = list(triples)
        self._mentions = _adjacent(one for one in every if one.predicate == MENTIONS)
        self._edges = _adjacent(one for one in every if one.predicate != MENTIONS)

    def of(self, start: str, hops: int) -> dict[str, float]:
        """The nodes within so many hops with the share of the score that reaches each.

        It is halved at each hop, and lessened by the weight of each edge; the best way counts.
        """
        found = _best({start: 1.0}, _carried(self._mentions, {start: 1.0}))
        for _ in range(hops):
            near = _best(_carried(self._edges, found, HALF), _carried(self._mentions, found, HALF))
            found = _best(found, _best(near, _carried(self._mentions, near)))
        return found if hops else {start: 1.0}

    def gains(self, scores: Scores, hops: int) -> dict[str, float]:
        """What each node gains from the best of the others that have a score."""
        gained: dict[str, float] = {}
        for start, score in scores.items():
            for node, share in self.of(start, hops).items():
                if node != start and score * share > gained.get(node, 0.0):
                    gained[node] = score * share
        return gained


def _carried(adjacent: Adjacent, scores: Scores, share: float = 1.0) -> dict[str, float]:
    """What scores give to the nodes that they are joined to."""
    given: dict[str, float] = {}
    for node, score in scores.items():
        for other, weight in adjacent.get(node, ()):
            given[other] = max(given.get(other, 0.0), score * share * weight)
    return given


def _best(one: Scores, other: Scores) -> dict[str, float]:
    return {node: max(one.get(node, 0.0), other.get(node, 0.0)) for node in {**one, **other}}


def _adjacent(triples: Iterable[Triple]) -> dict[str, list[tuple[str, float]]]:
    """What each node is joined to, either way, and by what weight."""
    found: dict[str, list[tuple[str, float]]] = {}
    for one in triples:
        found.setdefault(one.subject, []).append((one.object, one.weight))
        found.setdefault(one.object, []).append((one.subject, one.weight))
    return found
