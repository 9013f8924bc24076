"""Where the boxes of a graph stand: those that are joined close to each other, none over another.

The layout is by stress: the distance of two boxes is to be that of the shortest path between them.
It is found by stochastic gradient descent (Zheng, Pawar and Goodman, "Graph Drawing by Stochastic
Gradient Descent", 2018), from a fixed seed, so a graph always looks the same.
"""

from __future__ import annotations

from collections import deque
from math import atan2, cos, exp, hypot, log, sin
from random import Random

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Joined = Sequence[Sequence[int]]

SEED, STEPS, LEAST_RATE = 7, 30, 0.1
STRETCH = (1.1, 0.8)
"""Boxes are broad and low, so the layout is stretched and flattened."""
MARGIN = (26.0, 22.0)
"""What is left free between two boxes, across and down."""
PASSES, ENOUGH = 200, 0.01
BROAD = 1.6
"""How much broader than high a picture of several parts may become."""

Spot = tuple[float, float]
Size = tuple[float, float]


class Part(NamedTuple):
    """A connected part of a graph: its nodes, the middle of each, and its frame, from 0."""

    nodes: Sequence[int]
    spots: Sequence[Spot]
    width: float
    height: float


def layout(sizes: Sequence[Size], pairs: Iterable[tuple[int, int]], unit: float) -> list[Spot]:
    """The middle of each box, so that all are right of and below 0.

    `sizes` are the breadth and height of each box, `pairs` which ones are joined, and `unit` how
    far apart joined ones are to be.
    """
    joined: list[list[int]] = [[] for _ in sizes]
    for one, other in pairs:
        if one != other:
            joined[one].append(other)
            joined[other].append(one)
    parts = [_part(nodes, sizes, joined, unit) for nodes in _components(joined)]
    spots = [(0.0, 0.0)] * len(sizes)
    for part, (left, top) in zip(parts, _packed(parts), strict=True):
        for node, (x, y) in zip(part.nodes, part.spots, strict=True):
            spots[node] = left + x, top + y
    return spots


def _components(joined: Joined) -> list[list[int]]:
    """The connected parts, the largest first."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in range(len(joined)):
        if start not in seen:
            nodes = list(_hops(joined, start))
            seen.update(nodes)
            found.append(nodes)
    return sorted(found, key=len, reverse=True)


def _hops(joined: Joined, start: int) -> dict[int, int]:
    """How many edges each node that is reached is away."""
    hops, waiting = {start: 0}, deque([start])
    while waiting:
        node = waiting.popleft()
        for other in joined[node]:
            if other not in hops:
                hops[other] = hops[node] + 1
                waiting.append(other)
    return hops


def _part(nodes: Sequence[int], sizes: Sequence[Size], joined: Joined, unit: float) -> Part:
    own = [sizes[node] for node in nodes]
    spots = _levelled(_by_stress(nodes, joined))
    across, down = STRETCH
    spots = _parted([(x * unit * across, y * unit * down) for x, y in spots], own)
    boxes = list(zip(spots, own, strict=True))
    left = min(x - width / 2 for (x, _), (width, _) in boxes)
    top = min(y - height / 2 for (_, y), (_, height) in boxes)
    return Part(
        nodes,
        [(x - left, y - top) for x, y in spots],
        max(x + width / 2 for (x, _), (width, _) in boxes) - left,
        max(y + height / 2 for (_, y), (_, height) in boxes) - top,
    )


def _by_stress(nodes: Sequence[int], joined: Joined) -> list[Spot]:
    """The nodes of one part, joined ones about 1 apart."""
    places = {node: place for place, node in enumerate(nodes)}
    pairs = [
        (places[node], places[other], hops)
        for node in nodes
        for other, hops in _hops(joined, node).items()
        if places[node] < places[other]
    ]
    random = Random(SEED)
    xs, ys = ([random.random() for _ in nodes] for _ in "xy")
    farthest = max((hops for *_, hops in pairs), default=1)
    slowing = log(LEAST_RATE / farthest**2) / (STEPS - 1)
    for step in range(STEPS):
        rate = farthest**2 * exp(slowing * step)
        pairs.sort(key=lambda _: random.random())  # half as dear as a shuffle
        for one, other, hops in pairs:
            dx, dy = xs[one] - xs[other], ys[one] - ys[other]
            distance = hypot(dx, dy) or 1e-9
            pull = min(1.0, rate / hops**2) * (distance - hops) / distance / 2
            xs[one] -= pull * dx
            ys[one] -= pull * dy
            xs[other] += pull * dx
            ys[other] += pull * dy
    return list(zip(xs, ys, strict=True))


def _levelled(spots: Sequence[Spot]) -> list[Spot]:
    """The spots turned so that they are broader than high: by their main axis."""
    count = len(spots)
    middle_x, middle_y = sum(x for x, _ in spots) / count, sum(y for _, y in spots) / count
    moved = [(x - middle_x, y - middle_y) for x, y in spots]
    along, across = sum(x * x for x, _ in moved), sum(y * y for _, y in moved)
    angle = atan2(2 * sum(x * y for x, y in moved), along - across) / 2
    turn, lean = cos(angle), sin(angle)
    return [(x * turn + y * lean, y * turn - x * lean) for x, y in moved]


def _parted(spots: Sequence[Spot], sizes: Sequence[Size]) -> list[Spot]:
    """The spots with boxes that stood over each other moved apart, the shorter way."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    free_x, free_y = MARGIN
    for _ in range(PASSES):
        near = list(_near(xs, sizes))
        moved = False
        for one, other in near:
            dx, dy = xs[other] - xs[one], ys[other] - ys[one]
            over_x = (sizes[one][0] + sizes[other][0]) / 2 + free_x - abs(dx)
            over_y = (sizes[one][1] + sizes[other][1]) / 2 + free_y - abs(dy)
            if over_x <= ENOUGH or over_y <= ENOUGH:
                continue
            moved = True
            if over_x < over_y:
                push = over_x / 2 if dx >= 0 else -over_x / 2
                xs[one], xs[other] = xs[one] - push, xs[other] + push
            else:
                push = over_y / 2 if dy >= 0 else -over_y / 2
                ys[one], ys[other] = ys[one] - push, ys[other] + push
        if not moved:
            break
    return list(zip(xs, ys, strict=True))


def _near(xs: Sequence[float], sizes: Sequence[Size]) -> Iterator[tuple[int, int]]:
    """The pairs of boxes between which too little is free across."""
    left = [x - width / 2 for x, (width, _) in zip(xs, sizes, strict=True)]
    order = sorted(range(len(xs)), key=lambda place: left[place])
    for nth, one in enumerate(order):
        right = left[one] + sizes[one][0] + MARGIN[0]
        for other in order[nth + 1 :]:
            if left[other] > right:
                break
            yield one, other


def _packed(parts: Sequence[Part]) -> list[Spot]:
    """Where the frame of each part begins: in rows, the broadest part deciding how broad."""
    free_x, free_y = MARGIN
    area = sum((part.width + free_x) * (part.height + free_y) for part in parts)
    room = max([(area * BROAD) ** 0.5, *(part.width for part in parts)])
    corners: list[Spot] = []
    left = top = below = 0.0
    for part in parts:
        if left and left + part.width > room:
            left, top = 0.0, below
        corners.append((left, top))
        left += part.width + free_x
        below = max(below, top + part.height + free_y)
    return corners
